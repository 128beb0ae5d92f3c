"""Members of groups: applications that read, take their time, seek, commit, leave and die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trio

from kafkawire.client import Consumer, GroupHooks
from kafkawire.client.errors import ClientError, CommitFailed, TimedOut
from tools.simulate_client.ledger import Group, Handed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.client import Batch
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.values import OffsetAndMetadata, TopicPartition
    from tools.simulate_client.writers import Shared

BATCH_BYTES_MAX = 64 << 10
"""What one record batch may exceed a bound of memory by."""
ASK_SECONDS_MAX = 5.0
POLL_INTERVAL_MS = 300_000


class Reader:
    """One member, which reads until it leaves or dies."""

    def __init__(self, name: str, shared: Shared, group: Group, topics: Any, **options: Any):
        self.name = name
        self.shared = shared
        self.group = group
        self.options = options
        self.is_dead = False
        self.is_over = False
        self.consumer: Consumer[bytes, bytes] = Consumer(
            "127.0.0.1:9092",
            topics=topics,
            hooks=GroupHooks(None, self._revoked, self._lost),
            client_id=name,
            group_id=group.name,
            auto_offset_reset="earliest",
            isolation_level=group.isolation,
            max_poll_interval_ms=POLL_INTERVAL_MS,
            **options,
        )
        self._membership.offsets.listen(self._told)
        self._batches = self.consumer.batches()
        self._scope = trio.CancelScope()
        self._leaves = False
        self._ask: trio.CancelScope | None = None
        self._holds_s = 0.0
        self._worked: tuple[TopicPartition, int] | None = None
        """The batch in hand, if it was worked on."""

    @property
    def _membership(self) -> Grouping:
        group = self.consumer._group
        assert group is not None
        return group

    @property
    def is_settled(self) -> bool:
        """Whether a broker misses the member after a session's time, and no later."""
        member = self._membership.member
        return self.options["group_protocol"] == "consumer" or (
            member is not None and member.state.name == "STABLE"
        )

    # What happens to it

    def leave(self) -> None:
        """Leave the group in order."""
        self._leaves = True
        if self._ask is not None:
            self._ask.cancel()

    def cancel(self) -> None:
        """Cancel the task of the application, wherever it is."""
        self._scope.cancel()

    def kill(self) -> None:
        """End as a killed process does: the network has cut its connections."""
        self.is_dead = True
        self.group.died(self.name)
        self._scope.cancel()

    def hold(self, seconds: float) -> None:
        """Take so long for the next batch."""
        self._holds_s = seconds

    # What it does

    async def run(self) -> None:
        """Be a member of the group until the end."""
        with self._scope:
            try:
                async with self.consumer:
                    while not self._leaves:
                        await self._turn()
            except TimedOut as error:
                # A close without a broker.
                if not (self.is_dead or self._leaves):
                    raise
                self.shared.ledger.note(f"{self.name}: {error!r}")
        self.group.died(self.name)  # what it still has: no hook took it
        self.is_over = True

    async def _turn(self) -> None:
        random = self.shared.random
        patience_s = random.uniform(0, ASK_SECONDS_MAX) if self.shared.is_stormy else float("inf")
        batch = None
        with trio.CancelScope(deadline=trio.current_time() + patience_s) as self._ask:
            if self._worked is not None and not self.is_dead:
                self.group.done(self.name, *self._worked)  # the request marks them as done
            self._worked = None
            try:
                batch = await anext(self._batches)
            except CommitFailed as error:
                self.shared.ledger.note(f"{self.name}: {error!r}")
        self._ask = None
        if batch is None:
            return
        self._note(batch)
        if await self._work(batch):
            self._worked = (batch.partition, batch.next_offset)

    def _note(self, batch: Batch[bytes, bytes]) -> None:
        records = [(record.offset, bytes(record.value or b"")) for record in batch]
        self.group.handed(self.name, Handed(batch.partition, records, batch.next_offset))
        memory = self.consumer._reader.memory
        if memory.used_bytes > memory.total_bytes + BATCH_BYTES_MAX:
            self.shared.ledger.fault(
                f"{self.name}: {memory.used_bytes} bytes are held, of {memory.total_bytes}"
            )

    async def _work(self, batch: Batch[bytes, bytes]) -> bool:
        """Take some time, and now and then commit or seek; False if the batch is not done."""
        random = self.shared.random
        seconds, self._holds_s = self._holds_s, 0.0
        if self.shared.is_stormy:
            seconds += random.choice((0.0, 0.0, 0.01, 1.0))
        if seconds:
            await trio.sleep(seconds)
        choice = random.random() if self.shared.is_stormy else 1.0
        if choice < 0.1:
            await self._commit(batch)
        elif choice < 0.15:
            return not self._seek(batch.partition)
        return True

    async def _commit(self, batch: Batch[bytes, bytes]) -> None:
        # Noted before: a commit in the body has the batch in hand.
        self.group.done(self.name, batch.partition, batch.next_offset)
        with trio.move_on_after(self.shared.random.uniform(0, 2)):
            try:
                await self.consumer.commit()
            except ClientError as error:
                self.shared.ledger.note(f"{self.name}: {error!r}")

    def _seek(self, partition: TopicPartition) -> bool:
        """Read something again; False if there is nothing, or the partition is not owned."""
        offset = self.group.place_before(self.name, partition, self.shared.random)
        if offset is None or partition not in self.consumer.assignment:
            return False
        self.consumer.seek(partition, offset)
        self.group.sought(self.name, partition, offset)
        return True

    # Events of the client

    def _told(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], error: ClientError | None
    ) -> None:
        self.group.told(self.name, {key: each.offset for key, each in offsets.items()}, error)

    async def _revoked(self, partitions: Iterable[TopicPartition]) -> None:
        if not self.is_dead:
            self.group.gave(self.name, partitions, "revoked")

    async def _lost(self, partitions: Iterable[TopicPartition]) -> None:
        self.group.gave(self.name, partitions, "lost")
