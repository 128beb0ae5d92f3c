"""Delayed deletion of files and directories (fetch H-53).

A response may still read a segment that is deleted, so a file is renamed first and unlinked after
`file.delete.delay.ms`. Neither the rename nor the unlink is synced. A process that ends in between
leaves renamed files, which the next start finds by their names. A power failure may bring back the
names from before: `partition_files` describes what follows for files, `log_manager` for
directories.

Directories are removed in slices: ten thousand of them take seconds, and requests are answered
between two slices.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.files.background import Background
    from kafkawire.log.files.disk import Disk

    At = Callable[[int, Callable[[int], None]], object]
    """Calls the function back at the given time or soon after it, with the current time."""

DIRECTORIES_PER_SLICE = 8
FILES_PER_SLICE = 64
_DIRECTORY_COST = FILES_PER_SLICE // DIRECTORIES_PER_SLICE
NOTHING_DUE = (1 << 63) - 1
_BUSY = -1


class Removals:
    """Files and directories that wait for deletion, by time. `start` begins to delete them."""

    __slots__ = ("_at", "_background", "_disk", "_heap", "_sequence", "_timer_ms", "_undated")

    def __init__(self, disk: Disk, background: Background) -> None:
        self._disk = disk
        self._background = background
        self._undated: list[tuple[str, int]] = []
        self._heap: list[tuple[int, int, str, bool]] = []
        self._sequence = 0
        self._at: At | None = None
        self._timer_ms = NOTHING_DUE

    def __len__(self) -> int:
        return len(self._heap) + len(self._undated)

    def add(self, path: str, due_ms: int, *, is_directory: bool = False) -> None:
        """Remove a file, or a directory with the files in it, once `due_ms` has come."""
        self._sequence += 1
        heappush(self._heap, (due_ms, self._sequence, path, is_directory))
        self._wait()

    def add_file(self, path: str, delay_ms: int) -> None:
        """Remove a file `delay_ms` from now, for whoever does not know what time it is."""
        self._undated.append((path, delay_ms))
        if self._at is not None and len(self._undated) == 1:
            self._at(0, self._date)

    def start(self, at: At) -> None:
        """Remove from now on what is due."""
        self._at = at
        if self._undated:
            at(0, self._date)
        self._wait()

    def _date(self, now_ms: int) -> None:
        undated, self._undated = self._undated, []
        for path, delay_ms in undated:
            self.add(path, now_ms + delay_ms)

    def _wait(self, not_before_ms: int = 0) -> None:
        if self._at is None or not self._heap or self._heap[0][0] >= self._timer_ms:
            return
        deadline_ms = self._timer_ms = max(self._heap[0][0], not_before_ms)

        def run(now_ms: int) -> None:
            if self._timer_ms == deadline_ms:  # else another timer came before this one
                self._remove_due(now_ms)

        self._at(deadline_ms, run)

    def _remove_due(self, now_ms: int) -> None:
        """Remove a slice; the next one begins a little later, so that others have their turn."""
        left = FILES_PER_SLICE
        paths: list[tuple[str, bool]] = []
        while left > 0 and self._heap and self._heap[0][0] <= now_ms:
            _, _, path, is_directory = heappop(self._heap)
            paths.append((path, is_directory))
            left -= _DIRECTORY_COST if is_directory else 1
        self._timer_ms = _BUSY

        def removed(_: object) -> None:
            self._timer_ms = NOTHING_DUE
            self._wait(now_ms + 1)

        self._background(lambda: self._remove(paths), removed)

    def _remove(self, paths: list[tuple[str, bool]]) -> None:
        for path, is_directory in paths:
            try:
                if is_directory:
                    remove_directory(self._disk, path)
                else:
                    self._disk.remove(path)
            except OSError:
                continue  # gone already, or found again at the next start


def remove_directory(disk: Disk, path: str) -> None:
    """Remove a directory and what is in it; raises OSError."""
    for name, is_directory in disk.entries(path):
        inner = f"{path}/{name}"
        if is_directory:
            remove_directory(disk, inner)
        else:
            disk.remove(inner)
    disk.remove_directory(path)
