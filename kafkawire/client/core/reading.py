"""The reading half of a consumer: from partitions and positions to batches of records.

A `Reader` gets an assignment with positions, and hands out batches. It requests from the cluster:
offsets to begin at, ends of epochs to detect truncated logs, and records. Every door takes
`now_ms`; answers come by the outbox, deadlines by the timers, the view by `on_view`.

    assign, found_committed   what is read, and where a group has come to
    next, release             the next batch; its memory when it is done
    seek, reset, pause        where and whether to read
    beginnings                called where the policy has found an offset and none was committed
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.fetching import Fetcher, Listener
from kafkawire.client.core.handing import Shelf
from kafkawire.client.core.listing import Listing
from kafkawire.client.core.memory import Memory
from kafkawire.client.core.newcomers import Newcomers
from kafkawire.client.core.offset_requests import EARLIEST
from kafkawire.client.core.positions import HAS_POSITION, Event, Partition, Position
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.sought import Sought
from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.core.steering import Moved, Steering, SteeringOptions
from kafkawire.client.core.topic_refusals import TopicRefusals
from kafkawire.client.core.view import NO_EPOCH
from kafkawire.client.errors import ClientError, NotAssigned

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from kafkawire.client.batch import Batch
    from kafkawire.client.core.metrics.fetches import Fetches
    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import OffsetAndMetadata, TopicPartition
    from kafkawire.timers import Timer


class ReaderOptions(NamedTuple):
    """Options of a reader.

    Attributes:
        fetch: What its fetches have.
        fetch_memory_bytes: What records that were fetched and are not done may take.
        reset: auto.offset.reset.
        has_group: Whether committed offsets are to be waited for (`found_committed`).
        resets_new_partitions: Whether the policy decides for partitions, too, that came to be since
            the first assignment of a group. Otherwise they begin at the earliest offset.
    """

    fetch: FetchOptions = FetchOptions()
    fetch_memory_bytes: int = 64 << 20
    reset: ResetPolicy = ResetPolicy("latest")
    has_group: bool = False
    resets_new_partitions: bool = False


class ReaderHooks(NamedTuple):
    """Functions that a reader calls. They must not call the reader.

    Attributes:
        ready: There is something to hand out.
        moved: A position changed without a seek.
        wall_ms: Returns the wall time of a `now_ms`, for `by_duration`.
    """

    ready: Callable[[], None] = lambda: None
    moved: Callable[[Moved], None] = lambda moved: None
    wall_ms: Callable[[int], int] = lambda now_ms: now_ms


class Reader:
    """See the module's docstring."""

    def __init__(
        self, options: ReaderOptions, surroundings: Surroundings, hooks: ReaderHooks
    ) -> None:
        self._options = options
        self._with = surroundings
        self._hooks = hooks
        self._assigned: dict[TopicPartition, Partition] = {}
        self.sought = Sought(self._assigned)
        self._newcomers = Newcomers()
        self._refusals = TopicRefusals(self._assigned, self._fail)
        self._listings: dict[Listing, None] = {}
        self._failure: ClientError | None = None
        self._timer: Timer | None = None
        """Set if changes of the caller are to be sent."""
        self.memory = Memory(options.fetch_memory_bytes)
        self._fetcher = Fetcher(options.fetch, surroundings, self.memory, self._assigned)
        self._shelf = Shelf(surroundings, self._fetcher, hooks.ready)
        level = options.fetch.isolation_level
        steering = SteeringOptions(options.reset, level, hooks.wall_ms, hooks.moved)
        self._steering = Steering(steering, surroundings, self._fetcher, self._shelf)
        self._steering.soon = self._soon
        self.beginnings = self._steering.beginnings
        self._fetcher.listener = Listener(self._shelf.came, self._steering.out_of_range, self._fail)
        surroundings.cluster.listen(self.on_view)

    @property
    def meter(self) -> Fetches:
        """Counts what is read; metrics are made of it."""
        return self._fetcher.meter

    # What is read

    @property
    def assignment(self) -> Collection[TopicPartition]:
        """The partitions that are assigned."""
        return self._assigned.keys()

    @property
    def paused(self) -> set[TopicPartition]:
        """The partitions that are paused."""
        return {key for key, partition in self._assigned.items() if partition.is_paused}

    @property
    def initializing(self) -> Collection[TopicPartition]:
        """The partitions whose committed offsets are to be looked up."""
        return self._steering.initializing.keys()

    @property
    def shown(self) -> set[TopicPartition]:
        """The partitions that are assigned and not hidden."""
        return {key for key, partition in self._assigned.items() if not partition.is_hidden}

    def expect(self, topics: Collection[str]) -> None:
        """Note topics that the application subscribes to by name: what they have is not new."""
        self._refusals.subscribe(topics)
        self._newcomers.expect(topics, self._with.cluster.view)

    def assign(self, partitions: Iterable[TopicPartition], now_ms: int) -> None:
        """Read these partitions from now on; those that stay go on where they are."""
        wanted = dict.fromkeys(partitions)
        for key in self._assigned.keys() - wanted.keys():
            self._unassign(key, now_ms)
        added = [key for key in wanted if key not in self._assigned]
        view = self._with.cluster.view
        for key in added:
            partition = Partition(key, view.topic_id(key.topic))
            self._assigned[key] = self._steering.initializing[key] = partition
        self._with.cluster.want((key.topic for key in added), now_ms)
        if self._options.has_group:
            self._newcomers.assigned(added, view)
        else:
            self.found_committed(dict.fromkeys(added), now_ms)
        self._soon(now_ms)

    def found_committed(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata | None], now_ms: int
    ) -> None:
        """Begin at committed offsets; None where there is none, and the policy decides."""
        for key, committed in offsets.items():
            partition = self._steering.initializing.get(key)
            if partition is None:
                continue
            if committed is None:
                if self._is_new(partition):
                    partition.reset_to = EARLIEST
                self._steering.without_offset(partition, now_ms)
                continue
            epoch = NO_EPOCH if committed.leader_epoch is None else committed.leader_epoch
            partition.position = Position(committed.offset, epoch)
            has_epoch = epoch != NO_EPOCH
            self._steering.enter(
                partition, Event.COMMITTED_WITH_EPOCH if has_epoch else Event.COMMITTED, now_ms
            )
        self._soon(now_ms)

    def pause(self, partitions: Iterable[TopicPartition], now_ms: int) -> None:
        """Neither fetch nor hand out these; records that came already are kept."""
        for partition in self._all(partitions):
            partition.is_paused = True
            self._hid(partition, now_ms)
        self._soon(now_ms)

    def resume(self, partitions: Iterable[TopicPartition], now_ms: int) -> None:
        """Fetch and hand out these again."""
        for partition in self._all(partitions):
            partition.is_paused = False
            self._showed(partition, now_ms)
        self._soon(now_ms)

    def hide(self, partitions: Iterable[TopicPartition], now_ms: int) -> None:
        """Keep these from being read while a hook runs or a revocation goes on."""
        for partition in self._all(partitions):
            partition.is_hidden = True
            self._hid(partition, now_ms)
        self._soon(now_ms)

    def show(self, partitions: Iterable[TopicPartition], now_ms: int) -> None:
        """End what `hide` began."""
        for partition in self._all(partitions):
            partition.is_hidden = False
            self._showed(partition, now_ms)
        self._soon(now_ms)

    # Where

    def seek(
        self, key: TopicPartition, offset: int, now_ms: int, *, leader_epoch: int | None = None
    ) -> None:
        """Read on from this offset. With the epoch of the record before it, the log is checked."""
        partition = self._one(key)
        self._steering.void(partition, now_ms)
        epoch = NO_EPOCH if leader_epoch is None else leader_epoch
        partition.position = Position(offset, epoch)
        event = Event.SOUGHT if epoch == NO_EPOCH else Event.SOUGHT_WITH_EPOCH
        self._steering.enter(partition, event, now_ms)
        self._soon(now_ms)

    def reset(self, keys: Iterable[TopicPartition], timestamp: int, now_ms: int) -> None:
        """Read on from the offset of a time, or from EARLIEST or LATEST."""
        for partition in self._all(keys):
            self._steering.void(partition, now_ms)
            partition.position = None
            partition.reset_to = timestamp
            self._steering.enter(partition, Event.RESET, now_ms)
        self._soon(now_ms)

    def position(self, key: TopicPartition) -> Position | None:
        """Return what is read next, None as long as that is not known."""
        partition = self._one(key)
        return partition.position if partition.state in HAS_POSITION else None

    def lag(self, key: TopicPartition) -> int | None:
        """Return how many offsets there are to the end, None before it is known."""
        return self._one(key).lag(self._options.fetch.isolation_level)

    def partition(self, key: TopicPartition) -> Partition:
        """Return the state of an assigned partition, which is only looked at."""
        return self._one(key)

    # Batches

    @property
    def is_ready(self) -> bool:
        """Whether `next` may have something."""
        return self._failure is not None or not self._shelf.is_empty

    def next(self, max_records: int, now_ms: int) -> Batch | None:
        """Return the next batch of the partition whose turn it is, None if nothing came.

        Raises what came instead of records, one partition at a time.
        """
        try:
            batch = self._shelf.next(max_records, now_ms)
        finally:
            self._go_on(now_ms)
        if batch is None:
            self.check()
        return batch

    def next_of(self, key: TopicPartition, max_records: int, now_ms: int) -> Batch | None:
        """Return the next batch of one partition, None if nothing came."""
        self._one(key)
        try:
            batch = self._shelf.next_of(key, max_records, now_ms)
        finally:
            self._go_on(now_ms)
        if batch is None:
            self.check()
        return batch

    def tell(self, ready_of: Callable[[TopicPartition], None] | None) -> None:
        """Call `ready_of` with each partition that `next_of` has something of.

        Then `ready` is only called for what concerns no partition, which `check` raises. None:
        as it was.
        """
        self._shelf.on_ready_of = ready_of

    def check(self) -> None:
        """Raise what came instead of records, if it concerns no partition."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def inflation(self, key: TopicPartition | None = None) -> Callable[[], None] | None:
        """Return what is worth doing in a thread before `next`, or before `next_of(key)`.

        The function touches nothing of the reader and raises nothing. None: nothing is.
        """
        return self._shelf.inflation(key)

    def release(self, batch: Batch, now_ms: int) -> None:
        """Give back the memory of a batch that is done; each batch once."""
        if self._shelf.release(batch):
            self._fetcher.sources.memory_freed(now_ms)

    # Offsets for the application

    def list_offsets(
        self,
        times: Mapping[TopicPartition, int],
        done: Callable[[Listing, int], None],
        now_ms: int,
    ) -> Listing:
        """Ask for the offsets of times, EARLIEST and LATEST included; `done` gets them.

        Partitions need not be assigned. Retriable failures are tried again until `forget_listing`.
        """

        def ended(listing: Listing, now_ms: int) -> None:
            self._listings.pop(listing, None)
            done(listing, now_ms)

        listing = Listing(self._with, times, self._options.fetch.isolation_level, ended)
        self._listings[listing] = None
        listing.start(now_ms)
        return listing

    def forget_listing(self, listing: Listing) -> None:
        """Wait no longer for a listing."""
        listing.drop()
        self._listings.pop(listing, None)

    # Closing

    def close(self, now_ms: int) -> None:
        """End reading and close fetch sessions; `is_closed` once brokers have answered."""
        for listing in list(self._listings):
            self.forget_listing(listing)
        for key in list(self._assigned):
            self._unassign(key, now_ms)
        self._fetcher.sources.close(now_ms)

    @property
    def is_closed(self) -> bool:
        """Whether `close` has nothing to wait for."""
        return self._fetcher.sources.is_closed

    # The cluster

    def on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        """Take a new view of the cluster; a listener of `Metadata`."""
        self._refusals.on_view(older, newer)
        moved = older.nodes != newer.nodes
        for key, partition in list(self._assigned.items()):
            if moved or newer.topics.get(key.topic) is not older.topics.get(key.topic):
                self._steering.on_view(partition, newer, now_ms)
        self._newcomers.on_view(newer)
        self._steering.wake(now_ms)
        for listing in list(self._listings):
            listing.wake(now_ms)
        self._go_on(now_ms)

    # Small steps

    def _is_new(self, partition: Partition) -> bool:
        """Whether the partition came to be while the group was reading, and latest would skip."""
        if self._options.resets_new_partitions or self._options.reset.is_none:
            return False
        return self._newcomers.is_new(partition.key)

    def _soon(self, now_ms: int) -> None:
        """Send what has become due once the caller is done: a few seeks are one fetch."""
        if self._timer is None:
            self._timer = self._with.timers.at(now_ms, self._go_on)

    def _go_on(self, now_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._steering.send(now_ms)
        self._fetcher.sources.send(now_ms)

    def _hid(self, partition: Partition, now_ms: int) -> None:
        self._shelf.set_aside(partition, now_ms)
        self._fetcher.place(partition, now_ms)

    def _showed(self, partition: Partition, now_ms: int) -> None:
        if not (partition.is_paused or partition.is_hidden):
            self._shelf.bring_back(partition)
            self._fetcher.place(partition, now_ms)

    def _unassign(self, key: TopicPartition, now_ms: int) -> None:
        partition = self._assigned.pop(key)
        self._with.cluster.forget([key.topic])
        self._steering.initializing.pop(key, None)
        self._steering.void(partition, now_ms)
        self._fetcher.remove(partition)

    def _fail(self, error: ClientError) -> None:
        self._failure = error
        self._hooks.ready()

    def _one(self, key: TopicPartition) -> Partition:
        partition = self._assigned.get(key)
        if partition is None:
            raise NotAssigned(f"{key} is not assigned to this consumer")
        return partition

    def _all(self, keys: Iterable[TopicPartition]) -> list[Partition]:
        return [self._one(key) for key in keys]
