"""xxHash32, against what liblz4 writes and against known values."""

from __future__ import annotations

import lz4.frame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.xxhash32 import xxhash32


@pytest.mark.parametrize(
    ("data", "expected"), [(b"", 0x02CC5D05), (b"a", 0x550D7456), (b"abc", 0x32D153FF)]
)
def test_known_values(data: bytes, expected: int) -> None:
    assert xxhash32(data) == expected


@given(st.binary(min_size=1, max_size=300))
def test_it_is_the_content_checksum_of_liblz4(data: bytes) -> None:
    frame = lz4.frame.compress(data, content_checksum=True)

    assert xxhash32(data).to_bytes(4, "little") == frame[-4:]
