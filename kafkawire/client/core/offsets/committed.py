"""Committed offsets: one request is under way, and those that come meanwhile share the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.offsets.committing_member import NoMember
from kafkawire.client.core.offsets.messages import fetch_request, fetched, version_max
from kafkawire.client.core.offsets.turns import (
    LACKING,
    LOST_COORDINATOR,
    Doors,
    Turns,
    has_newer_epoch,
)
from kafkawire.client.errors import ClientError, TimedOut, is_retriable, refusal
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse

if TYPE_CHECKING:
    from kafkawire.client.core.offsets.committing_member import (
        CommittingMember,
        OffsetsOptions,
        Parts,
    )
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import GroupMetadata
    from kafkawire.timers import Timer

NO_TOPIC = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID)
"""Codes that an outdated view of the cluster may have caused."""

Committed = Mapping[TopicPartition, OffsetAndMetadata | None]
Done = Callable[["Committed | ClientError", int], None]
"""Gets the offsets, None where there is none, or the error; and now_ms."""


class Wait:
    """One call that waits for committed offsets. Its owner keeps it only to withdraw it."""

    __slots__ = ("done", "found", "missing", "timer")

    def __init__(self, partitions: Iterable[TopicPartition], done: Done) -> None:
        self.missing = set(partitions)
        self.found: dict[TopicPartition, OffsetAndMetadata | None] = {}
        self.done: Done | None = done
        self.timer: Timer | None = None


class Flight(NamedTuple):
    """The request that is under way."""

    partitions: frozenset[TopicPartition]
    identity: GroupMetadata
    view: ClusterView


class CommittedOffsets:
    """Asks the coordinator for the offsets of one group."""

    def __init__(self, options: OffsetsOptions, parts: Parts, member: CommittingMember) -> None:
        self.member = member
        self._options = options
        self._parts = parts
        self._turns = Turns(
            options,
            parts,
            Doors(lambda now_ms: bool(self._waiting), self._send_to, self._finish_all),
        )
        self._waiting: dict[Wait, None] = {}
        self._flight: Flight | None = None
        self._without_topic: set[TopicPartition] = set()
        """Partitions whose topics were unknown once; the second time they have no offsets."""
        self._last_error: ClientError | None = None

    def ask(self, wait: Wait, deadline_ms: int, now_ms: int) -> None:
        """Ask for the offsets of `wait`. `done` is never called from here."""
        timers = self._parts.timers
        wait.timer = timers.at(deadline_ms, lambda at_ms: self._late(wait, at_ms))
        self._waiting[wait] = None
        self._turns.soon(now_ms)

    def withdraw(self, wait: Wait) -> None:
        """Forget a call that waits."""
        wait.done = None
        if wait.timer is not None:
            wait.timer.cancel()
            wait.timer = None
        self._waiting.pop(wait, None)

    def _send_to(self, node: int, now_ms: int) -> None:
        """Ask in the member's name, or without one: a consumer may read offsets before it joins."""
        view, uses_ids = self._parts.metadata.view, self.member.uses_topic_ids
        identity = self.member.identity()
        is_checked = uses_ids and identity is not None
        if identity is None:
            identity = NoMember(self._options.group_id).identity()
        partitions = frozenset[TopicPartition]().union(*(wait.missing for wait in self._waiting))
        topics = {topic for topic, _ in partitions}
        self._flight = Flight(partitions, identity, view)
        call = Call(
            ApiKey.OFFSET_FETCH,
            fetch_request(identity, sorted(partitions), view, is_checked=is_checked),
            self._answered,
            node=node,
            versions=(1, version_max(topics, view, uses_topic_ids=uses_ids)),
        )
        self._turns.send(call, now_ms)

    # Answers

    def _answered(self, answer: Answer, now_ms: int) -> None:
        self._turns.ended(answer)
        flight, self._flight = self._flight, None
        assert flight is not None
        message = answer.message
        if message is None:
            assert answer.failure is not None
            self._troubled(answer.failure, now_ms, is_passing=is_retriable(answer.failure))
            return
        assert isinstance(message, OffsetFetchResponse)
        code, found = fetched(message, answer.version, flight.partitions, flight.view)
        if code:
            self._refused(code, flight.identity, answer.node, now_ms)
            return
        trouble = self._take(found, flight.partitions, answer.node, now_ms)
        self._hand_out(now_ms)
        if trouble is None:
            self._turns.go_on(now_ms)
        else:
            self._troubled(trouble, now_ms, is_passing=is_retriable(trouble))

    def _refused(self, code: int, sent: GroupMetadata, node: int, now_ms: int) -> None:
        error = refusal(code, f"group {sent.group_id!r}", api=ApiKey.OFFSET_FETCH, node=node)
        if code in LOST_COORDINATOR:
            self._parts.coordinator.lost(node)
        if code == ErrorCode.UNKNOWN_MEMBER_ID:
            self.member.commit_refused(code, sent, now_ms)
        is_newer = has_newer_epoch(self.member, sent)
        is_passing = is_retriable(error) or (code == ErrorCode.STALE_MEMBER_EPOCH and is_newer)
        self._troubled(error, now_ms, is_passing=is_passing)

    def _take(
        self,
        found: Mapping[TopicPartition, tuple[OffsetAndMetadata | None, int]],
        asked: frozenset[TopicPartition],
        node: int,
        now_ms: int,
    ) -> ClientError | None:
        """Pass the results to their waiters; return one of the errors, or None."""
        trouble: ClientError | None = None
        for partition in asked:
            offset, code = found.get(partition, (None, LACKING))
            if code in NO_TOPIC and partition not in self._without_topic:
                self._without_topic.add(partition)
                self._parts.metadata.request_update(now_ms)
            elif code == 0 or code in NO_TOPIC:
                self._without_topic.discard(partition)
                self._give(partition, None if code else offset)
                continue
            what = f"offset of {partition} in group {self._options.group_id!r}"
            trouble = _worse(trouble, refusal(code, what, api=ApiKey.OFFSET_FETCH, node=node))
        return trouble

    def _give(self, partition: TopicPartition, offset: OffsetAndMetadata | None) -> None:
        for wait in self._waiting:
            if partition in wait.missing:
                wait.missing.discard(partition)
                wait.found[partition] = offset

    def _troubled(self, error: ClientError, now_ms: int, *, is_passing: bool) -> None:
        self._last_error = error
        if is_passing:
            self._turns.again(now_ms)
        else:
            self._finish_all(error, now_ms)

    # Ends

    def _hand_out(self, now_ms: int) -> None:
        for wait in list(self._waiting):
            if not wait.missing:
                self._finish(wait, wait.found, now_ms)

    def _late(self, wait: Wait, now_ms: int) -> None:
        wait.timer = None
        what = f"committed offsets of group {self._options.group_id!r} did not come in time"
        last_error = self._last_error or self._parts.coordinator.last_error
        self._finish(wait, TimedOut(what, last_error), now_ms)

    def _finish_all(self, error: ClientError, now_ms: int) -> None:
        for wait in list(self._waiting):
            self._finish(wait, error, now_ms)

    def _finish(self, wait: Wait, outcome: Committed | ClientError, now_ms: int) -> None:
        done = wait.done
        self.withdraw(wait)
        if done is not None:
            done(outcome, now_ms)


def _worse(one: ClientError | None, other: ClientError) -> ClientError:
    """Return the error that is for the application, if one of both is."""
    return other if one is None or not is_retriable(other) else one
