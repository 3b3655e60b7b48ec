"""Decisions as masks of 62 labels a word. Clauses: REP-2, REP-11."""

from bitarray import bitarray
from unit.core.builders import bits

from mlslcs_ref.core.consequent import WORD, Consequent, words


def test_label_62_is_the_first_bit_of_the_second_word() -> None:
    """Labels 0, 61, 62 and 69 of 70: 1 + 2^61 in the first word, 1 + 2^7 in the second. Clauses: REP-2."""
    labels = bitarray(70, "little")
    labels.setall(0)
    for label in (0, 61, 62, 69):
        labels[label] = 1

    assert WORD == 62
    assert words(labels) == [1 + 2**61, 1 + 2**7]


def test_the_value_of_an_indifferent_label_is_no_decision() -> None:
    """Decides labels 0 and 1, as 1 and 0; the value of label 2 is left from before. Clauses: REP-2, REP-10."""
    consequent = Consequent(bits("110"), bits("101"))

    assert [(part.decides, part.asserts) for part in consequent.words] == [(3, 1)]
    assert consequent.n_decided == 2
    assert consequent.key == Consequent(bits("110"), bits("100")).key
    assert consequent.key != Consequent(bits("111"), bits("101")).key


def test_a_consequent_may_decide_nothing() -> None:
    """Clauses: REP-11."""
    assert Consequent(bits("0000"), bits("1111")).n_decided == 0
