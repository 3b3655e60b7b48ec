"""How a rule is put together. Clauses: PAR-0, MAT-2, SUB-1, REP-2."""

from unit.core.builders import Bench, bits, every_instance


def test_a_new_rule_knows_its_coverage_decisions_and_timestamp() -> None:
    """1# -> 0#: instances 10 and 11; decides label 0 as 0. Clauses: PAR-0, MAT-2."""
    bench = Bench(every_instance(2), 2)
    chromosome = bits("11 01 10 01")
    rule = bench.factory.make(chromosome, bench.factory.matched(chromosome), 9)

    assert (rule.coverage, rule.n_covered) == (bits("0011"), 2)
    assert (rule.consequent.decides, rule.consequent.asserts, rule.consequent.beyond) == (1, 0, [])
    assert rule.consequent.n_decided == 1
    assert (rule.num, rule.matches, rule.correct, rule.cs, rule.ts, rule.created) == (1, 0, 0, 1.0, 9, 0)
    assert rule.care == bits("11 00 11 00")


def test_a_timestamp_above_zero_at_birth_is_known_at_the_first_update() -> None:
    """Clauses: SUB-1."""
    bench = Bench(every_instance(1), 1)

    assert [bench.rule("1 -> 1", ts=ts).stamped_at for ts in (0, 1)] == [-1, 0]
