"""What one end says within a stretch of packets, where it lies in the file: nothing is copied.

Positions count from the first byte that the end sends in the stretch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from kafkawire.dump.engine.judging import FRAME_BYTES_MAX, HEAD_BYTES
from kafkawire.dump.engine.link import RESPONSE_BYTES_MIN, RESPONSE_HEAD_BYTES
from kafkawire.spark.captures.layout import Buffer, Ints, words

PIECES_AT_ONCE = 256
_LENGTH_BEGINS_MAX = FRAME_BYTES_MAX >> 24
_PLAUSIBLE_KEY_MAX, _PLAUSIBLE_ID_BYTES = 200, 0x1FF
_ID_SIZE_AT = HEAD_BYTES - 4
"""Of the word whose lower half is the client id's length."""

_Table = tuple[list[int], list[int], list[int], list[int], int]
"""Of each piece, where it begins and ends, its packet, where it lies in the file; and the end."""


class View:
    """The bytes of one direction; packets are numbered as in the split."""

    __slots__ = ("_at", "_sizes", "data", "data_at", "end", "packets", "starts", "table")

    def __init__(self, data: Buffer, packets: Ints, data_at: Ints, sizes: Ints) -> None:
        self.data = data
        has_data = sizes > 0
        self.packets: list[int] = packets[has_data].tolist()
        self.data_at: list[int] = data_at[has_data].tolist()
        self._at, self._sizes = data_at[has_data], sizes[has_data]
        ends = np.cumsum(sizes[has_data])
        self.starts: list[int] = (ends - sizes[has_data]).tolist()
        """The positions at which pieces begin, a piece to a packet."""
        self.end: int = int(ends[-1]) if len(ends) else 0
        self.table: _Table = self.starts, ends.tolist(), self.packets, self.data_at, self.end
        """All that a loop over frames needs."""

    def piece(self, position: int, low: int = 0) -> int:
        """Which piece has this byte, none before `low`."""
        return bisect_right(self.starts, position, low) - 1

    def stop(self, piece: int) -> int:
        """The position at which a piece ends."""
        return self.starts[piece + 1] if piece + 1 < len(self.starts) else self.end

    def read_near(self, position: int, size: int, piece: int) -> bytes:
        """`read`, if it is likely to be in this piece."""
        if 0 <= piece < len(self.starts):
            begin = self.starts[piece]
            if begin <= position and position + size <= self.stop(piece):
                at = self.data_at[piece] + position - begin
                return self.data[at : at + size]
        return self.read(position, size)

    def read(self, position: int, size: int) -> bytes:
        """Bytes from a position on, as many as there are."""
        stop = min(position + size, self.end)
        if position >= stop:
            return b""
        parts = []
        piece = self.piece(position)
        while position < stop:
            upto = min(stop, self.stop(piece))
            at = self.data_at[piece] + position - self.starts[piece]
            parts.append(self.data[at : at + upto - position])
            position = upto
            piece += 1
        return b"".join(parts)

    def position_at(self, packet: int) -> int:
        """The position of the first byte that comes in this packet or a later one."""
        at = bisect_right(self.packets, packet - 1)
        return self.starts[at] if at < len(self.starts) else self.end

    def plausible_starts(self) -> Iterator[int]:
        """Positions of pieces that begin as a request may; most ask for the first one only."""
        every = words(self.data, ">")
        for begin in range(0, len(self._at), PIECES_AT_ONCE):
            at, sizes = (each[begin : begin + PIECES_AT_ONCE] for each in (self._at, self._sizes))
            # The last word ends where the shortest head does; shorter pieces do not count.
            at = np.minimum(at, len(every) - 1 - _ID_SIZE_AT)
            size, what, id_size = every[at], every[at + 4], every[at + _ID_SIZE_AT] & 0xFFFF
            is_one = (size > 9) & (size <= FRAME_BYTES_MAX) & (sizes >= HEAD_BYTES)
            is_one &= (what >> 16 <= _PLAUSIBLE_KEY_MAX) & (what & 0xFFFF <= _PLAUSIBLE_KEY_MAX)
            is_one &= (id_size <= _PLAUSIBLE_ID_BYTES) | (id_size == 0xFFFF)
            for each in np.flatnonzero(is_one).tolist():
                yield self.starts[begin + each]

    def suspicious_requests(self) -> Iterator[tuple[int, bytes]]:
        """Pieces that would be looked at as the start of a request, and what they begin with."""
        every = words(self.data, ">")
        at = np.minimum(self._at, len(every) - 1 - 4)
        is_one = (every[at] >> 24 <= _LENGTH_BEGINS_MAX) & (self._sizes >= HEAD_BYTES)
        is_one &= every[at + 4] & 0xFF00_FF00 == 0
        for piece in np.flatnonzero(is_one).tolist():
            yield piece, self.data[self.data_at[piece] : self.data_at[piece] + HEAD_BYTES]

    def suspicious_responses(self) -> Iterator[tuple[int, bytes]]:
        """The same for responses."""
        every = words(self.data, ">")
        at = np.minimum(self._at, len(every) - 1)
        size = every[at].astype(np.int64)
        is_one = (size >= RESPONSE_BYTES_MIN) & (size <= self._sizes - 4)
        for piece in np.flatnonzero(is_one).tolist():
            yield piece, self.data[self.data_at[piece] : self.data_at[piece] + RESPONSE_HEAD_BYTES]
