"""Frames where they lie: conversations, cut into packets anywhere, against what was made."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from random import Random

import numpy as np
import pytest

from kafkawire.spark.captures.talk import (
    NULL_ID,
    Request,
    first_request,
    first_response,
    hop_requests,
    hop_responses,
    restart_of_request,
    restart_of_response,
)
from kafkawire.spark.captures.views import View

FRAME_BYTES_MAX = 100 << 20
CLIENT_IDS_MAX = 8
PRODUCE_HEAD_BYTES = 512

SEEDS = range(30)
FILLER = b"\xee" * 40
"""What a file has between the bytes that one end says."""
FETCH, METADATA = (1, 4), (3, 1)


def view_of(pieces: Iterable[bytes]) -> View:
    """What one end says in these packets, numbered by tens; some may bring nothing."""
    data, at, sizes = FILLER, [], []
    for piece in pieces:
        at.append(len(data))
        sizes.append(len(piece))
        data += piece + FILLER
    packets = [10 * number for number in range(len(at))]
    return View(data, *(np.array(each, np.int64) for each in (packets, at, sizes)))


def request(
    correlation_id: int,
    body: bytes = b"12345678",
    *,
    api: tuple[int, int] = FETCH,
    client_id: bytes | None = b"client",
) -> bytes:
    head = struct.pack(">hhi", *api, correlation_id)
    name = NULL_ID if client_id is None else struct.pack(">h", len(client_id)) + client_id
    return framed(head + name + body)


def response(correlation_id: int, body: bytes = b"12345678") -> bytes:
    return framed(struct.pack(">i", correlation_id) + body)


def framed(frame: bytes) -> bytes:
    return struct.pack(">i", len(frame)) + frame


def produce(acks: int, transactional_id: bytes = b"", *, version: int = 8) -> bytes:
    name = struct.pack(">h", len(transactional_id)) + transactional_id
    return request(5, name + struct.pack(">hi", acks, 1000) + bytes(4), api=(0, version))


def cut(random: Random, stream: bytes) -> list[bytes]:
    """A stream in packets, some of them empty."""
    most = random.choice((3, 20, 90, 2000))
    pieces = []
    while stream:
        size = random.randrange(most)
        pieces.append(stream[:size])
        stream = stream[size:]
    return pieces


def packet_of(pieces: list[bytes], position: int) -> int:
    """The packet with a byte, the plain way."""
    return 10 * bisect_right(list(accumulate(map(len, pieces))), position)


def spans(pieces: list[bytes], frames: list[bytes]) -> list[tuple[int, int, int, int]]:
    """Of each frame, where it begins and ends, and the packets with its first and last byte."""
    stops = list(accumulate(map(len, frames)))
    starts = [stop - len(frame) for stop, frame in zip(stops, frames, strict=True)]
    return [
        (start, stop, packet_of(pieces, start), packet_of(pieces, stop - 1))
        for start, stop in zip(starts, stops, strict=True)
    ]


def requests_of(frames: list[bytes]) -> list[Request]:
    return hop_requests(view_of(frames), 0).requests


@pytest.mark.parametrize("seed", SEEDS)
def test_requests_are_found_however_they_are_cut_into_packets(seed: int) -> None:
    random = Random(seed)
    ids = [7 + step for step in accumulate(random.randrange(1, 60) for _ in range(25))]
    names = [random.randbytes(random.randrange(60)) for _ in range(3)]
    frames = []
    for each in ids:
        body, api = random.randbytes(random.randrange(120)), random.choice((FETCH, METADATA))
        frames.append(request(each, body, api=api, client_id=random.choice(names)))
    pieces = cut(random, b"".join(frames))
    hop = hop_requests(view_of(pieces), 0)

    found = [(each.start, each.stop, each.first, each.last) for each in hop.requests]
    assert found == spans(pieces, frames)
    assert [each.correlation_id for each in hop.requests] == ids
    assert all(each.expects for each in hop.requests)
    assert hop.violation is None
    assert hop.client_ids <= {struct.pack(">h", len(each)) + each for each in names}
    assert hop.end == sum(map(len, frames))


@pytest.mark.parametrize("seed", SEEDS)
def test_responses_are_found_however_they_are_cut_into_packets(seed: int) -> None:
    random = Random(seed)
    ids = [random.randrange(-(1 << 31), 1 << 31) for _ in range(25)]
    frames = [response(each, random.randbytes(random.randrange(120))) for each in ids]
    pieces = cut(random, b"".join(frames))
    found, violation = hop_responses(view_of(pieces), 0)

    assert [(each.start, each.stop, each.first, each.last) for each in found] == spans(
        pieces, frames
    )
    assert [each.correlation_id for each in found] == ids
    assert violation is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_frame_that_is_only_half_there_ends_what_is_found_and_is_no_violation(seed: int) -> None:
    random = Random(seed)
    asked, answered = [request(n) for n in range(5)], [response(n) for n in range(5)]
    missing = random.randrange(1, len(answered[-1]))
    hop = hop_requests(view_of(cut(random, b"".join(asked)[:-missing])), 0)
    found, violation = hop_responses(view_of(cut(random, b"".join(answered)[:-missing])), 0)

    assert [each.correlation_id for each in hop.requests] == [0, 1, 2, 3]
    assert [each.correlation_id for each in found] == [0, 1, 2, 3]
    assert (hop.violation, violation) == (None, None)
    assert hop.end == sum(map(len, asked[:4]))


def test_no_more_frames_are_read_than_are_asked_for() -> None:
    asked = view_of([request(n) for n in range(9)])
    answered = view_of([response(n) for n in range(9)])

    assert len(hop_requests(asked, 0, 3).requests) == 3
    assert len(hop_responses(answered, 0, 3)[0]) == 3


@pytest.mark.parametrize(
    "strange",
    [
        request(2, api=(999, 0)),
        request(2, api=(1, 101)),
        request(2, api=(1, -1)),
        request(2, api=(17, 0)),
        request(2, api=(7, 0)),
        struct.pack(">ihhih", 9, 1, 4, 2, -1) + bytes(9),
        struct.pack(">ihhih", FRAME_BYTES_MAX + 1, 1, 4, 2, -1) + bytes(9),
        struct.pack(">ihhih", 20, 1, 4, 2, 11) + bytes(20),
        struct.pack(">ihhih", 20, 1, 4, 2, -2) + bytes(20),
        request(2, client_id=bytes(2001)),
        request(2, client_id=None),
    ],
)
def test_the_first_frame_that_is_no_plain_request_is_a_violation(strange: bytes) -> None:
    hop = hop_requests(view_of([request(0), request(1), strange, request(3)]), 0)

    assert [each.correlation_id for each in hop.requests] == [0, 1]
    assert hop.violation == 20
    assert hop.end == 2 * len(request(0))


def test_requests_with_the_keys_that_change_nothing_in_other_versions_go_on() -> None:
    assert len(requests_of([request(1, api=(17, 1)), request(2, api=(7, 1))])) == 2


@pytest.mark.parametrize("size", [3, -1, FRAME_BYTES_MAX + 1])
def test_a_length_that_no_response_has_is_a_violation(size: int) -> None:
    strange = struct.pack(">ii", size, 1) + bytes(20)
    found, violation = hop_responses(view_of([response(0), strange]), 0)

    assert [each.correlation_id for each in found] == [0]
    assert violation == 10


def test_a_connection_has_so_many_client_ids_and_no_more() -> None:
    frames = [request(n, client_id=b"c%d" % n) for n in range(CLIENT_IDS_MAX + 1)]
    hop = hop_requests(view_of(frames), 0)

    assert len(hop.requests) == len(hop.client_ids) == CLIENT_IDS_MAX
    assert hop.violation == 10 * CLIENT_IDS_MAX


def test_no_client_id_at_all_is_one_too_but_not_beside_others() -> None:
    without = [request(n, client_id=None) for n in range(3)]
    hop = hop_requests(view_of([*without, request(3)]), 0)

    assert (len(hop.requests), hop.violation) == (3, 30)
    assert hop.client_ids == {NULL_ID}


def test_only_produce_requests_without_acks_expect_no_response() -> None:
    for version in (3, 8):
        frames = [produce(0, b"", version=version), produce(1), produce(-1, b"abc")]
        assert [each.expects for each in requests_of(frames)] == [False, True, True]


def test_acks_that_come_too_late_to_be_read_are_a_violation() -> None:
    late = produce(1, b"x" * PRODUCE_HEAD_BYTES)
    hop = hop_requests(view_of([request(1), late]), 0)

    assert (len(hop.requests), hop.violation) == (1, 10)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_request_is_found_behind_the_end_of_another(seed: int) -> None:
    random = Random(seed)
    rest = b"\xff" * random.randrange(1, 300)
    frames = [request(100 + n, b"\xff" * random.randrange(60)) for n in range(10)]
    aligned, mixed = view_of([rest, *frames]), view_of(cut(random, rest + b"".join(frames)))

    assert first_request(aligned, is_aligned=True) == len(rest)
    assert first_request(mixed, is_aligned=False) == len(rest)


@pytest.mark.parametrize(
    "frames",
    [
        [request(1), request(70), request(71)],
        [request(2), request(2), request(2)],
        [request(1), request(2), request(3, api=(999, 0))],
        [request(1, client_id=b"\0\1\2"), request(2, client_id=b"\0\1\2")],
        [request(1)[:-1]],
    ],
)
def test_what_others_do_not_follow_as_a_client_counts_is_not_the_first(frames: list[bytes]) -> None:
    assert first_request(view_of(frames), is_aligned=True) != 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_response_is_one_to_a_request_wherever_packets_begin(seed: int) -> None:
    random = Random(seed)
    requests = requests_of([request(900 + n) for n in range(10)])
    rest = b"\xff" * random.randrange(5, 300)
    frames = [response(900 + n, b"\xff" * random.randrange(60)) for n in range(10)]
    stream = rest + b"".join(frames)

    assert first_response(view_of([rest, *frames]), requests) == len(rest)
    assert first_response(view_of([stream[:3], stream[3:]]), requests) == len(rest)


def test_no_response_is_found_to_requests_that_expect_none() -> None:
    quiet = requests_of([produce(0)])

    assert first_response(view_of([response(5)]), quiet) is None
    assert first_response(view_of([response(6), response(7)]), requests_of([request(5)])) is None


@pytest.mark.parametrize(("step", "packet"), [(1, 20), (64, 20), (65, None), (0, None), (-1, None)])
def test_a_piece_within_a_request_that_begins_as_a_later_one_could_is_told(
    step: int, packet: int | None
) -> None:
    inner = request(50 + step)
    outer = request(50, b"\xff" * 30 + inner + b"\xff" * 30)
    at = outer.index(inner)
    pieces = [request(49), outer[:at], outer[at:], request(51)]
    view = view_of(pieces)

    assert restart_of_request(view, hop_requests(view, 0)) == packet
    whole = view_of([request(49), outer, request(51)])
    assert restart_of_request(whole, hop_requests(whole, 0)) is None


def test_what_is_fed_anyway_is_no_restart() -> None:
    half = request(52, bytes(400))[:60]
    view = view_of([request(50), request(51), half, request(53)])

    assert restart_of_request(view, hop_requests(view, 0)) is None


@pytest.mark.parametrize(("far", "packet"), [(0, 20), (20_000, 20), (20_100, None)])
def test_a_piece_within_a_response_that_begins_as_one_to_a_near_request_is_told(
    far: int, packet: int | None
) -> None:
    inner = response(51 + far)
    outer = response(50, b"\xff" * 30 + inner + b"\xff" * 30)
    at = outer.index(inner)
    view = view_of([response(49), outer[:at], outer[at:], response(51)])

    assert restart_of_response(view, hop_responses(view, 0)[0]) == packet
    whole = view_of([response(49), outer, response(51)])
    assert restart_of_response(whole, hop_responses(whole, 0)[0]) is None


def test_what_begins_within_the_last_response_is_fed_anyway() -> None:
    inner = response(51)
    last = response(50, b"\xff" * 30 + inner)
    at = last.index(inner)
    view = view_of([response(49), last[:at], last[at:]])

    assert len(hop_responses(view, 0)[0]) == 2
    assert restart_of_response(view, hop_responses(view, 0)[0]) is None
