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

    assert (consequent.decides, consequent.asserts, consequent.beyond) == (3, 1, [])
    assert consequent.n_decided == 2
    assert consequent.key == Consequent(bits("110"), bits("100")).key
    assert consequent.key != Consequent(bits("111"), bits("101")).key


def test_decisions_on_labels_beyond_the_62nd_stand_in_further_words() -> None:
    """125 labels: 0 decided as 1, 62 as 0, 124 as 1; words of 62, 62 and 1 labels. Clauses: REP-2."""
    decides, asserts = bits("0" * 125), bits("0" * 125)
    decides[[0, 62, 124]] = 1
    asserts[[0, 124]] = 1
    consequent = Consequent(decides, asserts)
    parts = [consequent.on_word(word) for word in range(3)]

    assert parts[0] is consequent
    assert [(part.decides, part.asserts) for part in parts] == [(1, 1), (1, 0), (1, 1)]


def test_a_consequent_may_decide_nothing() -> None:
    """Clauses: REP-11."""
    assert Consequent(bits("0000"), bits("1111")).n_decided == 0
