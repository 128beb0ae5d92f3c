"""Malformed UTF-8 as Java reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.text import Lenient


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"\x80\xbf", "\ufffd\ufffd"),
        (b"\xe2\x82", "\ufffd"),
        (b"\xe2\x82a", "\ufffda"),
        (b"\xf0\x90\x80", "\ufffd"),
        (b"\xed\xa0\x80", "\ufffd"),
        (b"\xed\xbf\xbf\xed\xa0\x80", "\ufffd\ufffd"),
        (b"\xed\xa0", "\ufffd"),
        (b"\xed\xa0a", "\ufffda"),
        (b"\xed\x41", "\ufffdA"),
        (b"\xed", "\ufffd"),
        (b"\xc0\x80", "\ufffd\ufffd"),
        (b"\xe0\x80\x80", "\ufffd" * 3),
        (b"\xf5\x80\x80\x80", "\ufffd" * 4),
    ],
)
def test_what_is_malformed_becomes_replacement_characters(data: bytes, text: str) -> None:
    assert Lenient(data).decode() == text


@given(st.binary(max_size=30))
def test_all_bytes_are_some_text_and_parts_are_as_lenient_as_the_whole(data: bytes) -> None:
    lenient = Lenient(data)
    assert lenient.decode() == lenient[:].decode() == bytes.decode(lenient, errors="replace") or (
        b"\xed" in data
    )
    assert [lenient[at] for at in range(len(data))] == list(data)


@given(st.text())
def test_what_is_utf_8_is_read_as_it_is(text: str) -> None:
    assert Lenient(text.encode(errors="ignore")).decode() == text.encode(errors="ignore").decode()
