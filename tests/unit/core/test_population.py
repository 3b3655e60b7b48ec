"""P: order, sums, equal rules. Clauses: CYC-0, MAT-1, REP-10, GEN-7, DEL-1."""

from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.population import SPARE, Niche, Population


def test_sums_follow_every_gain_and_loss_of_numerosity() -> None:
    """3 + 1 = 4; +2 = 6; -1 = 5; the second rule's last one gone: 4 in one rule. Clauses: DEL-1."""
    bench = Bench(every_instance(2), 1)
    first, second = bench.insert("1# -> 1", num=3), bench.insert("#1 -> 1")
    population = bench.population

    assert (population.macro, population.micro) == (2, 4)

    population.gain(first, 2)
    population.lose(first)

    assert (first.num, population.macro, population.micro) == (4, 2, 5)

    population.lose(second)

    assert (second.num, population.macro, population.micro) == (0, 1, 4)
    assert population.rules() == [first]


def test_serials_count_insertions_and_are_never_given_again() -> None:
    """Clauses: CYC-0."""
    bench = Bench(every_instance(2), 1)
    first, second = bench.insert("1# -> 1"), bench.insert("#1 -> 1", step=4)
    bench.population.lose(first)
    third = bench.insert("## -> 0", step=5)

    assert (first.serial, second.serial, third.serial) == (1, 2, 3)
    assert (second.created, third.created) == (4, 5)
    assert bench.population.rules() == [second, third]


def test_match_sets_hold_the_matching_rules_in_population_order() -> None:
    """Instances 00, 01, 10, 11. Clauses: MAT-1, CYC-0."""
    bench = Bench(every_instance(2), 1)
    one, any_instance, two = bench.insert("1# -> 1"), bench.insert("## -> 1"), bench.insert("11 -> 0")

    assert [bench.population.match_set(instance) for instance in range(4)] == [
        [any_instance],
        [any_instance],
        [one, any_instance],
        [one, any_instance, two],
    ]

    bench.population.lose(any_instance)

    assert [bench.population.match_set(instance) for instance in range(4)] == [[], [], [one], [one, two]]


def test_equal_rules_are_found_in_population_order() -> None:
    """The value bits of `#` differ: 01 and 00. Clauses: REP-10."""
    bench = Bench(every_instance(2), 1)
    first, other = bench.insert("11 01 11"), bench.insert("11 00 10")
    second = bench.insert("11 00 11")

    assert bench.population.equal_to(second) == [first, second]
    assert bench.population.equal_to(other) == [other]

    bench.population.lose(first)
    bench.population.lose(other)

    assert bench.population.equal_to(second) == [second]
    assert bench.population.equal_to(other) == []


def test_rules_with_the_same_decisions_share_one_consequent_while_one_of_them_lives() -> None:
    """Clauses: CYC-0."""
    bench = Bench(every_instance(2), 2)
    first, second, other = bench.insert("1# -> 1#"), bench.insert("## -> 1#"), bench.insert("## -> 10")
    shared = first.consequent

    assert second.consequent is shared
    assert other.consequent is not shared
    assert shared.holders == 2

    bench.population.lose(first)
    bench.population.lose(second)

    assert shared.holders == 0
    assert bench.insert("## -> 1#").consequent is not shared


def test_rules_that_cover_a_set_are_among_those_of_its_first_instance() -> None:
    """Clauses: SUB-2."""
    bench = Bench(every_instance(2), 1)
    one, any_instance, _zero = bench.insert("1# -> 1"), bench.insert("## -> 1"), bench.insert("0# -> 1")

    assert bench.population.superset_candidates(bench.rule("10 -> 1")) == [one, any_instance]


def test_rules_that_match_nothing_are_known_by_their_age() -> None:
    """D is 00 and 01, so 1# matches nothing; created at 3 and 5. Clauses: GEN-7."""
    bench = Bench([[0.0, 0.0], [0.0, 1.0]], 1)
    early, late = bench.insert("1# -> 1", step=3), bench.insert("11 -> 1", step=5)
    bench.insert("0# -> 1", step=1)

    assert bench.population.zero_coverage_created_by(2) == []
    assert bench.population.zero_coverage_created_by(3) == [early]
    assert bench.population.zero_coverage_created_by(5) == [early, late]

    bench.population.lose(early, early.num)

    assert bench.population.zero_coverage_created_by(5) == [late]


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.integers(1, 8))
def test_blocks_of_niches_decide_nothing_whatever_the_order_of_presentation(visits: list[int], block: int) -> None:
    """Rules come and go between the visits; a P with one block for all of D is the model. Clauses: MAT-1, CYC-1."""
    homes = [Bench(every_instance(3), 1), Bench(every_instance(3), 1)]
    for home, size in zip(homes, (8, block), strict=True):
        home.population = Population(home.index, size)
    texts = ("1## -> 1", "#0# -> 0", "### -> 1", "01# -> 0", "##1 -> 1")
    seen: list[list[list[int]]] = []
    for home in homes:
        population = home.population
        found = []
        for turn, instance in enumerate(visits):
            home.insert(texts[turn % 5], step=turn)
            members = population.match_set(instance)
            found.append([rule.serial for rule in members])
            sought = home.rule(texts[(turn + instance) % 5])
            candidates = population.superset_candidates(sought)
            among = population.rules() if candidates is None else candidates
            found.append([rule.serial for rule in among if rule.num and rule.equals(sought)])
            if turn % 3 == 2 and members:
                population.lose(members[instance % len(members)])
        found.append([rule.n_covered for rule in population.rules()])
        seen.append(found)

    assert seen[0] == seen[1]


def test_members_stay_in_order_of_enlistment_when_others_leave() -> None:
    """Clauses: CYC-0."""
    bench = Bench(every_instance(1), 1)
    first, second, third = (bench.rule("1 -> 1") for _turn in range(3))
    niche = Niche()
    for rule in (first, second, third):
        niche.enlist(rule)

    assert niche.members(0) == [first, second, third]

    second.num = 0

    assert niche.members(1) == [first, third]
    assert niche.members(1) == [first, third]


def test_the_dead_do_not_pile_up_where_nobody_visits() -> None:
    """Of 1,000 rules each leaves before the next one comes: memory follows P, not its history. Clauses: MAT-1."""
    bench = Bench(every_instance(1), 1)
    rule = bench.rule("1 -> 1")
    niche = Niche()
    rule.num = 0
    for _turn in range(1000):
        niche.enlist(rule)

    assert len(niche._members) <= SPARE + 1
    assert niche.members(1000) == []


def test_the_living_are_struck_off_by_no_growth() -> None:
    """100 rules, none of which leaves. Clauses: MAT-1."""
    bench = Bench(every_instance(1), 1)
    rules = [bench.rule("1 -> 1") for _turn in range(100)]
    niche = Niche()
    for rule in rules:
        niche.enlist(rule)

    assert niche.members(0) == rules


def test_a_niche_without_rules_has_no_members() -> None:
    """Clauses: MAT-1."""
    assert Niche().members(0) == []
