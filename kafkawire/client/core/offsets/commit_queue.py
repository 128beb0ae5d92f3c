"""Commits of offsets: one request is under way, and those that come meanwhile go together.

A commit ends once: when all its offsets are acknowledged, with the first error that another
attempt would not mend, or when its time is over. A request that was sent takes effect or not,
whatever became of those that wait for it; the queue learns which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership.losses import no_member_error
from kafkawire.client.core.offsets.messages import commit_codes, commit_request, version_max
from kafkawire.client.core.offsets.turns import (
    LACKING,
    LOST_COORDINATOR,
    Doors,
    Turns,
    has_newer_epoch,
)
from kafkawire.client.errors import (
    ClientError,
    CommitFailed,
    RebalanceInProgress,
    TimedOut,
    is_retriable,
    refusal,
)
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.core.offsets.committing_member import (
        CommittingMember,
        OffsetsOptions,
        Parts,
    )
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
    from kafkawire.timers import Timer

FENCING = (
    ErrorCode.ILLEGAL_GENERATION,
    ErrorCode.UNKNOWN_MEMBER_ID,
    ErrorCode.REBALANCE_IN_PROGRESS,
    ErrorCode.FENCED_INSTANCE_ID,
)
"""Codes about the membership of the sender."""
NOT_A_MEMBER = (
    ErrorCode.ILLEGAL_GENERATION,
    ErrorCode.UNKNOWN_MEMBER_ID,
    ErrorCode.GROUP_ID_NOT_FOUND,
    ErrorCode.STALE_MEMBER_EPOCH,
)
"""Codes that become `CommitFailed`."""

Listener = Callable[["Mapping[TopicPartition, OffsetAndMetadata]", "ClientError | None"], None]
"""Gets offsets, and why they were not committed; None if they were."""
Done = Callable[["ClientError | None", int], None]
"""Gets the error, None after a success, and now_ms."""


class Commit:
    """Offsets of one call that waits. Its owner keeps it only to withdraw it."""

    __slots__ = ("done", "is_explicit", "offsets", "outdated", "timer")

    def __init__(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], done: Done, *, is_explicit: bool
    ) -> None:
        self.offsets = dict(offsets)
        """Those that are not acknowledged yet."""
        self.done: Done | None = done
        """None once the commit is over."""
        self.is_explicit = is_explicit
        """Whether the offsets may be lower than those that were committed before."""
        self.outdated: frozenset[TopicPartition] = frozenset()
        """Partitions of which positions were moved since: a later commit may be lower."""
        self.timer: Timer | None = None


class Flight(NamedTuple):
    """The request that is under way."""

    commits: list[Commit]
    offsets: dict[TopicPartition, OffsetAndMetadata]
    identity: GroupMetadata
    view: ClusterView
    outdated: set[TopicPartition]
    """Partitions of which positions were moved since, so that lower offsets are news."""


class Verdict(NamedTuple):
    """Why an offset was not committed, and whether it is tried again, maybe at once."""

    error: ClientError
    is_final: bool = True
    is_urgent: bool = False


class CommitQueue:
    """The commits of one consumer."""

    def __init__(self, options: OffsetsOptions, parts: Parts, member: CommittingMember) -> None:
        self.member = member
        self.acknowledged: dict[TopicPartition, OffsetAndMetadata] = {}
        """The last committed offsets of assigned partitions."""
        self.listeners: list[Listener] = []
        """Called with offsets that are acknowledged, and with those of a commit that failed."""
        self._options = options
        self._parts = parts
        self._turns = Turns(options, parts, Doors(self._is_wanted, self._send_to, self._finish_all))
        self._waiting: list[Commit] = []
        self._flight: Flight | None = None
        self._last_error: ClientError | None = None

    def add(self, commit: Commit, deadline_ms: int, now_ms: int) -> None:
        """Commit as soon as nothing else is under way. `done` is never called from here."""
        timers = self._parts.timers
        commit.timer = timers.at(deadline_ms, lambda at_ms: self._late(commit, at_ms))
        self._waiting.append(commit)
        self._turns.soon(now_ms)

    def withdraw(self, commit: Commit) -> None:
        """Forget a commit; what was sent of it takes effect or not."""
        self._end(commit)

    def moved(self, partitions: Iterable[TopicPartition]) -> None:
        """Note that offsets lower than those that are committed, or on their way, are news."""
        moved = frozenset(partitions)
        for partition in moved:
            self.acknowledged.pop(partition, None)
        for commit in self._waiting:
            commit.outdated |= moved
        if self._flight is not None:
            self._flight.outdated.update(moved)
            for commit in self._flight.commits:
                commit.outdated |= moved

    def drop(self, partitions: Iterable[TopicPartition], why: ClientError, now_ms: int) -> None:
        """End commits of these partitions, which may belong to another member now.

        They must not be sent again in the name of a later generation.
        """
        gone = frozenset(partitions)
        sent = [] if self._flight is None else self._flight.commits
        for commit in [*self._waiting, *sent]:
            if not gone.isdisjoint(commit.offsets):
                self._finish(commit, why, now_ms)

    def _is_wanted(self, now_ms: int) -> bool:
        """Return whether commits wait; those of a consumer that may commit nothing end."""
        if self._waiting and self.member.identity() is None:
            self._finish_all(no_member_error(self._options.group_id), now_ms)
            return False
        return bool(self._waiting)

    def _send_to(self, node: int, now_ms: int) -> None:
        """Send all that waits."""
        identity = self.member.identity()
        assert identity is not None
        commits, self._waiting = self._waiting, []
        offsets, outdated = self._merged(commits)
        if not offsets:
            for commit in commits:
                self._finish(commit, None, now_ms)
            return
        view = self._parts.metadata.view
        topics = {topic for topic, _ in offsets}
        most = version_max(topics, view, uses_topic_ids=self.member.uses_topic_ids)
        self._flight = Flight(commits, offsets, identity, view, outdated)
        call = Call(
            ApiKey.OFFSET_COMMIT,
            commit_request(identity, offsets, view),
            self._answered,
            node=node,
            versions=(0, most),
        )
        self._turns.send(call, now_ms)

    def _merged(
        self, commits: list[Commit]
    ) -> tuple[dict[TopicPartition, OffsetAndMetadata], set[TopicPartition]]:
        """Return the newest offset of each partition, without what is committed already.

        The second result has the partitions of which positions were moved since.
        """
        merged: dict[TopicPartition, OffsetAndMetadata] = {}
        outdated: set[TopicPartition] = set()
        for commit in commits:
            for partition, offset in list(commit.offsets.items()):
                older = None if partition in outdated else merged.get(partition)
                if commit.is_explicit or partition in commit.outdated:
                    merged[partition] = offset
                elif self._is_news(partition, offset):
                    if older is None or older.offset <= offset.offset:
                        merged[partition] = offset
                else:
                    del commit.offsets[partition]
            outdated = (outdated - commit.offsets.keys()) | commit.outdated
        return merged, outdated

    def _is_news(self, partition: TopicPartition, offset: OffsetAndMetadata) -> bool:
        known = self.acknowledged.get(partition)
        return known is None or (known != offset and known.offset <= offset.offset)

    # Answers

    def _answered(self, answer: Answer, now_ms: int) -> None:
        self._turns.ended(answer)
        flight, self._flight = self._flight, None
        assert flight is not None
        message = answer.message
        if message is None:
            assert answer.failure is not None
            refused = dict.fromkeys(flight.offsets, _verdict_of(answer.failure))
        else:
            assert isinstance(message, OffsetCommitResponse)
            codes = dict(commit_codes(message, flight.offsets, flight.view))
            refused = self._refused(codes, flight, answer.node)
            self._tell(set(codes.values()), flight.identity, answer.node, now_ms)
        self._told({key: each for key, each in flight.offsets.items() if key not in refused}, None)
        self._settle(flight, refused, now_ms)

    def _told(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], error: ClientError | None
    ) -> None:
        for listener in self.listeners if offsets else ():
            listener(offsets, error)

    def _refused(
        self, codes: Mapping[TopicPartition, int], flight: Flight, node: int
    ) -> dict[TopicPartition, Verdict]:
        """Take over what is acknowledged; return the verdicts on the other partitions."""
        refused: dict[TopicPartition, Verdict] = {}
        for partition, offset in flight.offsets.items():
            code = codes.get(partition, LACKING)
            if code == 0:
                if partition not in flight.outdated:
                    self.acknowledged[partition] = offset
            else:
                refused[partition] = self._verdict(code, partition, flight.identity, node)
        return refused

    def _verdict(
        self, code: int, partition: TopicPartition, sent: GroupMetadata, node: int
    ) -> Verdict:
        what = f"offset of {partition} in group {sent.group_id!r}"
        if code in NOT_A_MEMBER:
            if code == ErrorCode.STALE_MEMBER_EPOCH and has_newer_epoch(self.member, sent):
                return Verdict(CommitFailed(code, what), is_final=False, is_urgent=True)
            kind = RebalanceInProgress if self.member.is_rebalancing else CommitFailed
            return Verdict(kind(code, what, api=ApiKey.OFFSET_COMMIT, node=node))
        error = refusal(code, what, api=ApiKey.OFFSET_COMMIT, node=node)
        return _verdict_of(error)

    def _tell(self, codes: set[int], sent: GroupMetadata, node: int, now_ms: int) -> None:
        """Tell coordinator and member of codes that concern them."""
        if not codes.isdisjoint(LOST_COORDINATOR):
            self._parts.coordinator.lost(node)
        for code in codes.intersection(FENCING):
            self.member.commit_refused(code, sent, now_ms)

    def _settle(
        self, flight: Flight, refused: Mapping[TopicPartition, Verdict], now_ms: int
    ) -> None:
        """End commits that are acknowledged or refused, and try the others again."""
        waiting: list[Commit] = []
        for commit in flight.commits:
            if commit.done is None:
                continue
            left = {each: commit.offsets[each] for each in commit.offsets if each in refused}
            commit.offsets = left
            final = next((refused[each].error for each in left if refused[each].is_final), None)
            if final is not None or not left:
                self._finish(commit, final, now_ms)
            else:
                waiting.append(commit)
        self._waiting = waiting + self._waiting
        if waiting:
            verdicts = refused.values()
            self._last_error = next(each.error for each in verdicts if not each.is_final)
            self._turns.again(now_ms, is_urgent=any(each.is_urgent for each in verdicts))
        else:
            self._turns.go_on(now_ms)

    # Ends of commits

    def _late(self, commit: Commit, now_ms: int) -> None:
        commit.timer = None
        what = f"offsets of group {self._options.group_id!r} were not committed in time"
        last_error = self._last_error or self._parts.coordinator.last_error
        self._finish(commit, TimedOut(what, last_error), now_ms)

    def _finish_all(self, error: ClientError, now_ms: int) -> None:
        for commit in self._waiting[:]:
            self._finish(commit, error, now_ms)

    def _finish(self, commit: Commit, error: ClientError | None, now_ms: int) -> None:
        done = commit.done
        self._end(commit)
        if error is not None:
            self._told(commit.offsets, error)
        if done is not None:
            done(error, now_ms)

    def _end(self, commit: Commit) -> None:
        commit.done = None
        if commit.timer is not None:
            commit.timer.cancel()
            commit.timer = None
        if commit in self._waiting:
            self._waiting.remove(commit)


def _verdict_of(error: ClientError) -> Verdict:
    is_passing = is_retriable(error) and not isinstance(error, RebalanceInProgress)
    return Verdict(error, is_final=not is_passing)
