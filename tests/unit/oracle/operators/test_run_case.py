"""Cases: what is answered, what is refused, and what is no case at all."""

from typing import Any

import pytest
from raising import raising

from mlslcs_ref.oracle.operators.case import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import FORMATS, run_case


def update(**changes: Any) -> dict[str, Any]:
    """A case of the update component: rule 1 -> 11 meets an instance with labels 10."""
    given = {
        "attributes": [{"kind": "binary"}],
        "n_labels": 2,
        "instances": [{"x": [1], "y": "10"}],
        "rules": [{"bits": "111111"}],
        "presented": [0],
    }
    return {
        "format": "update",
        "settings": {"profile": "paper", "accuracy_power": 1},
        "in": {**given, **changes},
        "draws": [],
    }


def covering(draws: list[float]) -> dict[str, Any]:
    """A case of covering that needs two draws."""
    given = {"attributes": [{"kind": "binary"}], "n_labels": 2, "x": [1], "y": "10", "label": 0}
    return {"format": "covering", "settings": {"profile": "paper"}, "in": given, "draws": draws}


class TestAnswers:
    def test_an_answer_holds_what_follows_from_the_counts(self) -> None:
        """One right, one wrong: tp 1, fp 1, msa 2 (UPD-1)."""
        (rule,) = run_case(update())["rules"]

        assert (rule["exp"], rule["tp"], rule["fp"], rule["msa"], rule["acc"]) == (2, 1, 1, 2, 0.5)

    def test_the_case_is_left_as_it_is(self) -> None:
        case = update()
        run_case(case)

        assert case == update()

    def test_the_same_case_has_the_same_answer(self) -> None:
        assert run_case(covering([0.7, 0.9])) == run_case(covering([0.7, 0.9]))

    def test_numbers_that_json_cannot_spell_are_text(self) -> None:
        case = update(rules=[{"bits": "111111", "exp": 2, "wrong": 2}])
        del case["in"]["presented"]

        assert run_case({**case, "format": "deletion"})["votes"] == ["inf"]

    def test_an_infinite_value_at_prediction_is_taken(self) -> None:
        given = {
            "attribute": {"kind": "continuous", "minimum": 0, "maximum": 31},
            "bits": "1" + 10 * "0",
            "x": ["inf", 0],
        }
        case = {"format": "match", "settings": {"profile": "paper"}, "in": given, "draws": []}

        assert run_case(case) == {"accepted": [False, True]}


def within(low: float, high: float, x: float, **settings: Any) -> dict[str, Any]:
    """A case of covering for one number, with draws of 0."""
    attribute = {"kind": "continuous", "minimum": low, "maximum": high}
    given = {"attributes": [attribute], "n_labels": 1, "x": [x], "y": "1", "label": 0}
    return {"format": "covering", "settings": {"profile": "paper", **settings}, "in": given, "draws": [0.0] * 3}


class TestRefusals:
    @pytest.mark.parametrize(
        ("low", "high", "x"),
        [(0, 1e-300, 1e308), (0, 1e-300, -1e308), (1e307, 1.1e307, -1.79e308), (0, 5e-324, 1.0)],
    )
    @pytest.mark.parametrize("bounds", ["corrected", "raw"])
    def test_a_value_beyond_all_numbers_of_covering_is_refused(
        self, low: float, high: float, x: float, bounds: str
    ) -> None:
        """COV-3: whatever is drawn."""
        with raising(Reject, reason="range-overflow"):
            run_case(within(low, high, x, covering_bounds=bounds))

    def test_a_value_beyond_all_32_bit_numbers_is_refused_where_these_are_used(self) -> None:
        assert run_case(within(0, 1, 1e300)) == {"rule": "1" + "00000" + "11111" + "11"}
        with pytest.raises(Reject):
            run_case(within(0, 1, 1e300, interval_arithmetic="float32"))

    def test_an_instance_of_d_beyond_a_given_range_is_refused_like_one_that_is_covered(self) -> None:
        attribute = {"kind": "continuous", "minimum": 0, "maximum": 1e-300}
        case = update(attributes=[attribute], instances=[{"x": [1e308], "y": "10"}], rules=[])

        with raising(Reject, reason="range-overflow"):
            run_case(case)

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"instances": []}, "no-instances"),
            ({"instances": [{"x": [1], "y": "1?"}]}, "missing-label"),
            ({"instances": [{"x": [-1], "y": "10"}]}, "undeclared-value"),
        ],
    )
    def test_data_that_cannot_be_learned_from_are_refused(self, changes: dict[str, Any], code: str) -> None:
        """REP-7."""
        with raising(Reject, reason=code) as caught:
            run_case(update(**changes))

        assert str(caught.value).startswith(code)

    @pytest.mark.parametrize(
        ("setting", "value", "code"),
        [
            ("phi", 0.5, "omega-above-phi"),
            ("phi", 2, "setting-out-of-range"),
            ("population_size", 0, "setting-out-of-range"),
        ],
    )
    def test_settings_are_refused(self, setting: str, value: float, code: str) -> None:
        """UPD-5."""
        case = update()
        case["settings"][setting] = value

        with raising(Reject, reason=code):
            run_case(case)


class TestNoCases:
    @pytest.mark.parametrize("draws", [[], [0.7], [0.7, 0.9, 0.1]])
    def test_a_tape_that_does_not_fit_is_an_error(self, draws: list[float]) -> None:
        with raising(CaseError, place="draws"):
            run_case(covering(draws))

    @pytest.mark.parametrize("u", [1, 1.0, -0.1, "0.5", None, True])
    def test_a_draw_is_a_number_from_0_to_below_1(self, u: Any) -> None:
        with raising(CaseError, place="draws[1]"):
            run_case(covering([0.7, u]))

    @pytest.mark.parametrize(
        ("changes", "path"),
        [
            ({"rules": [{"bits": "1111"}]}, "in.rules[0].bits"),
            ({"rules": [{"bits": "11111x"}]}, "in.rules[0].bits"),
            ({"rules": [{"bits": "111111", "exp": 2, "correct": 3}]}, "in.rules[0]"),
            ({"rules": [{"bits": "111111", "exp": 3, "correct": 2, "wrong": 1}]}, "in.rules[0]"),
            ({"rules": [{"bits": "111111", "exp": 2, "correct": 1}]}, "in.rules[0]"),
            ({"rules": [{"bits": "111111", "num": 0}]}, "in.rules[0].num"),
            ({"rules": [{"bits": "111111", "acc": 0.5}]}, "in.rules[0].acc"),
            ({"presented": [1]}, "in.presented[0]"),
            ({"presented": 0}, "in.presented"),
            ({"instances": [{"x": [1, 0], "y": "10"}]}, "instances"),
            ({"instances": [{"x": [1], "y": "101"}]}, "instances"),
            ({"attributes": []}, None),
            ({"attributes": [{"kind": "ordinal"}]}, "in.attributes[0].kind"),
            ({"n_labels": 0}, "in.n_labels"),
            ({"n_labels": 10**12}, "in.n_labels"),
            ({"attributes": [{"kind": "continuous", "minimum": 3, "maximum": 0}]}, "in.attributes[0].maximum"),
            ({"attributes": [{"kind": "continuous", "minimum": None, "maximum": 0}]}, "in.attributes[0].maximum"),
            ({"attributes": [{"kind": "nominal", "n_values": 10**12}]}, "in.attributes[0].n_values"),
            ({"unknown": 1}, "in.unknown"),
        ],
    )
    def test_wrong_inputs_are_named(self, changes: dict[str, Any], path: str | None) -> None:
        with raising(CaseError, place=path):
            run_case(update(**changes))

    @pytest.mark.parametrize("x", [0.5, "inf", 3, -2])
    def test_what_is_no_place_of_a_nominal_value_is_named(self, x: Any) -> None:
        """REP-8: a value that is not declared is -1."""
        given = {"attribute": {"kind": "nominal", "n_values": 3}, "bits": "1100", "x": [2, -1, x]}

        with raising(CaseError, place="x"):
            run_case({"format": "match", "settings": {"profile": "paper"}, "in": given, "draws": []})

    def test_weights_of_an_infinite_sum_are_no_case(self) -> None:
        case = {"format": "roulette", "settings": {"profile": "paper"}, "in": {"weights": [1e308] * 2}, "draws": [0.0]}

        with raising(CaseError, place="weights"):
            run_case(case)

    @pytest.mark.parametrize("name", ["format", "settings", "in", "draws"])
    def test_every_part_of_a_case_is_needed(self, name: str) -> None:
        case = update()
        del case[name]

        with raising(CaseError, place=name):
            run_case(case)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("format", "learning"),
            ("format", 1),
            ("settings", {}),
            ("settings", {"profile": "mine"}),
            ("in", []),
            ("more", 1),
        ],
    )
    def test_wrong_parts_are_named(self, name: str, value: Any) -> None:
        with pytest.raises(CaseError):
            run_case({**update(), name: value})

    def test_an_unknown_setting_is_an_error_not_a_refusal(self) -> None:
        case = update()
        case["settings"]["beta"] = 0.2

        with raising(CaseError, place="settings"):
            run_case(case)

    @pytest.mark.parametrize("name", sorted(FORMATS))
    def test_an_empty_input_is_no_traceback(self, name: str) -> None:
        case = {"format": name, "settings": {"profile": "paper"}, "in": {}, "draws": []}
        if name == "settings":
            assert run_case(case)["settings"]["omega"] == 0.9
        else:
            with pytest.raises(CaseError):
                run_case(case)


class TestLimits:
    """Inputs that an operator has no answer for are named, and no error of Python comes through."""

    @pytest.mark.parametrize(
        ("name", "given", "path"),
        [
            ("roulette", {"weights": []}, "weights"),
            ("roulette", {"weights": [0, 0]}, "weights"),
            ("roulette", {"weights": [1, -1]}, "in.weights[1]"),
            ("roulette", {"weights": ["inf"]}, "in.weights[0]"),
            ("k-means", {"attributes": [{"kind": "binary"}], "n_labels": 1, "points": [], "k": 1}, "points"),
            ("selection", {"attributes": [{"kind": "binary"}], "n_labels": 1, "rules": []}, "rules"),
            ("thresholds", {"n_labels": 1, "votes": [], "truth": []}, "truth"),
            ("thresholds", {"n_labels": 1, "votes": [[1]], "truth": ["1", "0"]}, "truth"),
            ("metrics", {"n_labels": 1, "truth": ["1"], "predicted": []}, "predicted"),
            ("metrics", {"n_labels": 1, "truth": ["2"], "predicted": ["1"]}, "truth"),
            ("scs", {"attributes": [{"kind": "binary"}], "n_labels": 1, "rules": [], "solutions": [[]]}, "solutions"),
            (
                "scs",
                {"attributes": [{"kind": "binary"}], "n_labels": 1, "rules": [], "solutions": [["1"]]},
                None,
            ),
            ("settings", {"problem": "toy"}, "in.problem"),
            ("java-random", {"seed": str(1 << 63), "skip": 0, "count": 1}, "in.seed"),
            ("java-random", {"seed": "one", "skip": 0, "count": 1}, "in.seed"),
            ("java-random", {"seed": "1", "skip": 10**9, "count": 1}, "count"),
            ("pcg64", {"seed": 1, "state": "1", "increment": "1", "skip": 0, "count": 1}, "state"),
        ],
    )
    def test_it_is_an_error_of_the_case(self, name: str, given: dict[str, Any], path: str | None) -> None:
        with raising(CaseError, place=path):
            run_case({"format": name, "settings": {"profile": "paper"}, "in": given, "draws": []})

    @pytest.mark.parametrize("value", [-1, 3, 0.5])
    def test_covering_refuses_a_value_that_is_not_declared(self, value: float) -> None:
        """REP-7."""
        given = {"attributes": [{"kind": "nominal", "n_values": 3}], "n_labels": 1, "x": [value], "y": "1", "label": 0}

        with raising(Reject, reason="undeclared-value"):
            run_case({"format": "covering", "settings": {"profile": "paper"}, "in": given, "draws": 4 * [0.5]})

    @pytest.mark.parametrize("rule", [{"num": 2**31, "ts": 2**31}, {"num": 2**62}, {"num": 10**30, "ts": 10**30}])
    @pytest.mark.parametrize("name", ["update", "step", "discovery", "correct-sets"])
    def test_rules_whose_sums_no_run_can_reach_are_no_case(self, name: str, rule: dict[str, int]) -> None:
        """2^31 * 2^31 = 2^62, and sums of the core are counted in 64 bits."""
        case = update(rules=[{"bits": "111111", **rule}])

        with pytest.raises(CaseError):
            run_case({**case, "format": name})

    @pytest.mark.parametrize("name", ["num", "ts", "created", "exp", "correct", "wrong", "indifferent"])
    @pytest.mark.parametrize("value", [2**62, 2**63, 2**64, 10**30])
    def test_a_count_or_a_time_of_a_rule_that_no_run_can_reach_is_no_case(self, name: str, value: int) -> None:
        """They are counted in 64 bits, as sums are. Clauses: PAR-1."""
        with pytest.raises(CaseError):
            run_case(update(rules=[{"bits": "111111", name: value}]))

    def test_a_clock_that_takes_the_sums_beyond_any_run_is_no_case(self) -> None:
        """2^40 rules at time 2^22 are 2^62; a tick of the clock earlier, with 2 labels to come, it is as much."""
        given = {"step": 1, "update_only": False, "deletions_commenced": False}
        for now in (2**22, 2**22 - 2):
            case = update(rules=[{"bits": "111111", "num": 2**40}], clock=now, **given)
            with pytest.raises(CaseError):
                run_case({**case, "format": "step"})

    @pytest.mark.parametrize(
        ("name", "given"),
        [
            ("discovery", {"instance": 0, "step": 2**61, "clock": 0}),
            ("step", {"presented": [0], "step": 2**61, "clock": 0}),
            ("step", {"presented": [0], "step": 1, "clock": 2**61}),
        ],
    )
    def test_sums_of_rules_that_are_still_to_be_made_count(self, name: str, given: dict[str, Any]) -> None:
        """P is empty, and 2 labels may bring 4 micro-classifiers: 4 * 2^61 > 2^62."""
        flags = {"update_only": False, "deletions_commenced": False} if name == "step" else {}
        case = update(rules=[])
        del case["in"]["presented"]
        case["in"].update(given, **flags)

        with pytest.raises(CaseError):
            run_case({**case, "format": name})

    @pytest.mark.parametrize(
        "given", [{"clock": 2**62}, {"step": 2**62}, {"clock": 10**30}, {"num": 2**62}, {"ts": 2**62}]
    )
    def test_a_time_or_a_sum_that_no_run_can_reach_is_no_case_of_a_due_ga(self, given: dict[str, int]) -> None:
        """One less is a case. Clauses: CYC-2."""

        def case(less: int) -> dict[str, Any]:
            numbers = {"clock": 5, "step": 1, "num": 1, "ts": 1} | {name: value - less for name, value in given.items()}
            member = {"num": numbers.pop("num"), "ts": numbers.pop("ts")}
            inputs = {**numbers, "correct_sets": [[member], []]}
            return {"format": "ga-due", "settings": {"profile": "paper"}, "in": inputs, "draws": []}

        with pytest.raises(CaseError):
            run_case(case(0))
        assert run_case(case(max(given.values()) - 2**62 + 1))["labels"][1] == {
            "clock": 2**62 if "clock" in given else 6,
            "due": False,
        }

    def test_sums_of_a_rule_that_is_still_to_gain_count(self) -> None:
        """One micro-classifier of ts 2^59 is few, but 2 steps with 2 labels may make nine of it."""
        given = {"step": 1, "clock": 0, "update_only": False, "deletions_commenced": False}
        case = update(rules=[{"bits": "111111", "ts": 2**59}], presented=[0, 0], **given)

        with pytest.raises(CaseError):
            run_case({**case, "format": "step"})

    def test_the_largest_correct_sets_have_their_order(self) -> None:
        """C[0] has 2^62 - 1, C[1] and C[2] 2^61: cs is 1 + 0.2*(2^61 - 1). Clauses: UPD-3."""
        rules = [{"bits": "11111011", "num": 2**61}, {"bits": "11110000", "num": 2**61 - 1}]
        case = update(n_labels=3, instances=[{"x": [1], "y": "101"}], rules=rules)

        assert [rule["cs"] for rule in run_case(case)["rules"]] == [1 + 0.2 * 2**61, 1 + 0.2 * 2**62]

    @pytest.mark.parametrize(("profile", "unit"), [("paper", 2), ("authors", 1)])
    def test_counts_of_all_labels_may_come_up_to_the_largest_sum(self, profile: str, unit: int) -> None:
        """2^61 - 1 matches with 2 labels are 2^62 - 2 right decisions; one match more, and they are 2^62. UPD-1."""

        def case(matches: int) -> dict[str, Any]:
            rule = {"bits": "111111", "exp": unit * matches, "correct": 2 * matches}
            given = update(rules=[rule], instances=[{"x": [1], "y": "11"}])
            given["settings"] = {"profile": profile}
            return given

        (found,) = run_case(case(2**61 - 1))["rules"]
        assert (found["exp"], found["tp"], found["fp"], found["acc"]) == (unit * 2**61, 2.0**62, 0, 1.0)
        with pytest.raises(CaseError):
            run_case(case(2**61))


class TestStates:
    def test_a_rule_of_authors_that_was_stamped_before_its_last_update_is_able(self) -> None:
        """SUB-1, `authors`."""
        counts = {"bits": "111111", "exp": 11, "correct": 22, "ts": 4}
        case = update(presented=[], rules=[{**counts, "stamped": True}, counts, {**counts, "ts": 0}])
        case["settings"] = {"profile": "authors"}

        assert [rule["able"] for rule in run_case(case)["rules"]] == [True, False, False]

    def test_an_answer_of_one_step_can_be_given_to_the_next(self) -> None:
        """Two presentations at once are the two one after the other."""
        once = run_case(update(presented=[0]))["rules"][0]
        given = {
            "bits": once["bits"],
            "num": once["num"],
            "exp": once["exp"],
            "cs": once["cs"],
            "correct": 1,
            "wrong": 1,
        }

        assert run_case(update(rules=[given]))["rules"] == run_case(update(presented=[0, 0]))["rules"]
