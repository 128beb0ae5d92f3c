"""A consumer's place in its group, on trio: performs what the member wishes, and runs hooks.

The protocol is that of `kafkawire.client.core.membership`. What a wish asks for at once is done
when it is taken, in `look`; hooks run in `perform`, while the application waits in its ask.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

import trio

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.membership.common import Leave, Parts
from kafkawire.client.core.membership.coordinator import Coordinator
from kafkawire.client.core.membership.handover import (
    Assigned,
    Failed,
    Interrupt,
    Left,
    Lost,
    Raise,
    Release,
    Revoked,
    Stalled,
    Wish,
)
from kafkawire.client.core.membership.losses import listed
from kafkawire.client.core.membership.topic_selection import TopicSelection
from kafkawire.client.core.metrics.groups import Rebalances
from kafkawire.client.core.offsets import committing_member
from kafkawire.client.core.offsets.committing_member import OffsetsOptions
from kafkawire.client.core.offsets.done import Offsets
from kafkawire.client.errors import ClientError, ConfigurationError, TimedOut
from kafkawire.client.hooks import GroupHooks, Hook, RemotePattern
from kafkawire.client.shell.asking import Asking
from kafkawire.client.shell.committing import Committing, log_uncommitted
from kafkawire.client.shell.members import Member, make_member
from kafkawire.client.shell.opening import windows_of
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.options import ConsumerSettings
    from kafkawire.client.shell.runtime import Runtime

Topics = Collection[str] | re.Pattern[str] | RemotePattern
STEPS = (Release, Revoked, Lost, Assigned)
_log = logging.getLogger("kafkawire.client.consumer")


class Holder(Protocol):
    """Handlers, which hold records of partitions while the group takes them away (`serve`)."""

    def look(self) -> None:
        """Start handlers of partitions that came."""

    def end(self, partitions: Collection[TopicPartition], why_lost: ClientError | None) -> None:
        """Have the handlers of partitions end; `why_lost` if the partitions are lost."""

    def holds(self, partitions: frozenset[TopicPartition]) -> bool:
        """Return whether a handler of these partitions has not returned."""

    def interrupt(self, partitions: Collection[TopicPartition]) -> None:
        """Cancel the handlers of partitions."""


class Grouping:
    """The group of one consumer: membership and offsets. `wake` lets a waiting ask look again."""

    def __init__(
        self,
        settings: ConsumerSettings,
        runtime: Runtime,
        reader: Reader,
        hooks: GroupHooks,
        wake: Callable[[], None],
    ) -> None:
        assert settings.group_id is not None
        self._settings = settings
        self._runtime = runtime
        self._reader = reader
        self._hooks = hooks
        self._wake = wake
        self._coordinator = Coordinator(
            settings.group_id,
            runtime.network,
            runtime.metadata,
            runtime.timers,
            Backoff(settings.retry_backoff_ms, settings.retry_backoff_max_ms, runtime.random),
        )
        self.offsets = self._make_offsets(settings.group_id)
        self.offsets.on_auto_commit = log_uncommitted
        self.committing = Committing(self.offsets, runtime, settings.default_api_timeout_ms)
        self.rebalances = Rebalances(windows_of(settings))
        self.member: Member | None = None
        self._todo: deque[Wish] = deque()
        self._errors: deque[BaseException] = deque()
        self._failed: ClientError | None = None
        self._is_told = False
        """Whether the application was told why the membership failed."""
        self._lost: dict[TopicPartition, ClientError] = {}
        """Partitions that were lost since the application asked, and why."""
        self._holder: Holder | None = None
        self._releasing = Asking()
        self._performing = trio.Lock()
        self._has_left = trio.Event()
        if runtime.observing is not None:
            self.offsets.listen(runtime.observing.committed)
        reader.beginnings.append(self.offsets.begun)
        runtime.after_pump.append(self.look)

    def _make_offsets(self, group_id: str) -> Offsets:
        settings, runtime = self._settings, self._runtime
        return Offsets(
            OffsetsOptions(
                group_id,
                settings.enable_auto_commit,
                settings.auto_commit_interval_ms,
                settings.retry_backoff_ms,
                settings.retry_backoff_max_ms,
            ),
            committing_member.Parts(
                runtime.network,
                self._coordinator,
                runtime.metadata,
                runtime.timers,
                runtime.random,
            ),
        )

    # Membership

    def subscribe(self, topics: Topics) -> None:
        """Be a member that reads these topics."""
        now_ms = self._runtime.now_ms()
        if self.member is None:
            self.member = self._made()
            self.offsets.commit_for(self.member)
            self.hold(self._holder)
        self._failed, self._is_told = None, False
        self._has_left = trio.Event()
        selection = selection_of(topics, self._settings)
        self._reader.expect(selection.names)
        self.member.subscribe(selection, now_ms)

    def leave(self, leave: Leave, budget_ms: int | None) -> None:
        """Give all partitions back and leave the group; `perform` what follows until `left`."""
        if self.member is None:
            self._has_left.set()
        else:
            self.member.unsubscribe(self._runtime.now_ms(), leave=leave, budget_ms=budget_ms)

    @property
    def has_left(self) -> bool:
        """Whether there is no membership any more after `leave`."""
        return self._has_left.is_set()

    def metadata(self) -> GroupMetadata:
        """Return the group, generation and member id of the consumer."""
        if self.member is not None:
            return self.member.group_metadata()
        assert self._settings.group_id is not None
        return GroupMetadata(self._settings.group_id, -1, "", self._settings.group_instance_id)

    def asked(self) -> None:
        """Note that the application asks for records, so that it holds none."""
        self._lost.clear()
        if self.member is not None:
            self.member.asked(self._runtime.now_ms())

    def holding(self, since_ms: int) -> None:
        """Take since when the application holds the eldest of the records that it has."""
        if self.member is not None:
            self.member.poll_interval.holding(since_ms)

    def hold(self, holder: Holder | None) -> None:
        """Ask `holder` for partitions that the group takes away; None: the next ask gives them."""
        self._holder = holder
        if self.member is not None:
            self.member.handover.interrupts = holder is not None
        self.released()

    def released(self) -> None:
        """Note that a handler has returned."""
        self._releasing.wake()

    def done(self, partition: TopicPartition, offset: OffsetAndMetadata) -> None:
        """Note that records are done, but of a partition that was lost."""
        if partition not in self._lost:
            self.offsets.done(partition, offset, self._runtime.now_ms())

    def refuse_lost(self, partitions: Iterable[TopicPartition]) -> None:
        """Raise why partitions were lost that the application may still hold records of."""
        for partition in partitions:
            why = self._lost.get(partition)
            if why is not None:
                raise why

    # Wishes

    @property
    def has_work(self) -> bool:
        """Whether `perform` has something to do, or to raise."""
        return bool(self._todo or self._errors or self._failed)

    @property
    def can_leave(self) -> bool:
        """Whether `perform_steps` brings a membership that leaves any further."""
        return bool(self._todo) and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the member has left its group, or failed for good."""
        return self.has_left or self._failed is not None

    def look(self, now_ms: int) -> None:
        """Take new wishes, and do what they ask for at once."""
        if self.member is None:
            return
        for wish in self.member.handover.take():
            self._begin(wish, now_ms)
            self._todo.append(wish)
        if self._todo:
            self._releasing.wake()
            self._wake()

    def _begin(self, wish: Wish, now_ms: int) -> None:
        if self._runtime.observing is not None:
            self._runtime.observing.wished(wish)
        if isinstance(wish, STEPS):
            self.rebalances.began(now_ms)
            _log.info("%s: %s", type(wish).__name__, listed(wish.partitions))
        if isinstance(wish, Release):
            self._reader.hide(self._assigned(wish.partitions), now_ms)
            if self._holder is not None:
                self._holder.end(wish.partitions, None)
        elif isinstance(wish, Interrupt):
            if self._holder is not None:
                self._holder.interrupt(wish.partitions)
        elif isinstance(wish, Lost):
            self.rebalances.failed(now_ms)
            self._lost.update(dict.fromkeys(wish.partitions, wish.why))
            if self._holder is not None:
                self._holder.end(wish.partitions, wish.why)
            self._drop(wish.partitions, now_ms)
        elif isinstance(wish, Stalled):
            _log.warning(
                "heartbeats were %d ms late: something kept the program from running", wish.late_ms
            )

    async def perform(self) -> None:
        """Perform all wishes, in order; raise what they and their hooks raise.

        A step that is cancelled stays to be performed.
        """
        await self.perform_steps()
        self.raise_errors()

    async def perform_steps(self) -> None:
        """Perform all wishes, in order; keep what they and their hooks raise."""
        async with self._performing:
            while self._todo:
                wish = self._todo[0]
                if not (isinstance(wish, Release) and self._is_outdated()):
                    await self._perform(wish)
                self._todo.popleft()
                self._runtime.pump()

    def raise_errors(self) -> None:
        """Raise the first error of a step, or why the membership failed."""
        if self._errors:
            raise self._errors.popleft()
        if self._failed is not None:
            self._is_told = True
            raise self._failed

    def raise_untold(self) -> None:
        """The same at the end of a membership: a failure that was raised before is not again."""
        if self._errors or not self._is_told:
            self.raise_errors()

    def _is_outdated(self) -> bool:
        """Whether another step follows, which takes the place of the first."""
        return any(isinstance(each, STEPS) for each in list(self._todo)[1:])

    async def _perform(self, wish: Wish) -> None:
        if isinstance(wish, Raise):
            self._errors.append(wish.error)
        elif isinstance(wish, Failed):
            self._failed = wish.error
        elif isinstance(wish, Left):
            self._has_left.set()
            self._wake()
        elif isinstance(wish, Release):
            await self._releasing.until(lambda: True if self._is_released(wish) else None)
        elif isinstance(wish, Revoked):
            left_ms = wish.deadline_ms - self._runtime.now_ms()
            await self._run("revoked", self._hooks.revoked, wish.partitions, left_ms)
            self._drop(wish.partitions, self._runtime.now_ms())
        elif isinstance(wish, Lost):
            await self._run("lost", self._hooks.lost, wish.partitions, wish.budget_ms)
        elif isinstance(wish, Assigned):
            await self._assign(wish)
        if isinstance(wish, STEPS) and self.member is not None:
            self.member.handover.done(wish.number, self._runtime.now_ms())

    def _is_released(self, wish: Release) -> bool:
        """Whether the handlers have returned, or need not be waited for any more."""
        holder = self._holder
        return holder is None or not holder.holds(wish.partitions) or self._is_outdated()

    async def _assign(self, wish: Assigned) -> None:
        now_ms = self._runtime.now_ms()
        kept = frozenset(self._reader.assignment)
        new = wish.partitions - kept
        self._reader.assign(kept | wish.partitions, now_ms)
        self._reader.hide(new, now_ms)
        try:
            await self._run("assigned", self._hooks.assigned, wish.partitions, wish.budget_ms)
        finally:
            self._reader.show(self._assigned(new), self._runtime.now_ms())
        if self._holder is not None:
            self._holder.look()
        self.look_up_positions()
        self.rebalances.ended(self._runtime.now_ms())

    async def _run(
        self, name: str, hook: Hook | None, partitions: frozenset[TopicPartition], budget_ms: int
    ) -> None:
        """Run a hook; what it raises comes out of the ask when the rebalance goes on."""
        if hook is None or self.member is None:
            return
        self.member.poll_interval.hook_runs(self._runtime.now_ms())
        try:
            with trio.move_on_after(max(0, budget_ms) / 1000) as scope:
                await hook(partitions)
        except Exception as error:  # noqa: BLE001 - it is the application's, which gets it
            self._errors.append(error)
        finally:
            self.member.poll_interval.hook_runs(None)
        if not self.member.poll_interval.is_held:
            self.member.asked(self._runtime.now_ms())  # it waits for records again
        if scope.cancelled_caught:
            text = f"the hook `{name}` took longer than the {budget_ms} ms of the rebalance"
            self._errors.append(TimedOut(text))

    def _drop(self, partitions: frozenset[TopicPartition], now_ms: int) -> None:
        self._reader.assign(frozenset(self._reader.assignment) - partitions, now_ms)

    def _assigned(self, partitions: frozenset[TopicPartition]) -> frozenset[TopicPartition]:
        return partitions & frozenset(self._reader.assignment)

    def _made(self) -> Member:
        runtime = self._runtime
        parts = Parts(
            runtime.network,
            self._coordinator,
            runtime.metadata,
            self.offsets,
            runtime.timers,
            runtime.random,
        )
        return make_member(self._settings, parts, runtime.network.features.levels)

    # Offsets

    def look_up_positions(self) -> None:
        """Ask for the committed offsets of partitions whose place was not sought."""
        wanted = list(self._reader.initializing)
        if not wanted:
            return

        def found(
            told: Mapping[TopicPartition, OffsetAndMetadata | None] | ClientError, now_ms: int
        ) -> None:
            if isinstance(told, ClientError):
                self._errors.append(told)
                self._wake()
            else:
                self._reader.found_committed(told, now_ms)

        now_ms = self._runtime.now_ms()
        deadline_ms = now_ms + self._settings.default_api_timeout_ms
        self.offsets.committed(wanted, found, deadline_ms, now_ms)


def selection_of(topics: Topics, settings: ConsumerSettings) -> TopicSelection:
    """Return what an application subscribes to. Raises ConfigurationError."""
    if isinstance(topics, RemotePattern):
        return TopicSelection(remote_pattern=str(topics))
    if isinstance(topics, re.Pattern):
        return TopicSelection(pattern=topics, excludes_internal=settings.exclude_internal_topics)
    if isinstance(topics, str):
        raise ConfigurationError(f"subscribe to a collection of topics: [{topics!r}]")
    return TopicSelection(names=frozenset(topics))
