"""Where partitions are read: changes of positions after news of their logs.

`Steering` changes the state of partitions (`positions`) and does the work of each state: it
requests offsets from leaders, validates positions and fetches records. `moved` gets positions that
change without a seek.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.client.core.merging import is_another
from kafkawire.client.core.offset_requests import EARLIEST
from kafkawire.client.core.positions import HAS_POSITION, Event, Partition, Position, State
from kafkawire.client.core.resetting import ResetPolicy, Resetter
from kafkawire.client.core.validating import Validator
from kafkawire.client.core.view import NO_EPOCH, NO_ID, NO_NODE
from kafkawire.client.errors import (
    ClientError,
    LogTruncation,
    NoOffsetForPartition,
    OffsetOutOfRange,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.fetching import Fetcher
    from kafkawire.client.core.handing import Shelf
    from kafkawire.client.core.rounds import Round
    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.core.view import ClusterView, PartitionView
    from kafkawire.client.values import TopicPartition


NO_OFFSET = "no offset"


class Moved(NamedTuple):
    """A position that changed without a seek: worth a line in the log.

    Attributes:
        partition: The partition.
        before: The offset that would have been read next, None if there was none.
        after: The offset that is read next.
        why: `no offset`, `out of range`, `truncated` or `recreated`.
    """

    partition: TopicPartition
    before: int | None
    after: int
    why: str


class SteeringOptions(NamedTuple):
    """What decides where to begin.

    Attributes:
        policy: auto.offset.reset.
        isolation_level: 1 if the end of a log is its last stable offset.
        wall_ms: Returns the wall time of a `now_ms`, for `by_duration`.
        moved: Called with positions that changed without a seek.
    """

    policy: ResetPolicy
    isolation_level: int
    wall_ms: Callable[[int], int]
    moved: Callable[[Moved], None]


class Steering:
    """See the module's docstring."""

    def __init__(
        self,
        options: SteeringOptions,
        surroundings: Surroundings,
        fetcher: Fetcher,
        shelf: Shelf,
    ) -> None:
        self._options = options
        self._with = surroundings
        self._fetcher = fetcher
        self._shelf = shelf
        self._resetter = Resetter(surroundings, options.isolation_level, self._found, self._refused)
        self._validator = Validator(surroundings, self._checked, self._refused)
        self._rounds: tuple[Round[Any], ...] = (self._resetter.round, self._validator.round)
        for each in self._rounds:
            each.handed_on = fetcher.sources.send
        self.soon: Callable[[int], None] = lambda now_ms: None
        """Called with now_ms when leaders are to be asked: `send` is due, whatever led here."""
        self._why: dict[TopicPartition, str] = {}
        """The reason why partitions are reset without a seek."""
        self.beginnings: list[Callable[[TopicPartition, int, int], None]] = []
        """Called with partition, offset and now_ms where the policy has found an offset and none
        was committed."""
        self.initializing: dict[TopicPartition, Partition] = {}
        """Partitions that wait for a lookup of their committed offsets."""

    def send(self, now_ms: int) -> None:
        """Send the questions to leaders."""
        for each in self._rounds:
            each.send(now_ms)

    def wake(self, now_ms: int) -> None:
        """Ask leaders again, with newer metadata."""
        for each in self._rounds:
            each.wake(now_ms)

    # The cluster

    def on_view(self, partition: Partition, newer: ClusterView, now_ms: int) -> None:
        """Take what a new view has of a partition."""
        topic_id = newer.topic_id(partition.key.topic)
        if is_another(partition.topic_id, topic_id):
            self._recreated(partition, topic_id, now_ms)
            return
        if topic_id != NO_ID:
            partition.topic_id = topic_id
        self._led(partition, newer.partition(partition.key), now_ms)

    def _led(self, partition: Partition, known: PartitionView | None, now_ms: int) -> None:
        """Follow the leader of a partition."""
        if partition.is_denied and partition.error is None:
            self._fetcher.wake(partition)
            if partition.state in (State.RESETTING, State.VALIDATING):
                self._settle(partition, now_ms)
        has_position = partition.state in HAS_POSITION
        if (
            not has_position
            or known is None
            or known.leader == NO_NODE
            or (known.leader, known.leader_epoch) == (partition.leader, partition.leader_epoch)
        ):
            self._fetcher.place(partition, now_ms)
            return
        self._fetcher.forget_preferred(partition)
        self._fetcher.wake(partition)
        if partition.position is not None and NO_EPOCH not in (
            partition.position.epoch,
            known.leader_epoch,
        ):
            self.enter(partition, Event.LEADER_CHANGED, now_ms)
        else:
            self._settle(partition, now_ms)

    def _recreated(self, partition: Partition, topic_id: bytes, now_ms: int) -> None:
        """Begin at the start of a new topic that has the old one's name."""
        partition.topic_id = topic_id
        if partition.state is State.INITIALIZING:
            return
        self.void(partition, now_ms)
        partition.forget_log()
        if self._options.policy.is_none and partition.state is not State.RESETTING:
            before = 0 if partition.position is None else partition.position.offset
            self._raise_at_ask(partition, OffsetOutOfRange({partition.key: before}))
            return
        partition.reset_to = EARLIEST
        self._why[partition.key] = "recreated"
        self.enter(partition, Event.RECREATED, now_ms)

    # Changes of state

    def enter(self, partition: Partition, event: Event, now_ms: int) -> None:
        """Change the state of a partition and do what the new one asks for."""
        partition.on(event)
        self._settle(partition, now_ms)

    def _settle(self, partition: Partition, now_ms: int) -> None:
        """Do what the state asks for."""
        if partition.state is not State.INITIALIZING:
            self.initializing.pop(partition.key, None)
        if partition.state is State.RESETTING:
            timestamp = partition.reset_to
            if timestamp is None:
                timestamp = self._options.policy.timestamp(self._options.wall_ms(now_ms))
            self._resetter.reset(partition, timestamp)
        else:
            known = self._with.cluster.view.partition(partition.key)
            if known is not None:
                partition.leader, partition.leader_epoch = known.leader, known.leader_epoch
            if partition.state is State.VALIDATING:
                self._validator.validate(partition)
        if partition.state in (State.RESETTING, State.VALIDATING):
            self.soon(now_ms)
        self._fetcher.place(partition, now_ms)
        self._shelf.put(partition)

    def void(self, partition: Partition, now_ms: int) -> None:
        """Forget what is under way and what came: the position is another one now."""
        self._shelf.clear(partition, now_ms)
        for each in self._rounds:
            each.drop(partition.key)
        self._fetcher.wake(partition)
        self._why.pop(partition.key, None)
        partition.error, partition.is_sticky, partition.reset_to = None, False, None

    def without_offset(self, partition: Partition, now_ms: int) -> None:
        """Have the policy decide, since no offset is committed."""
        if self._options.policy.is_none:
            del self.initializing[partition.key]
            self._raise_at_ask(partition, NoOffsetForPartition([partition.key]))
            return
        self._why[partition.key] = NO_OFFSET
        self.enter(partition, Event.NOT_COMMITTED, now_ms)

    def out_of_range(self, partition: Partition, now_ms: int) -> None:
        """Have the policy decide, since the leader's log lacks the position."""
        assert partition.position is not None
        if self._options.policy.is_none:
            self._raise_at_ask(
                partition, OffsetOutOfRange({partition.key: partition.position.offset})
            )
            return
        self._why[partition.key] = "out of range"
        self.enter(partition, Event.OUT_OF_RANGE, now_ms)

    def _found(self, partition: Partition, offset: int, now_ms: int) -> None:
        """Begin at the offset that a leader has answered."""
        before, why = partition.position, self._why.pop(partition.key, None)
        partition.position, partition.reset_to = Position(offset), None
        self.enter(partition, Event.OFFSET_FOUND, now_ms)
        if why is not None:
            self._tell(partition, before, offset, why)
        if why == NO_OFFSET:
            for begun in self.beginnings:
                begun(partition.key, offset, now_ms)

    def _checked(self, partition: Partition, end: Position | None, now_ms: int) -> None:
        """Take a leader's answer about a position: None if it is valid, else where logs part."""
        before = partition.position
        assert before is not None
        if end is None:
            self.enter(partition, Event.VALID, now_ms)
        elif self._options.policy.is_none:
            partition.on(Event.TRUNCATED_WITHOUT_POLICY)
            self._shelf.clear(partition, now_ms)
            diverging = None if end.offset < 0 else end.offset
            error = LogTruncation({partition.key: before.offset}, {partition.key: diverging})
            partition.fail(error, is_sticky=True)
            self._shelf.put(partition)
        else:
            self.void(partition, now_ms)
            if end.offset < 0:
                self._why[partition.key] = "truncated"
                self.enter(partition, Event.TRUNCATED_SOMEWHERE, now_ms)
            else:
                partition.position = end
                self.enter(partition, Event.TRUNCATED, now_ms)
                self._tell(partition, before, end.offset, "truncated")

    def _raise_at_ask(self, partition: Partition, error: ClientError) -> None:
        partition.on(Event.NO_POLICY)
        partition.fail(error, is_sticky=True)
        self._shelf.put(partition)

    def _refused(self, partition: Partition, error: ClientError) -> None:
        partition.fail(error)
        partition.is_denied = True
        self._shelf.put(partition)

    def _tell(self, partition: Partition, before: Position | None, after: int, why: str) -> None:
        offset = None if before is None else before.offset
        self._options.moved(Moved(partition.key, offset, after, why))
