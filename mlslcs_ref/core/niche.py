"""The match set of one training instance, kept up to date as rules come and go.

D is fixed and a rule's coverage is known at birth, so nobody ever searches P for the rules that match an instance: the
rule enlists with every instance it covers. Rules that have left are struck off at the next visit, or once they are the
larger part, all at once.
"""

from __future__ import annotations

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier

__all__ = ["Niche"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Niche:
    """The rules of P that match one instance, in population order."""

    def __init__(self) -> None:
        self._members: list[Classifier] = []
        self._gone = 0

    def enlist(self, classifier: Classifier) -> None:
        """Add the newest rule of P."""
        self._members.append(classifier)

    def note_loss(self) -> None:
        """Note that a member has left P (its num is 0)."""
        self._gone += 1
        # an instance may wait long for its next visit, and its dead must not pile up until then
        if 2 * self._gone > len(self._members):
            self._strike_off()

    def members(self) -> list[Classifier]:
        """Return the members in population order; not to be changed, and good until P changes."""
        if self._gone:
            self._strike_off()
        return self._members

    def _strike_off(self) -> None:
        self._members = [member for member in self._members if member.num]
        self._gone = 0
