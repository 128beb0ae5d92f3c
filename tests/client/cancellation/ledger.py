"""What applications were handed and what they said is done, beside what the broker was told.

The model of reading: within one assignment each record of a partition is delivered once and in
order. The model of committing: no offset is committed beyond what was said to be done, and none
lower than one before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafkawire.client import Batch, TopicPartition
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from tests.support.requests.harness import BrokerHarness

OFFSET_COMMIT, TXN_OFFSET_COMMIT = 8, 28


class Ledger:
    """The records and offsets of one broker. `violations` is to stay empty."""

    def __init__(self, harness: BrokerHarness) -> None:
        self.harness = harness
        self.violations: list[str] = []
        self.seen: dict[tuple[str, TopicPartition], set[int]] = {}
        """The offsets that some application of a group was handed."""
        self.allowed: dict[tuple[str, TopicPartition], int] = {}
        """By group: the offset up to which records are done at most."""

    def done(self, group: str, partition: TopicPartition, offset: int) -> None:
        """Take that an application says of records that they are done."""
        key = group, partition
        self.allowed[key] = max(offset, self.allowed.get(key, 0))

    def seen_by(self, group: str, partition: TopicPartition) -> set[int]:
        """Return the offsets that applications of a group were handed."""
        return self.seen.get((group, partition), set())

    def watch(self, api: int, request: Any) -> None:
        """Look at a request on its way to the broker."""
        if api not in (OFFSET_COMMIT, TXN_OFFSET_COMMIT):
            return
        for topic in request.topics:
            name = topic.name or self._name_of(topic.topic_id)
            for each in topic.partitions:
                partition = TopicPartition(name, each.partition_index)
                key = request.group_id, partition
                self._check_done(key, each.committed_offset)
                if api == OFFSET_COMMIT:  # an aborted transaction may be followed by a lower one
                    self._check_order(key, each.committed_offset)

    def _check_done(self, key: tuple[str, TopicPartition], offset: int) -> None:
        if offset > self.allowed.get(key, 0):
            self.violations.append(
                f"{offset} of {key} was committed, {self.allowed.get(key, 0)} is done"
            )

    def _check_order(self, key: tuple[str, TopicPartition], offset: int) -> None:
        known = self.committed(*key)
        if offset < known:
            self.violations.append(f"{offset} of {key} after {known}")

    def _name_of(self, topic_id: bytes) -> str:
        topics = self.harness.broker.metadata.topics
        return next(name for name, topic in topics.items() if topic.topic_id == topic_id)

    def committed(self, group: str, partition: TopicPartition) -> int:
        """Return what the broker has of a group, 0 for nothing."""
        wanted = OffsetFetchRequest.OffsetFetchRequestTopics(
            name=partition.topic, partition_indexes=[partition.partition]
        )
        asked = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group, topics=[wanted])
        answer = self.harness.connect().request(OffsetFetchRequest(groups=[asked]), 9)
        found = [each for topic in answer.groups[0].topics for each in topic.partitions]
        return max(0, found[0].committed_offset) if found else 0


class Reading:
    """What one consumer hands out."""

    def __init__(self, ledger: Ledger, group: str = "g") -> None:
        self.ledger = ledger
        self.group = group
        self.next: dict[TopicPartition, int] = {}
        """By assigned partition: the offset that is to come next; -1: wherever the group is."""
        self.in_hand: Batch[Any, Any] | None = None

    async def assigned(self, partitions: Iterable[TopicPartition]) -> None:
        """Begin an assignment: a hook."""
        for each in partitions:
            self.next.setdefault(each, -1)

    async def taken(self, partitions: Iterable[TopicPartition]) -> None:
        """End an assignment: a hook for revoked and lost partitions."""
        for each in partitions:
            self.next.pop(each, None)

    def asks(self) -> None:
        """Note that the application asks: what it has in hand is done."""
        batch, self.in_hand = self.in_hand, None
        if batch is not None:
            self.ledger.done(self.group, batch.partition, batch.next_offset)

    def commits(self) -> None:
        """Note that the application commits what it has in hand."""
        if self.in_hand is not None:
            self.ledger.done(self.group, self.in_hand.partition, self.in_hand.next_offset)

    def got(self, batch: Batch[Any, Any]) -> None:
        """Check a batch of a plain log against what is to come."""
        partition, first = batch.partition, batch.first_offset
        offsets = [record.offset for record in batch]
        expected = self.next.get(partition)
        if expected is None:
            self._wrong(f"{partition} is not assigned, and {offsets} were handed out")
        elif expected < 0:
            known = self.ledger.committed(self.group, partition)
            if first > known:
                self._wrong(f"{partition} begins at {first}, and {known} is committed")
        elif first != expected:
            self._wrong(f"{partition} goes on at {first} in the place of {expected}")
        if offsets != list(range(first, batch.next_offset)):
            self._wrong(f"{partition}: {offsets} in {batch}")
        self.next[partition] = batch.next_offset
        self.in_hand = batch
        self.ledger.seen.setdefault((self.group, partition), set()).update(offsets)

    def _wrong(self, what: str) -> None:
        self.ledger.violations.append(what)
