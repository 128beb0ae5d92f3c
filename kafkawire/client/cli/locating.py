"""From topics and places to partitions and offsets, asked of the cluster.

What cannot be found is reported as failed, and left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.cli.output import Output
from kafkawire.client.cli.places import Place
from kafkawire.client.descriptions import ListedOffset, TopicDescription
from kafkawire.client.values import TopicPartition
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

LATEST, EARLIEST = -1, -2
READ_UNCOMMITTED = "read_uncommitted"


class Bounds(NamedTuple):
    """The first offset of a partition, and the one that its next record gets."""

    start: int
    end: int

    def clamp(self, offset: int) -> int:
        """Return the offset, or the nearest one that there is."""
        return min(max(offset, self.start), self.end)


async def describe(
    admin: Admin, output: Output, topics: Iterable[str]
) -> dict[str, TopicDescription]:
    """Describe topics, in the order given."""
    names = list(dict.fromkeys(topics))
    found = await admin.describe_topics(names)
    for name, error in found.errors.items():
        output.failed(f"topic {str(name)!r}", error)
    return {name: found[name] for name in names if name in found}


async def partitions_of(
    admin: Admin, output: Output, topic: str, wanted: Collection[int] | None = None
) -> list[TopicPartition]:
    """Return partitions of a topic that have a leader, all or those that are wanted."""
    described = (await describe(admin, output, [topic])).get(topic)
    return [] if described is None else existing(output, described, wanted)


def existing(
    output: Output, topic: TopicDescription, wanted: Collection[int] | None
) -> list[TopicPartition]:
    """Return the partitions that have a leader, all or those that are wanted."""
    return led(output, topic, numbers(output, topic, wanted))


def numbers(output: Output, topic: TopicDescription, wanted: Collection[int] | None) -> set[int]:
    """Return the numbers of partitions that a topic has, all or those that are wanted."""
    there = {each.partition for each in topic.partitions}
    if wanted is None:
        return there
    for number in sorted(set(wanted) - there):
        count = counted(len(there), "partition")
        output.fail(f"{topic.name} has no partition {number}; it has {count}")
    return there.intersection(wanted)


def led(
    output: Output, topic: TopicDescription, wanted: Collection[int] | None = None
) -> list[TopicPartition]:
    """Return the partitions that have a leader. Others would be waited for, to no end."""
    found = []
    for each in topic.partitions:
        if wanted is not None and each.partition not in wanted:
            continue
        if each.leader is None:
            output.fail(f"{topic.name}-{each.partition} has no leader now; look at its brokers")
        else:
            found.append(TopicPartition(topic.name, each.partition))
    return found


async def bounds(
    admin: Admin,
    output: Output,
    partitions: Collection[TopicPartition],
    *,
    isolation_level: str = READ_UNCOMMITTED,
) -> dict[TopicPartition, Bounds]:
    """Return the bounds of partitions; what may be read decides where they end."""
    starts = await listed(admin, output, dict.fromkeys(partitions, EARLIEST))
    latest = dict.fromkeys(starts, LATEST)
    ends = await listed(admin, output, latest, isolation_level=isolation_level)
    return {each: Bounds(starts[each].offset, ends[each].offset) for each in ends}


async def listed(
    admin: Admin,
    output: Output,
    times: Mapping[TopicPartition, int],
    *,
    isolation_level: str = READ_UNCOMMITTED,
) -> dict[TopicPartition, ListedOffset]:
    """Return the offsets of times."""
    if not times:
        return {}
    found = await admin.list_offsets(times, isolation_level=isolation_level)
    for partition, error in found.errors.items():
        output.failed(str(partition), error)
    return {each: found[each] for each in times if each in found}


async def locate(
    admin: Admin, output: Output, place: Place, within: Mapping[TopicPartition, Bounds]
) -> dict[TopicPartition, int]:
    """Return the offset of a place in each partition, between its bounds."""
    if place.time_ms is not None:
        found = await listed(admin, output, dict.fromkeys(within, place.time_ms))
        # Where all records are older the place is the end.
        return {
            each: within[each].end if there.offset < 0 else within[each].clamp(there.offset)
            for each, there in found.items()
        }
    if place.before_end is not None:
        back = place.before_end
        return {each: limits.clamp(limits.end - back) for each, limits in within.items()}
    assert place.offset is not None
    return {each: limits.clamp(place.offset) for each, limits in within.items()}
