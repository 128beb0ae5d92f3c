"""From what an application sends to records."""

from __future__ import annotations

import pytest

from kafkawire.client.accepting import ProducerRecord, RecordMaker, checked
from kafkawire.client.codecs import BYTES, UTF8, Serializers, serializers
from kafkawire.client.errors import SerializationError


def test_headers_are_checked() -> None:
    assert checked([("a", b"x"), ("b", None)]) == [("a", b"x"), ("b", None)]
    with pytest.raises(TypeError, match="name of a header"):
        checked([(b"a", b"x")])  # type: ignore[list-item]  # that is what is tested
    with pytest.raises(TypeError, match="header a: bytes"):
        checked([("a", "x")])  # type: ignore[list-item]  # that is what is tested


def test_records_have_bytes_headers_and_a_time() -> None:
    maker = RecordMaker(Serializers(key=UTF8, value=UTF8))
    assert maker.record("t", "k", "v", [("h", b"x")], 5) == (5, b"k", b"v", [("h", b"x")])
    first, second = maker.all_made("t", [ProducerRecord("v", "k", timestamp=7), ("k", None)])
    assert first == (7, b"k", b"v", ())
    assert second[1:] == (b"k", None, ())


def test_pairs_of_bytes_are_taken_as_they_are_and_others_are_copied_or_refused() -> None:
    """client B-35."""
    maker = RecordMaker(serializers(BYTES))
    pairs = [(b"k", b"v"), (None, b"w"), (b"l", None)]
    assert [record[1:] for record in maker.all_made("t", pairs)] == [
        (b"k", b"v", ()),
        (None, b"w", ()),
        (b"l", None, ()),
    ]
    ((_, _, value, _),) = maker.all_made("t", [(None, bytearray(b"v"))])  # type: ignore[list-item]
    assert type(value) is bytes
    with pytest.raises(SerializationError):
        maker.all_made("t", [(b"k", "text")])  # type: ignore[list-item]  # that is what is tested


def test_a_time_is_not_negative() -> None:
    with pytest.raises(ValueError, match="timestamp -1 is negative"):
        RecordMaker(serializers(BYTES)).record("t", None, b"v", (), -1)
