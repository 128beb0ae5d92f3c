"""Records that come out of their codec piece by piece, and are read without keeping all of them.

A batch of some kilobytes may become a hundred megabytes. Who reads its records in order needs a
window only: the bytes that were not read yet, of which the next piece is added when they end within
a record. `at` may lie beyond the window, behind a field that is skipped; those bytes are then taken
out of the codec and dropped.
"""

from __future__ import annotations

from kafkawire.protocol.pacing import rest
from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Window:
    """The bytes of `pieces` that are at hand, `data`, and the next one to be read, `data[at]`.

    `base` counts the bytes before `data`, to which about `at_once` bytes are added at a time.
    """

    __slots__ = ("_failure", "_pieces", "at", "at_once", "base", "data")

    def __init__(
        self, data: bytes, pieces: Iterator[bytes], *, at_once: int = AT_ONCE_BYTES_MAX
    ) -> None:
        self.data = data
        self._pieces = pieces
        self._failure: UnreadableRecords | None = None
        """What the codec failed with behind `data`."""
        self.at_once = at_once
        self.at = 0
        self.base = 0

    @property
    def position(self) -> int:
        """The bytes before the next one to be read."""
        return self.base + self.at

    def more(self) -> None:
        """Drop what was read, and add as much as is left, or `at_once` bytes if that is more.

        Rests. Raises IndexError if nothing follows, and UnreadableRecords from the codec; not
        before the bytes that the codec gave out before are read.
        """
        if self._failure is not None:
            raise self._failure
        parts = [self.data[self.at :]]
        size, wanted = 0, max(self.at_once, len(parts[0]))
        self.base += len(self.data) - len(parts[0])
        self.at = max(0, self.at - len(self.data))
        self.data = parts[0]
        try:
            for piece in self._pieces:
                rest()
                if not size and self.at > len(piece):
                    self.at -= len(piece)
                    self.base += len(piece)
                    continue
                parts.append(piece)
                size += len(piece)
                if size >= wanted:
                    break
        except UnreadableRecords as failure:
            if not size:
                raise
            self._failure = failure
        if not size:
            raise IndexError("no bytes follow")
        self.data = b"".join(parts)

    def reach(self) -> None:
        """Take bytes out of the codec up to the next one to be read. Raises as `more`."""
        while self.at > len(self.data):
            self.more()

    def is_at_end(self) -> bool:
        """Whether no byte follows. Raises as `more` if even bytes that were skipped do not."""
        while self.at >= len(self.data):
            try:
                self.more()
            except IndexError:
                if self.at:
                    raise
                return True
        return False

    def number(self, read: Callable[[bytes, int], tuple[int, int]]) -> int:
        """Return the varint that is next, as `read` reads it, and step past it."""
        while True:
            try:
                found, self.at = read(self.data, self.at)
            except IndexError:
                self.more()
            else:
                return found

    def skip(self, size: int) -> None:
        """Step past `size` bytes, which need not be in the window; none if that is negative."""
        self.at += max(0, size)

    def sized(self, size: int) -> bytes:
        """Return the next `size` bytes, and step past them."""
        while self.at + size > len(self.data):
            self.more()
        start, self.at = self.at, self.at + size
        return self.data[start : self.at]
