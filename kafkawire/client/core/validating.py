"""Whether the log still is the one that was read: OffsetForLeaderEpoch (KIP-320).

The leader returns the end of the epoch of the record before the position. If the epoch ended before
the position, records that were read are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.offset_requests import OUT_OF_DATE
from kafkawire.client.core.positions import Partition, Position
from kafkawire.client.core.rounds import Round, Told
from kafkawire.client.core.view import NO_EPOCH
from kafkawire.client.errors import ClientError, UnsupportedVersion, refusal
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.offset_for_leader_epoch_request import (
    OffsetForLeaderEpochRequest,
)
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.protocol.message import Message


class Check:
    """One partition's position that has to be validated."""

    __slots__ = ("partition", "position")

    def __init__(self, partition: Partition, position: Position) -> None:
        self.partition = partition
        self.position = position


class Validator:
    """Asks leaders about positions.

    `checked(partition, end, now_ms)` gets None if the position is valid, else where the logs part;
    an offset of -1 if the leader cannot tell.
    """

    api = int(ApiKey.OFFSET_FOR_LEADER_EPOCH)
    versions = (3, 4)
    """Before version 3 only brokers may ask."""

    def __init__(
        self,
        surroundings: Surroundings,
        checked: Callable[[Partition, Position | None, int], None],
        failed: Callable[[Partition, ClientError], None],
    ) -> None:
        self._with = surroundings
        self._checked = checked
        self._failed = failed
        self.round: Round[Check] = Round(surroundings, self)

    def validate(self, partition: Partition) -> None:
        """Ask about the partition's position with the next `send` of the round."""
        assert partition.position is not None, "only a position can be validated"
        self.round.ask(partition.key, Check(partition, partition.position))

    # What a round asks

    def request(self, questions: Mapping[TopicPartition, Check]) -> Message:
        """Return the request to one leader."""
        topics: dict[str, OffsetForLeaderEpochRequest.OffsetForLeaderTopic] = {}
        view = self._with.cluster.view
        for key, check in questions.items():
            topic = topics.setdefault(
                key.topic, OffsetForLeaderEpochRequest.OffsetForLeaderTopic(topic=key.topic)
            )
            known = view.partition(key)
            topic.partitions.append(
                OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
                    partition=key.partition,
                    current_leader_epoch=NO_EPOCH if known is None else known.leader_epoch,
                    leader_epoch=check.position.epoch,
                )
            )
        return OffsetForLeaderEpochRequest(replica_id=-1, topics=list(topics.values()))

    def read(self, answer: Message) -> Iterable[Told]:
        """Return what an answer has."""
        assert isinstance(answer, OffsetForLeaderEpochResponse)
        for topic in answer.topics:
            for each in topic.partitions:
                key = TopicPartition(topic.topic, each.partition)
                yield Told(key, each.error_code, each.end_offset, each.leader_epoch)

    def took(self, question: Check, told: Told, now_ms: int) -> bool:
        """Compare where the epoch ended with the position."""
        if told.code in OUT_OF_DATE:
            return False
        if told.code:
            self._failed(question.partition, refusal(told.code, str(told.partition)))
        elif told.offset < 0 or told.epoch < 0:
            self._checked(question.partition, Position(-1), now_ms)
        elif told.offset < question.position.offset:
            self._checked(question.partition, Position(told.offset, told.epoch), now_ms)
        else:
            self._checked(question.partition, None, now_ms)
        return True

    def failed(
        self, questions: Mapping[TopicPartition, Check], why: ClientError, now_ms: int
    ) -> bool:
        """Take positions for valid where the broker cannot tell; raise anything else."""
        for check in questions.values():
            if isinstance(why, UnsupportedVersion):
                self._checked(check.partition, None, now_ms)
            else:
                self._failed(check.partition, why)
        return True
