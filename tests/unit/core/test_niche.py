"""The match set of one instance. Clauses: MAT-1, CYC-0."""

from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.niche import Niche


def test_members_stay_in_order_of_enlistment_when_others_leave() -> None:
    """Clauses: CYC-0."""
    bench = Bench(every_instance(1), 1)
    first, second, third = (bench.rule("1 -> 1") for _turn in range(3))
    niche = Niche()
    for rule in (first, second, third):
        niche.enlist(rule)
    second.num = 0
    niche.note_loss()

    assert niche.members() == [first, third]
    assert niche.members() == [first, third]


def test_the_dead_are_never_more_than_the_living() -> None:
    """Whoever is not visited for long must not keep what has left: memory follows P. Clauses: MAT-1."""
    bench = Bench(every_instance(1), 1)
    niche = Niche()
    rules = [bench.rule("1 -> 1") for _turn in range(9)]
    for rule in rules:
        niche.enlist(rule)
    for n_left in range(8, -1, -1):
        rules[n_left].num = 0
        niche.note_loss()
        if n_left in {4, 1, 0}:
            assert len(niche._members) == n_left

    assert niche.members() == []


def test_a_niche_without_rules_has_no_members() -> None:
    """Clauses: MAT-1."""
    assert Niche().members() == []
