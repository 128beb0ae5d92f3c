"""Committed offsets of all groups in one coordinator partition: a fold over its records.

A commit inside a transaction is *pending* until its marker comes: it makes the partition unstable
for fetches that insist on stable offsets, and replaces the committed offset only if it was written
later than that (groups C-40). Several producers may have pending offsets on one partition.

Deleting a topic must find its offsets without a walk over all groups: `_groups_of_topic` knows
which groups have any.
"""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kafkawire.broker.groups.records import OffsetRecord
    from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue

NO_PRODUCER = -1


class CommittedOffset(NamedTuple):
    """What was committed for one partition; times are epoch milliseconds, -1 is unknown."""

    offset: int
    leader_epoch: int
    metadata: str
    commit_timestamp_ms: int
    expire_timestamp_ms: int
    topic_id: bytes
    record_offset: int
    """Where its record lies in `__consumer_offsets`."""


class _Place(NamedTuple):
    group_id: str
    topic: str
    partition: int


Topics = dict[str, dict[int, CommittedOffset]]
_NOTHING: Topics = {}


class OffsetStore:
    """Committed and pending offsets, by group, topic and partition."""

    __slots__ = ("_committed", "_groups_of_topic", "_pending", "_places_of_producer")

    def __init__(self) -> None:
        self._committed: dict[str, Topics] = {}
        self._pending: dict[str, dict[str, dict[int, dict[int, CommittedOffset]]]] = {}
        """Group, topic, partition, producer id."""
        self._places_of_producer: dict[int, dict[_Place, None]] = {}
        self._groups_of_topic: dict[str, set[str]] = {}

    # Looking

    def of_group(self, group_id: str) -> Mapping[str, Mapping[int, CommittedOffset]]:
        """The committed offsets of a group, by topic and partition."""
        return self._committed.get(group_id, _NOTHING)

    def get(self, group_id: str, topic: str, partition: int) -> CommittedOffset | None:
        """The committed offset of one partition."""
        return self.of_group(group_id).get(topic, {}).get(partition)

    def count(self) -> int:
        """How many offsets are committed."""
        return sum(
            len(partitions) for topics in self._committed.values() for partitions in topics.values()
        )

    def is_pending(self, group_id: str, topic: str, partition: int) -> bool:
        """Whether a transaction is still to decide about an offset of the partition."""
        return partition in self._pending.get(group_id, {}).get(topic, {})

    def has(self, group_id: str, topic: str, partition: int) -> bool:
        """Whether an offset of the partition is committed or pending."""
        return partition in self.of_group(group_id).get(topic, ()) or self.is_pending(
            group_id, topic, partition
        )

    def partitions_of(self, group_id: str) -> Iterator[tuple[str, int]]:
        """Every partition with a committed offset, then those with only pending ones."""
        committed = self._committed.get(group_id, {})
        for topic, partitions in committed.items():
            for partition in partitions:
                yield topic, partition
        for topic, pending in self._pending.get(group_id, {}).items():
            for partition in pending:
                if partition not in committed.get(topic, {}):
                    yield topic, partition

    def partitions_of_topic(self, group_id: str, topic: str) -> list[int]:
        """The partitions of one topic with an offset, as `partitions_of` has them."""
        committed = self.of_group(group_id).get(topic, {})
        pending = self._pending.get(group_id, {}).get(topic, {})
        return [*committed, *(each for each in pending if each not in committed)]

    def groups_of_topic(self, topic: str) -> list[str]:
        """The groups that have an offset in the topic, committed or pending."""
        return sorted(self._groups_of_topic.get(topic, ()))

    def topic_ids_of(self, group_id: str, topic: str, partition: int) -> set[bytes]:
        """The topic ids that the partition's offsets were committed under."""
        found = {
            pending.topic_id
            for pending in self._pending.get(group_id, {})
            .get(topic, {})
            .get(partition, {})
            .values()
        }
        committed = self.get(group_id, topic, partition)
        if committed is not None:
            found.add(committed.topic_id)
        return found

    # The fold

    def apply(self, record: OffsetRecord, record_offset: int, producer_id: int) -> None:
        """Take in one record; `producer_id` is NO_PRODUCER outside transactions."""
        key = record.key
        place = _Place(key.group, key.topic, key.partition)
        if record.value is None:
            self._remove(place)
            return
        offset = _committed_offset(record.value, record_offset)
        if producer_id == NO_PRODUCER:
            self._commit(place, offset)
        else:
            self._add_pending(place, producer_id, offset)
        self._groups_of_topic.setdefault(key.topic, set()).add(key.group)

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        """Take in a marker: the producer's pending offsets count from now on, or never did."""
        for place in self._places_of_producer.pop(producer_id, ()):
            pending = self._drop_pending(place, producer_id)
            if committed:
                known = self.get(*place)
                if known is None or pending.record_offset > known.record_offset:
                    self._commit(place, pending)
            self._forget_unused(place)

    def _commit(self, place: _Place, offset: CommittedOffset) -> None:
        topics = self._committed.setdefault(place.group_id, {})
        topics.setdefault(place.topic, {})[place.partition] = offset

    def _remove(self, place: _Place) -> None:
        topics = self._committed.get(place.group_id, {})
        partitions = topics.get(place.topic, {})
        partitions.pop(place.partition, None)
        if not partitions:
            topics.pop(place.topic, None)
        if not topics:
            self._committed.pop(place.group_id, None)
        pending = self._pending.get(place.group_id, {}).get(place.topic, {})
        for producer_id in list(pending.get(place.partition, ())):
            self._drop_pending(place, producer_id)
            places = self._places_of_producer[producer_id]
            del places[place]
            if not places:
                del self._places_of_producer[producer_id]
        self._forget_unused(place)

    def _add_pending(self, place: _Place, producer_id: int, offset: CommittedOffset) -> None:
        topics = self._pending.setdefault(place.group_id, {})
        partitions = topics.setdefault(place.topic, {})
        partitions.setdefault(place.partition, {})[producer_id] = offset
        self._places_of_producer.setdefault(producer_id, {})[place] = None

    def _drop_pending(self, place: _Place, producer_id: int) -> CommittedOffset:
        topics = self._pending[place.group_id]
        partitions = topics[place.topic]
        producers = partitions[place.partition]
        offset = producers.pop(producer_id)
        if not producers:
            del partitions[place.partition]
        if not partitions:
            del topics[place.topic]
        if not topics:
            del self._pending[place.group_id]
        return offset

    def _forget_unused(self, place: _Place) -> None:
        """Keep `_groups_of_topic` to the groups that do have offsets in the topic."""
        group_id, topic, _ = place
        if topic in self.of_group(group_id) or topic in self._pending.get(group_id, {}):
            return
        groups = self._groups_of_topic.get(topic)
        if groups is not None:
            groups.discard(group_id)
            if not groups:
                del self._groups_of_topic[topic]


def _committed_offset(value: OffsetCommitValue, record_offset: int) -> CommittedOffset:
    return CommittedOffset(
        value.offset,
        value.leader_epoch,
        value.metadata,
        value.commit_timestamp,
        value.expire_timestamp,
        value.topic_id,
        record_offset,
    )
