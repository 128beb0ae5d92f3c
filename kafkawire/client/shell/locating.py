"""Positions of a consumer, and the ends of logs: requests that wait for a response."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import trio

from kafkawire.client.errors import TimedOut
from kafkawire.client.values import OffsetAndTimestamp, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.listing import Listing
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.shell.runtime import Runtime


class Locating:
    """Asks a reader for offsets. Nothing takes longer than `limit_ms`."""

    def __init__(self, runtime: Runtime, reader: Reader, limit_ms: int) -> None:
        self._runtime = runtime
        self._reader = reader
        self._limit_ms = limit_ms

    async def position(self, partition: TopicPartition) -> int:
        """Return the offset that is read next, once it is known. Raises NotAssigned, TimedOut."""
        limit_ms = self._limit_ms
        found = await self._runtime.until(lambda: self._reader.position(partition), limit_ms / 1000)
        if found is None:
            raise TimedOut(f"the position of {partition} was not found within {limit_ms} ms")
        return found.offset

    async def ends(
        self, partitions: Collection[TopicPartition], which: int
    ) -> dict[TopicPartition, int]:
        """Return the first offsets (-2) of partitions, or the ends (-1)."""
        found = await self.of_times(dict.fromkeys(partitions, which))
        return {key: 0 if told is None else told.offset for key, told in found.items()}

    async def of_times(
        self, times: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, OffsetAndTimestamp | None]:
        """Return the first records that are as young; None where there are none."""
        ended = trio.Event()

        def done(listing: Listing, now_ms: int) -> None:
            ended.set()

        listing = self._reader.list_offsets(times, done, self._runtime.now_ms())
        self._runtime.pump()
        limit_ms = self._limit_ms
        try:
            with self._runtime.while_open(), trio.move_on_after(limit_ms / 1000):
                await ended.wait()
        finally:
            self._reader.forget_listing(listing)
        if listing.error is not None:
            raise listing.error
        if not ended.is_set():
            raise TimedOut(f"the offsets were not found within {limit_ms} ms")
        return dict(listing.offsets)
