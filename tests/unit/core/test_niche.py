"""The match set of one instance. Clauses: MAT-1, CYC-0."""

from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.population import SPARE, Niche


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
