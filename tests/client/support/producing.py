"""A producer's core in a `World`: what it sends goes to a broker's core as bytes."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.producing.accumulator import Wait
from kafkawire.client.core.producing.batch import Delivery
from kafkawire.client.core.producing.cluster import Cluster
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.producer import ProducerCore
from kafkawire.client.core.producing.transaction import Transaction
from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.core.versions import Features
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import Record, decode_records
from tests.client.support.world import World

PRODUCE = 0
INIT_PRODUCER_ID = 22


class Producing:
    """One producer in a world, and what the broker's log has of it."""

    def __init__(
        self,
        options: ProducerOptions | None = None,
        *,
        world: World | None = None,
        topics: dict[str, int] | None = None,
        transaction_version: int | None = None,
    ) -> None:
        self.world = world or World(lane=LaneOptions(request_timeout_ms=30_000))
        for name, partitions in (topics or {"orders": 1}).items():
            self.world.create_topic(name, partitions)
        options = options or ProducerOptions()
        self.options = options
        world = self.world
        cluster = Cluster(world.network, world.metadata, world.timers, world.random)
        levels = {"transaction.version": transaction_version or 0}
        self.core = ProducerCore(
            options,
            cluster,
            features=lambda: (
                world.network.features if transaction_version is None else Features(1, levels)
            ),
        )
        world.metadata.listen(self.core.on_view)

    @property
    def transaction(self) -> Transaction:
        """The transactions of a transactional producer."""
        assert self.core.transaction is not None
        return self.core.transaction

    def begin(self) -> None:
        """Begin a transaction; the producer id is asked for if there is none."""
        if self.transaction.state is State.UNINITIALIZED:
            self.know("orders")
            self.transaction.init(self.world.now_ms)
            self.world.advance(3000)
        self.transaction.begin()

    def commit(self, ms: int = 3000) -> bool:
        """Commit; returns whether it was committed within `ms`."""
        self.transaction.commit(self.world.now_ms)
        self.world.advance(ms)
        return self.transaction.state is State.READY and self.transaction.is_committed

    def abort(self, ms: int = 3000) -> None:
        """Abort, which has to end within `ms` milliseconds."""
        self.transaction.abort(self.world.now_ms)
        self.world.advance(ms)
        assert self.transaction.state is State.READY, self.transaction.state
        assert not self.transaction.is_committed

    def know(self, *topics: str) -> None:
        """Have the core know topics."""
        for topic in topics:
            self.core.wait_for_metadata(topic, lambda: None, self.world.now_ms)
        self.world.settle()

    def send(
        self,
        value: bytes | None = b"value",
        *,
        topic: str = "orders",
        key: bytes | None = None,
        partition: int | None = None,
    ) -> Delivery:
        """Send a record that has to be accepted, as the producer does."""
        record = (self.world.harness.now_ms, key, value, ())
        added = self.core.add(topic, partition, record)
        if added is not None:
            return added
        found = self.core.append(topic, partition, record, self.world.now_ms)
        if found is Wait.METADATA:
            self.know(topic)
            found = self.core.append(topic, partition, record, self.world.now_ms)
        assert isinstance(found, Delivery), found
        return found

    def send_unanswered(self, value: bytes, ms: int) -> Delivery:
        """Send a record whose answer does not come, and lose the connection after this time."""
        self.world.swallow = lambda api: api == PRODUCE
        delivery = self.send(value)
        self.flush(ms)
        self.world.swallow = lambda api: False
        self.world.drop_connections()
        return delivery

    def flush(self, ms: int = 0) -> None:
        """Send all that is accepted, and let `ms` milliseconds pass."""
        self.core.flush(lambda: None, self.world.now_ms)
        self.world.advance(ms)

    def values(self, topic: str = "orders", partition: int = 0) -> list[bytes | None]:
        """The values in the log, in order."""
        return [record.value for record in self.records(topic, partition)]

    def committed(self, topic: str = "orders", partition: int = 0) -> list[bytes | None]:
        """The values that a consumer with read_committed gets."""
        answer = self.fetched(topic, partition, isolation_level=1)
        data = bytes(answer.records or b"")
        found: list[bytes | None] = []
        begins = sorted(
            (each.first_offset, each.producer_id) for each in answer.aborted_transactions or ()
        )
        open_ids: set[int] = set()
        for position, header in iter_headers(data):
            while begins and begins[0][0] <= header.base_offset:
                open_ids.add(begins.pop(0)[1])
            if header.is_control:
                open_ids.discard(header.producer_id)
            elif header.producer_id not in open_ids:
                found += [each.value for each in decode_records(data, position, header)]
        return found

    def records(self, topic: str = "orders", partition: int = 0) -> list[Record]:
        """The records in the log, in order."""
        data = self.log(topic, partition)
        return [
            record
            for position, header in iter_headers(data)
            if not header.is_control
            for record in decode_records(data, position, header)
        ]

    def headers(self, topic: str = "orders", partition: int = 0) -> list[Any]:
        """The heads of the batches in the log."""
        return [header for _, header in iter_headers(self.log(topic, partition))]

    def log(self, topic: str, partition: int) -> bytes:
        """The bytes of the log."""
        return bytes(self.fetched(topic, partition).records or b"")

    def fetched(self, topic: str, partition: int, isolation_level: int = 0) -> Any:
        """What a fetch of all of a partition is answered."""
        rows = [FetchRequest.FetchPartition(partition=partition, partition_max_bytes=1 << 28)]
        request = FetchRequest(
            max_wait_ms=0,
            max_bytes=1 << 28,
            isolation_level=isolation_level,
            topics=[FetchRequest.FetchTopic(topic=topic, partitions=rows)],
        )
        answer = self.world.harness.connect().request(request, version=12)
        found = answer.responses[0].partitions[0]
        assert found.error_code == 0, found.error_code
        return found

    def produce_requests(self) -> list[Any]:
        """All Produce requests that the broker was sent."""
        return [request for api, _, request, _ in self.world.requests if api == PRODUCE]


def refused(request: Any, code: int, *, log_start: int = -1, **fields: Any) -> ProduceResponse:
    """An answer that refuses all batches of a Produce request."""
    return ProduceResponse(
        responses=[
            ProduceResponse.TopicProduceResponse(
                name=topic.name,
                topic_id=topic.topic_id,
                partition_responses=[
                    ProduceResponse.PartitionProduceResponse(
                        index=row.index,
                        error_code=code,
                        base_offset=-1,
                        log_start_offset=log_start,
                        **fields,
                    )
                    for row in topic.partition_data
                ],
            )
            for topic in request.topic_data
        ]
    )


class Refusals:
    """Answers the n-th Produce request, from 1, with an error code; the broker has the others."""

    def __init__(self, codes: dict[int, int], *, log_start: int = -1) -> None:
        self.codes = codes
        self.log_start = log_start
        self.count = 0

    def __call__(self, api: int, request: Any) -> ProduceResponse | None:
        """The answer, None if the broker gives it."""
        if api != PRODUCE:
            return None
        self.count += 1
        code = self.codes.get(self.count)
        return None if code is None else refused(request, code, log_start=self.log_start)
