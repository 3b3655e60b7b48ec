"""What covering draws, and for what. Clauses: COV-1 to COV-4, COV-6."""

from unit.core.builders import assert_spent, bits

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws


def test_draws_come_attribute_by_attribute_then_label_by_label() -> None:
    """With P# = 0.5 and P_label# = 0.1, x = (1, 1, 4), labels 101, covering for label 1.

    Binary: 0.5 is not below P#, active, value 1: 11. Nominal: 0.49 < 1 - P#, active; its values 0.5 no, 0.9 no (but 1
    is the instance's own), 0.4 yes: 1 011. Continuous, r = 8, m = 7: b1 = floor(0.5*4/8*7) = floor(1.75) = 1,
    b2 = ceil((8 - 0.25*4)/8*7) = ceil(6.125) = 7, 0.5 is not below 1 - P#, inactive: 0 100 111.
    Label 0: 0.1 is not below P_label#, 11; label 1: no draw, 10; label 2: 0.09 < 0.1, inactive, value kept: 01.
    1 + 4 + 3 + 2 = 10 draws. Clauses: COV-6, COV-1, COV-2, COV-3, COV-4.
    """
    tape = ReplayedDraws([0.5, 0.49, 0.5, 0.9, 0.4, 0.5, 0.25, 0.5, 0.1, 0.09])
    draws = RecordedDraws(tape)
    layout = Layout([BinaryGene(), NominalGene(3), IntervalGene(0.0, 8.0, 3)], 3)
    mechanism = Covering(layout, draws, 0.5, 0.1, True, True, True, True)
    chromosome = mechanism.generate([1.0, 1.0, 4.0], bits("101"), 1)

    assert chromosome == bits("11 1011 0100111 11 10 01")
    assert [purpose for purpose, _number in draws.tape] == [
        "cover.attribute",
        *("cover.attribute", "cover.value", "cover.value", "cover.value"),
        *("cover.lower", "cover.upper", "cover.attribute"),
        *("cover.label", "cover.label"),
    ]
    assert_spent(tape, 10)
