"""Journals of workers: a line for each record, kept when the process is killed.

A line is `PARTITION OFFSET WRITER NUMBER`. A producer writes it when the record is acknowledged, a
consumer before the record is done. A kill may leave half a line at the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple


class Entry(NamedTuple):
    """A record: where it is, which producer wrote it, and its number."""

    partition: int
    offset: int
    writer: str
    number: int


class Journal:
    """A journal that is written."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, entries: Iterable[Entry]) -> None:
        """Append entries; they are the system's when this returns."""
        data = "".join(f"{each[0]} {each[1]} {each[2]} {each[3]}\n" for each in entries)
        os.write(self._fd, data.encode())


class Tail:
    """A journal that is read while it grows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._position = 0

    def new(self) -> Iterator[Entry]:
        """Return the entries since the last call, without half a line at the end."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._position)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._position += len(whole)
        for line in whole.decode().splitlines():
            partition, offset, writer, number = line.split(" ")
            yield Entry(int(partition), int(offset), writer, int(number))
