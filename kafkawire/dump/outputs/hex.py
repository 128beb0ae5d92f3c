"""Hexdumps in which every field is marked and named.

Rows are the usual sixteen bytes with their text. A bar stands before the first byte of each field,
neighbours have different colours, and beside a row, in the same colours, are the names and values
of the fields that begin in it, each after the innermost struct that it is in, where that changes.
Names too long for the row go on below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafkawire.dump.outputs.colour import Palette
from kafkawire.dump.outputs.leaves import Leaf
from kafkawire.protocol.visible_text import visible

ROW_BYTES = 16
LABELS_WIDTH = 64
"""Columns for names beside a row, unless a single one is longer."""
_DOTS = "".join(chr(code) if 32 <= code < 127 else "." for code in range(256))
_HEX = [f"{code:02x}" for code in range(256)]


def hex_rows(data: bytes, leaves: Sequence[Leaf], palette: Palette) -> Iterator[str]:
    """The rows of a frame whose leaves are given in the order of its bytes."""
    colours = [palette.turns[at % len(palette.turns)] for at in range(len(leaves))]
    first = 0
    context = ""
    digits = 4 if len(data) <= 1 << 16 else 6
    for start in range(0, len(data), ROW_BYTES):
        row = data[start : start + ROW_BYTES]
        while first < len(leaves) and leaves[first].end <= start:
            first += 1
        within = _within(leaves, first, start + len(row))
        left = _Bytes(row, start, leaves, colours, within).text(palette.reset)
        begun = [at for at in within if leaves[at].start >= start]
        lines, context = _labels([(leaves[at], colours[at]) for at in begun], context, palette)
        margin = f"{palette.dim}{start:0{digits}x}{palette.reset} "
        yield f"{margin}{left} {lines[0] if lines else ''}".rstrip()
        blank = " " * (digits + 1 + 3 * ROW_BYTES + ROW_BYTES + 6)
        for line in lines[1:]:
            yield blank + line


def _within(leaves: Sequence[Leaf], first: int, end: int) -> range:
    last = first
    while last < len(leaves) and leaves[last].start < end:
        last += 1
    return range(first, last)


class _Bytes:
    """The bytes of a row, as digits and as text."""

    def __init__(
        self,
        row: bytes,
        start: int,
        leaves: Sequence[Leaf],
        colours: Sequence[str],
        within: range,
    ) -> None:
        self._parts = []
        for at in within:
            leaf = leaves[at]
            begin, end = max(leaf.start - start, 0), min(leaf.end - start, len(row))
            is_first = leaf.start >= start
            self._parts.append((row[begin:end], colours[at], is_first))
        self._missing = ROW_BYTES - len(row)

    def text(self, reset: str) -> str:
        """Both columns."""
        digits, letters = [], []
        for part, colour, is_first in self._parts:
            bar = "|" if is_first else " "
            digits.append(bar + colour + " ".join(map(_HEX.__getitem__, part)) + reset)
            letters.append(colour + "".join(map(_DOTS.__getitem__, part)) + reset)
        pad = " " * self._missing
        return f"{''.join(digits)}{pad * 3}  {''.join(letters)}{pad} "


def _labels(
    begun: Sequence[tuple[Leaf, str]], context: str, palette: Palette
) -> tuple[list[str], str]:
    """Names and values, in lines of no more than `LABELS_WIDTH` columns; and the last path."""
    lines: list[str] = []
    line, width = "", 0
    for leaf, colour in begun:
        where = f"{leaf.path.rpartition('.')[2]}: " if leaf.path != context else ""
        context = leaf.path
        text = visible(f"{leaf.name} {leaf.text}".rstrip())
        size = len(where) + len(text)
        if width and width + 2 + size > LABELS_WIDTH:
            lines.append(line)
            line, width = "", 0
        gap = ", " if width else ""
        line += f"{gap}{palette.dim}{where}{palette.reset}{colour}{text}{palette.reset}"
        width += size + len(gap)
    if line:
        lines.append(line)
    return lines, context
