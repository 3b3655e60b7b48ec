"""The match set of one training instance, kept up to date as rules come and go.

D is fixed and a rule's coverage is known at birth, so nobody ever searches P for the rules that match an instance: the
rule enlists with every instance it covers. Nobody tells a niche who has left P: at a visit those are struck off, and
also when it grows, lest they pile up where nobody visits for long.
"""

from __future__ import annotations

from typing import Final

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier

__all__ = ["Niche"]

SPARE: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class Niche:
    """The rules of P that match one instance, in population order."""

    def __init__(self) -> None:
        self._members: list[Classifier] = []
        self._n_kept = 0
        self._losses = 0

    def enlist(self, classifier: Classifier) -> None:
        """Add the newest rule of P."""
        if len(self._members) > 2 * self._n_kept + SPARE:
            self._strike_off()
        self._members.append(classifier)

    def members(self, losses: int) -> list[Classifier]:
        """Return the members in population order; not to be changed, and good until P changes.

        Parameters
        ----------
        losses : int
            How many rules have ever left P.
        """
        if losses != self._losses:
            self._losses = losses
            if any(not member.num for member in self._members):
                self._strike_off()
        return self._members

    def _strike_off(self) -> None:
        self._members = [member for member in self._members if member.num]
        self._n_kept = len(self._members)
