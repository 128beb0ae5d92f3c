"""A reader with several brokers that the test itself answers for: calls in, answers out."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.reading import Reader, ReaderHooks, ReaderOptions
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.core.surroundings import Surroundings
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.client.errors import ConnectionLost
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.builder import encode_batch
from kafkawire.timers import Timers

ID = b"i" * 16


class ManyBrokers:
    """Partition n of topic `t` is led by broker `leaders[n]`; nodes 1 to 3 are there."""

    def __init__(self, *leaders: int, memory: int = 64 << 20, **fetch: Any) -> None:
        self.now_ms = 0
        self.timers = Timers()
        self.calls: list[Call] = []
        """Calls without an answer."""
        self.updates = 0
        """How often metadata was asked for."""
        self.listeners: list[Any] = []
        self.leaders = list(leaders)
        self.topic_id = ID
        self.leader_epoch = 0
        self.nodes = {index: Node(index, f"b{index}", 9092) for index in (1, 2, 3)}
        self.view = self._made(0)
        self.session_ids: dict[int, int] = {}
        anything: Any = self
        self.reader = Reader(
            ReaderOptions(FetchOptions(**fetch), memory, ResetPolicy("none"), has_group=False),
            Surroundings(anything, anything, self.timers, Random(1)),
            ReaderHooks(),
        )
        self.partitions = [TopicPartition("t", index) for index in range(len(leaders))]
        self.reader.assign(self.partitions, 0)
        for partition in self.partitions:
            self.reader.seek(partition, 0, 0)
        self.advance(0)

    def _made(self, version: int) -> ClusterView:
        epoch = self.leader_epoch
        partitions = {index: PartitionView(node, epoch) for index, node in enumerate(self.leaders)}
        topics = {"t": TopicView("t", self.topic_id, partitions)}
        return ClusterView(version, "c", 1, dict(self.nodes), topics)

    # What a reader needs

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def withdraw(self, call: Call) -> None:
        call.is_withdrawn = True
        self.calls.remove(call)

    def want(self, topics: Any, now_ms: int) -> None:
        """All topics are there."""

    def forget(self, topics: Any) -> None:
        """They stay."""

    def request_update(self, now_ms: int) -> None:
        self.updates += 1

    def listen(self, listener: Any) -> None:
        self.listeners.append(listener)

    # What a test does

    def change(self) -> None:
        """Give the reader a view of what `leaders` and `nodes` are now."""
        older, self.view = self.view, self._made(self.view.version + 1)
        for listener in self.listeners:
            listener(older, self.view, self.now_ms)

    def advance(self, ms: int) -> None:
        """Let time pass; 0 sends what was changed just now."""
        end_ms = self.now_ms + ms
        while self.timers.next_deadline_ms() <= end_ms:
            self.now_ms = max(self.now_ms, self.timers.next_deadline_ms())
            self.timers.run(self.now_ms, 1000)
        self.now_ms = end_ms

    def in_flight(self) -> dict[int, tuple[int, list[tuple[int, int]]]]:
        """By broker: max_bytes, and partitions with offsets, of the Fetch that is under way."""
        found: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        for call in self.calls:
            request = self.request(call)
            assert call.node not in found, "two fetches to one broker"
            sent = [
                (each.partition, each.fetch_offset)
                for topic in request.topics
                for each in topic.partitions
            ]
            found[call.node] = (request.max_bytes, sent)
        return found

    @staticmethod
    def request(call: Call) -> FetchRequest:
        made = call.request if not callable(call.request) else call.request(18)
        assert isinstance(made, FetchRequest)
        return made

    def answer(self, node: int, *data: FetchResponse.PartitionData, error_code: int = 0) -> None:
        """Answer the Fetch of a broker; a full one needs all its partitions."""
        (call,) = [each for each in self.calls if each.node == node]
        self.calls.remove(call)
        request = self.request(call)
        listed = {each.partition_index: each for each in data}
        if request.session_epoch == 0:
            for topic in request.topics:
                for each in topic.partitions:
                    listed.setdefault(each.partition, came(each.partition))
        topic_answer = FetchResponse.FetchableTopicResponse(
            topic_id=ID, partitions=list(listed.values())
        )
        message = FetchResponse(
            error_code=error_code, session_id=node, responses=[topic_answer] if listed else []
        )
        call.done(Answer(node, 18, message), self.now_ms)

    def lose(self, node: int) -> None:
        """End the Fetch of a broker without an answer."""
        (call,) = [each for each in self.calls if each.node == node]
        self.calls.remove(call)
        call.done(Answer(node, -1, None, ConnectionLost("reset")), self.now_ms)


def came(
    index: int, *sizes: int, offset: int = 0, end: int | None = None, **fields: Any
) -> FetchResponse.PartitionData:
    """One batch of records with values of these sizes, from an offset on."""
    records = b""
    if sizes:
        rows: list[tuple[int, None, bytes, list[Any]]] = [
            (0, None, b"x" * size, []) for size in sizes
        ]
        records = bytes(encode_batch(rows, base_offset=offset))
    fields.setdefault("high_watermark", offset + len(sizes) if end is None else end)
    return FetchResponse.PartitionData(partition_index=index, records=records, **fields)
