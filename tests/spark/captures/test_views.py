"""One end's bytes where they lie in a file, against the same bytes put together."""

from __future__ import annotations

import struct
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from kafkawire.spark.captures.views import View

FRAME_BYTES_MAX = 100 << 20
HEAD_BYTES = 14
RESPONSE_BYTES_MIN = 4
RESPONSE_HEAD_BYTES = 8

SEEDS = range(40)
SIZES = (9, 10, 40, FRAME_BYTES_MAX, FRAME_BYTES_MAX + 1, 1 << 31)
KEYS = (0, 3, 200, 201, 1 << 15)
ID_SIZES = (0, 0x1FF, 0x200, 0xFFFF)


class Made(NamedTuple):
    view: View
    pieces: list[bytes]
    """Those that have bytes."""
    packets: list[int]
    """Of each of them."""


def a_piece(random: Random) -> bytes:
    """Most of them as a message begins, or nearly so."""
    size = random.choice((1, 4, 7, 8, 12, 13, 14, 15, 16, 17, 18, 40))
    what = random.random()
    if what < 0.3:
        return random.randbytes(size)
    if what < 0.6:
        return (struct.pack(">I", random.choice((3, 4, size, max(0, size - 4)))) + bytes(60))[:size]
    numbers = random.choice(SIZES), random.choice(KEYS), random.choice(KEYS)
    head = struct.pack(">IHHIH", *numbers, random.getrandbits(32), random.choice(ID_SIZES))
    return (head + random.randbytes(40))[:size]


def made(seed: int) -> Made:
    """Pieces between other bytes of a file; in half of the files the last one ends it."""
    random = Random(seed)
    file, places, sizes, packets, pieces = bytearray(random.randbytes(64)), [], [], [], []
    for packet in range(random.randrange(1, 40)):
        file += random.randbytes(random.randrange(60))
        if random.random() < 0.3:
            continue
        piece = a_piece(random) if random.random() < 0.8 else b""
        places.append(len(file))
        sizes.append(len(piece))
        packets.append(packet)
        pieces.append(piece)
        file += piece
    file += random.randbytes(random.choice((0, 100)))
    columns = [np.array(each, np.int64) for each in (packets, places, sizes)]
    known = [packet for packet, piece in zip(packets, pieces, strict=True) if piece]
    return Made(View(bytes(file), *columns), [each for each in pieces if each], known)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_bytes_are_read_wherever_they_lie(seed: int) -> None:
    view, pieces, _ = made(seed)
    whole, random = b"".join(pieces), Random(seed)
    assert view.end == len(whole)
    for _ in range(200):
        position, size = random.randrange(len(whole) + 2), random.randrange(80)
        expected = whole[position : position + size]
        assert view.read(position, size) == expected
        assert view.read_near(position, size, random.randrange(-1, len(pieces) + 1)) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_each_byte_is_in_one_piece_and_came_with_its_packet(seed: int) -> None:
    view, pieces, packets = made(seed)
    position = 0
    for number, (piece, packet) in enumerate(zip(pieces, packets, strict=True)):
        assert view.starts[number] == position == view.position_at(packet)
        for each in (position, position + len(piece) - 1):
            assert view.piece(each) == view.piece(each, number) == number
        position += len(piece)
        assert view.stop(number) == position == view.position_at(packet + 1)
    assert view.table == (
        view.starts,
        [view.stop(each) for each in range(len(pieces))],
        packets,
        view.data_at,
        position,
    )


def is_plausible(piece: bytes) -> bool:
    if len(piece) < HEAD_BYTES:
        return False
    size, key, version, _, id_size = map(int, struct.unpack_from(">IHHIH", piece))
    is_named = id_size <= 0x1FF or id_size == 0xFFFF
    return 9 < size <= FRAME_BYTES_MAX and key <= 200 and version <= 200 and is_named


def is_like_request(piece: bytes) -> bool:
    """What a search asks of a piece before it looks closer."""
    is_long = len(piece) >= HEAD_BYTES
    return is_long and piece[0] <= FRAME_BYTES_MAX >> 24 and not piece[4] and not piece[6]


def is_like_response(piece: bytes) -> bool:
    size = int.from_bytes(piece[:4], "big")
    return RESPONSE_BYTES_MIN <= size <= len(piece) - 4


@pytest.mark.parametrize("seed", SEEDS)
def test_no_piece_that_may_begin_a_message_is_passed_over_and_no_other_named(seed: int) -> None:
    view, pieces, _ = made(seed)
    of_pieces = list(enumerate(pieces))

    plausible = [view.starts[number] for number, piece in of_pieces if is_plausible(piece)]
    assert list(view.plausible_starts()) == plausible
    requests = [(number, each[:HEAD_BYTES]) for number, each in of_pieces if is_like_request(each)]
    assert list(view.suspicious_requests()) == requests
    responses = [
        (number, each[:RESPONSE_HEAD_BYTES]) for number, each in of_pieces if is_like_response(each)
    ]
    assert list(view.suspicious_responses()) == responses


def test_the_shortest_messages_are_seen_at_the_very_end_of_a_file() -> None:
    request = struct.pack(">IHHIH", 10, 18, 0, 7, 0xFFFF)
    file = b"\xff" * 90 + request
    view = View(file, np.array([3]), np.array([90]), np.array([len(request)]))
    assert list(view.plausible_starts()) == [0]
    assert list(view.suspicious_requests()) == [(0, request)]

    response = struct.pack(">II", 4, 7)
    file = b"\xff" * 90 + response
    view = View(file, np.array([3]), np.array([90]), np.array([len(response)]))
    assert list(view.suspicious_responses()) == [(0, response)]


def test_who_says_nothing_has_nothing_to_read() -> None:
    none = np.zeros(2, np.int64)
    view = View(bytes(100), np.arange(2), none, none)
    assert (view.end, view.starts, view.read(0, 9), view.position_at(0)) == (0, [], b"", 0)
    assert not [*view.plausible_starts(), *view.suspicious_requests(), *view.suspicious_responses()]
