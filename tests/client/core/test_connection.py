"""One connection: versions first, then authentication, then requests and their answers."""

from __future__ import annotations

import tracemalloc
from collections.abc import Generator
from typing import Any

import pytest

from kafkawire.client.core.calls import Call
from kafkawire.client.core.connection import Connection, Identity
from kafkawire.client.errors import AuthenticationError, ServerError, UnreadableAnswer
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.registry import request_class

FETCH, API_VERSIONS, LIST_GROUPS, SASL_AUTHENTICATE = 1, 18, 16, 36
RANGES = {FETCH: (4, 12), API_VERSIONS: (0, 5), LIST_GROUPS: (0, 4), SASL_AUTHENTICATE: (0, 2)}


def offered(error_code: int = 0, **ranges: tuple[int, int]) -> ApiVersionsResponse:
    found = RANGES if not ranges else {API_VERSIONS: ranges["api_versions"]}
    return ApiVersionsResponse(
        error_code=error_code,
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in found.items()
        ],
    )


class Peer:
    """A connection, and the broker's side of it written by hand."""

    def __init__(self, **identity: Any) -> None:
        self.connection = Connection(Identity("test", **identity), 30_000, 0)

    def state(self) -> str:
        """The state's name; a call, for it changes between two looks."""
        return self.connection.state.value

    def asked(self) -> tuple[int, int, int, Any]:
        """The next request: api key, version, correlation id, request."""
        (frame,) = self.connection.take()
        header = decode_request_header(frame[4:])
        request = request_class(header.api_key).decode(
            frame[4:], header.api_version, header.body_offset
        )
        return header.api_key, header.api_version, header.correlation_id, request

    def answer(
        self, asked: tuple[int, int, int, Any], message: Message, number: int | None = None
    ) -> list[Any]:
        api, version, correlation_id, _ = asked
        version = 0 if getattr(message, "error_code", 0) == 35 else version
        frame = encode_response(correlation_id if number is None else number, api, version, message)
        self.connection.feed(b"".join(map(bytes, frame)))  # type: ignore[arg-type]
        return list(self.connection.answers(5))


def call() -> Call:
    return Call(LIST_GROUPS, ListGroupsRequest(), lambda answer, now_ms: None)


def test_requests_are_numbered_from_zero() -> None:
    """client D-20."""
    peer = Peer()
    first = peer.asked()
    assert first[:3] == (API_VERSIONS, 5, 0)
    assert peer.state() == "negotiating"
    assert peer.answer(first, offered()) == []
    assert peer.state() == "ready"
    wanted = call()
    peer.connection.send(wanted, peer.connection.version(wanted), 10)
    asked = peer.asked()
    assert asked[:3] == (LIST_GROUPS, 4, 1)
    ((sent, message),) = peer.answer(asked, ListGroupsResponse())
    assert (sent.call, type(message)) == (wanted, ListGroupsResponse)


@pytest.mark.parametrize("theirs", [0, 2, 3, 4])
def test_a_refused_version_is_asked_again_as_offered(theirs: int) -> None:
    """client D-30, N 12."""
    peer = Peer()
    assert peer.answer(peer.asked(), offered(35, api_versions=(0, theirs))) == []
    again = peer.asked()
    assert again[:2] == (API_VERSIONS, theirs)
    peer.answer(again, offered())
    assert peer.state() == "ready"


def test_a_broker_that_refuses_all_is_not_asked_for_ever() -> None:
    """client D-30."""
    peer = Peer()
    for _ in range(5):
        peer.answer(peer.asked(), offered(35, api_versions=(0, 99)))
    asked = peer.asked()
    assert asked[1] == 0
    with pytest.raises(ServerError, match="UNSUPPORTED_VERSION"):
        peer.answer(asked, offered(35, api_versions=(0, 99)))


def test_another_answer_than_the_next_is_unreadable() -> None:
    """client D-20, N 6."""
    peer = Peer()
    with pytest.raises(UnreadableAnswer, match="answer 7 came to request 0"):
        peer.answer(peer.asked(), offered(), number=7)


def test_bytes_that_were_not_asked_for_are_unreadable() -> None:
    peer = Peer()
    peer.answer(peer.asked(), offered())
    peer.connection.feed(b"\0\0\0\4\0\0\0\0")
    with pytest.raises(UnreadableAnswer, match="no request waited"):
        list(peer.connection.answers(5))


def test_a_length_out_of_bounds_is_unreadable() -> None:
    """client D-22, N 7: nothing is allocated for it."""
    peer = Peer(frame_bytes_max=1000)
    tracemalloc.start()
    peer.connection.feed((3 << 30).to_bytes(4, "big"))
    with pytest.raises(UnreadableAnswer):
        list(peer.connection.answers(5))
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most_bytes < 1 << 20
    larger = Peer(frame_bytes_max=5000)
    larger.connection.feed((4000).to_bytes(4, "big"))
    assert list(larger.connection.answers(5)) == []


def test_an_answer_to_a_fetch_may_be_larger() -> None:
    """client D-22: until it has come; a record batch is sent whole, whatever its size."""
    peer = Peer(frame_bytes_max=1000)
    peer.answer(peer.asked(), offered())
    fetch = Call(FETCH, FetchRequest(), lambda answer, now_ms: None)
    peer.connection.send(fetch, 12, 0)
    asked = peer.asked()
    rows = [FetchResponse.PartitionData(records=bytes(5000))]
    large = FetchResponse(
        responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=rows)]
    )
    ((sent, message),) = peer.answer(asked, large)
    assert sent.call is fetch
    assert len(message.responses[0].partitions[0].records) == 5000
    peer.connection.send(call(), 4, 0)
    groups = [ListGroupsResponse.ListedGroup(group_id="g" * 900) for _ in range(2)]
    with pytest.raises(UnreadableAnswer, match="1000"):
        peer.answer(peer.asked(), ListGroupsResponse(groups=groups))


def conversation(lifetime_ms: int) -> Generator[Message, Message, int]:
    answer = yield SaslAuthenticateRequest(auth_bytes=b"let me in")
    assert isinstance(answer, SaslAuthenticateResponse)
    if answer.error_code:
        raise AuthenticationError(answer.error_code, "no")
    return lifetime_ms


def test_authentication_comes_before_requests() -> None:
    """client K-2, K-9: and again before the session's lifetime ends."""
    peer = Peer(authentication=lambda: conversation(10_000))
    peer.answer(peer.asked(), offered())
    asked = peer.asked()
    assert asked[:2] == (SASL_AUTHENTICATE, 2)
    assert peer.state() == "authenticating"
    peer.answer(asked, SaslAuthenticateResponse())
    assert peer.state() == "ready"
    assert peer.connection.reauthenticate_ms == 5 + 8500
    peer.connection.reauthenticate(9000)
    assert peer.state() == "reauthenticating"
    peer.answer(peer.asked(), SaslAuthenticateResponse())
    assert peer.state() == "ready"


def test_a_refused_authentication_is_raised() -> None:
    """client K-2."""
    peer = Peer(authentication=lambda: conversation(0))
    peer.answer(peer.asked(), offered())
    with pytest.raises(AuthenticationError):
        peer.answer(peer.asked(), SaslAuthenticateResponse(error_code=58))


def test_the_first_late_answer_counts() -> None:
    """client D-24: JoinGroup may wait longer than what comes after it."""
    peer = Peer()
    peer.answer(peer.asked(), offered())
    for timeout_ms in (60_000, None):
        wanted = call()
        wanted.timeout_ms = timeout_ms
        peer.connection.send(wanted, 4, 100)
    assert peer.connection.next_timeout_ms() == 30_100


def test_produce_without_acks_waits_for_nothing() -> None:
    """client D-24."""
    peer = Peer()
    peer.answer(peer.asked(), offered())
    wanted = call()
    wanted.has_answer = False
    peer.connection.send(wanted, 4, 100)
    assert not peer.connection.in_flight


def test_without_negotiation_a_connection_is_ready_at_once() -> None:
    """replication D-1: a broker's fetcher begins with Fetch, in a version that it chooses."""
    peer = Peer(negotiates=False)
    assert (peer.state(), peer.connection.take()) == ("ready", [])

    def version(versions: tuple[int, int] | None) -> int:
        call = Call(FETCH, FetchRequest(), lambda answer, now_ms: None, versions=versions)
        return peer.connection.version(call)

    assert version((4, 17)) == 17
    assert version(None) == FetchRequest.VERSIONS[1]


def test_an_authentication_comes_after_api_versions_in_any_case() -> None:
    """As in Kafka's `SaslClientAuthenticator`."""
    peer = Peer(negotiates=False, authentication=lambda: conversation(0))
    assert peer.asked()[0] == API_VERSIONS
