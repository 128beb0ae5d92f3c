"""What is asked of frames that are where they should be, and of those that are not."""

from __future__ import annotations

import pytest

from kafkawire.dump.engine.framing import Budget
from kafkawire.dump.engine.link import Link
from kafkawire.dump.engine.pairing import Mask, Numbers, Pairing
from kafkawire.dump.model import Connection, Event
from kafkawire.dump.secrets import mask
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from tests.support.dump.conversations import damage_of, exchanges_of
from tests.support.requests.loopback import framed


def linked(*, is_whole: bool = True, mask: Mask | None = None) -> tuple[Link, list[Event]]:
    connection = Connection(1, 0, Endpoint("a", 1), Endpoint("b", 2), 0)
    connection.is_whole = is_whole
    out: list[Event] = []
    return Link(Pairing(connection, Numbers(), out, mask), 0, Budget()), out


def beat(correlation_id: int) -> bytes:
    return encode_request(12, 3, correlation_id, "me", HeartbeatRequest(member_id="m" * 50))


def answer(correlation_id: int) -> bytes:
    (found,) = encode_response(correlation_id, 12, 3, HeartbeatResponse())
    return bytes(found)  # type: ignore[arg-type]


def ids(events: list[Event]) -> list[tuple[int, bool, bool]]:
    return [
        (each.message.correlation_id, each.request is not None, each.response is not None)
        for each in exchanges_of(events)
    ]


def test_the_client_may_be_either_end() -> None:
    connection = Connection(1, 0, Endpoint("a", 1), Endpoint("b", 2), 0)
    out: list[Event] = []
    link = Link(Pairing(connection, Numbers(), out, None), 1, Budget())
    link.data(1, beat(0), 1, 1)
    link.data(0, answer(0), 2, 2)
    assert ids(out) == [(0, True, True)]


STRANGE = {
    "a key that there is none of": b"\x27\x10\0\1\0\0\0\7\0\2meabc",
    "the same, without a client id": b"\x27\x10\0\1\0\0\0\7\xff\xffabc",
    "a negative key": b"\xff\xfe\0\1\0\0\0\7\0\2meabc",
    "a version that no API has": b"\0\1\3\xe8\0\0\0\7\0\2meabc",
    "a client id beyond the end": b"\0\1\0\4\0\0\0\7\x7f\xffmeabc",
    "hardly a header": b"\0\1\0\4\0\0\0\7",
}


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("pieces", [1, 2])
def test_a_header_that_no_client_writes_is_shown_as_it_is(name: str, pieces: int) -> None:
    """Its numbers, and what follows it."""
    frame = STRANGE[name]
    link, out = linked()
    link.data(0, beat(0), 1, 1)
    link.data(1, answer(0), 1, 1)
    data = framed(frame) + beat(8)
    for number in range(pieces):
        size = len(data) // pieces
        link.data(0, data[number * size :][: size if number < pieces - 1 else None], 2, 2)
    link.data(1, framed(b"\0\0\0\7no"), 3, 3)
    link.data(1, answer(8), 4, 4)
    link.close("FIN", 5)
    assert damage_of(out) == []
    assert ids(out) == [(0, True, True), (7, True, True), (8, True, True)]
    message = exchanges_of(out)[1].message
    assert message.api_key == int.from_bytes(frame[:2], "big")
    assert message.api_version == int.from_bytes(frame[2:4], "big")
    assert message.client_id == ("me" if frame[8:12] == b"\0\2me" else None)
    assert message.problem


def test_a_strange_header_whose_length_is_wrong_is_searched_over() -> None:
    link, out = linked()
    link.data(0, beat(0), 1, 1)
    link.data(0, framed(b"\x7f\xff" + bytes(30)) + b"\x7f" * 20 + beat(1), 2, 2)
    link.close("FIN", 3)
    assert ids(out) == [(0, True, False), (1, True, False)]
    (damage,) = damage_of(out)
    assert (damage.stream_offset, damage.size) == (len(beat(0)), 56)


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_token_whose_handshake_was_not_seen_to_succeed_is_never_shown(is_whole: bool) -> None:
    """Neither as bytes nor as the numbers of a header: what follows it is read."""
    link, out = linked(is_whole=is_whole, mask=mask)
    handshake = encode_request(17, 0, 1, "me", SaslHandshakeRequest(mechanism="PLAIN"))
    for data in (handshake if is_whole else beat(1), framed(b"\0A\0wonderland"), beat(2)):
        link.data(0, data, 1, 1)
    link.close("FIN", 3)
    assert [each[0] for each in ids(out)] == [1, 2]
    (damage,) = damage_of(out)
    assert damage.text == "a frame that may be a SASL token is not shown"


def test_a_connection_knows_when_bytes_of_it_were_lost() -> None:
    link, _ = linked()
    connection = link.pairing.connection
    link.data(0, beat(0), 1, 1)
    assert connection.is_unbroken(0)
    link.gap(0, 9, 5, 2)
    assert connection.damaged_ns == 5
    assert [connection.is_unbroken(since_ns) for since_ns in (4, 5, 6)] == [False, False, True]


def test_all_behind_a_strange_header_is_masked() -> None:
    link, out = linked(mask=mask)
    link.data(0, framed(STRANGE["a client id beyond the end"]) + beat(8), 1, 1)
    link.data(0, framed(STRANGE["a key that there is none of"]) + beat(9), 1, 1)
    link.close("FIN", 3)
    first, _, second, _ = exchanges_of(out)
    assert first.message.data == b"\0\1\0\4\0\0\0\7*******"
    assert second.message.data == b"\x27\x10\0\1\0\0\0\7\0\2me***"


def test_a_request_that_swallowed_others_gives_them_back() -> None:
    link, out = linked()
    greedy = bytearray(beat(0))
    greedy[2] = 1
    link.data(0, bytes(greedy), 1, 1)
    for number in (1, 2, 3):
        link.data(0, beat(number), 1 + number, 1 + number)
    link.close("FIN", 9)
    assert [each[0] for each in ids(out)] == [0, 1, 2, 3]
    first, *others = exchanges_of(out)
    assert first.message.problem == "its length is wrong"
    assert [each.message.time_ns for each in others] == [2, 3, 4]
    assert [each.message.data for each in others] == [beat(number)[4:] for number in (1, 2, 3)]


def test_a_response_that_swallowed_others_gives_them_back() -> None:
    link, out = linked()
    greedy = bytearray(answer(0))
    greedy[3] += 40
    for number in range(4):
        link.data(0, beat(number), number, 1)
    link.data(1, bytes(greedy), 10, 1)
    for number in (1, 2, 3):
        link.data(1, answer(number), 10 + number, 1)
    link.close("FIN", 20)
    assert ids(out) == [(number, True, True) for number in range(4)]
    assert [each.response.time_ns for each in exchanges_of(out) if each.response] == [
        10,
        11,
        12,
        13,
    ]


def test_responses_are_found_again_after_a_gap_by_who_waits_for_them() -> None:
    link, out = linked()
    for number in range(5):
        link.data(0, beat(number), number, 1)
    link.data(1, answer(0), 10, 1)
    link.gap(1, len(answer(0)) + 5, 11, 1)
    link.data(1, answer(2)[5:] + answer(3), 12, 1)
    link.data(1, answer(4), 13, 1)
    link.close("FIN", 20)
    assert [(number, got) for number, _, got in ids(out)] == [
        (0, True),
        (1, False),
        (2, False),
        (3, True),
        (4, True),
    ]
    assert [each.ended for each in exchanges_of(out)] == ["", "lost", "lost", "", ""]


def test_responses_to_lost_requests_are_shown_without_them() -> None:
    link, out = linked()
    link.data(0, beat(0), 1, 1)
    link.gap(0, len(beat(1)) + 9, 2, 1)
    link.data(0, beat(2)[9:] + beat(3), 3, 1)
    for number in range(4):
        link.data(1, answer(number), 10 + number, 1)
    link.close("FIN", 20)
    assert ids(out) == [(0, True, True), (1, False, True), (2, False, True), (3, True, True)]


def test_in_the_middle_of_a_stream_both_directions_find_their_first_frame() -> None:
    link, out = linked(is_whole=False)
    link.begin_search()
    link.data(0, beat(6)[20:] + beat(7), 1, 1)
    link.data(1, answer(5)[7:] + answer(6) + answer(7), 2, 1)
    link.close("FIN", 3)
    assert sorted(ids(out)) == [(6, False, True), (7, True, True)]
