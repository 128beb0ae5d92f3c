"""Small buffers are joined, large ones are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.buffers import joined
from kafkawire.protocol.gathering import gathered

sizes = st.lists(st.sampled_from([0, 1, 100, 4095, 4096, 5000]), max_size=12)


@given(sizes)
def test_the_bytes_stay_the_same(lengths: list[int]) -> None:
    items = [bytes((at,)) * length for at, length in enumerate(lengths)]
    assert joined(gathered(list(items))) == b"".join(items)


def test_neighbours_below_4096_bytes_become_one() -> None:
    small, large = b"s" * 4095, b"L" * 4096
    assert gathered([small, small, large, large, small]) == [small + small, large, large, small]


def test_large_buffers_are_not_copied() -> None:
    large = bytearray(5000)
    assert gathered([b"head", large])[1] is large
