"""Every outcome of a request: answered, refused, parked, not answered, not understood."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.delayed import Delayed
from kafkawire.broker.release_parts import ReleaseParts
from kafkawire.broker.served_api import Api
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError, ProtocolError, UnsupportedVersion
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.requests.harness import BrokerHarness, HarnessClient
from tests.support.requests.mutations import mutated, samples

HEARTBEAT = 12


class FakeApi(Api[Broker]):
    """Heartbeat, with a handler of the test's own."""

    __slots__ = ()

    def __init__(self, handle: Callable[..., Any], error_response: Any = None) -> None:
        super().__init__(ApiKey.HEARTBEAT)
        self.versions = Versions(0, 3)
        self.handle = handle
        self._error_response = error_response


@pytest.fixture
def serve() -> Callable[..., HarnessClient]:
    def install(handle: Callable[..., Any], error_response: Any = None) -> HarnessClient:
        api = FakeApi(handle, error_response)
        parts = ReleaseParts(load_api=lambda key: api if key == HEARTBEAT else None)
        return BrokerHarness(parts=parts).connect()

    return install


Serve = Callable[..., HarnessClient]


def test_an_answer_is_framed_with_the_requests_correlation_id(serve: Serve) -> None:
    client = serve(lambda broker, request, context: HeartbeatResponse(error_code=5))
    assert client.request(HeartbeatRequest(), 0).error_code == 5
    assert client.send(HeartbeatRequest(), 0).raw == bytes.fromhex("00000006 00000002 0005")


def test_the_handler_is_told_who_asks(serve: Serve) -> None:
    seen: list[Any] = []

    def handle(broker: Any, request: HeartbeatRequest, context: RequestContext) -> Any:
        seen.append((request, context))
        return HeartbeatResponse()

    client = serve(handle)
    client.request(HeartbeatRequest(group_id="g"), 3)
    ((request, context),) = seen
    assert request.group_id == "g"
    assert (context.api_key, context.api_version) == (HEARTBEAT, 3)
    assert (context.client_id, context.correlation_id) == ("test", 1)
    assert context.connection is client.context
    assert context.now_ms == client.harness.now_ms


def test_a_null_client_id_is_empty(serve: Serve) -> None:
    """fetch A-2."""
    seen: list[str] = []

    def handle(broker: Any, request: Any, context: RequestContext) -> Any:
        seen.append(context.client_id)
        return HeartbeatResponse()

    client = serve(handle)
    client.client_id = None
    client.request(HeartbeatRequest(), 1)
    assert seen == [""]


def refuse(broker: Any, request: Any, context: Any) -> Any:
    raise ApiError(ErrorCode.INVALID_REQUEST, "why")


def test_a_refusal_becomes_the_error_code(serve: Serve) -> None:
    assert serve(refuse).request(HeartbeatRequest(), 1).error_code == 42


def test_a_module_may_make_its_own_refusals(serve: Serve) -> None:
    def error_response(request: Any, context: Any, error: ApiError) -> Any:
        assert error.message == "why"
        return HeartbeatResponse(error_code=int(error.code) + 1)

    assert serve(refuse, error_response).request(HeartbeatRequest(), 1).error_code == 43


def test_no_answer_is_no_bytes(serve: Serve) -> None:
    pending = serve(lambda broker, request, context: None).send(HeartbeatRequest(), 1)
    assert pending.done
    assert pending.raw == b""


def parking(respond: Callable[[int], Any]) -> Callable[..., Any]:
    def handle(broker: Any, request: Any, context: RequestContext) -> Delayed:
        return Delayed(["key"], context.now_ms + 100, lambda: False, respond)

    return handle


def test_a_parked_request_is_answered_later(serve: Serve) -> None:
    client = serve(parking(lambda now_ms: HeartbeatResponse(throttle_time_ms=now_ms % 1000)))
    pending = client.send(HeartbeatRequest(), 1)
    client.harness.advance(99)
    assert not pending.done
    client.harness.advance(1)
    assert pending.response.throttle_time_ms == 100


def test_a_parked_request_may_be_refused_in_the_end(serve: Serve) -> None:
    def respond(now_ms: int) -> Any:
        raise ApiError(ErrorCode.NOT_COORDINATOR)

    client = serve(parking(respond))
    pending = client.send(HeartbeatRequest(), 1)
    client.harness.advance(100)
    assert pending.response.error_code == 16


def bug(now_ms: int) -> Any:
    raise KeyError("bug")


@pytest.mark.parametrize(
    ("respond", "error"),
    [(bug, KeyError), (lambda now_ms: HeartbeatResponse(error_code=1 << 40), AssertionError)],
)
def test_a_bug_in_a_late_answer_closes_that_connection(
    serve: Serve, respond: Callable[[int], Any], error: type[Exception]
) -> None:
    client = serve(parking(respond))
    client.send(HeartbeatRequest(), 1)
    with pytest.raises(error):
        client.harness.advance(100)
    assert client.closed


def test_an_answer_that_cannot_be_encoded_is_a_bug(serve: Serve) -> None:
    client = serve(lambda broker, request, context: HeartbeatResponse(error_code=1 << 40))
    with pytest.raises(AssertionError, match="HEARTBEAT"):
        client.send(HeartbeatRequest(), 1)


def test_bytes_after_the_body_are_ignored(serve: Serve) -> None:
    """fetch A-28: bytes left over after a parsed body are ignored."""
    client = serve(lambda broker, request, context: HeartbeatResponse())
    frame = client.send(HeartbeatRequest(), 0).frame
    assert client.send_frame(frame + b"left over", HEARTBEAT, 0).done
    assert not client.closed


def test_text_that_is_no_utf_8_is_read_with_replacement_characters(serve: Serve) -> None:
    """As Kafka does: a name in such text is just a name of nothing."""
    seen: list[str] = []

    def handle(broker: Any, request: HeartbeatRequest, context: RequestContext) -> Any:
        seen.append(request.group_id)
        return HeartbeatResponse()

    client = serve(handle)
    frame = client.send(HeartbeatRequest(group_id="gxy", member_id="m"), 0).frame
    assert client.send_frame(frame.replace(b"xy", b"\xed\xa0"), HEARTBEAT, 0).done
    assert seen == ["gxy", "g\ufffd"]
    client.send_frame(frame.replace(b"xy", b"\xed\xa0")[:-4], HEARTBEAT, 0)
    assert isinstance(client.error, DecodeError)


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        ("0063 0000 00000001 0000", ProtocolError),  # an unknown API
        ("0000 0000 00000001 0000", DecodeError),  # known, not served here
        ("000c 0004 00000001 0000 00", UnsupportedVersion),
        ("000c ffff 00000001 0000", UnsupportedVersion),
        ("000c 0000 00000001 0000 0001", DecodeError),  # the body ends too early
        ("000c 0000 00000001 0009 61", DecodeError),  # a client id beyond the frame
        ("000c 0000 00000001 ffff ffff 00000000 ffff", DecodeError),  # a null that must not be
        ("00", ProtocolError),
    ],
)
def test_what_is_not_understood_closes_the_connection(
    serve: Serve, frame: str, error: type[ProtocolError]
) -> None:
    """fetch A-28, admin A-3: closed without a response."""
    client = serve(lambda broker, request, context: HeartbeatResponse())
    pending = client.send_frame(bytes.fromhex(frame))
    assert client.closed
    assert isinstance(client.error, error)
    assert not pending.done


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_outside_what_the_module_serves_closes(serve: Serve, version: int) -> None:
    client = serve(lambda broker, request, context: HeartbeatResponse())
    api = client.harness.broker.load_api(HEARTBEAT)
    assert api is not None
    api.versions = Versions(1, 2)
    client.send(HeartbeatRequest(), version)
    assert isinstance(client.error, UnsupportedVersion)


@pytest.mark.slow
def test_mutated_requests_never_meet_a_bug() -> None:
    """Each is answered, parked, or not understood; anything else would be raised here."""
    harness = BrokerHarness({"auto.create.topics.enable": "false"})
    topic_id = harness.create_topic("t", 2)
    random, frames = Random(20260401), samples("t", topic_id, harness.now_ms)
    outcomes = [0, 0, 0]
    for _ in range(5_000):
        client = HarnessClient(harness, "fuzz", "127.0.0.1")
        pending = client.send_frame(mutated(random, frames))
        outcomes[0 if client.closed else 1 if pending.done else 2] += 1
    harness.advance(60_000)
    assert min(outcomes[:2]) > 500
