"""A lane from idle to connected and back, and what becomes of the calls that wait for it."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.connection import Identity
from kafkawire.client.core.lane import Lane, LaneOptions, Phase, Wish
from kafkawire.client.errors import AuthenticationError, ConnectionLost
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from tests.client.core.test_connection import conversation, offered
from tests.client.core.test_wire import Notes


def make_lane(**options: int) -> Lane:
    return Lane(("broker", 9092), 1, Identity("test"), LaneOptions(**options), Random(1))


def watched(identity: Identity) -> tuple[Lane, Notes]:
    """A lane that is connected, and what its watcher sees."""
    notes = Notes()
    lane = Lane(("broker", 9092), 1, identity, LaneOptions(), Random(1), [notes])
    lane.send(call(), 0)
    lane.resolved([("10.0.0.1", 9092)], "", 0)
    lane.connected(0)
    return lane, notes


def answer(lane: Lane, message: Message, now_ms: int) -> None:
    """Answer the first request that the lane sends."""
    header = decode_request_header(lane.take()[0][4:])
    assert lane.connection is not None
    api, version, number = header.api_key, header.api_version, header.correlation_id
    frame = encode_response(number, api, version, message)
    lane.connection.feed(b"".join(map(bytes, frame)))  # type: ignore[arg-type]
    lane.came(now_ms)


def logins(notes: Notes) -> list[tuple[object, ...]]:
    return [each[2:] for each in notes.seen if each[0] == "authenticated"]


def call() -> Call:
    def done(answer: Answer, now_ms: int) -> None:
        raise AssertionError("its network ends it")

    return Call(16, ListGroupsRequest(), done)


def wishes(lane: Lane) -> list[Wish]:
    taken, lane.wishes = lane.wishes, []
    return taken


def test_nothing_is_connected_before_it_is_wanted() -> None:
    lane = make_lane()
    assert (lane.phase, lane.wishes, lane.next_deadline_ms()) == (Phase.IDLE, [], (1 << 63) - 1)
    lane.send(call(), 0)
    assert (lane.phase, wishes(lane)) == (Phase.RESOLVING, [Wish.RESOLVE])
    lane.send(call(), 0)
    assert lane.wishes == []


def test_all_addresses_are_tried_in_turn() -> None:
    """client D-12, N 3."""
    lane = make_lane()
    lane.send(call(), 0)
    lane.resolved([("10.0.0.1", 9092), ("10.0.0.2", 9092)], "", 1)
    assert lane.address() == ("10.0.0.1", 9092)
    lane.lost("refused", 2)
    assert (lane.phase, lane.address()) == (Phase.CONNECTING, ("10.0.0.2", 9092))
    assert lane.ended == []
    lane.lost("refused", 3)
    assert lane.phase is Phase.BACKOFF
    ((_, answer),) = lane.ended
    assert str(answer.failure) == "broker:9092: refused"
    assert not answer.was_written


def test_a_refusal_stays_the_reason_though_the_broker_closes_the_connection_behind_it() -> None:
    """client D-14: one connection that ends counts once for the back-off, and has one reason."""
    lane = make_lane()
    lane.send(call(), 0)
    lane.resolved([("10.0.0.1", 9092)], "", 1)
    lane.connected(2)
    assert lane.connection is not None
    lane.connection.feed(b"\xff" * 8)
    lane.came(3)
    failure, until_ms = lane.failure, lane.next_deadline_ms()
    lane.lost("the broker closed the connection", 4)
    assert lane.failure is failure
    assert lane.next_deadline_ms() == until_ms
    assert "closed" not in str(failure)


def test_a_name_without_addresses_fails() -> None:
    lane = make_lane()
    lane.send(call(), 0)
    lane.resolved([], "no such host", 1)
    assert str(lane.failure) == "broker:9092 cannot be resolved: no such host"


def test_names_are_resolved_anew_after_a_loss() -> None:
    """client D-12."""
    lane = make_lane()
    lane.send(call(), 0)
    wishes(lane)
    lane.resolved([("10.0.0.1", 9092)], "", 1)
    lane.connected(2)
    lane.lost("reset", 3)
    assert wishes(lane) == [Wish.CONNECT, Wish.CLOSE]
    lane.send(call(), 3)
    assert lane.wishes == []
    lane.tick(lane.next_deadline_ms())
    assert wishes(lane) == [Wish.RESOLVE]


def test_connecting_has_a_time_limit_that_grows() -> None:
    """client D-13."""
    lane = make_lane()
    limits = []
    for _ in range(3):
        lane.send(call(), 0)
        if lane.phase is Phase.BACKOFF:
            lane.tick(lane.next_deadline_ms())
        lane.resolved([("10.0.0.1", 9092)], "", 0)
        limits.append(lane.next_deadline_ms())
        lane.tick(lane.next_deadline_ms())
        assert lane.phase is Phase.BACKOFF
    assert 8_000 <= limits[0] <= 12_000
    assert 16_000 <= limits[1] <= 24_000
    assert 24_000 <= limits[2] <= 36_000


def test_attempts_wait_longer_each_time() -> None:
    """client D-14."""
    lane = make_lane()
    waits = []
    for _ in range(7):
        lane.send(call(), 0)
        lane.tick(lane.next_deadline_ms())
        lane.resolved([], "no such host", 0)
        waits.append(lane.next_deadline_ms())
    assert 40 <= waits[0] <= 60
    assert 80 <= waits[1] <= 120
    assert 800 <= waits[6] <= 1200


@pytest.mark.parametrize("door", ["resolved", "connected"])
def test_what_the_shell_says_too_late_changes_nothing(door: str) -> None:
    lane = make_lane()
    if door == "resolved":
        lane.resolved([("10.0.0.1", 9092)], "", 0)
    else:
        lane.connected(0)
    assert (lane.phase, lane.connection) == (Phase.IDLE, None)


def test_closing_ends_all_calls() -> None:
    lane = make_lane()
    lane.send(call(), 0)
    lane.close(0)
    assert lane.phase is Phase.IDLE
    assert str(lane.ended[0][1].failure) == "the connection to broker:9092 was closed"


def test_watchers_are_told_of_each_authentication() -> None:
    """client K-2, K-9, K-30: and how long a later one took."""
    identity = Identity("test", authentication=lambda: conversation(10_000), authenticates=True)
    lane, notes = watched(identity)
    answer(lane, offered(), 1)
    assert logins(notes) == []
    answer(lane, SaslAuthenticateResponse(), 2)
    assert logins(notes) == [(True, False, 0)]
    answer(lane, ListGroupsResponse(), 3)
    lane.send(call(), 9000)
    answer(lane, SaslAuthenticateResponse(), 9030)
    assert logins(notes)[1:] == [(True, True, 30)]
    answer(lane, ListGroupsResponse(), 9031)
    lane.send(call(), 18_000)
    answer(lane, SaslAuthenticateResponse(error_code=58), 18_001)
    assert logins(notes)[2:] == [(False, True, 0)]


def test_a_handshake_of_tls_is_an_authentication() -> None:
    """client K-1, K-30: one that fails as well."""
    lane, notes = watched(Identity("test", authenticates=True))
    answer(lane, offered(), 1)
    assert logins(notes) == [(True, False, 0)]
    other, identity = Notes(), Identity("test", authenticates=True)
    failing = Lane(("b", 1), 1, identity, LaneOptions(), Random(1), [other])
    failing.send(call(), 0)
    failing.resolved([("10.0.0.1", 9092)], "", 0)
    failing.refused(AuthenticationError("TLS: no"), 1)
    assert logins(other) == [(False, False, 0)]


def test_without_tls_and_sasl_there_are_no_authentications() -> None:
    """client K-30."""
    lane, notes = watched(Identity("test"))
    answer(lane, offered(), 1)
    assert logins(notes) == []


def test_without_negotiation_calls_are_written_when_the_connection_is_made() -> None:
    """Failures before are forgotten: the next back-off is the first one again."""
    lane = Lane(("broker", 9092), 1, Identity("test", negotiates=False), LaneOptions(), Random(1))
    lane.send(call(), 0)
    lane.resolved([], "unknown", 0)
    assert "unknown" in str(lane.failure)
    lane.tick(lane.next_deadline_ms())
    lane.send(call(), 100)
    lane.resolved([("10.0.0.1", 9092)], "", 100)
    lane.connected(100)
    assert lane.failure is None
    (data,) = lane.take()
    assert decode_request_header(data[4:]).api_key == 16
    lane.lost("gone", 200)
    assert 240 <= lane.next_deadline_ms() <= 260


def test_an_answer_counts_though_what_comes_behind_it_cannot_be_read() -> None:
    """Each call ends once, also if both come in one receive."""
    lane, _ = watched(Identity("test", negotiates=False))
    lane.send(call(), 0)
    first, second = (decode_request_header(each[4:]) for each in lane.take())
    frame = encode_response(first.correlation_id, 16, first.api_version, ListGroupsResponse())
    data = b"".join(map(bytes, frame))  # type: ignore[arg-type]
    assert lane.connection is not None
    lane.connection.feed(data * 2)
    lane.came(1)
    assert (first.correlation_id, second.correlation_id) == (0, 1)
    ends = [(each.message, type(each.failure)) for _, each in lane.ended]
    assert ends == [(ListGroupsResponse(), type(None)), (None, ConnectionLost)]
    assert lane.phase is Phase.BACKOFF
