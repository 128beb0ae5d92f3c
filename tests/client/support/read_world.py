"""A reader in a `World`, and records for it to read."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.reading import Reader, ReaderHooks, ReaderOptions
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.core.steering import Moved
from kafkawire.client.core.surroundings import Surroundings
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.support.world import World
from tests.support.requests.produce import produce_request

FETCH = 1
EARLIEST = ResetPolicy("earliest")


class ReadWorld(World):
    """A world with a reader; `t` is the topic of most tests."""

    def __init__(
        self,
        *,
        reset: ResetPolicy = EARLIEST,
        memory: int = 64 << 20,
        has_group: bool = False,
        fetch: FetchOptions | None = None,
        resets_new: bool = False,
        **how: Any,
    ) -> None:
        super().__init__(**how)
        self.moved: list[Moved] = []
        self.ready_count = 0
        surroundings = Surroundings(self.network, self.metadata, self.timers, self.random)
        self.reader = Reader(
            ReaderOptions(fetch or FetchOptions(), memory, reset, has_group, resets_new),
            surroundings,
            ReaderHooks(self._ready, self.moved.append),
        )

    def _ready(self) -> None:
        self.ready_count += 1

    def topic(self, partitions: int = 1, name: str = "t") -> list[TopicPartition]:
        """Create a topic; returns its partitions."""
        self.create_topic(name, partitions)
        return [TopicPartition(name, index) for index in range(partitions)]

    def produce(self, partition: TopicPartition, *values: bytes, **fields: Any) -> None:
        """Append one record batch."""
        batch = encode_batch([(self.now_ms, None, value, []) for value in values], **fields)
        request = produce_request((partition.topic, partition.partition, bytes(batch)))
        answer = self.harness.connect().request(request, 5)
        assert answer.responses[0].partition_responses[0].error_code == 0

    def number(self, partition: TopicPartition, count: int, size: int = 1) -> None:
        """Append so many batches of one record with values that begin with their number."""
        for index in range(count):
            self.produce(partition, b"%d" % index + b"." * size)

    def assign(self, *partitions: TopicPartition) -> None:
        self.reader.assign(partitions, self.now_ms)
        self.settle()

    def next(self, max_records: int = 500) -> Any:
        """The next batch, released at once; time does not move."""
        self.settle()
        batch = self.reader.next(max_records, self.now_ms)
        if batch is not None:
            self.reader.release(batch, self.now_ms)
        return batch

    def read(self, max_records: int = 500, ms: int = 2000) -> list[tuple[str, int, bytes | None]]:
        """All records that come until none come for so long: partition, offset, value."""
        found: list[tuple[str, int, bytes | None]] = []
        waited = 0
        while waited < ms:
            batch = self.next(max_records)
            if batch is None:
                self.advance(50)
                waited += 50
                continue
            waited = 0
            found += [(str(batch.partition), each.offset, each.value) for each in batch]
        return found

    def refuse_fetch(self, code: int) -> None:
        """Have the next answer to a fetch carry an error code, and neither session nor data."""
        codes = [code]

        def edit(api: int, answer: Any) -> Any:
            if api != FETCH or not codes:
                return None
            answer.error_code, answer.session_id, answer.responses = codes.pop(), 0, []
            return answer

        self.edit = edit

    def fetches(self) -> list[Any]:
        """All Fetch requests that the broker was sent."""
        return [request for api, _, request, _ in self.requests if api == FETCH]


def shape(request: Any) -> tuple[int, list[tuple[int, int]], list[int]]:
    """Epoch, partitions with offsets, and forgotten partitions of a Fetch."""
    sent = [(each.partition, each.fetch_offset) for t in request.topics for each in t.partitions]
    forgotten = [index for t in request.forgotten_topics_data for index in t.partitions]
    return request.session_epoch, sent, forgotten
