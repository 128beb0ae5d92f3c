"""Which answers speak for which requests, and which bytes of other protocols do not."""

from __future__ import annotations

from struct import pack

import pytest

from kafkawire.dump.engine.dialogue import Dialogue
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.requests.loopback import framed


def beat(client_id: str | None, correlation_id: int = 7) -> bytes:
    return encode_request(12, 3, correlation_id, client_id, HeartbeatRequest(group_id="group"))


def beaten(correlation_id: int = 7) -> bytes:
    (found,) = encode_response(correlation_id, 12, 3, HeartbeatResponse())
    return bytes(found)  # type: ignore[arg-type]


def header(key: int, version: int, correlation_id: int, client_id: str | None) -> bytes:
    name = b"" if client_id is None else client_id.encode()
    size = -1 if client_id is None else len(name)
    return pack(">hhih", key, version, correlation_id, size) + name


CLIENT_IDS = ["me", "", None]


@pytest.mark.parametrize("client_id", CLIENT_IDS)
@pytest.mark.parametrize("client", [0, 1])
@pytest.mark.parametrize("correlation_id", [0, 7])
def test_a_response_speaks_for_its_request(
    client_id: str | None, client: int, correlation_id: int
) -> None:
    dialogue = Dialogue()
    assert dialogue.client(client, beat(client_id, correlation_id)) is None
    assert dialogue.client(1 - client, beaten(correlation_id + 1)) is None
    assert dialogue.client(1 - client, beaten(correlation_id)) == client


@pytest.mark.parametrize("client_id", CLIENT_IDS)
def test_only_a_name_speaks_for_a_request_that_does_not_decode(client_id: str | None) -> None:
    dialogue = Dialogue()
    dialogue.client(0, framed(header(12, 3, 7, client_id) + b"\x7f\xff"))
    assert dialogue.client(1, beaten()) == (0 if client_id else None)


def test_only_a_name_speaks_for_a_version_that_is_not_known() -> None:
    for client_id in CLIENT_IDS:
        dialogue = Dialogue()
        dialogue.client(0, framed(header(12, 30, 7, client_id) + b"whatever"))
        answer = framed(pack(">i", 7) + b"whatever")
        assert dialogue.client(1, answer) == (0 if client_id else None)


def test_zeros_say_nothing_for_each_other() -> None:
    """ZooKeeper's first packets have the headers of a Produce request and its response."""
    dialogue = Dialogue()
    connect = pack(">iqiqi", 0, 0, 30_000, 0, 16) + bytes(17)
    connected = pack(">iiqi", 0, 30_000, 1 << 40, 16) + bytes(17)
    assert dialogue.client(0, framed(connect)) is None
    assert dialogue.client(1, framed(connected)) is None
    for size in (8, 20, 64):
        assert dialogue.client(0, framed(bytes(size))) is None
        assert dialogue.client(1, framed(bytes(size))) is None


def test_a_length_may_come_by_itself() -> None:
    dialogue = Dialogue()
    for data in (beat("")[:4], beat("")[4:]):
        assert dialogue.client(0, data) is None
    assert dialogue.client(1, beaten()[:4]) is None
    assert dialogue.client(1, beaten()[4:]) == 0


def test_a_length_before_lost_bytes_is_forgotten() -> None:
    dialogue = Dialogue()
    dialogue.client(0, beat(""))
    dialogue.client(1, b"\0\0\0\x63")
    dialogue.forget(1)
    assert dialogue.client(1, beaten()) == 0


def test_requests_that_come_together_are_all_remembered() -> None:
    dialogue = Dialogue()
    dialogue.client(0, beat("", 1) + beat("", 2) + beat("", 3))
    assert dialogue.client(1, beaten(2)) == 0


def test_what_is_remembered_is_bounded() -> None:
    dialogue = Dialogue()
    for number in range(1, 10):
        dialogue.client(0, beat("", number))
    assert dialogue.client(1, beaten(1)) is None
    assert dialogue.client(1, beaten(2)) == 0
