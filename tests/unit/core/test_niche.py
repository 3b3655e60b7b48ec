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


def test_a_niche_without_rules_has_no_members() -> None:
    """Clauses: MAT-1."""
    assert Niche().members() == []
