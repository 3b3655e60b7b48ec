"""How many labels BEST gets right while rules are taken away one by one.

A *cell* is a label of an instance. BEST decides it by the first rule, in an order that does not depend on which rules
there are, that matches the instance and decides the label (INF-5). So a rule's removal touches the cells that it
decides now, and each goes to the next rule in its queue: no prediction is ever made again.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.votes import best_order, decisions, matched_instances
from mlslcs_ref.rulesets.ruleset import RuleSet


class BestCells:
    """The cells of a data set and the rules that decide them.

    Attributes
    ----------
    right : int
        Cells that a rule decides, by BEST, and rightly; one that no rule decides is not right.
    """

    def __init__(self, ruleset: RuleSet, places: Iterable[int], dataset: Dataset) -> None:
        chosen = sorted(places)
        rules = [ruleset.rules[place] for place in chosen]
        self._truth: list[bool] = dataset.Y.ravel().tolist()
        self._n_labels = dataset.n_labels
        index = ruleset.coverage_index(dataset.matrix)
        matched = matched_instances(rules, index)
        self._signs = {place: decisions(ruleset.rules[place], self._n_labels).tolist() for place in chosen}
        self._present = set(chosen)
        # the rules that decide a cell, the first asked first, and which of them decides
        self._queues: list[list[int]] = [[] for _cell in self._truth]
        self._turns = [0] * len(self._truth)
        for position in best_order(rules, ruleset.settings.best_by_num_accuracy):
            labels = np.flatnonzero(self._signs[chosen[position]])
            for cell in (matched[position][:, None] * self._n_labels + labels).ravel().tolist():
                self._queues[cell].append(chosen[position])
        self._decided: dict[int, list[int]] = {place: [] for place in chosen}
        for cell, queue in enumerate(self._queues):
            if queue:
                self._decided[queue[0]].append(cell)
        n_right = 0
        for cell in range(len(self._truth)):
            n_right += self._is_right(cell, self._turns[cell])
        self.right = n_right

    def right_without(self, place: int) -> int:
        """Return what `right` is once a rule is gone."""
        n_right = self.right
        for cell in self._decided[place]:
            n_right += self._is_right(cell, self._next_turn(cell)) - self._is_right(cell, self._turns[cell])
        return n_right

    def remove(self, place: int) -> None:
        """Take a rule away."""
        self.right = self.right_without(place)
        self._present.remove(place)
        for cell in self._decided.pop(place):
            self._turns[cell] = turn = self._next_turn(cell)
            if turn < len(self._queues[cell]):
                self._decided[self._queues[cell][turn]].append(cell)

    def _next_turn(self, cell: int) -> int:
        queue = self._queues[cell]
        turn = self._turns[cell] + 1
        while turn < len(queue) and queue[turn] not in self._present:
            turn += 1
        return turn

    def _is_right(self, cell: int, turn: int) -> bool:
        queue = self._queues[cell]
        return turn < len(queue) and (self._signs[queue[turn]][cell % self._n_labels] > 0) == self._truth[cell]
