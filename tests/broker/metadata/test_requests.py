"""Small things that requests have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.requests import check_deadline, java_int, repeated
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError


@given(st.lists(st.integers(0, 9)))
def test_repeated_items_are_told_once(items: list[int]) -> None:
    found = list(repeated(items))
    assert sorted(found) == sorted({item for item in items if items.count(item) > 1})
    assert found == sorted(found, key=items.index)


@pytest.mark.parametrize("timeout_ms", [0, -1])
def test_no_time_is_too_little(timeout_ms: int) -> None:
    """admin B-2."""
    check_deadline(1)
    with pytest.raises(ApiError) as caught:
        check_deadline(timeout_ms)
    assert (caught.value.code, caught.value.message) == (ErrorCode.REQUEST_TIMED_OUT, None)


@given(st.integers(-(2**33), 2**33))
def test_numbers_are_javas_ints(number: int) -> None:
    inside = -(2**31) <= number < 2**31
    assert java_int(str(number)) == (number if inside else None)


@pytest.mark.parametrize("text", ["", "x", "1.0", " 1", "²", "+", "1_0"])
def test_what_is_no_number(text: str) -> None:
    assert java_int(text) is None
