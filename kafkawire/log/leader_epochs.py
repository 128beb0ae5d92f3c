"""The leader epochs of a log: which epoch began at which offset.

Each leader writes its epoch into the batches it appends, and notes here at which offset its time
began. Two logs that agree on an epoch's end agree on everything before it; that is what
followers truncate by (KIP-101, KIP-279) and consumers detect truncation by (KIP-320).

Both columns rise strictly. The rules are those of Kafka's `LeaderEpochFileCache`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

UNDEFINED_EPOCH = -1
UNDEFINED_OFFSET = -1


class EpochListener(Protocol):
    """An object that keeps the entries of a `LeaderEpochCache` elsewhere."""

    def epochs_changed(self) -> None:
        """Follow a change of the entries."""


class LeaderEpochCache:
    """Epochs and their start offsets, both strictly increasing."""

    __slots__ = ("_epochs", "_starts", "listener")

    def __init__(self) -> None:
        self._epochs: list[int] = []
        self._starts: list[int] = []
        self.listener: EpochListener | None = None
        """The part of a store that keeps the entries; None if no store does."""

    def restore(self, entries: Iterable[tuple[int, int]]) -> None:
        """Know just these (epoch, start offset) pairs, which rise; nobody is told."""
        pairs = list(entries)
        self._epochs = [epoch for epoch, _ in pairs]
        self._starts = [start for _, start in pairs]

    @property
    def latest(self) -> int:
        """The newest epoch, or -1 when there is none."""
        return self._epochs[-1] if self._epochs else UNDEFINED_EPOCH

    @property
    def earliest_entry(self) -> tuple[int, int] | None:
        """The oldest known epoch and its start offset."""
        return (self._epochs[0], self._starts[0]) if self._epochs else None

    @property
    def latest_start(self) -> int:
        """Where the newest epoch begins, or -1 when there is none."""
        return self._starts[-1] if self._starts else UNDEFINED_OFFSET

    @property
    def entries(self) -> list[tuple[int, int]]:
        """All (epoch, start offset) pairs, oldest first."""
        return list(zip(self._epochs, self._starts, strict=True))

    def assign(self, epoch: int, start_offset: int) -> None:
        """Note that `epoch` begins at `start_offset`.

        What is known already, and negative arguments, are ignored; entries that contradict the
        new one (an epoch or a start not below its own) give way to it.
        """
        if epoch < 0 or start_offset < 0:
            return
        if self._epochs and self._epochs[-1] == epoch and self._starts[-1] <= start_offset:
            return
        keep = min(bisect_left(self._epochs, epoch), bisect_left(self._starts, start_offset))
        del self._epochs[keep:], self._starts[keep:]
        self._epochs.append(epoch)
        self._starts.append(start_offset)
        self._changed()

    def end_offset_for(self, epoch: int, log_end_offset: int) -> tuple[int, int]:
        """The largest known epoch not above `epoch`, and the offset where it ended.

        (-1, -1) when the epoch is -1, lies in the future, or nothing is known. An epoch older than
        all known ones, even -5, keeps its number and ends where the oldest known one begins.
        """
        if epoch == UNDEFINED_EPOCH or not self._epochs or epoch > self._epochs[-1]:
            return UNDEFINED_EPOCH, UNDEFINED_OFFSET
        if epoch == self._epochs[-1]:
            return epoch, log_end_offset
        following = bisect_right(self._epochs, epoch)
        known = self._epochs[following - 1] if following else epoch
        return known, self._starts[following]

    def truncate_from_end(self, end_offset: int) -> None:
        """Forget the epochs that begin at `end_offset` or later: the log was cut there."""
        keep = bisect_left(self._starts, end_offset)
        if keep < len(self._epochs):
            del self._epochs[keep:], self._starts[keep:]
            self._changed()

    def truncate_from_start(self, start_offset: int) -> None:
        """Forget the epochs that ended before `start_offset`.

        The epoch that covers the new start is kept and now begins there.
        """
        drop = bisect_right(self._starts, start_offset) - 1
        if drop < 0 or (not drop and self._starts[0] == start_offset):
            return
        del self._epochs[:drop], self._starts[:drop]
        self._starts[0] = start_offset
        self._changed()

    def _changed(self) -> None:
        if self.listener is not None:
            self.listener.epochs_changed()
