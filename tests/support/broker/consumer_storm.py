"""Members of a KIP-848 group in a storm; a generation there is the epoch of an assignment.

A partition changes hands only when whoever had it has given it back, or is out of the group: so at
no moment two members that the group still knows may read it, whatever their epochs.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from tests.support.broker.storm import BEAT_MS, MEMBERS, PARTITIONS, REBALANCE_MS, Storm, StormError
from tests.support.requests.consumer_groups import SILENT, ConsumerHarness
from tests.support.requests.harness import HarnessClient

GROUP, TOPIC = "storm", "storm"
JOINING, LEAVING = 0, -1
FENCED = (25, 82, 110)


class Readers:
    """Who reads each partition now."""

    def __init__(self) -> None:
        self._readers: dict[int, object] = {}

    def take(self, partition: int, member: object) -> None:
        """It reads the partition from now on. Raises StormError if another one still does."""
        reader = self._readers.setdefault(partition, member)
        if reader is not member:
            raise StormError(f"partition {partition} has two readers")

    def give_back(self, partition: int, member: object) -> None:
        """It does so no longer."""
        if self._readers.get(partition) is member:
            del self._readers[partition]


class ConsumerStormMember:
    """A client that reads its assignment, and reports it with its next heartbeat."""

    def __init__(self, harness: ConsumerHarness, readers: Readers, name: str) -> None:
        self.is_wanted = False
        self.generation = -1
        self.owned: frozenset[int] = frozenset()
        self._harness = harness
        self._readers = readers
        self._name = name
        self._lives = 0
        self._client: HarnessClient | None = None
        self._epoch = JOINING
        self._has_news = False
        self._beats_ms = 0

    @property
    def _id(self) -> str:
        return f"{self._name}-{self._lives}"

    def step(self, now_ms: int) -> None:
        """See `StormMember`."""
        if not self.is_wanted:
            return
        if self._client is None:
            self._client = self._harness.connect()
            self._lives += 1
            self._epoch = JOINING
        if self._epoch == JOINING or self._has_news or now_ms >= self._beats_ms:
            self._beats_ms = now_ms + BEAT_MS
            self._beat()

    def go(self) -> None:
        """See `StormMember`."""
        if self._client is not None and self._epoch > 0:
            self._send(member_epoch=LEAVING)
        self.vanish()

    def vanish(self) -> None:
        """See `StormMember`; what it reads is free for others when it is out of the group."""
        self._read(frozenset())
        self._client, self._epoch, self.generation = None, JOINING, -1
        self._has_news = self.is_wanted = False

    def _send(self, **fields: Any) -> Any:
        assert self._client is not None
        said = {
            **SILENT,
            "group_id": GROUP,
            "member_id": self._id,
            "member_epoch": self._epoch,
            **fields,
        }
        return self._client.request(ConsumerGroupHeartbeatRequest(**said), 1)

    def _beat(self) -> None:
        fields: dict[str, Any] = {}
        if self._epoch == JOINING:
            fields = {"rebalance_timeout_ms": REBALANCE_MS, "subscribed_topic_names": [TOPIC]}
        if self._epoch == JOINING or self._has_news:
            listed = self._harness.listed({TOPIC: self.owned} if self.owned else {})
            fields["topic_partitions"] = listed
        self._has_news = False
        answer = self._send(**fields)
        if answer.error_code in FENCED:
            self._read(frozenset())
            self._lives += self._epoch == JOINING
            self._epoch = JOINING
            return
        assert answer.error_code == 0, answer
        self._epoch = self.generation = answer.member_epoch
        if answer.assignment is not None:
            assigned = self._harness.named(answer.assignment.topic_partitions)
            self._read(frozenset(assigned.get(TOPIC, ())))
            self._has_news = True

    def _read(self, partitions: frozenset[int]) -> None:
        for partition in self.owned - partitions:
            self._readers.give_back(partition, self)
        for partition in partitions - self.owned:
            self._readers.take(partition, self)
        self.owned = partitions


def consumer_storm(seed: int) -> Storm:
    """A storm in a group of KIP-848."""
    random, readers = Random(seed), Readers()
    settings = {
        "group.consumer.min.session.timeout.ms": "1000",
        "group.consumer.session.timeout.ms": "6000",
        "group.consumer.assignors": random.choice(("uniform", "range")),
    }
    harness = ConsumerHarness(settings, seed)
    harness.create_topic(TOPIC, PARTITIONS)
    members = [ConsumerStormMember(harness, readers, f"m{at}") for at in range(MEMBERS)]
    return Storm(harness, members, random)
