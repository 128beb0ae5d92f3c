"""The consumer.

    async with Consumer("localhost:9092", auto_offset_reset="earliest") as consumer:
        await consumer.assign([TopicPartition("orders", 0)])
        async for batch in consumer.batches():
            for record in batch:
                print(record.offset, record.value)

A request for the next batch marks the batch before as done, and frees its memory.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from types import TracebackType
from typing import Any, Generic, Self, Unpack

import trio

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.batch import Batch
from kafkawire.client.codecs import Deserializers, K, V
from kafkawire.client.core.metrics.polls import Poller, Polls
from kafkawire.client.errors import Closed, ConfigurationError
from kafkawire.client.hand import Hand
from kafkawire.client.hooks import GroupHooks
from kafkawire.client.interceptors import Interceptors
from kafkawire.client.iterators import Batches, Records
from kafkawire.client.options import ConsumerOptions, ConsumerSettings, configurations, settings
from kafkawire.client.shell.asking import Asking
from kafkawire.client.shell.background import is_cancelled
from kafkawire.client.shell.closing import Closing, LeaveOption
from kafkawire.client.shell.grouping import Grouping, Topics
from kafkawire.client.shell.locating import Locating
from kafkawire.client.shell.opening import make_runtime, windows_of
from kafkawire.client.shell.reader_options import make_reader
from kafkawire.client.shell.reporting import consumer_reporting
from kafkawire.client.shell.serving import Handler, Served, Serving
from kafkawire.client.values import (
    GroupMetadata,
    OffsetAndMetadata,
    OffsetAndTimestamp,
    TopicPartition,
)

EARLIEST, LATEST = -2, -1


class Consumer(Generic[K, V]):
    """Reads records of partitions. One task at a time asks for them.

    Raises:
        ConfigurationError: An option is wrong.
        BootstrapError: On entering: no broker answered within default.api.timeout.ms.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        topics: Topics = (),
        hooks: GroupHooks | None = None,
        codecs: Deserializers[K, V] | None = None,
        **options: Unpack[ConsumerOptions],
    ) -> None:
        given = {"bootstrap_servers": bootstrap_servers, **options}
        self._settings = made = settings(ConsumerSettings, given)
        self._codecs = codecs
        self._runtime = runtime = make_runtime(
            self._settings, "consumer", creates_topics=self._settings.allow_auto_create_topics
        )
        self._asking = Asking()
        self._reader = make_reader(self._settings, runtime, self._asking.wake)
        self._locating = Locating(runtime, self._reader, self._settings.default_api_timeout_ms)
        self._group: Grouping | None = None
        if self._settings.group_id is not None:
            self._group = Grouping(
                made, runtime, self._reader, hooks or GroupHooks(), self._asking.wake
            )
        self._topics = topics
        self._interceptors = Interceptors(made.interceptor_classes)
        if self._group is not None and self._interceptors:
            self._group.offsets.listen(self._interceptors.committed)
        self._hand = Hand(runtime, self._reader, self._group)
        polls = Polls(windows_of(made))
        self._poller = Poller(polls)
        self._reporting = consumer_reporting(made, runtime, self._reader, self._group, polls)
        self._closing = Closing(made, runtime, self._reader, self._reporting)
        parts = (runtime, self._reader, self._group, self._asking, self._through)
        self._served: Served[K, V] = Served(*parts, made.max_poll_records, polls)
        self._serving: Serving[K, V] | None = None
        self._is_open = False
        self._is_closing = False

    @classmethod
    def from_config(
        cls, config: Mapping[str, object], **others: Unpack[ConsumerArguments[K, V]]
    ) -> Self:
        """Return a consumer with options by Kafka's dotted names; keywords win over them."""
        return cls(**configurations.from_config(config, others))

    @classmethod
    def from_properties(
        cls, source: configurations.Source, **others: Unpack[ConsumerArguments[K, V]]
    ) -> Self:
        """Return a consumer with the options of a .properties file; keywords win over it."""
        return cls(**configurations.from_properties(ConsumerSettings, source, others))

    async def __aenter__(self) -> Self:
        await self._runtime.enter(self._settings.default_api_timeout_ms)
        self._is_open = True
        self._reporting.begin()
        if self._topics:
            try:
                await self.subscribe(self._topics)
            except BaseException:
                await self._end()
                raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_closing = True
        self._asking.wake()
        try:
            await self._closing.close(self._group, self._serving, is_cancelled=is_cancelled(error))
        finally:
            await self._end()

    async def _end(self) -> None:
        self._is_open = False
        self._hand.drop()
        await self._runtime.close()
        self._interceptors.close()

    # Reading

    def batches(self, *, max_records: int | None = None) -> Batches[K, V]:
        """Return an iterator of batches, of one partition each, partitions in turn.

        A batch has at most `max_records`, or max.poll.records.
        """
        return Batches(self, max_records or self._settings.max_poll_records)

    def __aiter__(self) -> Records[K, V]:
        return Records(self.batches())

    async def poll(
        self, timeout: float = math.inf, *, max_records: int | None = None
    ) -> dict[TopicPartition, Batch[K, V]]:
        """Return the next batch by its partition, nothing if there is none within `timeout` s."""
        batch = await self.next_batch(max_records or self._settings.max_poll_records, timeout)
        return {} if batch is None else {batch.partition: batch}

    async def next_batch(self, max_records: int, timeout_s: float = math.inf) -> Batch[K, V] | None:
        """Return the next batch of at most so many records; None if there is none in time."""
        self._begin_asking()
        group = self._group
        self._poller.began(self._runtime.now_ms())

        def look() -> Batch | bool | None:
            if self._is_closing:
                raise Closed("the consumer was closed")
            if group is not None and group.has_work:
                return False
            batch = self._reader.next(max_records, self._runtime.now_ms())
            self._runtime.pump()
            return batch

        end = trio.current_time() + timeout_s
        while True:
            found = await self._asking.until(look, end - trio.current_time())
            if isinstance(found, Batch):
                given = self._through(found)
                now_ms = self._runtime.now_ms()
                self._hand.take(found, given)
                self._poller.ended(now_ms)
                if group is not None:
                    group.holding(now_ms)
                return given
            if found is None:
                return None
            assert group is not None
            await group.perform()

    async def serve(self, handler: Handler[K, V], *, concurrency: int | None = None) -> None:
        """Run `handler` in a task for each assigned partition, until the subscription ends.

        At most `concurrency` handlers run at once; what waits for one is not fetched. What a
        handler raises cancels the others and is raised. A handler that returns before its stream
        has ended leaves its partition paused; `resume` starts another one.
        """
        self._begin_asking()
        self._serving = Serving(self._served, handler, concurrency)
        try:
            await self._serving.run()
        finally:
            self._serving = None

    def _begin_asking(self) -> None:
        """Mark the batch in hand as done, since the application requests the next."""
        self._check_open()
        if self._serving is not None:
            raise trio.BusyResourceError("another task serves the partitions")
        self._hand.release()
        if self._group is not None:
            self._group.asked()

    def _through(self, batch: Batch) -> Batch[K, V]:
        found: Batch[Any, Any] = batch if self._codecs is None else batch.through(self._codecs)
        return self._interceptors.consumed(found) if self._interceptors else found

    # What to read

    @property
    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that are assigned."""
        return frozenset(self._reader.assignment)

    @property
    def paused(self) -> frozenset[TopicPartition]:
        """The partitions that are paused."""
        return frozenset(self._reader.paused)

    @property
    def group_metadata(self) -> GroupMetadata:
        """The consumer's identity in its group, for offsets that a transaction commits."""
        return self._grouped().metadata()

    async def subscribe(self, topics: Topics) -> None:
        """Read these topics as a member of the group: names, a pattern, or a RemotePattern."""
        self._check_open()
        await trio.lowlevel.checkpoint()
        self._grouped().subscribe(topics)
        self._runtime.pump()

    async def assign(
        self, partitions: Collection[TopicPartition] | Mapping[TopicPartition, int]
    ) -> None:
        """Read these partitions, from given offsets or by auto.offset.reset."""
        self._check_open()
        await trio.lowlevel.checkpoint()
        now_ms = self._runtime.now_ms()
        self._reader.assign(partitions, now_ms)
        if isinstance(partitions, Mapping):
            for partition, offset in partitions.items():
                self._reader.seek(partition, offset, now_ms)
            self._hand.sought(partitions)
        if self._group is not None:
            self._group.look_up_positions()
        if self._serving is not None:
            self._serving.look()
        self._runtime.pump()

    async def unsubscribe(self) -> None:
        """Read nothing any more, and leave the group; what is in hand is not done.

        Beside `serve` this returns at once: `serve` returns when its handlers have.
        """
        self._check_open()
        await trio.lowlevel.checkpoint()
        self._hand.drop()
        await self._closing.unsubscribe(self._group, self._serving)

    def pause(self, *partitions: TopicPartition) -> None:
        """Neither fetch nor hand out these; what came already is kept for `resume`."""
        self._reader.pause(partitions, self._runtime.now_ms())
        self._runtime.pump()

    def resume(self, *partitions: TopicPartition) -> None:
        """Go on with these where they were paused."""
        self._reader.resume(partitions, self._runtime.now_ms())
        if self._serving is not None:
            self._serving.resumed(partitions)
        self._runtime.pump()

    def seek(self, partition: TopicPartition, offset: int | OffsetAndMetadata) -> None:
        """Read on from this offset; what is on the way from another place is dropped.

        The next `commit()` commits this position, and so does auto-commit after the next ask.
        """
        where = OffsetAndMetadata(offset) if isinstance(offset, int) else offset
        now_ms = self._runtime.now_ms()
        self._reader.seek(partition, where.offset, now_ms, leader_epoch=where.leader_epoch)
        self._hand.sought([partition])
        self._runtime.pump()

    def seek_to_beginning(self, *partitions: TopicPartition) -> None:
        """Read on from the first records, of all partitions if none is named."""
        self.seek_to_time(EARLIEST, *partitions)

    def seek_to_end(self, *partitions: TopicPartition) -> None:
        """Read on from behind the last records, of all partitions if none is named."""
        self.seek_to_time(LATEST, *partitions)

    def seek_to_time(self, timestamp_ms: int, *partitions: TopicPartition) -> None:
        """Read on from the first records that are as young, of all partitions if none is named."""
        wanted = partitions or tuple(self._reader.assignment)
        self._reader.reset(wanted, timestamp_ms, self._runtime.now_ms())
        self._hand.sought(wanted)
        self._runtime.pump()

    async def position(self, partition: TopicPartition) -> int:
        """Return the offset that is read next, once it is known. Raises NotAssigned, TimedOut."""
        self._check_open()
        stopped_at = self._hand.stopped_at(partition)
        return await self._locating.position(partition) if stopped_at is None else stopped_at

    @property
    def metrics(self) -> Mapping[str, float]:
        """Kafka's metrics of the client now, as `group:name{tag=value}`."""
        return self._reporting.values()

    def lag(self, partition: TopicPartition) -> int | None:
        """Return how many offsets there are to the end, None before that is known."""
        return self._reader.lag(partition)

    async def beginning_offsets(
        self, partitions: Collection[TopicPartition]
    ) -> dict[TopicPartition, int]:
        """Return the first offsets of partitions, assigned or not."""
        self._check_open()
        return await self._locating.ends(partitions, EARLIEST)

    async def end_offsets(
        self, partitions: Collection[TopicPartition]
    ) -> dict[TopicPartition, int]:
        """Return the offsets behind what may be read: isolation.level decides."""
        self._check_open()
        return await self._locating.ends(partitions, LATEST)

    async def offsets_for_times(
        self, times: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, OffsetAndTimestamp | None]:
        """Return the first records that are as young; None where there are none."""
        self._check_open()
        return await self._locating.of_times(times)

    async def commit(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None = None
    ) -> None:
        """Commit offsets, or all that was handed out or sought, what is in hand included.

        Raises:
            CommitFailed: The group has given the partitions to another member.
            TimedOut: The offsets were not acknowledged within default.api.timeout.ms.
        """
        group = self._grouped()
        self._check_open()
        self._hand.committing(group, offsets)
        await group.committing.commit(offsets)

    def commit_soon(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None = None
    ) -> None:
        """Commit as `commit` does, without waiting; a failure is logged."""
        group = self._grouped()
        if offsets is None:
            self._hand.note_done()
        group.committing.commit_soon(offsets)

    async def committed(
        self, partitions: Collection[TopicPartition]
    ) -> dict[TopicPartition, OffsetAndMetadata | None]:
        """Return the committed offsets of partitions, None where there is none."""
        self._check_open()
        return await self._grouped().committing.committed(partitions)

    def done(self, upto: Batch[K, V] | Mapping[TopicPartition, int]) -> None:
        """Note that records are done, though nothing more was asked for yet."""
        self._grouped()
        self._hand.done(upto)

    def on_close(self, *, leave: LeaveOption = "default", budget_ms: int | None = None) -> None:
        """Have the end of the block leave the group or remain in it, and take so long at most.

        By default dynamic members leave, and static ones remain until their session ends.
        """
        self._closing.change(leave, budget_ms)

    def still_working(self) -> None:
        """Begin max.poll.interval.ms anew: the records in hand take longer."""
        group = self._grouped()
        if group.member is not None:
            group.member.poll_interval.still_working(self._runtime.now_ms())

    def _grouped(self) -> Grouping:
        if self._group is None:
            raise ConfigurationError("this needs a group: give the consumer a group_id")
        return self._group

    def _check_open(self) -> None:
        if not self._is_open:
            raise Closed("the consumer is not open: use it as `async with Consumer(...)`")
