"""Broker 1 as a follower; a test plays the leaders, brokers 2 to 4.

The requests of its fetchers go through real bytes, and wait in `sent` for a response.
"""

from __future__ import annotations

from typing import Any

from kafkawire.broker.followers.fetcher import Surroundings
from kafkawire.broker.followers.fetchers import Fetchers
from kafkawire.broker.followers.followed_partition import FollowedPartition
from kafkawire.broker.followers.settings import FollowerSettings, ProtocolVersions, versions_of
from kafkawire.broker.nodes.purposes import Purpose
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.errors import ConnectionLost
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)
from kafkawire.protocol.registry import request_class
from kafkawire.records.builder import encode_batch
from tests.support.broker.cluster import Cluster

OLD_VERSIONS = ProtocolVersions(fetch=11, list_offsets=5, epochs=3, truncates_on_fetch=False)
BROKER_EPOCH = 13
SESSION_ID = 77


class Sent:
    """A request that has no response yet."""

    def __init__(self, purpose: Purpose, call: Call, now_ms: int) -> None:
        self.purpose = purpose
        self.call = call
        self.at_ms = now_ms
        self.node = call.node
        assert call.versions is not None
        first, self.version = call.versions
        assert first == self.version, "a fetcher does not negotiate"
        assert isinstance(call.request, Message)
        frame = call.request.encode(self.version)
        self.body: Any = request_class(call.api).decode_from(frame, self.version, 0)[0]

    @property
    def partitions(self) -> dict[int, Any]:
        """The partitions of the request, by number."""
        return {self.number(each): each for topic in self.body.topics for each in topic.partitions}

    @property
    def offsets(self) -> dict[int, int]:
        """The offsets of a fetch."""
        return {index: each.fetch_offset for index, each in self.partitions.items()}

    @property
    def forgotten(self) -> list[int]:
        return [each for topic in self.body.forgotten_topics_data for each in topic.partitions]

    @staticmethod
    def number(each: Any) -> int:
        number: int = each.partition if hasattr(each, "partition") else each.partition_index
        return number


class Quota:
    """A replication quota that the test sets."""

    def __init__(self) -> None:
        self.throttled: set[int] = set()
        self.exceeded = False
        self.recorded: list[int] = []

    def is_throttled(self, topic_partition: TopicPartition) -> bool:
        return topic_partition.partition in self.throttled

    def is_exceeded(self, now_ms: int) -> bool:
        return self.exceeded

    def record(self, size: int, now_ms: int) -> None:
        self.recorded.append(size)


class Outbox:
    """The connections of the follower."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.disconnected: list[int] = []

    def send(self, purpose: Purpose, call: Call, now_ms: int) -> None:
        self.sent.append(Sent(purpose, call, now_ms))

    def withdraw(self, call: Call) -> None:
        self.sent[:] = [each for each in self.sent if each.call is not call]

    def disconnect(self, node_id: int, purpose: Purpose, why: str, now_ms: int) -> None:
        self.disconnected.append(node_id)


class FollowerWorld(Cluster):
    """Topic `t`, whose partitions follow the first broker of each assignment."""

    def __init__(
        self,
        *assignments: tuple[int, ...],
        versions: ProtocolVersions | None = None,
        **settings: int,
    ) -> None:
        super().__init__(*(assignments or ((2, 1),)))
        outbox = Outbox()
        self.sent = outbox.sent
        self.disconnected = outbox.disconnected
        self.quota = Quota()
        self.versions = versions or versions_of()
        self.fetchers = Fetchers(
            Surroundings(
                FollowerSettings(1, **settings),
                self.broker.replicas,
                outbox,
                self.broker.timers,
                self.quota,
                lambda: self.versions,
                lambda: BROKER_EPOCH,
            )
        )

    @property
    def now_ms(self) -> int:
        return self.harness.now_ms

    # What a test does

    def fill(self, *counts: tuple[int, int], index: int = 0) -> None:
        """Append batches as if a leader had sent them: (leader epoch, records)."""
        log = self.partition(index).log
        for epoch, count in counts:
            data = batch(log.log_end_offset, count, epoch)
            log.append_as_follower(data, leader_epoch=epoch, now_ms=self.now_ms)

    def start(self, *indices: int) -> None:
        """Have the fetchers follow partitions, all of them by default."""
        for index in indices or range(len(self.broker.metadata.topics["t"].partitions)):
            self.fetchers.follow(self.partition(index), self.now_ms)
        self.fetchers.settle(self.now_ms)

    def state(self, index: int = 0) -> FollowedPartition:
        found = self.fetchers.state(TopicPartition("t", index))
        assert found is not None
        return found

    @property
    def only(self) -> Sent:
        """The only request without a response."""
        (sent,) = self.sent
        return sent

    def respond(self, message: Message | None, sent: Sent | None = None) -> None:
        """Give a request its response; None loses the connection."""
        sent = sent or self.only
        self.sent.remove(sent)
        failure = ConnectionLost("lost") if message is None else None
        if message is not None:
            message = type(message).decode_from(message.encode(sent.version), sent.version, 0)[0]
        sent.call.done(Answer(sent.node, sent.version, message, failure), self.now_ms)
        self.harness.settle()

    def fetched(self, *data: FetchResponse.PartitionData, sent: Sent | None = None) -> None:
        """Answer a fetch within its session."""
        sent = sent or self.only
        response = FetchResponse(session_id=SESSION_ID)
        if sent.body.session_epoch == 0:  # a full fetch needs all its partitions
            given = {each.partition_index for each in data}
            data += tuple(nothing(index) for index in sent.partitions if index not in given)
        if data:
            topic = FetchResponse.FetchableTopicResponse(
                topic="t", topic_id=self.topic_id, partitions=list(data)
            )
            response.responses.append(topic)
        self.respond(response, sent)

    def listed(self, *results: tuple[int, int, int]) -> None:
        """Answer ListOffsets: (partition, error code, offset)."""
        partitions = [
            ListOffsetsResponse.ListOffsetsPartitionResponse(
                partition_index=index, error_code=code, offset=offset
            )
            for index, code, offset in results
        ]
        topic = ListOffsetsResponse.ListOffsetsTopicResponse(name="t", partitions=partitions)
        self.respond(ListOffsetsResponse(topics=[topic]))

    def ended(self, *results: tuple[int, int, int, int]) -> None:
        """Answer OffsetForLeaderEpoch: (partition, error code, epoch, end)."""
        partitions = [
            OffsetForLeaderEpochResponse.EpochEndOffset(
                partition=index, error_code=code, leader_epoch=epoch, end_offset=end
            )
            for index, code, epoch, end in results
        ]
        topic = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult(
            topic="t", partitions=partitions
        )
        self.respond(OffsetForLeaderEpochResponse(topics=[topic]))


def batch(offset: int, count: int = 1, epoch: int = 0) -> bytes:
    """A batch as a leader has it."""
    records: Any = [(1, None, b"%d-%d" % (epoch, offset + at), []) for at in range(count)]
    return bytes(encode_batch(records, base_offset=offset, leader_epoch=epoch))


def nothing(index: int = 0, high_watermark: int = 0) -> FetchResponse.PartitionData:
    return FetchResponse.PartitionData(
        partition_index=index, high_watermark=high_watermark, log_start_offset=0, records=b""
    )


def records(
    *batches: bytes, index: int = 0, high_watermark: int = 0, log_start: int = 0
) -> FetchResponse.PartitionData:
    return FetchResponse.PartitionData(
        partition_index=index,
        high_watermark=high_watermark,
        log_start_offset=log_start,
        records=b"".join(batches),
    )


def error(code: int, index: int = 0) -> FetchResponse.PartitionData:
    return FetchResponse.PartitionData(
        partition_index=index, error_code=code, high_watermark=-1, records=b""
    )


def diverging(epoch: int, end: int, index: int = 0) -> FetchResponse.PartitionData:
    return FetchResponse.PartitionData(
        partition_index=index,
        high_watermark=0,
        diverging_epoch=FetchResponse.EpochEndOffset(epoch=epoch, end_offset=end),
        records=b"",
    )
