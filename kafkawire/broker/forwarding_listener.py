"""Requests on the listener of a broker whose cluster has its controller elsewhere.

The broker forwards alterations to the active controller, with the client's principal and address,
and gives the client the response that comes back (KIP-590). It closes the connection itself if
the version or the body of such a request cannot be read. All other requests are served here.

The client waits for the longer throttle of the controller's and the broker's, and the broker mutes
its connection (Kafka's `RequestHandlerHelper`).
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from kafkawire.broker import dispatch
from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.nodes.envelopes import FORWARDABLE
from kafkawire.broker.nodes.forwarding import Forwarding, client_of
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.exchange import decode_request_header

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import ConnectionContext, RequestContext
    from kafkawire.broker.served_api import Api
    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.error_codes import ErrorCode
    from kafkawire.protocol.message import Message

FORWARDED = FORWARDABLE - {ApiKey.ALLOCATE_PRODUCER_IDS}
"""The APIs of clients that a broker forwards; AllocateProducerIds is a request of brokers."""


class ForwardingListener:
    """Serves the clients of one broker; `forwarding` leads to the active controller."""

    def __init__(self, broker: Broker, forwarding: Forwarding) -> None:
        self._broker = broker
        self._forwarding = forwarding

    def handle(
        self,
        connection: ConnectionContext,
        frame: bytes | bytearray,
        reply: dispatch.Reply,
        now_ms: int,
    ) -> None:
        """Serve one request, as `dispatch.handle` does.

        Raises `ProtocolError` when the connection must be closed instead.
        """
        broker, key = self._broker, decode_request_header(frame).api_key
        plain = broker.load_api(key) if key in FORWARDED else None
        if plain is None:
            dispatch.handle(broker, connection, frame, reply, now_ms)
            return
        exchange = ForwardedExchange(self._forwarding, plain, bytes(frame), reply)
        api = copy(plain)
        api.handle = exchange.forward
        dispatch.handle(broker, connection, frame, exchange.reply, now_ms, lambda _: api)


class ForwardedExchange:
    """One request that is forwarded; it is parked until the controller has answered."""

    __slots__ = (
        "_api",
        "_broker",
        "_context",
        "_forwarding",
        "_frame",
        "_muted_until_ms",
        "_reply",
        "_request",
        "_responses",
    )

    def __init__(
        self, forwarding: Forwarding, api: Api[Broker], frame: bytes, reply: dispatch.Reply
    ) -> None:
        self._forwarding = forwarding
        self._api = api
        self._frame = frame
        self._reply = reply
        self._responses: list[Message] = []
        self._muted_until_ms = 0

    def forward(self, broker: Broker, request: Message, context: RequestContext) -> Delayed:
        """Send the request to the active controller; the handler of its API."""
        self._broker, self._request, self._context = broker, request, context
        client = client_of(context.connection)
        self._forwarding.forward(self._frame, client, self._refusal, self._done, context.now_ms)
        return Delayed(
            (self,), NEVER, lambda: bool(self._responses), lambda now_ms: self._responses[0]
        )

    def reply(self, buffers: list[Sendable]) -> None:
        """Send the response, and mute the connection if the controller says so."""
        self._reply(buffers)
        if self._muted_until_ms:
            self._context.connection.mute(self._muted_until_ms)

    def _refusal(self, code: ErrorCode) -> Message:
        return self._api.refusal(self._request, self._context, ApiError(code))

    def _done(self, response: Message | None, now_ms: int) -> None:
        purgatory = self._broker.purgatory
        if response is None:
            purgatory.forget(self)
            self._context.connection.close()
            return
        self._throttle(response, now_ms)
        self._responses.append(response)
        purgatory.wake(self)

    def _throttle(self, response: Message, now_ms: int) -> None:
        """Have the client wait for as long as the controller says (admin E-25)."""
        throttle_ms: int = getattr(response, "throttle_time_ms", 0)
        meter = self._context.meter
        if meter is not None:
            meter.charge_forwarded(throttle_ms)
        elif throttle_ms > 0:
            self._muted_until_ms = now_ms + throttle_ms
