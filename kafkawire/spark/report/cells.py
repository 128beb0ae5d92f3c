"""What the page's parts are made of: figures by name, and tables whose cells make text of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.spark.report.units import duration, number, size

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Rows

Value = Callable[[dict[str, Any]], str]


class Cell(NamedTuple):
    """A column of a table on the page."""

    title: str
    value: Value
    is_number: bool = True


class Shown(NamedTuple):
    """A table on the page; `cells` make its columns from rows."""

    caption: str
    rows: Rows
    cells: tuple[Cell, ...]


class Drawn(NamedTuple):
    """A figure on the page, by its name in `figures.DRAWN`."""

    name: str
    caption: str


class Section(NamedTuple):
    """A part of the page; `name` is its anchor."""

    name: str
    title: str
    about: str
    figures: tuple[Drawn, ...]
    tables: tuple[Shown, ...]


def text_cell(title: str, key: str) -> Cell:
    """Text as it is; empty for None."""
    return Cell(title, lambda row: str(row[key]) if row[key] is not None else "", is_number=False)


def list_cell(title: str, key: str) -> Cell:
    """Names with commas."""
    return Cell(title, lambda row: ", ".join(map(str, row[key] or ())), is_number=False)


def number_cell(title: str, key: str) -> Cell:
    """A number of few digits."""
    return Cell(title, lambda row: number(row[key]))


def size_cell(title: str, key: str) -> Cell:
    """Bytes with their unit."""
    return Cell(title, lambda row: size(row[key]))


def ns_cell(title: str, key: str) -> Cell:
    """A duration of nanoseconds."""
    return Cell(title, lambda row: duration(row[key]))


def ms_cell(title: str, key: str) -> Cell:
    """A duration of milliseconds."""
    return Cell(title, lambda row: duration(None if row[key] is None else row[key] * 1e6))
