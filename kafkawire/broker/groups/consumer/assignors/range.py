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
    in_java_order,
    sized_hash_order,
)


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
    orders: dict[tuple[str, ...], list[bytes]] = {}
    runs: dict[str, Target] = {}
    for member in sorted(group.members, key=_place):
        names = tuple(member.topics)
        if names not in orders:
            orders[names] = _order(group, member)
        taken = ((topic_id, cuts[topic_id].take()) for topic_id in orders[names])
        runs[member.member_id] = {topic_id: run for topic_id, run in taken if run}
    order = in_java_order(group.members)
    return {member.member_id: runs[member.member_id] for member in order}


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


def _order(group: GroupSpec, member: MemberSpec) -> list[bytes]:
    """A member's topics, in the order of the table that Kafka makes for its runs."""
    topic_ids = [topic.topic_id for topic in existing(member, group.topics)]
    expected = len(topic_ids) if group.is_homogeneous else len(member.topics)
    return sized_hash_order(topic_ids, expected)
