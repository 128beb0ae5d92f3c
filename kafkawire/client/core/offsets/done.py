"""Offsets of records that are done, and the times of their commits.

An offset is done when the application marks it, or asks for the next batch. With auto-commit, what
is done is committed an interval later, when partitions are revoked, and when the consumer closes.
Without it nothing but `commit` and `commit_done` commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.offsets.commit_queue import Commit, CommitQueue, Listener
from kafkawire.client.core.offsets.commit_queue import Done as CommitDone
from kafkawire.client.core.offsets.committed import CommittedOffsets, Wait
from kafkawire.client.core.offsets.committed import Done as FetchDone
from kafkawire.client.core.offsets.committing_member import NoMember
from kafkawire.client.errors import ClientError
from kafkawire.client.values import OffsetAndMetadata

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.offsets.committing_member import (
        CommittingMember,
        OffsetsOptions,
        Parts,
    )
    from kafkawire.client.values import TopicPartition
    from kafkawire.timers import Timer


class Offsets:
    """The offsets of one consumer; the doors for its shell and for its member.

    A shell that cancels a wait calls `withdraw`. `on_auto_commit` gets the outcome of each
    auto-commit, since no call raises its error.
    """

    def __init__(self, options: OffsetsOptions, parts: Parts) -> None:
        member = NoMember(options.group_id)
        self.on_auto_commit: Listener = lambda offsets, error: None
        """Called with the offsets that were not committed, and the error; none and None if all
        were."""
        self._options = options
        self._timers = parts.timers
        self._commits = CommitQueue(options, parts, member)
        self._committed = CommittedOffsets(options, parts, member)
        self._done: dict[TopicPartition, OffsetAndMetadata] = {}
        """What is done and not known to be committed."""
        self._timer: Timer | None = None

    def listen(self, listener: Listener) -> None:
        """Call the listener with offsets that are committed, and with those that are refused."""
        self._commits.listeners.append(listener)

    def commit_for(self, member: CommittingMember) -> None:
        """Commit in the name of this member from now on."""
        self._commits.member = self._committed.member = member

    # What is done

    def done(self, partition: TopicPartition, offset: OffsetAndMetadata, now_ms: int) -> None:
        """Note that all records before an offset are done."""
        self._done[partition] = offset
        if self._timer is None and self._options.enable_auto_commit:
            due_ms = now_ms + self._options.auto_commit_interval_ms
            self._timer = self._timers.at(due_ms, self._auto_commit)

    def begun(self, partition: TopicPartition, offset: int, now_ms: int) -> None:
        """Note where reading begins without a committed offset: what is before it is done.

        Kafka's consumer commits such positions, too. Otherwise `latest` would skip what is written
        before the group commits its first record.
        """
        self.done(partition, OffsetAndMetadata(offset), now_ms)

    def moved(self, partitions: Collection[TopicPartition]) -> None:
        """Note that positions were changed by hand: they may be lower than what is committed."""
        for partition in partitions:
            self._done.pop(partition, None)
        self._commits.moved(partitions)

    def drop(self, partitions: Iterable[TopicPartition], why: ClientError, now_ms: int) -> None:
        """Forget partitions that are not owned any more; commits of them end with `why`."""
        partitions = frozenset(partitions)
        self.moved(partitions)
        self._commits.drop(partitions, why, now_ms)

    # Commits

    def commit(
        self,
        offsets: Mapping[TopicPartition, OffsetAndMetadata],
        done: CommitDone,
        deadline_ms: int,
        now_ms: int,
    ) -> Commit:
        """Commit the given offsets, independent of which records the application has processed.

        `done` is called by a later step, never before this method returns.
        """
        return self._commit(offsets, done, deadline_ms, now_ms, is_explicit=True)

    def commit_done(self, done: CommitDone, deadline_ms: int, now_ms: int) -> Commit:
        """Commit the offsets after the records that the application has processed.

        `done` is called by a later step, never before this method returns.
        """
        return self._commit(self._done, done, deadline_ms, now_ms, is_explicit=False)

    def withdraw(self, commit: Commit) -> None:
        """Forget a commit whose caller waits no more; what was sent takes effect or not."""
        self._commits.withdraw(commit)

    def commit_released(
        self,
        partitions: Iterable[TopicPartition],
        deadline_ms: int,
        then: Callable[[int], None],
        now_ms: int,
    ) -> None:
        """Commit what is done of partitions that are given back, if auto-commit is on.

        `then` is called once, whatever became of the commit, at the deadline at the latest.
        """
        offsets = {each: self._done[each] for each in partitions if each in self._done}
        if not offsets or not self._options.enable_auto_commit:
            then(now_ms)
            return

        def ended(error: ClientError | None, at_ms: int) -> None:
            self.on_auto_commit(commit.offsets, error)
            then(at_ms)

        commit = self._commit(offsets, ended, deadline_ms, now_ms, is_explicit=False)

    def _auto_commit(self, now_ms: int) -> None:
        self._timer = None
        if not self._done:
            return

        def ended(error: ClientError | None, at_ms: int) -> None:
            self.on_auto_commit(commit.offsets, error)
            if error is not None and self._done and self._timer is None:
                due_ms = at_ms + self._options.auto_commit_interval_ms
                self._timer = self._timers.at(due_ms, self._auto_commit)

        deadline_ms = now_ms + self._options.auto_commit_interval_ms
        commit = self._commit(self._done, ended, deadline_ms, now_ms, is_explicit=False)

    def _commit(
        self,
        offsets: Mapping[TopicPartition, OffsetAndMetadata],
        done: CommitDone,
        deadline_ms: int,
        now_ms: int,
        *,
        is_explicit: bool,
    ) -> Commit:
        sent = dict(offsets)

        def ended(error: ClientError | None, at_ms: int) -> None:
            if error is None:
                self._forget_done(sent)
            done(error, at_ms)

        commit = Commit(sent, ended, is_explicit=is_explicit)
        self._commits.add(commit, deadline_ms, now_ms)
        return commit

    def _forget_done(self, sent: Mapping[TopicPartition, OffsetAndMetadata]) -> None:
        for partition, offset in sent.items():
            if self._done.get(partition) == offset:
                del self._done[partition]

    # Committed offsets

    def committed(
        self,
        partitions: Iterable[TopicPartition],
        done: FetchDone,
        deadline_ms: int,
        now_ms: int,
    ) -> Wait:
        """Ask for committed offsets. `done` is never called from here."""
        wait = Wait(partitions, done)
        self._committed.ask(wait, deadline_ms, now_ms)
        return wait

    def withdraw_wait(self, wait: Wait) -> None:
        """Forget a call that waited for committed offsets."""
        self._committed.withdraw(wait)
