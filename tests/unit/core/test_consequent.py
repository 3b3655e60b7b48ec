"""Decisions as masks of 60 labels a word. Clauses: REP-2, REP-11."""

import pytest
from bitarray import bitarray
from bitarray.util import zeros
from unit.core.builders import notation

from mlslcs_ref.core.consequent import WORD, Consequent, words


def consequent_of(labels: str) -> Consequent:
    """Return the consequent that is written as in `01#`."""
    return Consequent(notation("-> " + labels).tobytes())


def test_label_60_is_the_first_bit_of_the_second_word() -> None:
    """Labels 0, 59, 60 and 69 of 70: 1 + 2^59 in the first word, 1 + 2^9 in the second. Clauses: REP-2."""
    labels: bitarray = zeros(70, "little")
    labels[[0, 59, 60, 69]] = 1

    assert WORD == 60
    assert words(labels) == [1 + 2**59, 1 + 2**9]


def test_decisions_stand_where_their_labels_do() -> None:
    """Decides labels 0, 1 and 5 of 6, as 1, 0 and 1: 1 + 2 + 32, and 1 + 32. Clauses: REP-2, REP-10."""
    consequent = consequent_of("10###1")

    assert (consequent.decides, consequent.asserts, consequent.beyond) == (35, 33, [])
    assert consequent.n_decided == 3
    assert len({consequent.key, consequent_of("10###1").key, consequent_of("11###1").key}) == 2


def test_decisions_on_labels_beyond_the_60th_stand_in_further_words() -> None:
    """125 labels: 0 and 59 decided as 1, 60 as 0, 124 as 1; words of 60, 60 and 5 labels. Clauses: REP-2."""
    consequent = consequent_of("1" + "#" * 58 + "10" + "#" * 63 + "1")
    parts = [consequent.on_word(word) for word in range(3)]

    assert parts[0] is consequent
    assert [(part.decides, part.asserts) for part in parts] == [(1 + 2**59, 1 + 2**59), (1, 0), (16, 16)]
    assert consequent.n_decided == 4


@pytest.mark.parametrize(("n", "n_words"), [(1, 1), (57, 1), (60, 1), (61, 2), (63, 2), (120, 2), (121, 3)])
def test_decisions_have_as_many_words_as_labels_have(n: int, n_words: int) -> None:
    """Clauses: REP-2."""
    assert len(words(zeros(n, "little"))) == 1 + len(consequent_of("#" * n).beyond) == n_words


def test_no_word_beyond_the_first_keeps_the_genes_of_others() -> None:
    """300 labels have 75 bytes of label genes, 15 of each word: all of them in each would take 5 times as much."""
    beyond = consequent_of("10#" * 100).beyond

    assert [len(part.key) for part in beyond] == [15, 15, 15, 15]
    assert {(part.decides, part.asserts) for part in beyond} == {(beyond[0].decides, beyond[0].asserts)}


def test_a_consequent_may_decide_nothing() -> None:
    """Clauses: REP-11."""
    assert consequent_of("####").n_decided == 0
