"""Hexdumps: every byte, every field, every name."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.outputs.colour import COLOURED, PLAIN
from kafkawire.dump.outputs.hex import hex_rows
from kafkawire.dump.outputs.leaves import Leaf


def cut(sizes: list[int], path: str = "body") -> list[Leaf]:
    leaves, at = [], 0
    for number, size in enumerate(sizes):
        leaves.append(Leaf(at, at + size, path, f"field{number}", "1", 1))
        at += size
    return leaves


def rows_of(data: bytes, leaves: list[Leaf]) -> list[str]:
    return list(hex_rows(data, leaves, PLAIN))


def test_rows_mark_fields_and_name_those_that_begin_in_them() -> None:
    data = bytes(range(0x40, 0x54))

    assert rows_of(data, cut([2, 16, 2])) == [
        "0000 |40 41|42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f  @ABCDEFGHIJKLMNO"
        "  body: field0 1, field1 1",
        "0010  50 51|52 53                                      PQRS              field2 1",
    ]


def test_names_too_long_for_a_row_go_on_below() -> None:
    leaves = [leaf._replace(name=leaf.name * 6) for leaf in cut([1] * 16)]

    rows = rows_of(bytes(16), leaves)

    assert len(rows) > 5
    assert {row.rindex("field0") > 70 for row in rows[:1]} == {True}
    assert all(row.startswith(" " * 70) for row in rows[1:])


@given(st.lists(st.integers(1, 40), max_size=30))
def test_all_bytes_all_names_and_a_bar_for_each_field(sizes: list[int]) -> None:
    data = bytes(at % 251 for at in range(sum(sizes)))
    text = "\n".join(rows_of(data, cut(sizes)))

    rows = [row for row in text.splitlines() if not row.startswith(" ")]
    digits = "".join(row[5 : 5 + 48] for row in rows)
    assert bytes.fromhex(digits.replace("|", " ")) == data
    assert digits.count("|") == len(sizes)
    assert len(re.findall(r"field\d+ ", text)) == len(sizes)


@given(st.lists(st.integers(1, 40), max_size=30))
def test_colour_changes_nothing_but_colour(sizes: list[int]) -> None:
    data = bytes(sum(sizes))
    coloured = hex_rows(data, cut(sizes), COLOURED)
    plain = [re.sub("\033\\[[0-9;]*m", "", row).rstrip() for row in coloured]

    assert plain == [row.rstrip() for row in rows_of(data, cut(sizes))]


def test_neighbours_have_different_colours() -> None:
    (row,) = hex_rows(b"ab", cut([1, 1]), COLOURED)

    assert COLOURED.turns[0] + "61" in row
    assert COLOURED.turns[1] + "62" in row
