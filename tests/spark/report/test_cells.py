"""Columns of the page's tables."""

from __future__ import annotations

import pytest

from kafkawire.spark.report import cells


@pytest.mark.parametrize(
    ("cell", "value", "shown"),
    [
        (cells.text_cell("a", "x"), "orders", "orders"),
        (cells.text_cell("a", "x"), None, ""),
        (cells.list_cell("a", "x"), ["b", 3], "b, 3"),
        (cells.list_cell("a", "x"), None, ""),
        (cells.number_cell("a", "x"), 12_345, "12,345"),
        (cells.size_cell("a", "x"), 2048, "2 KiB"),
        (cells.ns_cell("a", "x"), 2_000_000, "2 ms"),
        (cells.ns_cell("a", "x"), None, "–"),
        (cells.ms_cell("a", "x"), 1500.0, "1.5 s"),
        (cells.ms_cell("a", "x"), None, "–"),
    ],
)
def test_values_are_shown_with_their_units(cell: cells.Cell, value: object, shown: str) -> None:
    assert cell.value({"x": value}) == shown


def test_numbers_stand_to_the_right_and_names_to_the_left() -> None:
    made = (cells.text_cell, cells.list_cell, cells.number_cell, cells.size_cell, cells.ms_cell)
    assert [make("a", "x").is_number for make in made] == [False, False, True, True, True]
