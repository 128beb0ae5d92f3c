"""What is surely a frame, and what only looks like one."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.dump.engine.headers import request_header
from kafkawire.dump.engine.judging import (
    Known,
    Verdict,
    is_next,
    is_sound_request,
    is_sound_response,
    judge_request,
    request_places,
)
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest

UNKNOWN = Known()
FRAME = encode_request(12, 3, 7, "me", HeartbeatRequest(group_id="group"))


def test_a_whole_request_is_one_wherever_it_begins() -> None:
    before = Random(1).randbytes(1_000)
    data = before + FRAME + before
    assert judge_request(data, 1_000, UNKNOWN) is Verdict.YES
    assert 1_000 in list(request_places(data, 0, 0))
    judged = [judge_request(data, place, UNKNOWN) for place in request_places(data, 0, 0)]
    assert judged.count(Verdict.YES) == 1


@pytest.mark.parametrize("size", range(len(FRAME)))
def test_a_part_of_one_may_be_one(size: int) -> None:
    assert judge_request(FRAME[:size], 0, UNKNOWN) is Verdict.MAYBE


@pytest.mark.parametrize("place", [3, 4, 5, 6, 12, 13])
def test_a_bit_of_its_head_makes_it_none(place: int) -> None:
    broken = bytearray(FRAME + FRAME)
    broken[place] ^= 0x40
    assert judge_request(broken, 0, UNKNOWN) is not Verdict.YES


def test_a_connections_client_id_must_be_its_own() -> None:
    assert judge_request(FRAME, 0, Known({"me"}, 6)) is Verdict.YES
    assert judge_request(FRAME, 0, Known({"you"}, 6)) is Verdict.NO


def test_zeros_are_no_request() -> None:
    """They would be a Produce request of version 0 with an empty client id."""
    zeros = b"\0\0\0\x14" + bytes(40)
    assert judge_request(zeros, 0, UNKNOWN) is Verdict.NO
    assert judge_request(zeros[:24], 0, UNKNOWN) is not Verdict.YES


STEPS = [(1, Verdict.YES), (64, Verdict.YES), (0, Verdict.MAYBE), (65, Verdict.MAYBE)]


@pytest.mark.parametrize(("step", "verdict"), STEPS)
def test_the_request_that_comes_next_need_not_be_complete(step: int, verdict: Verdict) -> None:
    assert judge_request(FRAME[:20], 0, Known({"me"}, 7 - step)) is verdict


def test_a_null_client_id_proves_nothing() -> None:
    frame = encode_request(16, 0, 7, None, ListGroupsRequest())
    header = request_header(frame[4:])
    assert header is not None
    assert not is_next(header, Known({None}, 6))
    assert judge_request(frame, 0, UNKNOWN) is Verdict.YES


def test_a_frame_is_sound_to_its_last_byte() -> None:
    assert is_sound_request(FRAME[4:], UNKNOWN)
    assert not is_sound_request(FRAME[4:] + b"\0", UNKNOWN)
    assert not is_sound_request(FRAME[4:-1], UNKNOWN)
    assert not is_sound_request(b"", UNKNOWN)
    (answer,) = encode_response(7, 12, 3, HeartbeatResponse())
    frame = bytes(answer)[4:]  # type: ignore[arg-type]
    assert is_sound_response(frame, 12, 3)
    assert not is_sound_response(frame + b"\0", 12, 3)
    assert not is_sound_response(b"\0", 12, 3)


def test_of_a_newer_version_only_the_header_speaks() -> None:
    newer = FRAME[4:6] + b"\0\x09" + FRAME[8:] + b"more"
    assert not is_sound_request(newer, UNKNOWN)
    assert is_sound_request(newer, Known({"me"}, 6))
    assert is_sound_response(b"\0\0\0\7whatever", 12, 9)


def test_a_request_without_any_name_needs_another_behind_it() -> None:
    frame = encode_request(16, 0, 7, None, ListGroupsRequest())
    assert judge_request(b"x" + frame, 1, UNKNOWN) is Verdict.MAYBE
    assert judge_request(b"x" + frame + frame[:9], 1, UNKNOWN) is Verdict.MAYBE
    assert judge_request(b"x" + frame + frame, 1, UNKNOWN) is Verdict.YES
    assert judge_request(b"x" + frame + b"\x7f" * 20, 1, UNKNOWN) is Verdict.NO


@pytest.mark.parametrize(
    ("size", "verdict"),
    [(100 << 20, Verdict.YES), ((100 << 20) + 1, Verdict.NO), (-1, Verdict.NO)],
)
def test_a_request_may_have_just_the_greatest_size(size: int, verdict: Verdict) -> None:
    data = size.to_bytes(4, "big", signed=True) + FRAME[4:]
    assert judge_request(data, 0, Known({"me"}, 6)) is verdict
