"""What is asked of frames that are where they should be, and of those that are not."""

from __future__ import annotations

from kafkawire.dump.engine.framing import Budget
from kafkawire.dump.engine.link import Link
from kafkawire.dump.engine.pairing import Numbers, Pairing
from kafkawire.dump.model import Connection, Event
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.conversations import damage_of, exchanges_of
from tests.support.loopback import framed


def linked(*, is_whole: bool = True) -> tuple[Link, list[Event]]:
    connection = Connection(1, 0, Endpoint("a", 1), Endpoint("b", 2), 0)
    connection.is_whole = is_whole
    out: list[Event] = []
    return Link(Pairing(connection, Numbers(), out, None), 0, Budget()), out


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


def test_a_header_that_no_client_writes_is_searched_over() -> None:
    link, out = linked()
    link.data(0, beat(0), 1, 1)
    link.data(0, framed(b"\x7f\xff" + bytes(30)) + beat(1), 2, 2)
    link.close("FIN", 3)
    assert ids(out) == [(0, True, False), (1, True, False)]
    (damage,) = damage_of(out)
    assert (damage.stream_offset, damage.size) == (len(beat(0)), 36)


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
