"""Text in columns, aligned by the width that a terminal gives each character."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from kafkawire.protocol.visible_text import visible

GAP = "  "
_TWO_CELLS = ("W", "F")


def width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return lines: the titles, then a line for each row.

    A column of numbers is aligned to the right. Cells without a value are a dash.
    """
    texts = [[cell(value) for value in row] for row in rows]
    is_right = [_is_of_numbers(values) for values in zip(*rows, strict=True)] or [
        False for _ in titles
    ]
    widths = [max(map(width, column)) for column in zip(titles, *texts, strict=True)]
    return [_line(each, widths, is_right) for each in [list(titles), *texts]]


def cell(value: object) -> str:
    """Return a value as a person reads it."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(cell(each) for each in value) or "-"
    return visible(str(value))


def _is_of_numbers(values: Sequence[object]) -> bool:
    found = [value for value in values if value is not None]
    return bool(found) and all(type(value) in (int, float) for value in found)


def _line(texts: Sequence[str], widths: Sequence[int], is_right: Sequence[bool]) -> str:
    cells = []
    for text, wanted, right in zip(texts, widths, is_right, strict=True):
        blanks = " " * (wanted - width(text))
        cells.append(blanks + text if right else text + blanks)
    return GAP.join(cells).rstrip()


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _TWO_CELLS else 1
