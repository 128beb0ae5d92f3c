"""What serializers with a registry put before their bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records.wire_format import message_indexes, schema_id_of
from kafkawire.records.varint import encode_zigzag

SCHEMA_ID_MAX = 50_000_000


@given(st.integers(0, 0xFFFFFFFF), st.binary(max_size=3))
def test_ids_are_found_where_they_can_be(number: int, rest: bytes) -> None:
    data = b"\0" + number.to_bytes(4, "big") + rest
    is_one = bool(rest) and 0 < number <= SCHEMA_ID_MAX
    assert schema_id_of(data) == (number if is_one else None)
    assert schema_id_of(b"\1" + data[1:]) is None


@given(st.lists(st.integers(0, 300), max_size=6), st.binary(max_size=5))
def test_indexes_of_messages(indexes: list[int], rest: bytes) -> None:
    head = b"\0\0\0\0\1" + b"".join(map(encode_zigzag, [len(indexes), *indexes]))
    assert message_indexes(head + rest) == (tuple(indexes) or (0,), len(head))


@pytest.mark.parametrize("tail", [b"", b"\x04\x02", b"\x01", b"\x7e", b"\xff" * 12])
def test_indexes_that_are_none(tail: bytes) -> None:
    with pytest.raises(ValueError, match="index"):
        message_indexes(b"\0\0\0\0\1" + tail)
