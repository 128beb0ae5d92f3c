"""The broker's side of a forwarded request, and the way to the controller and back."""

from __future__ import annotations

import pytest

from kafkawire.broker.nodes.controller_channel import ControllerChannel
from kafkawire.broker.nodes.envelopes import envelope_response, open_envelope
from kafkawire.broker.nodes.forwarding import Client, Forwarding, make_envelope
from kafkawire.broker.nodes.principal import Principal
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.client.errors import AuthenticationError
from kafkawire.protocol.exchange import decode_request_header, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from tests.support.broker.node_shell import NodeShell

CREATE_TOPICS = 19
ALICE = Client(Principal("User", "alice"), "10.0.0.7")
FRAME = encode_request(CREATE_TOPICS, 7, 5, "app", CreateTopicsRequest())[4:]
CLOSED = None
"""The connection of the client has to be closed."""


class Forwarded:
    """One forwarded request; `ended` has the results for the client."""

    def __init__(self, active: int | None = 1) -> None:
        self.shell = NodeShell(NodeSettings(4))
        self.active = active
        self.ended: list[Message | None] = []
        channel = ControllerChannel(
            Purpose(Kind.FORWARDING), self.shell.channels, lambda: self.active
        )

        def done(response: Message | None, now_ms: int) -> None:
            self.ended.append(response)

        Forwarding(channel).forward(FRAME, ALICE, refused, done, 0)
        self.shell.settle()


def refused(code: int) -> CreateTopicsResponse:
    return CreateTopicsResponse(
        topics=[CreateTopicsResponse.CreatableTopicResult(name="t", error_code=code)]
    )


def test_an_envelope_has_the_bytes_of_the_request() -> None:
    """replication E-1, E-2."""
    made = make_envelope(bytearray(FRAME), ALICE)
    assert made.request_data == FRAME
    assert type(made.request_data) is bytes
    assert made.request_principal == bytes.fromhex("0000 05 55736572 06 616c696365 00 00")
    assert made.client_host_address == bytes([10, 0, 0, 7])


def test_an_ipv6_address_has_16_bytes() -> None:
    """replication E-1."""
    made = make_envelope(FRAME, ALICE._replace(address="fe80::1%eth0"))
    assert made.client_host_address == bytes.fromhex("fe80 0000000000000000000000000001")


def test_a_request_goes_to_the_controller_and_its_response_to_the_client() -> None:
    """replication E-1: the controller opens the envelope and closes another one."""
    forwarded = Forwarded()
    (request,) = forwarded.shell.requests
    assert (request.api, request.version) == (58, 0)
    header, inner, principal, address = open_envelope(request.body, is_authorized=True)
    assert (inner, principal, address) == (CreateTopicsRequest(), *ALICE)
    response = refused(36)
    forwarded.shell.answer(envelope_response(header, response))
    assert forwarded.ended == [response]


def test_the_client_never_gets_not_controller() -> None:
    """replication E-5."""
    forwarded = Forwarded()
    forwarded.active = 2
    header = decode_request_header(FRAME)
    forwarded.shell.answer(envelope_response(header, refused(41)))
    assert forwarded.ended == []
    assert [each.node for each in forwarded.shell.requests] == [2]
    forwarded.shell.answer(envelope_response(header, refused(0)))
    assert forwarded.ended == [refused(0)]


@pytest.mark.parametrize(
    ("envelope", "result"),
    [
        (EnvelopeResponse(error_code=35), CLOSED),
        (EnvelopeResponse(error_code=31), refused(-1)),
        (EnvelopeResponse(error_code=97), refused(-1)),
        (EnvelopeResponse(error_code=42), refused(-1)),
        (EnvelopeResponse(), refused(-1)),
        (EnvelopeResponse(response_data=b"\0\0\0\5"), refused(-1)),
        (EnvelopeResponse(response_data=bytes.fromhex("00000006 00 00000000 01 00")), refused(-1)),
        (
            EnvelopeResponse(response_data=bytes.fromhex("00000005 00 00000000 01 00")),
            CreateTopicsResponse(),
        ),
    ],
)
def test_the_client_gets_its_own_apis_error(
    envelope: EnvelopeResponse, result: Message | None
) -> None:
    """replication E-4."""
    forwarded = Forwarded()
    forwarded.shell.answer(envelope)
    assert forwarded.ended == [result]


def test_a_request_that_no_controller_answers_times_out_for_the_client() -> None:
    """replication E-4."""
    forwarded = Forwarded(active=None)
    forwarded.shell.run_until(59_999)
    assert forwarded.ended == []
    forwarded.shell.run_until(60_000)
    assert forwarded.ended == [refused(7)]


def test_a_controller_that_does_not_authenticate_the_broker_is_an_unknown_error() -> None:
    """replication E-4."""
    forwarded = Forwarded()
    (request,) = forwarded.shell.requests
    request.lane.refused(AuthenticationError("no"), 0)
    forwarded.shell.channels.touched(request.lane)
    forwarded.shell.settle()
    assert forwarded.ended == [refused(-1)]
