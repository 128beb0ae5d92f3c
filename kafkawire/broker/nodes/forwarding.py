"""The broker's side of a forwarded request (KIP-590; Kafka's `ForwardingManager`).

The broker puts the bytes of a client's request into an envelope, sends it to the active
controller, and gives the client the response that comes back.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.nodes.principal import encode_principal, principal_of
from kafkawire.client.core.calls import CONTROLLER, Answer, Call
from kafkawire.client.errors import RequestTimedOut
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header, decode_response
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.context import ConnectionContext
    from kafkawire.broker.nodes.principal import Principal
    from kafkawire.client.core.calls import Outbox
    from kafkawire.protocol.exchange import RequestHeader
    from kafkawire.protocol.message import Message

    Refuse = Callable[[ErrorCode], Message]
    Done = Callable[[Message | None, int], None]


class Client(NamedTuple):
    """The sender of a request: its principal, and its IP address as text."""

    principal: Principal
    address: str


def client_of(connection: ConnectionContext) -> Client:
    """Return the client of a connection."""
    principal = principal_of(connection.principal)
    principal = principal._replace(token_authenticated=connection.token_authenticated)
    return Client(principal, connection.client_host)


def make_envelope(frame: bytes | bytearray, client: Client) -> EnvelopeRequest:
    """Return the envelope of a client's request; `frame` has its header and no length.

    The envelope has a copy: the memory of a frame is used again before the envelope is written.
    """
    return EnvelopeRequest(
        request_data=bytes(frame),
        request_principal=encode_principal(client.principal),
        client_host_address=ip_address(client.address).packed,
    )


class Forwarding:
    """Sends clients' requests to the active controller, by the channel for forwarding."""

    def __init__(self, channel: Outbox) -> None:
        self._channel = channel

    def forward(
        self,
        frame: bytes | bytearray,
        client: Client,
        refuse: Refuse,
        done: Done,
        now_ms: int,
    ) -> None:
        """Forward one request.

        Args:
            frame: The request, with its header and without its length.
            client: The sender of the request.
            refuse: Makes the response of the request's API that has an error code.
            done: Gets the response, or None if the client's connection has to be closed; and the
                time.
            now_ms: The time.
        """
        header = decode_request_header(frame)

        def ended(answer: Answer, now_ms: int) -> None:
            done(_response(answer, header, refuse), now_ms)

        self._channel.send(
            Call(ApiKey.ENVELOPE, make_envelope(frame, client), ended, node=CONTROLLER), now_ms
        )


def _response(answer: Answer, header: RequestHeader, refuse: Refuse) -> Message | None:
    """Return the response for the client; None if its connection has to be closed."""
    if isinstance(answer.failure, RequestTimedOut):
        return refuse(ErrorCode.REQUEST_TIMED_OUT)
    envelope = answer.message
    if not isinstance(envelope, EnvelopeResponse):
        return refuse(ErrorCode.UNKNOWN_SERVER_ERROR)
    if envelope.error_code == ErrorCode.UNSUPPORTED_VERSION:
        return None
    if envelope.error_code or envelope.response_data is None:
        return refuse(ErrorCode.UNKNOWN_SERVER_ERROR)
    try:
        number, response = decode_response(
            envelope.response_data, header.api_key, header.api_version
        )
    except ProtocolError:
        return refuse(ErrorCode.UNKNOWN_SERVER_ERROR)
    if number != header.correlation_id:
        return refuse(ErrorCode.UNKNOWN_SERVER_ERROR)
    return response
