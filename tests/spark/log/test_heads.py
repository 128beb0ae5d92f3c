"""Heads of batches in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.records.batch import iter_headers
from kafkawire.records.errors import CorruptRecord
from kafkawire.records.message_set import encode_message_set
from kafkawire.spark.log.heads import Head, heads
from tests.support.log.batches import make_batch
from tests.support.log.segments import placed


def heads_of(path: Path, data: bytes, position: int = 0, end: int | None = None) -> list[Head]:
    path.write_bytes(data)
    with open(path, "rb", buffering=0) as file:
        return list(heads(file, position, len(data) if end is None else end))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 9000), max_size=12), st.integers(0, 100))
def test_heads_are_those_of_the_batches(tmp_path: Path, sizes: list[int], cut: int) -> None:
    data = b"".join(placed(make_batch(2, size=size) for size in sizes))
    data = data[: max(0, len(data) - cut)]

    found = heads_of(tmp_path / "log", data)

    expected = list(iter_headers(data))
    assert [(head.position, head.header) for head in found] == expected
    assert [head.last_offset for head in found] == [header.last_offset for _, header in expected]


def test_messages_of_old_magics_are_entries_too(tmp_path: Path) -> None:
    data = encode_message_set([(0, b"k", b"v", [])] * 3, magic=1, base_offset=5)

    assert [head.last_offset for head in heads_of(tmp_path / "log", data)] == [5, 6, 7]


def test_they_begin_and_end_where_they_are_told(tmp_path: Path) -> None:
    one, two, three = placed([make_batch(2)] * 3)
    found = heads_of(tmp_path / "log", one + two + three, len(one), len(one + two))

    assert [head.first_offset for head in found] == [2]


@pytest.mark.parametrize(("place", "value"), [(8, bytes(4)), (16, b"\x09"), (8, b"\0\0\0\x20")])
def test_what_no_entry_has_is_refused(tmp_path: Path, place: int, value: bytes) -> None:
    data = bytearray(make_batch(3))
    data[place : place + len(value)] = value

    with pytest.raises(CorruptRecord):
        heads_of(tmp_path / "log", make_batch(1) + bytes(data))
