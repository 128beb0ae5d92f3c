"""What comes out of a read, and what a reader can be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.protocol.buffers import Sendable


class LogPosition(NamedTuple):
    """A place in a log.

    `offset` is the first one of the batch that a requested offset lies in (fetch B-23), the
    requested offset itself at the end of the log; `byte_position` counts from the beginning of
    the segment.
    """

    segment_base_offset: int
    offset: int
    byte_position: int


class LogRead(NamedTuple):
    """Bytes from one segment, which may end inside a batch (fetch C-4).

    `first_batch_size` is the whole size of the batch that the bytes begin with, 0 when there is
    none below the bound; a caller that must not send a cut first batch compares it with `size`.
    """

    buffers: Sequence[Sendable]
    size: int
    first_batch_size: int
    position: LogPosition


NOTHING = LogRead([], 0, 0, LogPosition(0, 0, 0))


class LatestRead:
    """What was read last, for those who ask the same in a row, as many do who wait at the end.

    Logs in files share one: it may hold bytes that nobody else keeps any more.
    """

    __slots__ = ("asked", "read")

    def __init__(self) -> None:
        self.asked: tuple[object, ...] = ()
        """The log, and how it was asked."""
        self.read = NOTHING

    def forget(self) -> None:
        """Keep nothing."""
        self.asked, self.read = (), NOTHING


class TimestampedOffset(NamedTuple):
    """A record found by time: its timestamp, its offset, the leader epoch of its batch."""

    timestamp: int
    offset: int
    leader_epoch: int
