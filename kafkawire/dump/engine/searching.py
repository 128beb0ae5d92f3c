"""Looks for the beginning of a frame in bytes of which only the order is known.

What arrives is kept, up to a bound, and every place where a frame may begin is judged once, in
order. A place that cannot be told yet (its frame is not complete) waits for its bytes; a later
place that is surely a frame wins over it, since it would lie inside. What falls out of the bound is
lost; but if the first place that waits begins a segment, it is given the benefit of the doubt
instead: a large frame is sent in a piece of its own more often than not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kafkawire.dump.engine.headers import Bytes
from kafkawire.dump.engine.judging import Verdict

SEARCH_BYTES_MAX = 1 << 20
"""Bytes of a direction that are kept while a frame is looked for in them."""
PLACES_MAX = 64
"""Places that wait for their bytes; later ones are not waited for."""

Places = Callable[[Bytes, int, int], Iterator[int]]
"""Where in the bytes a frame may begin, from a place on; the latest piece begins at the other."""
Judge = Callable[[Bytes, int], Verdict]


class Piece(NamedTuple):
    """Some bytes of a direction: where they begin in it, when and in which packet they came."""

    offset: int
    data: bytes
    time_ns: int
    packet: int


Bare = tuple[int, bytes, int, int]
"""A `Piece` without its names, as all are until one is looked at: to make it takes a third."""


def pieces_from(pieces: Iterable[Bare], offset: int) -> list[Piece]:
    """What lies from `offset` on."""
    found = []
    for piece in map(Piece._make, pieces):
        skipped = offset - piece.offset
        if skipped <= 0:
            found.append(piece)
        elif skipped < len(piece.data):
            found.append(piece._replace(offset=offset, data=piece.data[skipped:]))
    return found


class Search:
    """One search, from `start` (an offset in the stream) on.

    A place with less than `head` bytes after it is looked at when more has come.
    """

    __slots__ = (
        "_base",
        "_data",
        "_head",
        "_judge",
        "_pieces",
        "_places",
        "_scanned",
        "_waiting",
        "start",
    )

    def __init__(self, start: int, places: Places, judge: Judge, head: int) -> None:
        self.start = start
        self._places = places
        self._judge = judge
        self._head = head
        self._base = start
        self._data = bytearray()
        self._pieces: list[Piece] = []
        self._scanned = 0
        self._waiting: list[int] = []

    @property
    def bytes_held(self) -> int:
        """How many bytes are kept."""
        return len(self._data)

    def forget(self) -> None:
        """Let go of all that was kept; the next bytes need not be those that follow it."""
        self._data = bytearray()
        self._pieces = []
        self._scanned = 0
        self._waiting = []

    def feed(self, piece: Piece) -> int | None:
        """Take the next bytes; the offset of a frame's beginning once there is one."""
        if not self._data:
            self._base = piece.offset
        self._data += piece.data
        self._pieces.append(piece)
        found = self._judged()
        if found is None and len(self._data) > SEARCH_BYTES_MAX:
            found = self._likely_place()
            if found is None:
                self._drop(len(self._data) - SEARCH_BYTES_MAX // 2)
        return None if found is None else self._base + found

    def chained(self, found: int, size_min: int) -> int:
        """Where the frames begin that lead to the one at `found`.

        If the bytes before it are lengths with as many bytes behind each, they are frames from
        the search's beginning on; else `found` itself. No other bytes end there by chance.
        """
        data, stop, at = self._data, found - self._base, 0
        if self._base != self.start:
            return found
        while at < stop:
            size = int.from_bytes(data[at : at + 4], "big")
            if size < size_min:
                return found
            at += 4 + size
        return self.start if at == stop else found

    def pieces(self, offset: int) -> list[Piece]:
        """What was kept from `offset` on."""
        return pieces_from(self._pieces, offset)

    def _judged(self) -> int | None:
        data, judge = self._data, self._judge
        still = []
        for place in self._waiting:
            verdict = judge(data, place)
            if verdict is Verdict.YES:
                return place
            if verdict is Verdict.MAYBE:
                still.append(place)
        self._waiting = still
        end = max(self._scanned, len(data) - self._head + 1)
        newest = self._pieces[-1].offset - self._base
        for place in self._places(data, self._scanned, newest):
            if place >= end:
                break
            verdict = judge(data, place)
            if verdict is Verdict.YES:
                return place
            if verdict is Verdict.MAYBE and len(self._waiting) < PLACES_MAX:
                self._waiting.append(place)
        self._scanned = end
        return None

    def _likely_place(self) -> int | None:
        """The first place that waits, if a piece begins there."""
        if not self._waiting:
            return None
        place = self._waiting[0]
        begins = any(piece.offset == self._base + place for piece in self._pieces)
        return place if begins else None

    def _drop(self, count: int) -> None:
        """Let go of the first `count` bytes."""
        del self._data[:count]
        self._base += count
        self._pieces = pieces_from(self._pieces, self._base)
        self._scanned = max(0, self._scanned - count)
        self._waiting = [place - count for place in self._waiting if place >= count]
