"""Offsets for partitions without a usable position: earliest, latest, or those of a time.

One ListOffsets goes to each leader, however many partitions need an offset. The policy decides for
partitions without a seek: auto.offset.reset with KIP-1106's `by_duration`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.offset_requests import (
    EARLIEST,
    LATEST,
    OUT_OF_DATE,
    offsets_request,
    offsets_told,
    versions_for,
)
from kafkawire.client.core.positions import Partition
from kafkawire.client.core.rounds import Round, Told
from kafkawire.client.errors import ClientError, refusal
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.message import Message


class ResetPolicy(NamedTuple):
    """The value of auto.offset.reset.

    Attributes:
        name: `earliest`, `latest`, `none` or `by_duration`.
        duration_ms: How far back `by_duration` goes.
    """

    name: str
    duration_ms: int = 0

    @property
    def is_none(self) -> bool:
        """Whether a missing offset is an error."""
        return self.name == "none"

    def timestamp(self, wall_ms: int) -> int:
        """Return what to ask for: EARLIEST, LATEST or a time."""
        if self.name == "by_duration":
            return max(0, wall_ms - self.duration_ms)
        return EARLIEST if self.name == "earliest" else LATEST


class Reset:
    """One partition's need of an offset."""

    __slots__ = ("partition", "timestamp")

    def __init__(self, partition: Partition, timestamp: int) -> None:
        self.partition = partition
        self.timestamp = timestamp


class Resetter:
    """Asks leaders for offsets to begin at; `found(partition, offset, now_ms)` gets them."""

    api = int(ApiKey.LIST_OFFSETS)

    def __init__(
        self,
        surroundings: Surroundings,
        isolation_level: int,
        found: Callable[[Partition, int, int], None],
        failed: Callable[[Partition, ClientError], None],
    ) -> None:
        self.versions = versions_for(isolation_level)
        self._with = surroundings
        self._isolation_level = isolation_level
        self._found = found
        self._failed = failed
        self.round: Round[Reset] = Round(surroundings, self)

    def reset(self, partition: Partition, timestamp: int) -> None:
        """Ask for the offset of a time with the next `send` of the round."""
        self.round.ask(partition.key, Reset(partition, timestamp))

    # What a round asks

    def request(self, questions: Mapping[TopicPartition, Reset]) -> Message:
        """Return the request to one leader."""
        times = {key: reset.timestamp for key, reset in questions.items()}
        return offsets_request(times, self._with.cluster.view, self._isolation_level)

    def read(self, answer: Message) -> Iterable[Told]:
        """Return what an answer has."""
        return offsets_told(answer)

    def took(self, question: Reset, told: Told, now_ms: int) -> bool:
        """Take an offset; if no record is as young, request the end."""
        if told.code in OUT_OF_DATE:
            return False
        if told.code:
            self._failed(question.partition, refusal(told.code, str(told.partition)))
            return True
        if told.epoch >= 0:
            self._with.cluster.seen_epoch(told.partition, told.epoch, now_ms)
        if told.offset < 0:
            self.round.ask(told.partition, Reset(question.partition, LATEST))
            self.round.send(now_ms)
            return True
        self._found(question.partition, told.offset, now_ms)
        return True

    def failed(
        self, questions: Mapping[TopicPartition, Reset], why: ClientError, now_ms: int
    ) -> bool:
        """Raise what no further attempt would change."""
        del now_ms
        for reset in questions.values():
            self._failed(reset.partition, why)
        return True
