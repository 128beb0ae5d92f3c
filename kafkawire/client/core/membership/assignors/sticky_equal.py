"""Sticky assignment of members that all subscribe to the same topics: a matter of counting.

Each member may have `quota` partitions, and `extra` members one more. Members keep what they own
up to that: the first of them, in Java's order, that own enough have one more. The rest goes by
turns to members that have fewer than the quota, and then one to each of those at the quota. If
racks matter, members first get partitions of their rack (Kafka's `ConstrainedAssignmentBuilder`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kafkawire.java_order import java_text_order

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.claims import Ownership
    from kafkawire.client.core.membership.assignors.interface import Targets
    from kafkawire.client.core.membership.assignors.racks import Racks
    from kafkawire.client.values import TopicPartition

Moved = dict["TopicPartition", str]
"""Partitions that another member owns, or that are disputed, with their new owners."""


def deal_equally(
    partitions: Sequence[TopicPartition], ownership: Ownership, racks: Racks
) -> tuple[Targets, Moved]:
    """Return the targets, and which of their partitions change owner.

    `partitions` are all partitions, sorted by topic and partition.
    """
    deal = _Deal(len(partitions), ownership, racks)
    for member, owned in ownership.owned.items():
        deal.keep(member, owned)
    kept = {each for target in deal.targets.values() for each in target}
    deal.hand_out([each for each in partitions if each not in kept])
    return deal.targets, deal.moved


class _Deal:
    """Targets that grow, and the members that may have more."""

    __slots__ = (
        "_at_quota", "_disputed", "_extra", "_given_up", "_quota", "_racks", "_unfilled",
        "moved", "targets",
    )  # fmt: skip

    def __init__(self, count: int, ownership: Ownership, racks: Racks) -> None:
        self.targets: Targets = {member: [] for member in ownership.owned}
        self.moved: Moved = {}
        self._disputed = ownership.disputed
        self._racks = racks
        self._quota, self._extra = divmod(count, len(self.targets))
        self._unfilled: list[str] = []
        self._at_quota: list[str] = []
        self._given_up: dict[TopicPartition, str] = {}

    def keep(self, member: str, owned: Iterable[TopicPartition]) -> None:
        """Let a member keep what it owns, up to its quota."""
        here = [each for each in owned if not self._racks.mismatch(member, each)]
        self._given_up.update(
            (each, member) for each in owned if self._racks.mismatch(member, each)
        )
        here.sort(key=lambda at: (at.partition, java_text_order(at.topic)))
        here = [each for each in here if each not in self._disputed]
        room = self._quota
        if len(here) < self._quota:
            self._unfilled.append(member)
        elif self._extra and len(here) > self._quota:
            room += 1
            self._use_extra()
        elif self._extra:
            self._at_quota.append(member)
        self.targets[member] += here[:room]
        self._given_up.update((each, member) for each in here[room:])

    def _use_extra(self) -> None:
        """Note that a member has one more than the quota."""
        self._extra -= 1
        if not self._extra:
            self._at_quota.clear()

    def hand_out(self, left: list[TopicPartition]) -> None:
        """Give away what no member keeps."""
        self._unfilled.sort(key=java_text_order)
        self._at_quota.sort(key=java_text_order)
        if self._racks:
            left = self._match_racks(self._racks.scarcest_first(left))
        self._take_turns(left)

    def _match_racks(self, left: Iterable[TopicPartition]) -> list[TopicPartition]:
        """Give partitions to members of their racks; return those that remain."""
        remaining = []
        turn = 0
        for partition in left:
            near = self._racks.next_beside(partition, self._unfilled, turn)
            if near is not None:
                turn = self._fill(near, partition)
            elif not self._top_up(partition):
                remaining.append(partition)
        return remaining

    def _fill(self, index: int, partition: TopicPartition) -> int:
        """Give a partition to an unfilled member; return the index of the next in turn."""
        member = self._unfilled[index]
        if self._give(member, partition) < self._quota:
            index += 1
        else:
            del self._unfilled[index]
            if self._extra:
                self._at_quota.append(member)
        return index % len(self._unfilled) if self._unfilled else 0

    def _top_up(self, partition: TopicPartition) -> bool:
        """Give a partition to a member of its rack that has exactly the quota, if there is one."""
        near = self._racks.next_beside(partition, self._at_quota, 0)
        if near is None:
            return False
        self._give(self._at_quota.pop(near), partition)
        self._use_extra()
        return True

    def _take_turns(self, left: Iterable[TopicPartition]) -> None:
        """Give partitions to unfilled members by turns, then one to each member at the quota."""
        at_quota = deque(self._at_quota)
        turn = 0
        for partition in left:
            if not self._unfilled:
                self._give(at_quota.popleft(), partition)
                continue
            turn %= len(self._unfilled)
            member = self._unfilled[turn]
            if self._give(member, partition) == self._quota:
                del self._unfilled[turn]
                at_quota.append(member)
            else:
                turn += 1

    def _give(self, member: str, partition: TopicPartition) -> int:
        """Add a partition to a target; return how many it has."""
        target = self.targets[member]
        target.append(partition)
        if self._given_up.get(partition, member) != member or partition in self._disputed:
            self.moved[partition] = member
        return len(target)
