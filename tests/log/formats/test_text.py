"""Numbers, ids and lines of text files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.text import lines_of, number_of, shown, uuid_of
from kafkawire.protocol.uuids import uuid_text

INT32_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
SHOWN_MAX = 80


@given(st.binary(min_size=16, max_size=16))
def test_uuids_are_read_as_they_are_written(uuid: bytes) -> None:
    text = uuid_text(uuid)

    assert len(text) == 22
    assert uuid_of(text) == uuid_of(text + "==") == uuid


def test_a_uuid_is_written_as_kafka_writes_it() -> None:
    """admin F-1: the metadata topic's id as text."""
    assert uuid_text(bytes(15) + b"\x01") == "AAAAAAAAAAAAAAAAAAAAAQ"
    assert uuid_text(b"\xfb\xff" + bytes(14)) == "-_8AAAAAAAAAAAAAAAAAAA"


@pytest.mark.parametrize(
    "text", ["", "AAAA", "A" * 21, "A" * 23, "A" * 24, "+" + "A" * 21, "é" * 22, "A" * 20 + "=="]
)
def test_what_is_no_uuid_is_refused(text: str) -> None:
    with pytest.raises(CorruptFile, match="is no uuid"):
        uuid_of(text)


@given(st.integers(-(2**31), 2**31 - 1))
def test_numbers_are_read_back(number: int) -> None:
    assert number_of(str(number), INT32_MAX, "number") == number


@pytest.mark.parametrize(
    "text",
    ["", "-", " 1", "1_0", "1.0", "0x1", "٣", "²", str(2**63), str(-(2**63) - 1), "9" * 9999],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(CorruptFile, match="is no offset"):
        number_of(text, INT64_MAX, "offset")


def test_lines_end_in_any_of_three_ways_or_not_at_all() -> None:
    assert lines_of(b"a\nb\r\nc\rd") == ["a", "b", "c", "d"]
    assert lines_of(b"a\n") == ["a"]
    assert lines_of(b"") == []
    # Other ends of lines, which `str.splitlines` knows, are none.
    assert lines_of("a\u2028b".encode()) == ["a\u2028b"]


def test_a_message_repeats_no_more_than_a_line() -> None:
    assert len(shown("x" * 1000)) < SHOWN_MAX + 10
