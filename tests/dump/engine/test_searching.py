"""The search for a beginning: each place is judged once, in order, with bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.dump.engine import searching
from kafkawire.dump.engine.headers import Bytes
from kafkawire.dump.engine.judging import Verdict
from kafkawire.dump.engine.searching import Piece, Search, pieces_from


def places(data: Bytes, start: int, newest: int) -> Iterator[int]:
    """A frame may begin with `<`."""
    at = data.find(b"<", start)
    while at >= 0:
        yield at
        at = data.find(b"<", at + 1)


def judge(data: Bytes, place: int) -> Verdict:
    """`<...>` is a frame; `<!` is none."""
    if data[place + 1 : place + 2] == b"!":
        return Verdict.NO
    return Verdict.YES if b">" in data[place:] else Verdict.MAYBE


def fed(search: Search, *parts: bytes) -> int | None:
    offset = 100
    for part in parts:
        found = search.feed(Piece(offset, part, offset, offset))
        if found is not None:
            return found
        offset += len(part)
    return None


def search() -> Search:
    return Search(100, places, judge, 2)


def test_the_first_frame_is_found_in_whatever_pieces_it_comes() -> None:
    assert fed(search(), b"..<!.", b".<", b"x", b"y>..<z>") == 106
    assert fed(search(), b"<>") == 100
    assert fed(search(), *(bytes([each]) for each in b"<!....<ab>")) == 106
    assert fed(search(), b"...", b"<..") is None


def test_what_is_kept_is_given_back_from_the_frame_on() -> None:
    found = search()
    assert fed(found, b"..<!.", b".<", b"x>") == 106
    assert [(piece.offset, piece.data) for piece in found.pieces(106)] == [
        (106, b"<"),
        (107, b"x>"),
    ]
    assert [piece.time_ns for piece in found.pieces(106)] == [105, 107]


def test_after_forgetting_it_goes_on_elsewhere() -> None:
    found = search()
    assert fed(found, b"..<..") is None
    found.forget()
    assert found.bytes_held == 0
    assert found.feed(Piece(500, b".<>", 1, 1)) == 501


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SEARCH_BYTES_MAX", 100)
    found = search()
    for number in range(50):
        assert found.feed(Piece(100 + 30 * number, b"." * 30, 1, 1)) is None
        assert found.bytes_held <= 100
    assert found.feed(Piece(1_600, b"..<>", 1, 1)) == 1_602


def test_a_large_frame_that_begins_a_piece_has_the_benefit_of_the_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searching, "SEARCH_BYTES_MAX", 100)
    assert fed(search(), b"....", b"<" + b"x" * 90, b"y" * 30) == 104
    assert fed(search(), b"...<" + b"x" * 90, b"y" * 30) is None


def test_pieces_from_an_offset_on() -> None:
    pieces = [Piece(10, b"abc", 1, 1), Piece(13, b"def", 2, 2)]
    assert pieces_from(pieces, 5) == pieces
    assert pieces_from(pieces, 12) == [Piece(12, b"c", 1, 1), pieces[1]]
    assert pieces_from(pieces, 13) == [pieces[1]]
    assert pieces_from(pieces, 16) == []
