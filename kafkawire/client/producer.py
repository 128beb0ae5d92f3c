"""The producer: records are accepted at once, and delivered in batches.

`send` returns as soon as the record is in memory. Awaiting the delivery that it returns waits for
the broker. Failures at which the application did not look are raised by `flush` and at the end of
the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, Unpack, cast

import trio

from kafkawire.client.accepting import Partitioner, ProducerRecord, RecordMaker
from kafkawire.client.arguments import ProducerArguments
from kafkawire.client.codecs import BYTES, Codec, Headers, K, Serializers, V, serializers
from kafkawire.client.core.metrics.call_times import TimedCall
from kafkawire.client.core.producing.accumulator import Span, Wait
from kafkawire.client.core.producing.cluster import Cluster
from kafkawire.client.core.producing.producer import ProducerCore
from kafkawire.client.delivery import Deliveries, Delivery, called
from kafkawire.client.errors import BufferFull, Closed, ConfigurationError, MetadataMissing
from kafkawire.client.interceptors import Interceptors, each_of
from kafkawire.client.options import ProducerOptions, ProducerSettings, configurations, settings
from kafkawire.client.shell.background import is_cancelled
from kafkawire.client.shell.opening import make_runtime
from kafkawire.client.shell.producing import core_options
from kafkawire.client.shell.reporting import producer_reporting
from kafkawire.client.shell.sending import Sending
from kafkawire.client.transaction import Transaction, Transactions

if TYPE_CHECKING:
    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
    from kafkawire.records.builder import RecordTuple

CHUNK = 1024
"""The number of records of `send_all` that are prepared at a time."""


class MemoryIsFull(BufferFull, trio.WouldBlock):
    """`send_nowait` would have to wait for memory."""


class MetadataIsMissing(MetadataMissing, trio.WouldBlock):
    """`send_nowait` would have to wait for metadata of the topic."""


class Producer(Generic[K, V]):
    """A producer, used as `async with Producer("localhost:9092") as producer`.

    Entering connects and reads the cluster's metadata. Leaving sends what was accepted, within
    close_budget_ms. Each method may be called from any task.

    Args:
        bootstrap_servers: `HOST:PORT` of some brokers.
        codecs: How keys and values become bytes; by default they are bytes.
        partitioner: Chooses partitions in the place of keys and stickiness.
        on_delivery: Called with each delivery that has ended, whatever its end was.
        options: Kafka's options, with underscores for dots.

    Raises:
        ConfigurationError: An option is wrong.
        BootstrapError: On entering: no broker answered within max.block.ms.
        DeliveryFailed: On leaving: records failed, and their deliveries were not looked at.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str] = (),
        *,
        codecs: Serializers[K, V] | Codec[Any] = BYTES,
        partitioner: Partitioner | None = None,
        on_delivery: Callable[[Delivery], None] | None = None,
        **options: Unpack[ProducerOptions],
    ) -> None:
        given = {"bootstrap_servers": bootstrap_servers, **options}
        self._settings = settings(ProducerSettings, given)
        made = self._settings
        self._codecs = cast("Serializers[K, V]", serializers(codecs))
        self._interceptors = interceptors = Interceptors(made.interceptor_classes)
        self._maker = RecordMaker(self._codecs, interceptors.sending if interceptors else None)
        self._record = self._maker.record
        self._prepared: set[str] = set()
        self._partitioner = partitioner
        self._runtime = make_runtime(
            made,
            "producer",
            creates_topics=True,
            in_flight_max=made.max_in_flight_requests_per_connection,
        )
        runtime = self._runtime
        self._core = ProducerCore(
            core_options(made),
            Cluster(runtime.network, runtime.metadata, runtime.timers, runtime.random),
            delivery=Delivery,
            on_done=each_of(self._listeners(on_delivery)),
            features=lambda: runtime.network.features,
        )
        if runtime.observing is not None and self._core.transaction is not None:
            self._core.transaction.hooks.changed = runtime.observing.transaction
        runtime.metadata.listen(self._core.on_view)
        self._reporting = producer_reporting(made, runtime, self._core)
        self._sending = Sending(self._core, runtime, made.max_block_ms)
        self._transactions = Transactions(self._core, self._sending, runtime, made.max_block_ms)
        self._is_open = False

    @classmethod
    def from_config(
        cls, config: Mapping[str, object], **others: Unpack[ProducerArguments[K, V]]
    ) -> Self:
        """Return a producer with options by Kafka's dotted names; keywords win over them."""
        return cls(**configurations.from_config(config, others))

    @classmethod
    def from_properties(
        cls, source: configurations.Source, **others: Unpack[ProducerArguments[K, V]]
    ) -> Self:
        """Return a producer with the options of a .properties file; keywords win over it."""
        return cls(**configurations.from_properties(ProducerSettings, source, others))

    # Opening and closing

    async def __aenter__(self) -> Self:
        await self._runtime.enter(self._settings.max_block_ms)
        self._is_open = True
        self._reporting.begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_open = False
        ends_early = is_cancelled(error)
        made = self._settings
        budget_ms = made.cancelled_close_budget_ms if ends_early else made.close_budget_ms
        end = trio.current_time() + budget_ms / 1000
        try:
            with trio.CancelScope(shield=True):
                await self._transactions.close(budget_ms)
                await self._sending.close(end, sends_rest=not ends_early)
                with trio.move_on_at(end):
                    await self._reporting.end()
        finally:
            await self._runtime.close()
            self._interceptors.close()
        if error is not None:
            lost = self._core.take_failures()
            if lost.total:
                error.add_note(f"{lost.total} records were not delivered")
        elif self._core.transaction is None:  # else the end of the transaction raised it
            self._sending.raise_failures()

    # Sending

    async def send(
        self,
        topic: str,
        value: V | None = None,
        *,
        key: K | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp: int | None = None,
    ) -> Delivery:
        """Accept a record; wait for metadata and memory if that is needed.

        Args:
            topic: The topic.
            value: The value, None for null.
            key: The key; records of one key go to one partition.
            headers: Names and values.
            partition: The partition, in the place of what key or partitioner would choose.
            timestamp: Milliseconds since 1970; None for now.

        Raises:
            TimedOut: The topic is not known within max.block.ms.
            BufferFull: No memory became free within max.block.ms.
            RecordTooLarge: The record exceeds max.request.size or buffer.memory.
            SerializationError: A serializer has failed; nothing was accepted.
        """
        if topic not in self._prepared:
            await self._prepare(topic)
        # Before the record is accepted: a send that is cancelled has accepted nothing.
        if self._sending.is_due:
            await self._sending.rest()
        else:
            await trio.lowlevel.checkpoint_if_cancelled()
        record = self._record(topic, key, value, headers, timestamp)
        if self._partitioner is not None and partition is None:
            partition = await self._chosen(topic, record)
        found = self._core.add(topic, partition, record)
        if found is None:
            self._check_open()
            found = await self._sending.send(topic, partition, record)
        return found  # type: ignore[return-value]  # the class that the core was given

    def send_nowait(
        self,
        topic: str,
        value: V | None = None,
        *,
        key: K | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp: int | None = None,
    ) -> Delivery:
        """Accept a record as `send` does, but never wait.

        Raises:
            MetadataMissing, BufferFull: `send` would wait; both are `trio.WouldBlock`, too.
        """
        self._check_open()
        record = self._record(topic, key, value, headers, timestamp)
        now_ms = self._runtime.now_ms()
        if self._partitioner is not None and partition is None:
            count = self._core.partitions(topic)
            if count is not None:
                partition = self._partitioner.partition(topic, record[1], record[2], count)
        found = self._core.append(topic, partition, record, now_ms)
        if isinstance(found, Wait):
            self._core.check(topic)
            if found is Wait.MEMORY:
                raise MemoryIsFull("buffer.memory is used up")
            self._core.wait_for_metadata(topic, _nothing, now_ms)
            self._runtime.pump()
            raise MetadataIsMissing(
                f"there is no metadata of topic {topic} or of its partition yet"
            )
        return cast("Delivery", found)

    async def send_all(
        self,
        topic: str,
        records: Iterable[tuple[K | None, V | None] | ProducerRecord],
        *,
        partition: int | None = None,
    ) -> Deliveries:
        """Accept many records, a batch at a time: pairs of key and value, or ProducerRecords.

        If it is cancelled or raises, the records before stay accepted.
        """
        if topic not in self._prepared:
            await self._prepare(topic)
        spans: list[Span] = []
        left = iter(records)
        while chunk := list(islice(left, CHUNK)):
            ready = self._maker.all_made(topic, chunk)
            if self._partitioner is None:
                spans += await self._all(topic, partition, ready)
                continue
            for record in ready:
                chosen = await self._chosen(topic, record) if partition is None else partition
                spans += await self._all(topic, chosen, [record])
        await trio.lowlevel.checkpoint_if_cancelled()
        return Deliveries(spans)

    async def flush(self) -> None:
        """Send all that was accepted and wait for the answers.

        Raises:
            DeliveryFailed: Records failed, and their deliveries were not looked at.
        """
        with self._sending.timed(TimedCall.FLUSH):
            await self._sending.flush()
        self._sending.raise_failures()

    async def partitions_for(self, topic: str) -> int:
        """Return how many partitions a topic has. Raises TimedOut after max.block.ms."""
        self._check_open()
        end = trio.current_time() + self._settings.max_block_ms / 1000
        while (count := self._core.partitions(topic)) is None:
            await self._sending.metadata(topic, end)
        return count

    @property
    def metrics(self) -> Mapping[str, float]:
        """Kafka's metrics of the client now, as `group:name{tag=value}`."""
        return self._reporting.values()

    def transaction(self) -> Transaction:
        """Return a block that commits at its end, and aborts on any exception."""
        return Transaction(self._transactional(), self._settings.close_budget_ms)

    # Transactions step by step, as in Kafka's producer

    async def init_transactions(self) -> None:
        """Get a producer id, fence older producers of the transactional.id, end their transaction.

        The first transaction does it, too. A program that commits offsets of a group in its
        transactions calls this before its consumer begins to read: the offsets that a killed
        program has left in an open transaction are undecided until then, or until
        transaction.timeout.ms, and the consumer waits for them.
        """
        await self._transactional().init()

    async def begin_transaction(self) -> None:
        """Begin a transaction."""
        await self._transactional().begin()

    async def commit_transaction(self) -> None:
        """Commit the transaction. If that raises, abort it."""
        await self._transactional().commit()

    async def abort_transaction(self) -> None:
        """Abort the transaction."""
        await self._transactional().abort(self._settings.max_block_ms)

    async def send_offsets_to_transaction(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata], group: GroupMetadata
    ) -> None:
        """Commit offsets of a group together with the transaction."""
        transaction = Transaction(self._transactional(), self._settings.close_budget_ms)
        await transaction.send_offsets(group, offsets)

    # Inside

    def _listeners(
        self, on_delivery: Callable[[Delivery], None] | None
    ) -> list[Callable[[Batch], None]]:
        """The function that is called with each finished batch."""
        found = [] if on_delivery is None else [called(on_delivery)]
        if self._interceptors:
            found.append(self._interceptors.batch_ended)
        if self._runtime.observing is not None:
            found.append(self._runtime.observing.batch_ended)
        return found

    def _transactional(self) -> Transactions:
        if self._settings.transactional_id is None:
            raise ConfigurationError("transactions need the option transactional_id")
        self._check_open()
        return self._transactions

    def _check_open(self) -> None:
        if not self._is_open:
            raise Closed("the producer is not open: use it as `async with Producer(...)`")

    async def _prepare(self, topic: str) -> None:
        self._check_open()
        await self._codecs.prepare(topic)
        self._prepared.add(topic)

    async def _chosen(self, topic: str, record: RecordTuple) -> int | None:
        """The partition that the application's partitioner chooses."""
        assert self._partitioner is not None
        count = await self.partitions_for(topic)
        return self._partitioner.partition(topic, record[1], record[2], count)

    async def _all(
        self, topic: str, partition: int | None, records: Sequence[RecordTuple]
    ) -> list[Span]:
        spans: list[Span] = []
        now_ms = self._runtime.now_ms()
        if self._core.append_many(topic, partition, records, spans, now_ms) is not None:
            self._check_open()
            await self._sending.send_all(topic, partition, records, spans)
        if self._sending.is_due:
            await self._sending.rest()
        return spans


def _nothing() -> None:
    """Wake no task."""
