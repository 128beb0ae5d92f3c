"""Cuts a stream of bytes into frames.

A frame is a signed 32-bit length, which does not count itself, and that many bytes. `FrameBuffer`
is fed what was received and gives back whole frames without their lengths.

Three cases, in the order of how often they occur. Nothing was left over: frames are slices of the
received bytes. A small frame is incomplete: what is there is kept and joined with what comes next.
A large frame is incomplete: it gets a bytearray of its own, into which one may receive directly
(`room`), so that its bytes are copied once. Room is made for what has arrived, at most doubling,
never for what a length declares; so a hostile length costs nothing.

A large frame that nobody refers to any more is filled again: memory that the kernel has to make
costs a megabyte more than receiving it.
"""

from __future__ import annotations

import sys
from collections import deque
from struct import Struct as Format

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.long_arrays import LargeFrame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGE_BYTES_MIN = 4 * 1024
"""An incomplete frame above this size gets a bytearray of its own."""
ROOM_BYTES_MIN = 64 * 1024
"""Room that a large frame gets at once, if it is that large."""

GROWTH_BYTES_MAX = 4 << 20
"""Room grows by so much at most at a time: filling much with zeros would hold up others."""

SPARE_BYTES_MAX = 2 << 20
"""Larger frames are not kept to be filled again, unless a buffer is told to."""
SPARES_MAX = 2
"""Nor more than so many, the latest: while one is being filled another may still be in use."""

_int32 = Format(">i").unpack_from
_spares: deque[LargeFrame] = deque(maxlen=SPARES_MAX)
_references: Callable[[object], int] | None = getattr(sys, "getrefcount", None)


class FrameBuffer:
    """The received bytes of one connection that are not yet frames.

    `max_bytes` is the largest length that is accepted (Kafka's `socket.request.max.bytes`), and
    frames up to `spare_bytes_max` are filled again.
    """

    __slots__ = (
        "_data",
        "_filled",
        "_large",
        "_pos",
        "_size",
        "_spare_bytes_max",
        "is_empty",
        "max_bytes",
    )

    def __init__(self, max_bytes: int, spare_bytes_max: int = SPARE_BYTES_MAX) -> None:
        self.max_bytes = max_bytes
        self._spare_bytes_max = spare_bytes_max
        self.is_empty = True
        """Whether nothing is left to cut, not even the start of a frame."""
        self._data: bytes = b""
        self._pos = 0
        self._large: LargeFrame | None = None
        self._size = 0
        self._filled = 0

    @property
    def bytes_held(self) -> int:
        """How many received bytes are not yet cut into frames."""
        return len(self._data) - self._pos + self._filled

    @property
    def is_partial(self) -> bool:
        """Whether a large frame lacks bytes, so that there is nothing to cut."""
        return self._large is not None and self._filled < self._size

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        self.is_empty = False
        if self._large is not None:
            data = self._feed_large(data)
            if not data:
                return
        if self._pos == len(self._data):
            self._data, self._pos = data, 0
        else:
            self._data, self._pos = self._data[self._pos :] + data, 0

    def cut(self, limit: int) -> list[bytes | bytearray]:
        """At most `limit` whole frames, in order; large ones as bytearrays one may patch.

        Raises `DecodeError` for a length that is not positive or too large, after the frames before
        it have been given out.
        """
        frames: list[bytes | bytearray] = []
        if self._large is not None:
            if self._filled < self._size or limit < 1:
                return frames
            frames.append(self._large)
            if self._size <= self._spare_bytes_max:
                _spares.append(self._large)
            self._large, self._filled = None, 0
        data, pos = self._data, self._pos
        end = len(data)
        while len(frames) < limit and pos + 4 <= end:
            (size,) = _int32(data, pos)
            if not 0 < size <= self.max_bytes:
                if frames:
                    break
                raise DecodeError(f"frame of {size} bytes; the limit is {self.max_bytes}")
            stop = pos + 4 + size
            if stop > end:
                if size > LARGE_BYTES_MIN:
                    self._begin_large(data[pos + 4 :], size)
                    pos = end
                break
            frames.append(data[pos + 4 : stop])
            pos = stop
        if pos == end:
            self._data, self._pos = b"", 0
            self.is_empty = self._large is None
        else:
            self._pos = pos
        return frames

    def room(self) -> memoryview | None:
        """Where to receive the next bytes of a large frame; None if there is no such frame.

        Say how many arrived by `received`, and let go of the view before calling `room` again.
        """
        if not self.is_partial:
            return None
        self._grow(self._filled + 1)
        assert self._large is not None
        return memoryview(self._large)[self._filled :]

    def received(self, count: int) -> None:
        """`count` bytes have been written to the start of `room()`."""
        self._filled += count

    def _begin_large(self, start: bytes, size: int) -> None:
        self._size, self._filled = size, len(start)
        large = _spare(size) or LargeFrame(min(size, max(ROOM_BYTES_MIN, 2 * len(start))))
        large[: len(start)] = start
        self._large = large

    def _feed_large(self, data: bytes) -> bytes:
        """Add to the large frame; return what is beyond it."""
        assert self._large is not None
        stop = min(self._size, self._filled + len(data))
        count = stop - self._filled
        self._grow(stop)
        self._large[self._filled : stop] = data if count == len(data) else data[:count]
        self._filled = stop
        return data[count:]

    def _grow(self, needed: int) -> None:
        """Make room for `needed` bytes, and for some more: never past the size."""
        assert self._large is not None
        have = len(self._large)
        if needed > have:
            target = min(self._size, max(needed, have + min(have, GROWTH_BYTES_MAX)))
            self._large += bytes(target - have)


def _spare(size: int) -> LargeFrame | None:
    """A frame that was given out and is not in use any more, at most `size` bytes of it."""
    at = _unused(_spares)
    if at is None:
        return None
    frame = _spares[at]
    del _spares[at]
    del frame[size:]
    return frame


def _unused(frames: deque[LargeFrame], least: int | None = None) -> int | None:
    """Which of these nobody else refers to; `least` is how many references such a one has."""
    least = _least_references if least is None else least
    if _references is not None:
        for at in range(len(frames)):  # `enumerate` would refer to each as well
            frame = frames[at]
            if _references(frame) <= least and len(frame) >= ROOM_BYTES_MIN:
                return at
    return None


def _count_least() -> int:
    """How many references `_unused` sees of a frame that is in no use: interpreters differ."""
    frames = deque([LargeFrame(ROOM_BYTES_MIN)])
    return next(least for least in range(10) if _unused(frames, least) is not None)


_least_references = 0 if _references is None else _count_least()
