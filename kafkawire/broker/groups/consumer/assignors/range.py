"""The range assignor: every topic is cut into runs, one for each of its subscribers.

It does not look at what members have. Members with an instance id come first, by that id, then the
others by member id, so that a static member keeps its place over a restart; topics are independent
of each other, so topics with as many partitions and the same subscribers are cut alike, and a join
of two topics finds both sides at one member (groups D-38; Kafka's `RangeAssignor`).
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors.specs import (
    GroupSpec,
    MemberSpec,
    Target,
    existing,
    sized_hash_order,
)
from kafkawire.broker.java_order import java_hash_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class _Cut:
    """A topic of which the next run is to be given away."""

    __slots__ = ("extra", "next_partition", "quota")

    def __init__(self, partitions: int, subscribers: int) -> None:
        self.quota, self.extra = divmod(partitions, subscribers)
        self.next_partition = 0

    def take(self) -> tuple[int, ...]:
        """The next run; the first ones are longer by one while the division leaves a rest."""
        start = self.next_partition
        self.next_partition += self.quota
        if self.extra:
            self.extra -= 1
            self.next_partition += 1
        return tuple(range(start, self.next_partition))


def assign_ranges(group: GroupSpec) -> dict[str, Target]:
    """Give every member its run of every topic that it subscribes to."""
    cuts = _cuts(group)
    runs = {
        member.member_id: dict(_runs(group, member, cuts))
        for member in sorted(group.members, key=_place)
    }
    order = java_hash_order([member.member_id for member in group.members])
    return {member_id: runs[member_id] for member_id in order}


def _place(member: MemberSpec) -> tuple[bool, bytes]:
    """Static members first; strings compare by their UTF-16 units, as in Java."""
    known = member.instance_id
    name = member.member_id if known is None else known
    return known is None, name.encode("utf-16-be", "surrogatepass")


def _cuts(group: GroupSpec) -> dict[bytes, _Cut]:
    subscribers: dict[bytes, int] = {}
    partitions: dict[bytes, int] = {}
    for member in group.members:
        for topic in existing(member, group.topics):
            subscribers[topic.topic_id] = subscribers.get(topic.topic_id, 0) + 1
            partitions[topic.topic_id] = topic.partitions
    return {at: _Cut(count, subscribers[at]) for at, count in partitions.items()}


def _runs(
    group: GroupSpec, member: MemberSpec, cuts: dict[bytes, _Cut]
) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """A member's runs, in the order of the table that Kafka makes for them."""
    topic_ids = [topic.topic_id for topic in existing(member, group.topics)]
    expected = len(topic_ids) if group.is_homogeneous else len(member.topics)
    for topic_id in sized_hash_order(topic_ids, expected):
        run = cuts[topic_id].take()
        if run:
            yield topic_id, run
