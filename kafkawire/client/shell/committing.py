"""Calls that commit offsets and look them up. Only waiting can be cancelled."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import trio

from kafkawire.client.errors import ClientError
from kafkawire.client.values import OffsetAndMetadata, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.offsets.done import Offsets
    from kafkawire.client.shell.runtime import Runtime

Given = Mapping[TopicPartition, int | OffsetAndMetadata]
_log = logging.getLogger("kafkawire.client.consumer")


class Committing:
    """Commits of one consumer. A call that is not answered in `limit_ms` raises TimedOut."""

    def __init__(self, offsets: Offsets, runtime: Runtime, limit_ms: int) -> None:
        self._offsets = offsets
        self._runtime = runtime
        self._limit_ms = limit_ms

    async def commit(self, offsets: Given | None) -> None:
        """Commit offsets, or what is done; return when that is acknowledged."""
        ended = trio.Event()
        errors: list[ClientError] = []

        def done(error: ClientError | None, now_ms: int) -> None:
            if error is not None:
                errors.append(error)
            ended.set()

        now_ms = self._runtime.now_ms()
        deadline_ms = now_ms + self._limit_ms
        commit = (
            self._offsets.commit_done(done, deadline_ms, now_ms)
            if offsets is None
            else self._offsets.commit(_with_metadata(offsets), done, deadline_ms, now_ms)
        )
        self._runtime.pump()
        try:
            with self._runtime.while_open():
                await ended.wait()
        finally:
            self._offsets.withdraw(commit)
        if errors:
            raise errors[0]

    def commit_soon(self, offsets: Given | None) -> None:
        """Commit offsets, or what is done, without waiting; a failure is logged."""

        def ended(error: ClientError | None, now_ms: int) -> None:
            log_uncommitted(commit.offsets, error)

        now_ms = self._runtime.now_ms()
        deadline_ms = now_ms + self._limit_ms
        if offsets is None:
            commit = self._offsets.commit_done(ended, deadline_ms, now_ms)
        else:
            commit = self._offsets.commit(_with_metadata(offsets), ended, deadline_ms, now_ms)
        self._runtime.pump()

    async def committed(
        self, partitions: Collection[TopicPartition]
    ) -> dict[TopicPartition, OffsetAndMetadata | None]:
        """Return the committed offsets of partitions, assigned or not."""
        ended = trio.Event()
        found: list[Mapping[TopicPartition, OffsetAndMetadata | None] | ClientError] = []

        def done(
            told: Mapping[TopicPartition, OffsetAndMetadata | None] | ClientError, now_ms: int
        ) -> None:
            found.append(told)
            ended.set()

        now_ms = self._runtime.now_ms()
        deadline_ms = now_ms + self._limit_ms
        wait = self._offsets.committed(partitions, done, deadline_ms, now_ms)
        self._runtime.pump()
        try:
            with self._runtime.while_open():
                await ended.wait()
        finally:
            self._offsets.withdraw_wait(wait)
        (told,) = found
        if isinstance(told, ClientError):
            raise told
        return dict(told)


def log_uncommitted(
    offsets: Mapping[TopicPartition, OffsetAndMetadata], error: ClientError | None
) -> None:
    """Log offsets that were not committed, and the error, which no call raises."""
    if error is not None:
        named = ", ".join(f"{each} at {offsets[each].offset}" for each in sorted(offsets))
        _log.warning("offsets were not committed: %s: %s", named, error)


def _with_metadata(offsets: Given) -> dict[TopicPartition, OffsetAndMetadata]:
    return {
        key: OffsetAndMetadata(offset) if isinstance(offset, int) else offset
        for key, offset in offsets.items()
    }
