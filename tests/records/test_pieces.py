"""Large data in pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.pieces import copied, joined, room


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_pieces_are_joined(pieces: list[bytes]) -> None:
    assert joined(iter(pieces), 5_000_000) == b"".join(pieces)


def test_large_pieces_become_a_map_whose_slices_are_bytes() -> None:
    pieces = [bytes((number,)) * 400_000 for number in range(1, 5)]
    whole = joined(iter(pieces), 5_000_000)
    assert not isinstance(whole, bytes)
    assert whole[:] == b"".join(pieces)
    assert whole[399_999:400_001] == b"\x01\x02"
    assert whole[0] == 1


def test_room_is_as_large_as_was_asked_for() -> None:
    assert len(room(5_000_000)) == 5_000_000


def test_a_large_view_is_copied_as_it_is() -> None:
    data = bytes(range(256)) * 20_000
    assert copied(memoryview(data))[:] == data
