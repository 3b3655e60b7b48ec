"""Vectors of what can be said of rules: generality, equality, notation, parameters (SUB-2, REP-9, REP-10, PAR)."""

from __future__ import annotations

from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, binary, chromosome, continuous, interval, nominal, rule
from suite.source import Topic

__all__ = ["topics"]

WIDE = continuous(0, 31)


def topics() -> Iterator[Topic]:
    """Return the topics of the formats `generality`, `equality`, `notation` and `parameters`."""
    yield _generality()
    yield _equality()
    yield _notation()
    yield _parameters()


def _generality() -> Topic:
    topic = Topic("generality", "rules")
    group = topic.group("binary", PAPER, attributes=binary(2), n_labels=2)
    for name, comment, one, other, general in (
        ("open-test-covers-a-specific-one", "# covers 1", "1# -> 1#", "11 -> 1#", True),
        ("specific-test-does-not-cover-an-open-one", "1 does not cover #", "11 -> 1#", "1# -> 1#", False),
        ("other-value-is-not-covered", "1 does not cover 0", "1# -> 1#", "0# -> 1#", False),
        ("rule-covers-its-equal", "equally general is enough", "1# -> 1#", "1# -> 1#", True),
        ("open-test-covers-an-open-one", "equally general is enough", "## -> 1#", "## -> 1#", True),
        ("every-attribute-counts", "the second test is narrower", "#1 -> 1#", "1# -> 1#", False),
        ("value-bit-of-an-open-test-is-nothing", "~ is # with its value bit set", "~# -> 1#", "01 -> 1#", True),
        ("consequent-may-be-more-specific", "decides label 2 in addition", "1# -> 11", "1# -> 1#", True),
        ("consequent-may-not-be-less-specific", "the other decides label 2", "1# -> 1#", "1# -> 11", False),
        ("consequent-may-not-differ", "decides 0 where the other decides 1", "1# -> 10", "1# -> 11", False),
        ("open-consequents", "the other decides nothing", "1# -> 0#", "1# -> ##", True),
        ("value-bit-of-an-open-label-is-nothing", "~ decides nothing", "1# -> 10", "1# -> 1~", True),
        ("value-bit-of-the-open-subsumer-decides-nothing", "~ does not decide 1", "1# -> 1~", "1# -> 11", False),
        ("both-parts-count", "condition wider, consequent poorer", "## -> ##", "1# -> 1#", False),
    ):
        group.hand(name, "SUB-2", comment, {"general": general}, rule=chromosome(one), other=chromosome(other))

    nominal_rules = topic.group("nominal", PAPER, attributes=[nominal(3)], n_labels=1)
    authors_rules = topic.group("nominal-authors", AUTHORS, attributes=[nominal(3)], n_labels=1)
    for name, comment, one, other, paper, authors in (
        ("superset-of-values", "{0, 1} holds {1}; authors ask for equal sets", "1110", "1010", True, False),
        ("subset-of-values", "{1} does not hold {0, 1}", "1010", "1110", False, False),
        ("equal-sets", "{0, 1} and {0, 1}", "1110", "1110", True, True),
        ("overlapping-sets", "{0, 1} does not hold {1, 2}", "1110", "1011", False, False),
        ("open-test", "# covers {0}, whatever its bits", "0010", "1100", True, True),
        ("full-set-is-not-open", "{0, 1, 2} does not cover #", "1111", "0111", False, False),
        ("both-open", "# covers #, whatever the bits", "0100", "0011", True, True),
    ):
        nominal_rules.hand(name, "SUB-2", comment, {"general": paper}, rule=one + "11", other=other + "11")
        authors_rules.hand(name, "SUB-2", comment, {"general": authors}, rule=one + "11", other=other + "11")

    group = topic.group("continuous", PAPER, attributes=[WIDE], n_labels=1)
    for name, comment, this, that, general in (
        ("enclosing-interval", "5..20 encloses 6..19", (1, 5, 20), (1, 6, 19), True),
        ("equal-interval", "5..20 encloses itself", (1, 5, 20), (1, 5, 20), True),
        ("lower-bound-outside", "5..20 does not enclose 4..19", (1, 5, 20), (1, 4, 19), False),
        ("upper-bound-outside", "5..20 does not enclose 6..21", (1, 5, 20), (1, 6, 21), False),
        ("enclosed-interval", "6..19 does not enclose 5..20", (1, 6, 19), (1, 5, 20), False),
        ("order-of-its-bounds-is-free", "20..5 encloses 6..19", (1, 20, 5), (1, 6, 19), True),
        ("order-of-the-others-bounds-is-free", "5..20 encloses 19..6", (1, 5, 20), (1, 19, 6), True),
        ("order-hides-no-bound", "5..20 does not enclose 19..4", (1, 5, 20), (1, 19, 4), False),
        ("open-interval", "# covers 0..31, whatever its bounds", (0, 7, 8), (1, 0, 31), True),
        ("full-interval-is-not-open", "0..31 does not cover #", (1, 0, 31), (0, 7, 8), False),
    ):
        group.hand(
            name, "SUB-2", comment, {"general": general}, rule=interval(*this) + "11", other=interval(*that) + "11"
        )
    return topic


def _equality() -> Topic:
    topic = Topic("equality", "rules")
    group = topic.group("binary", PAPER, attributes=binary(2), n_labels=2)
    for name, comment, one, other, equal in (
        ("same-bits", "the same rule", "1# -> 0#", "1# -> 0#", True),
        ("bits-of-open-tests-are-ignored", "~ is # with its value bit set", "1~ -> 0#", "1# -> 0#", True),
        ("bits-of-open-labels-are-ignored", "~ is # with its value bit set", "1# -> 0~", "1# -> 0#", True),
        ("activation-counts", "the second test is open in one", "11 -> 0#", "1# -> 0#", False),
        ("value-counts", "1 is not 0", "10 -> 0#", "11 -> 0#", False),
        ("decision-counts", "1 is not 0", "1# -> 0#", "1# -> 1#", False),
        ("activation-of-a-label-counts", "decided or not", "1# -> 00", "1# -> 0#", False),
        ("inactive-value-is-no-active-one", "01 is not 11", "1~ -> 0#", "11 -> 0#", False),
    ):
        group.hand(name, "REP-10", comment, {"equal": equal}, rule=chromosome(one), other=chromosome(other))

    group = topic.group("nominal", PAPER, attributes=[nominal(3)], n_labels=1)
    for name, comment, one, other, equal in (
        ("same-set", "{0, 2}", "1101", "1101", True),
        ("other-set", "{0, 2} is not {0}", "1101", "1100", False),
        ("bits-of-open-sets-are-ignored", "both are open", "0101", "0100", True),
        ("open-is-not-full", "# is not {0, 1, 2}", "0111", "1111", False),
    ):
        group.hand(name, "REP-10", comment, {"equal": equal}, rule=one + "10", other=other + "10")

    paper = topic.group("continuous", PAPER, attributes=[WIDE], n_labels=1)
    authors_group = topic.group("continuous-authors", AUTHORS, attributes=[WIDE], n_labels=1)
    for name, comment, this, that, equal, authors in (
        ("same-interval", "5..20", (1, 5, 20), (1, 5, 20), True, True),
        (
            "other-order-of-bounds",
            "20..5 means 5..20; authors compare first bounds",
            (1, 5, 20),
            (1, 20, 5),
            True,
            False,
        ),
        ("other-second-bound", "5..20 is not 5..9; authors compare first bounds", (1, 5, 20), (1, 5, 9), False, True),
        ("other-first-bound", "5..20 is not 6..20", (1, 5, 20), (1, 6, 20), False, False),
        ("open-intervals", "bounds of inactive tests are ignored", (0, 5, 20), (0, 6, 21), True, True),
        ("open-is-not-active", "# is not 0..31", (0, 0, 31), (1, 0, 31), False, False),
    ):
        for group, wanted in ((paper, equal), (authors_group, authors)):
            group.hand(
                name, "REP-10", comment, {"equal": wanted}, rule=interval(*this) + "10", other=interval(*that) + "10"
            )
    return topic


def _notation() -> Topic:
    topic = Topic("notation", "texts")
    group = topic.group("binary", PAPER, attributes=binary(6), n_labels=4)
    for name, text, comment in (
        ("ternary", "01#### -> 10##", "0, 1 and # for tests and decisions"),
        ("open-rule", "###### -> ####", "nothing tested, nothing decided"),
        ("specific-rule", "010101 -> 0011", "everything tested and decided"),
    ):
        group.hand(name, "REP-9", comment, {"text": text}, rule=rule(text))
    group.hand(
        "value-bits-of-open-genes-are-not-shown",
        "REP-9 REP-2",
        "~ is # with its value bit set",
        {"text": "0##### -> 1###"},
        rule=rule("0~##~# -> 1~##"),
    )
    group = topic.group("by-name", PAPER, attributes=[nominal(3), WIDE], n_labels=2)
    group.filled(
        "conditions-by-attribute-name",
        "REP-9",
        "a set of values, an interval, two decisions; the words are this package's",
        level="may",
        rule=rule("1110" + interval(1, 5, 20) + "1110", 2),
    )
    return topic


def _parameters() -> Topic:
    topic = Topic("parameters", "counts")
    group = topic.group("birth", PAPER, attributes=binary(1), n_labels=2)
    group.hand(
        "nothing-seen-is-accuracy-zero-and-fitness-one",
        "PAR-0",
        "exp 0: tp, fp, msa and acc 0, F 1; F_d 0 because exp < 10",
        {"tp": 0, "fp": 0, "msa": 0, "acc": 0, "fitness": 1, "discounted_fitness": 0, "able": False},
        rule=rule("1 -> 1#"),
    )
    group.hand(
        "no-experience-asked-for",
        "PAR-0 GEN-1",
        "theta_exp 0: exp 0 is not below it, F_d = F = 1",
        {"fitness": 1, "discounted_fitness": 1},
        rule=rule("1 -> 1#"),
        settings={"theta_exp": 0},
    )

    group = topic.group("values", PAPER, attributes=binary(1), n_labels=3)
    group.hand(
        "credit-of-open-labels",
        "PAR-1",
        "4 matches, 5 of 8 right, 4 open: tp 5 + 3.6 = 8.6, fp 3, msa 12, acc 8.6/12, F acc^2",
        {"tp": 8.6, "fp": 3, "msa": 12, "acc": 0.7166666666666667, "fitness": 0.5136111111111111},
        rule=rule("1 -> 10#", matches=4, correct=5),
        settings={"accuracy_power": 2},
    )
    group.hand(
        "weight-of-open-labels",
        "PAR-1",
        "omega 0.2, phi 0.4, 5 matches, 10 open: tp 4 + 2, fp 1, msa 5 + 4, acc 6/9",
        {"tp": 6, "fp": 1, "msa": 9, "acc": 0.6666666666666667},
        rule=rule("1 -> 1##", matches=5, correct=4),
        settings={"omega": 0.2, "phi": 0.4},
    )
    group.hand(
        "all-right-is-accuracy-one",
        "PAR-1 UPD-4",
        "3 matches of 3 labels, all right: acc 1, F 1",
        {"tp": 9, "fp": 0, "msa": 9, "acc": 1, "fitness": 1},
        rule=rule("1 -> 101", matches=3, correct=9),
    )
    group.hand(
        "all-wrong-is-fitness-zero",
        "PAR-1 UPD-4",
        "all wrong: acc 0, F 0, not 1",
        {"tp": 0, "fp": 9, "acc": 0, "fitness": 0},
        rule=rule("1 -> 101", matches=3),
    )
    group.hand(
        "nothing-decided",
        "REP-11",
        "2 matches, 6 open: tp 5.4, msa 6, acc 0.9, F 0.9^10 = 0.3486784401",
        {"tp": 5.4, "fp": 0, "msa": 6, "acc": 0.9, "fitness": 0.3486784401},
        rule=rule("1 -> ###", matches=2),
    )

    group = topic.group("discounted-fitness", PAPER, attributes=binary(1), n_labels=2)
    for name, comment, settings, matches, value in (
        ("experience-at-the-threshold-counts", "exp 5*2 = 10 is not below theta_exp 10", {}, 5, 1),
        ("experience-below-the-threshold", "exp 4*2 = 8 < 10", {}, 4, 0),
        ("paper-asks-theta-exp-not-theta-del", "exp 10, theta_del 20", {"theta_del": 20}, 5, 1),
    ):
        group.hand(
            name,
            "GEN-1 PAR-2",
            comment,
            {"fitness": 1, "discounted_fitness": value},
            rule=rule("1 -> 10", matches=matches, correct=2 * matches),
            settings=settings,
        )
    for name, comment, matches, value in (
        ("authors-ask-theta-del", "exp 19 < theta_del 20", 19, 0),
        ("authors-at-theta-del", "exp 20 is not below theta_del 20", 20, 1),
    ):
        group.hand(
            name,
            "GEN-1",
            comment,
            {"discounted_fitness": value},
            rule=rule("1 -> 10", matches=matches, correct=2 * matches, by_match=True),
            settings=AUTHORS,
        )

    group = topic.group("able", PAPER, attributes=binary(1), n_labels=2)
    for name, comment, matches, correct, able in (
        ("experience-at-the-threshold-is-not-enough", "exp 10 is not above theta_exp 10", 5, 10, False),
        ("experience-above-the-threshold", "exp 12 > 10, acc 1 > 0.99", 6, 12, True),
        ("accuracy-too-low", "acc 23/24 = 0.958 < 0.99", 12, 23, False),
    ):
        group.hand(name, "SUB-1 PAR-2", comment, {"able": able}, rule=rule("1 -> 10", matches=matches, correct=correct))
    group.hand(
        "accuracy-at-the-threshold-is-not-enough",
        "SUB-1",
        "acc 12/24 = 0.5 is not above acc0 = 0.5",
        {"able": False},
        rule=rule("1 -> 10", matches=12, correct=12),
        settings={"accuracy_threshold": 0.5},
        tie=("SUB-1", ("settings/accuracy_threshold",)),
    )
    group.hand(
        "accuracy-not-fitness",
        "SUB-1",
        "acc 18/24 = 0.75 > 0.5; F = 0.75^10 = 0.056",
        {"able": True},
        rule=rule("1 -> 10", matches=12, correct=18),
        settings={"accuracy_threshold": 0.5},
    )
    group.hand(
        "able-without-a-stamp",
        "SUB-1",
        "ts 0 is no matter in paper",
        {"able": True},
        rule=rule("1 -> 10", matches=6, correct=12, ts=0),
    )
    for name, comment, fields, able in (
        ("authors-want-a-stamp", "ts 0: not able", {"ts": 0}, False),
        ("authors-want-it-before-the-last-update", "stamped after its last update", {"ts": 9}, False),
        ("authors-with-a-stamp", "ts above 0 at its last update", {"ts": 9, "stamped": True}, True),
    ):
        group.hand(
            name,
            "SUB-1",
            comment,
            {"able": able},
            rule=rule("1 -> 10", matches=11, correct=22, by_match=True, **fields),
            settings=AUTHORS,
        )
    group.hand(
        "authors-count-matches",
        "SUB-1 UPD-2",
        "10 matches are exp 10, not above 10",
        {"able": False},
        rule=rule("1 -> 10", matches=10, correct=20, by_match=True, ts=9, stamped=True),
        settings=AUTHORS,
    )
    return topic
