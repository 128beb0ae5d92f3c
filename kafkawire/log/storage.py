"""Where the bytes of a segment lie.

A segment needs little of its storage: append a batch, find the batch that holds an offset, hand
out byte ranges, cut the end off. `SegmentStorage` is that much; memory is one kind of it, files
(`log.files.file_storage`) are the other.

In memory each batch is its own buffer, and two flat arrays say where it begins and with which
offset it ends, so a batch is found by bisection. A range is answered with the stored buffers
themselves; only runs of very small batches are joined, since the price of a buffer on its way to
the socket is higher than that of copying it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.protocol.buffers import Buffer, Sendable

BASE_OFFSET_BYTES = 8
JOIN_BUFFERS_MIN = 8
"""From this many buffers on it is asked whether joining them is cheaper than keeping them."""
JOIN_BUFFER_BYTES_MAX = 2048
"""Buffers that are smaller than this on average are joined."""


class BatchPlace(NamedTuple):
    """Where a batch lies in its segment: byte position, bytes, and its first offset."""

    position: int
    size: int
    base_offset: int


class SegmentStorage(Protocol):
    """Batches back to back, addressed by byte position; each batch ends with a higher offset."""

    @property
    def size(self) -> int:
        """Bytes stored."""

    def append(self, batch: Buffer, last_offset: int) -> None:
        """Keep `batch`, whole and unchanged from now on, behind all others."""

    def locate(self, offset: int, hint: int) -> BatchPlace | None:
        """The first batch whose last offset is not below `offset`.

        `hint` is a byte position at which a batch begins, and before which none qualifies. Raises
        as `check_end` where no batch follows.
        """

    def slices(self, position: int, size: int) -> Sequence[Sendable]:
        """The `size` bytes from `position` on, in order, in as many buffers as is handy."""

    def batches(self, position: int) -> Iterator[tuple[int, Buffer]]:
        """Whole batches, each with its position, from the one that begins at `position`."""

    def check_end(self, position: int, *, may_be_torn: bool = True) -> None:
        """Verify that reading ended at `position` because no more was written.

        Raises CorruptRecord if the bytes there are no beginning of a batch, and, unless the last
        batch `may_be_torn`, if there are any.
        """

    def truncate(self, position: int) -> None:
        """Drop the batch that begins at `position` and all behind it."""


class MemoryStorage:
    """A segment in memory; or its end, from byte position `start` on."""

    __slots__ = ("_batches", "_last_offsets", "_positions", "size", "start")

    def __init__(self, start: int = 0) -> None:
        self.start = self.size = start
        self._batches: list[Buffer] = []
        self._positions = array("q")
        self._last_offsets = array("q")

    def append(self, batch: Buffer, last_offset: int) -> None:
        """See `SegmentStorage.append`.

        A small view would keep the whole request in memory that it came with.
        """
        if isinstance(batch, memoryview) and 2 * len(batch) < memoryview(batch.obj).nbytes:
            batch = bytes(batch)
        self._batches.append(batch)
        self._positions.append(self.size)
        self._last_offsets.append(last_offset)
        self.size += len(batch)

    def locate(self, offset: int, hint: int) -> BatchPlace | None:
        """See `SegmentStorage.locate`. Bisection over all batches needs no hint."""
        del hint
        found = bisect_left(self._last_offsets, offset)
        if found == len(self._batches):
            return None
        batch = self._batches[found]
        base_offset = int.from_bytes(batch[:BASE_OFFSET_BYTES], "big")
        return BatchPlace(self._positions[found], len(batch), base_offset)

    def slices(self, position: int, size: int) -> list[Buffer]:
        """See `SegmentStorage.slices`."""
        if size <= 0:
            return []
        first = bisect_right(self._positions, position) - 1
        end = position + size
        behind = bisect_left(self._positions, end, first)
        buffers = self._batches[first:behind]
        whole = self._positions[behind] if behind < len(self._positions) else self.size
        surplus = whole - end
        if surplus > 0:
            buffers[-1] = memoryview(buffers[-1])[: len(buffers[-1]) - surplus]
        skipped = position - self._positions[first]
        if skipped:
            buffers[0] = memoryview(buffers[0])[skipped:]
        return _joined_if_small(buffers, size)

    def batches(self, position: int) -> Iterator[tuple[int, Buffer]]:
        """See `SegmentStorage.batches`."""
        for at in range(bisect_left(self._positions, position), len(self._batches)):
            yield self._positions[at], self._batches[at]

    def check_end(self, position: int, *, may_be_torn: bool = True) -> None:
        """See `SegmentStorage.check_end`. Memory holds whole batches only."""

    def truncate(self, position: int) -> None:
        """See `SegmentStorage.truncate`."""
        keep = bisect_left(self._positions, position)
        if keep < len(self._positions):
            self.size = self._positions[keep]
        del self._batches[keep:], self._positions[keep:], self._last_offsets[keep:]

    def drop_before(self, position: int) -> None:
        """Forget the batches that begin before `position`, which are kept elsewhere."""
        gone = bisect_left(self._positions, position)
        del self._batches[:gone], self._positions[:gone], self._last_offsets[:gone]
        self.start = self._positions[0] if self._positions else self.size


def _joined_if_small(buffers: list[Buffer], size: int) -> list[Buffer]:
    if len(buffers) < JOIN_BUFFERS_MIN or size >= len(buffers) * JOIN_BUFFER_BYTES_MAX:
        return buffers
    return [b"".join(buffers)]
