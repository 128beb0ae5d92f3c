"""Columns are aligned for the eye, whatever is in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.cli.tables import cell, table, width


def test_numbers_stand_at_the_right_and_texts_at_the_left() -> None:
    assert table(["NAME", "COUNT"], [["a", 1], ["long name", 1000], ["b", None]]) == [
        "NAME       COUNT",
        "a              1",
        "long name   1000",
        "b              -",
    ]


def test_wide_and_combining_characters_count_as_a_terminal_shows_them() -> None:
    assert [width(text) for text in ("abc", "日本", "e\u0301", "ü", "\u200bx")] == [3, 4, 1, 1, 1]
    assert table(["N", "V"], [["日本", "x"], ["a", "y"]])[1:] == ["日本  x", "a     y"]


def test_cells_are_words_for_people() -> None:
    values: list[object] = [None, "", True, False, (1, 2), [], "a\x1b[2J\nb", 0]
    assert [cell(value) for value in values] == [
        "-",
        "-",
        "yes",
        "no",
        "1,2",
        "-",
        "a\\x1b[2J\\x0ab",
        "0",
    ]


def test_a_table_without_rows_has_its_titles() -> None:
    assert table(["A", "B"], []) == ["A  B"]


@given(st.lists(st.tuples(st.text(max_size=8), st.integers()), min_size=1, max_size=5))
def test_the_last_column_of_numbers_ends_at_one_place(rows: list[tuple[str, int]]) -> None:
    lines = table(["TEXT", "NUMBER"], rows)
    assert len({width(line) for line in lines}) == 1
    assert [line.split()[-1] for line in lines[1:]] == [str(number) for _, number in rows]
