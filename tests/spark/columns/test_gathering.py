"""Bytes brought together by Arrow."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.columns.fields import Spans
from kafkawire.spark.columns.gathering import gather


@given(st.lists(st.tuples(st.none() | st.binary(max_size=20), st.binary(max_size=5)), max_size=50))
def test_what_is_gathered_is_what_lies_there(parts: list[tuple[bytes | None, bytes]]) -> None:
    data = bytearray(b"head")
    at, size = [], []
    for value, gap in parts:
        at.append(len(data))
        size.append(-1 if value is None else len(value))
        data += (value or b"") + gap
    spans = Spans(np.array(at, dtype=np.int64), np.array(size, dtype=np.int64))

    found = gather(pa.py_buffer(bytes(data)), spans)

    found.validate(full=True)
    assert found.type == pa.binary()
    assert found.to_pylist() == [value for value, _ in parts]


def test_what_is_gathered_is_a_copy() -> None:
    data = bytearray(b"abc")
    found = gather(pa.py_buffer(data), Spans(np.array([0]), np.array([3])))
    data[:] = b"xyz"

    assert found.to_pylist() == [b"abc"]
