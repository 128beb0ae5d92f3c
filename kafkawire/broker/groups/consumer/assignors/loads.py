"""Who has least and who has most, while partitions move.

Members are sorted by load once, and then walked from both ends: from the low end one partition is
given to everybody of the lowest load, then to everybody of the next, and so on; from the high end
one is taken likewise. Loads are live, the order is not, which is what makes a walk cheap: nobody
is sorted anew for each partition (groups D-42; Kafka's `MemberAssignmentBalancer`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Loads:
    """The subscribers of one topic by their load; members are indexes into `sizes`."""

    __slots__ = (
        "_by_load",
        "_high_end",
        "_high_load",
        "_high_next",
        "_high_start",
        "_low_end",
        "_low_load",
        "_low_next",
        "_sizes",
        "imbalance",
    )

    def __init__(self, sizes: Sequence[int], subscribers: Iterable[int]) -> None:
        self._sizes = sizes
        self._by_load = sorted(subscribers, key=lambda index: (sizes[index], index))
        least, most = sizes[self._by_load[0]], sizes[self._by_load[-1]]
        self.imbalance = most - least
        self._low_load = least - 1
        self._low_end = self._low_next = 0
        self._high_load = most + 1
        self._high_start = self._high_end = len(self._by_load)
        self._high_next = len(self._by_load) - 1

    def are_balanced(self) -> bool:
        """Whether another move would only turn things round."""
        return self._high_load - self._low_load <= 1

    def next_least(self) -> int:
        """The member that gets the next partition."""
        if self._low_next >= self._low_end:
            self._low_load += 1
            while (
                self._low_end < len(self._by_load)
                and self._sizes[self._by_load[self._low_end]] == self._low_load
            ):
                self._low_end += 1
            self._low_next = 0
        index = self._by_load[self._low_next]
        self._low_next += 1
        return index

    def next_most(self) -> int | None:
        """The member that gives the next partition; None if nobody has one to give."""
        if self._high_next < self._high_start:
            self._lower()
        if self._high_next < 0:
            return None
        index = self._by_load[self._high_next]
        self._high_next -= 1
        return index

    def _lower(self) -> None:
        """Go one load down at the high end, or as far as members are."""
        before = self._high_start - 1
        if self._high_end <= self._high_start and before >= 0:
            self._high_load = self._sizes[self._by_load[before]]
        else:
            self._high_load -= 1
        while (
            self._high_start > 0
            and self._sizes[self._by_load[self._high_start - 1]] == self._high_load
        ):
            self._high_start -= 1
        self._high_next = self._high_end - 1

    def exclude_last_most(self) -> None:
        """Leave out the member that `next_most` gave: it has nothing of this topic."""
        last = self._high_end - 1
        given = self._high_next + 1
        self._by_load[given], self._by_load[last] = self._by_load[last], self._by_load[given]
        self._high_end = last
