"""Cuts one direction of a connection into frames, and finds back to them after a loss.

    in step     the next frame begins where the last one ended; what is not complete is held
    skipping    a frame whose end is known lost some of its bytes: nothing of it is kept
    searching   it is not known where the next frame begins (`searching`)

Whoever gets the frames (`Reader`) says of each whether it can be one. If it cannot, the last frame
had a wrong length, and the search begins after *its* start, so that a frame which it swallowed is
found. A frame that is waited for in vain, since its length is too large, is noticed when a later
piece begins like the frame that should follow (`restarts`).

Offsets count what the sender sent from the first byte that was seen, lost bytes included. A frame's
times are those of the pieces with its first and its last byte.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from kafkawire.dump.engine.headers import read_int32
from kafkawire.dump.engine.judging import FRAME_BYTES_MAX, HEAD_BYTES
from kafkawire.dump.engine.searching import Bare, Piece, Search, pieces_from
from kafkawire.dump.model import Place
from kafkawire.dump.transport import UNKNOWN_SIZE

RECENT_BYTES_MAX = 256 << 10
"""A last frame above this size is not looked through again."""
START_BYTES = 1 << 10
"""So much of an incomplete frame tells all that its header says."""
LENGTH_BEGINS_MAX = FRAME_BYTES_MAX >> 24
"""The first byte of a length that can be one: most pieces begin with another."""
HELD_BYTES_MAX = 256 << 20
"""Bytes of incomplete frames that all connections hold together."""


class Budget:
    """What all directions together hold, in bytes."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = 0


class Reader(Protocol):
    """Who gets the frames of a direction."""

    size_min: int
    """Of a frame, without its length."""

    def take(self, frame: bytes, place: Place, following: bytes) -> bool:
        """Take a frame; False if it cannot be one. `following` begins what came in with it."""

    def take_cut(self, start: bytes, place: Place, problem: str) -> None:
        """Take the beginning of a frame that is not complete and never will be."""

    def begins(self, start: bytes) -> bool:
        """Whether an incomplete frame (its length in front) may begin so."""

    def restarts(self, piece: bytes, waiting: bytes) -> bool:
        """Whether `piece` begins with a later frame than one that is not complete.

        That begins with `waiting`, which is empty if it was given up before.
        """

    def search(self, start: int) -> Search:
        """A search for the next frame."""

    def damage(self, offset: int, size: int, text: str, place: Place) -> None:
        """Bytes cannot be read, or nobody has seen them."""


class Direction:
    """What one end of a connection sends."""

    __slots__ = (
        "_budget",
        "_floor",
        "_held",
        "_held_size",
        "_need",
        "_reader",
        "_recent",
        "_recent_start",
        "_search",
        "_skip_to",
        "_start",
        "_todo",
        "offset",
    )

    def __init__(self, reader: Reader, budget: Budget) -> None:
        self._reader = reader
        self._budget = budget
        self.offset = 0
        """Of the next byte to come."""
        self._held: list[Bare] = []
        self._held_size = 0
        self._need = 0
        """Size of the frame that is held, its length included; 0 if that is not known."""
        self._start = b""
        """What the frame that is held begins with."""
        self._skip_to: int | None = None
        self._search: Search | None = None
        self._recent: list[Bare] = []
        """The pieces with the last frame, which began at `_recent_start`."""
        self._recent_start = 0
        self._floor = 0
        """What lies before has been looked through once, and is not again."""
        self._todo: deque[Bare] = deque()

    @property
    def is_searching(self) -> bool:
        """Whether it is not known where the next frame begins."""
        return self._search is not None

    def feed(self, data: bytes, time_ns: int, packet: int) -> None:
        """Take the next bytes."""
        offset, size, held_size = self.offset, len(data), self._held_size
        piece = (offset, data, time_ns, packet)
        self.offset = offset + size
        if (
            HEAD_BYTES <= held_size < self._need - size
            and size
            and data[0] > LENGTH_BEGINS_MAX
            and self._budget.used + size <= HELD_BYTES_MAX
        ):
            # The middle of a large frame, as most pieces are: `_join` would say the same.
            self._held.append(piece)
            self._held_size = held_size + size
            self._budget.used += size
            return
        self._route(piece)
        while self._todo:
            self._route(self._todo.popleft())

    def _route(self, piece: Bare) -> None:
        if self._held:
            self._join(piece)
        elif self._search is not None:
            self._look(Piece._make(piece), self._search)
        elif self._skip_to is not None:
            self._skip(Piece._make(piece), self._skip_to)
        else:
            self._cut(piece)

    def _cut(self, piece: Bare) -> None:
        """Give out the frames of a piece that begins with one, and hold what is left."""
        base, data, time_ns, packet = piece
        reader = self._reader
        take = reader.take
        pos, end, last = 0, len(data), -1
        while pos + 4 <= end:
            (size,) = read_int32(data, pos)
            stop = pos + 4 + size
            if stop > end or size < reader.size_min:
                break
            place = (base + pos, time_ns, time_ns, packet)
            if not take(data[pos + 4 : stop], place, data[stop : stop + HEAD_BYTES]):
                if last >= 0:
                    self._recent, self._recent_start = [piece], base + last
                self._lose(pieces_from([piece], base + pos))
                return
            last, pos = pos, stop
        if last >= 0:
            self._recent, self._recent_start = [piece], base + last
        if pos < end:
            rest = data[pos:]
            self._hold([(base + pos, rest, time_ns, packet)], rest)

    def _hold(self, pieces: list[Bare], data: bytes) -> None:
        """Hold the beginning of a frame that is not complete: `data`, which came in `pieces`."""
        self._need = 0
        if len(data) >= 4:
            (size,) = read_int32(data, 0)
            is_sane = self._reader.size_min <= size <= FRAME_BYTES_MAX
            if not is_sane or (len(data) >= HEAD_BYTES and not self._reader.begins(data)):
                self._lose(pieces)
                return
            self._need = size + 4
        self._held = pieces
        self._start = data[:START_BYTES]
        self._held_size = len(data)
        self._budget.used += len(data)

    def _join(self, piece: Bare) -> None:
        """Add to the frame that is held."""
        data, budget = piece[1], self._budget
        size = self._held_size + len(data)
        if self._held_size < HEAD_BYTES:
            self._begin_again(piece)
        elif size and data[0] <= LENGTH_BEGINS_MAX and self._reader.restarts(data, self._start):
            self._restart(piece)
        elif size >= self._need:
            self._complete(piece)
        elif budget.used + len(data) > HELD_BYTES_MAX:
            self._give_up(piece)
        else:
            self._held.append(piece)
            self._held_size = size
            budget.used += len(data)

    def _begin_again(self, piece: Bare) -> None:
        """What is held says too little: read it with what has come."""
        held = self._release()
        before = b"".join([each[1] for each in held])
        data = before + piece[1]
        (size,) = read_int32(data, 0) if len(data) >= 4 else (-1,)
        if self._reader.size_min <= size <= len(data) - 4:
            self._held, self._held_size, self._need = held, len(before), size + 4
            self._budget.used += len(before)
            self._complete(piece)
        else:
            self._hold([*held, piece], data)

    def _complete(self, piece: Bare) -> None:
        """The frame that is held ends within `piece`."""
        begin, data, end_ns, packet = piece
        used = self._need - self._held_size
        held = self._release()
        offset, start, time_ns, first_packet = held[0]
        parts: list[bytes | memoryview] = [each[1] for each in held]
        parts.append(memoryview(data)[:used])
        if len(start) >= 4:
            # Large frames are copied once: memory for them is what costs.
            parts[0] = memoryview(start)[4:]
            frame = b"".join(parts)
        else:
            frame = b"".join(parts)[4:]
        place = (offset, time_ns, end_ns, first_packet)
        rest = data[used:]
        if not self._reader.take(frame, place, rest[:HEAD_BYTES]):
            self._lose([*held, piece])
            return
        is_small = self._need <= RECENT_BYTES_MAX
        self._recent, self._recent_start = ([*held, piece] if is_small else []), offset
        if rest:
            self._cut((begin + used, rest, end_ns, packet))

    def _release(self) -> list[Bare]:
        """What is held, held no more."""
        held = self._held
        self._budget.used -= self._held_size
        self._held, self._held_size = [], 0
        return held

    # What is lost.

    def gap(self, size: int, time_ns: int, packet: int) -> None:
        """`size` bytes were lost, or nobody knows how many."""
        place = (self.offset, time_ns, time_ns, packet)
        count = "bytes, nobody knows how many," if size == UNKNOWN_SIZE else f"{size:,} bytes"
        end = None if size == UNKNOWN_SIZE else self._end_of_frame()
        size = max(0, size)
        # What came before a stream was seen is no damage to it.
        if self.offset or size:
            self._reader.damage(self.offset, size, f"{count} were not captured", place)
        self.offset += size
        if self._search is not None:
            self._budget.used -= self._search.bytes_held
            self._search.forget()
            return
        self._let_go(f"{count} of it were not captured")
        self._skip_to = end if end is not None and self.offset < end else None
        self._recent = []
        if end is None or self.offset > end:
            self.begin_search()

    def _end_of_frame(self) -> int | None:
        """Where the frame ends that has begun; None if that is not known."""
        if self._skip_to is not None:
            return self._skip_to
        return self._held[0][0] + self._need if self._held and self._need else None

    def _let_go(self, problem: str) -> None:
        """Give out what is held, cut as it is."""
        if self._held:
            held = list(map(Piece._make, self._release()))
            first = held[0]
            start = b"".join([piece.data for piece in held])[4:]
            place = (first.offset, first.time_ns, held[-1].time_ns, first.packet)
            self._reader.take_cut(start, place, problem)

    def _give_up(self, piece: Bare) -> None:
        """There is no room for the frame that is held."""
        offset, _, time_ns, packet = piece
        skip_to = self._skip_to = self._held[0][0] + self._need
        text = "too much is held already to keep all of a frame"
        place = (offset, time_ns, time_ns, packet)
        self._reader.damage(offset, skip_to - offset, text, place)
        self._let_go(text)

    def _skip(self, piece: Piece, skip_to: int) -> None:
        if self._reader.restarts(piece.data, b""):
            self._skip_to = None
            place = (piece.offset, piece.time_ns, piece.time_ns, piece.packet)
            self._reader.damage(piece.offset, 0, "the length of the frame before is wrong", place)
            self._todo.appendleft(piece)
        elif piece.offset + len(piece.data) >= skip_to:
            self._skip_to = None
            self._todo.extendleft(pieces_from([piece], skip_to))

    def close(self, time_ns: int) -> None:
        """Nothing more will come."""
        place = (self.offset, time_ns, time_ns, 0)
        start = self._end_search()
        if start is not None and self.offset > start:
            text = "no frame was found in the rest of the stream"
            self._reader.damage(start, self.offset - start, text, place)
        while self._held:
            self._end_within(place)

    def _end_search(self) -> int | None:
        """Search no more; where the search began, if there was one."""
        search, self._search = self._search, None
        if search is None:
            return None
        self._budget.used -= search.bytes_held
        return search.start

    def _end_within(self, place: Place) -> None:
        """Nothing more will come of the frame that is held, unless its length was wrong."""
        held, size = self._held, self._held_size
        begin = held[0][0]
        missing = f"{self._need - size:,}" if self._need else "some"
        text = f"the stream ends {missing} bytes before the frame does"
        self._reader.damage(begin, size, text, place)
        self._let_go(text)
        if size > RECENT_BYTES_MAX:
            return
        self._search = self._reader.search(begin)
        self._todo.extend(pieces_from(held, begin + 1))
        while self._todo:
            self._route(self._todo.popleft())
        self._end_search()

    # Finding back.

    def begin_search(self) -> None:
        """Nobody knows where the next frame begins."""
        self._floor = self.offset
        self._search = self._reader.search(self.offset)

    def _lose(self, pieces: Sequence[Bare]) -> None:
        """No frame begins where `pieces` do, though one should."""
        begin = pieces[0][0]
        again: list[Bare] = [*pieces_from(pieces, begin + 1)]
        if self._recent and self._recent_start >= self._floor:
            recent = pieces_from(self._recent, self._recent_start + 1)
            again = [*_until(recent, begin), *pieces]
        self._floor = self.offset
        self._search = self._reader.search(begin)
        self._todo.extendleft(reversed(again))

    def _restart(self, piece: Bare) -> None:
        """The frame that is held will never be complete, since a later one has begun."""
        held = self._held
        begin = held[0][0]
        self._let_go("its length is wrong")
        self._recent = []
        self._floor = self.offset
        self._search = self._reader.search(begin)
        self._todo.extendleft(reversed([*pieces_from(held, begin + 1), piece]))

    def _look(self, piece: Piece, search: Search) -> None:
        """Look for a frame in what has come."""
        before = search.bytes_held
        found = search.feed(piece)
        self._budget.used += search.bytes_held - before
        if found is not None:
            found = search.chained(found, max(4, self._reader.size_min))
            self._budget.used -= search.bytes_held
            self._search = None
            self._found(found, search.start, piece)
            self._todo.extendleft(reversed(search.pieces(found)))
        elif self._budget.used > HELD_BYTES_MAX:
            self._budget.used -= search.bytes_held
            search.forget()

    def _found(self, found: int, lost: int, piece: Piece) -> None:
        """Tell what was lost before the frame at `found`."""
        place = (lost, piece.time_ns, piece.time_ns, piece.packet)
        if found > lost:
            text = f"{found - lost:,} bytes are no frame that can be read"
            self._reader.damage(lost, found - lost, text, place)
        elif found < lost:
            start = self._recent_start
            self._reader.damage(start, found - start, "a frame's length is wrong", place)
        self._recent = []


def _until(pieces: list[Piece], offset: int) -> list[Piece]:
    """What lies before `offset`."""
    cut = [piece._replace(data=piece.data[: max(0, offset - piece.offset)]) for piece in pieces]
    return [piece for piece in cut if piece.data]
