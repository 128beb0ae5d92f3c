"""The partitions of a classic member, and their changes: given back, taken over, lost.

An eager member gives everything back before it joins, so all that it is assigned is new to it. A
cooperative member keeps what it owns while it joins. Afterwards it gives back what it is assigned
no more, and has to join once more for that to reach its next owner (KIP-429).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.losses import lost_error

if TYPE_CHECKING:
    from kafkawire.client.core.membership.handover import Handover, Partitions, Then
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition

Adopted = Callable[[bool, int], None]
"""Gets whether something was given back, and now_ms."""


class Ownership:
    """The partitions of one member."""

    def __init__(self, handover: Handover, *, is_eager: bool) -> None:
        self.owned: Partitions = frozenset()
        self._handover = handover
        self._is_eager = is_eager

    def prepare(self, topics: tuple[str, ...], then: Then, now_ms: int) -> None:
        """Give back everything, or (cooperative) what is not subscribed to any more."""
        kept = frozenset(each for each in self.owned if each.topic in topics)
        self._give_back(self.owned if self._is_eager else self.owned - kept, then, now_ms)

    def adopt(self, assigned: Iterable[TopicPartition], then: Adopted, now_ms: int) -> None:
        """Give back what is not assigned, then take over what is new."""
        wanted = frozenset(assigned)
        gone = self.owned - wanted

        def given_back(at_ms: int) -> None:
            added = wanted - self.owned
            self.owned = wanted
            self._handover.assign(added, lambda later_ms: then(bool(gone), later_ms), at_ms)

        self._give_back(gone, given_back, now_ms)

    def give_up(self, then: Then, now_ms: int, budget_ms: int | None) -> None:
        """Give back everything: the member leaves."""
        self._give_back(self.owned, then, now_ms, budget_ms)

    def lose(self, why: ClientError, then: Then, now_ms: int) -> None:
        """Lose everything: another member may own it."""
        lost, self.owned = self.owned, frozenset()
        self._handover.lose(lost, lost_error(lost, why), then, now_ms)

    def _give_back(
        self, given: Partitions, then: Then, now_ms: int, budget_ms: int | None = None
    ) -> None:
        def given_back(at_ms: int) -> None:
            self.owned -= given
            then(at_ms)

        self._handover.revoke(given, given_back, now_ms, budget_ms=budget_ms)
