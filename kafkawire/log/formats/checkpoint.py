"""What Kafka's text checkpoints have in common (its `CheckpointFile`).

A line with the version, which is 0, one with the number of entries, one for each entry. A file
that was never written is empty, and means no entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.text import INT32_MAX, lines_of, number_of, shown

VERSION = 0


def encode_lines(lines: Sequence[str]) -> bytes:
    """A checkpoint with these entries."""
    return "\n".join((str(VERSION), str(len(lines)), *lines, "")).encode()


def decode_lines(data: bytes, columns: int) -> Iterator[list[str]]:
    """The words of each entry, of which there must be `columns`; raises CorruptFile."""
    lines = lines_of(data)
    if lines and number_of(lines[0], INT32_MAX, "version") != VERSION:
        raise CorruptFile(f"checkpoints have version {VERSION}, not {lines[0]}")
    if len(lines) < 2:
        return
    count = number_of(lines[1], INT32_MAX, "number of entries")
    if count != len(lines) - 2:
        raise CorruptFile(f"it has {len(lines) - 2} entries, not {count}")
    for number, line in enumerate(lines[2:], 3):
        words = line.split()
        if len(words) != columns:
            raise CorruptFile(f"line {number} wants {columns} words: {shown(line)}")
        yield words
