"""The map of keys to their latest offsets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.compaction.offset_map import OffsetMap

ENTRY_BYTES = 160

KEYS = st.lists(st.binary(max_size=3), max_size=30)


@given(KEYS)
def test_a_key_has_its_latest_offset(keys: list[bytes]) -> None:
    """fetch H-61: and a key that is not there has none."""
    offsets = OffsetMap(1 << 20)
    assert all(offsets.put(key, at) for at, key in enumerate(keys))
    latest = {key: at for at, key in enumerate(keys)}
    assert {key: offsets.get(key) for key in keys} == latest
    assert offsets.get(b"none of them") == -1
    assert offsets.latest_offset == len(keys) - 1
    assert len(offsets) == len(latest)


@given(KEYS, st.integers(0, 10))
def test_what_it_takes_is_bounded_but_one_key_always_fits(keys: list[bytes], count: int) -> None:
    """fetch H-61: whoever fills it goes on from there in another round."""
    offsets = OffsetMap(count * ENTRY_BYTES)
    taken = [offsets.put(key, at) for at, key in enumerate(keys)]
    assert taken == sorted(taken, reverse=True), "nothing more fits once it is full"
    assert len(offsets) <= max(count, 1)
    assert taken[:1] == [True][: len(keys)]
    assert offsets.latest_offset == taken.count(True) - 1
    assert 0 <= offsets.utilization <= 1
