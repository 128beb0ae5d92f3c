"""Requests on the listener of a controller: the APIs of controllers, and envelopes.

    an API that is not a controller's    the connection is closed
    ApiVersions                          lists the APIs of a controller
    Envelope                             the request in it is served for its client (KIP-590)
    any other                            served as on the listener of a broker

The request in an envelope is served with the principal and the address of its client. A throttled
client is muted by the broker that forwarded its request, and never here. Kafka's `ControllerApis`.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from kafkawire.broker import dispatch
from kafkawire.broker.context import ConnectionContext, Versions
from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.nodes.controller_apis import CONTROLLER_APIS, listed
from kafkawire.broker.nodes.envelopes import envelope_response, open_envelope
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.served_api import Api
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError, ProtocolError, UnsupportedVersion
from kafkawire.protocol.exchange import decode_request_header, decode_response
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.nodes.envelopes import Enveloped
    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.message import Message

LENGTH_BYTES = 4


def handle(
    broker: Broker,
    connection: ConnectionContext,
    frame: bytes | bytearray,
    reply: dispatch.Reply,
    now_ms: int,
) -> None:
    """Serve one request, as `dispatch.handle` does.

    Raises `ProtocolError` when the connection must be closed instead.
    """
    header = decode_request_header(frame)
    versions = CONTROLLER_APIS.get(header.api_key)
    if versions is None:
        raise DecodeError(f"API {header.api_key} is not served by controllers")
    is_known = versions.min <= header.api_version <= versions.max
    if not is_known and header.api_key != ApiKey.API_VERSIONS:
        name = ApiKey(header.api_key).name
        raise UnsupportedVersion(f"{name} version {header.api_version} on a controller's listener")

    def load(api_key: int) -> Api[Broker] | None:
        if api_key == ApiKey.ENVELOPE:
            return EnvelopeApi()
        api = broker.load_api(api_key)
        return _listing(api) if api is not None and api_key == ApiKey.API_VERSIONS else api

    dispatch.handle(broker, connection, frame, reply, now_ms, load)


def _listing(plain: Api[Broker]) -> Api[Broker]:
    """Return ApiVersions with the APIs of a controller."""

    def handle(broker: Broker, request: Message, context: RequestContext) -> Message:
        response = plain.handle(broker, request, context)
        assert isinstance(response, ApiVersionsResponse)
        response.api_keys = listed(lambda key: _is_served(broker, key))
        return response

    api = copy(plain)
    api.handle = handle
    return api


def _is_served(broker: Broker, api_key: int) -> bool:
    return api_key == ApiKey.ENVELOPE or broker.load_api(api_key) is not None


class EnvelopeApi(Api["Broker"]):
    """Envelope. Only listeners of controllers have this API, so it is no module of `api`."""

    __slots__ = ()

    def __init__(self) -> None:
        self.key = ApiKey.ENVELOPE
        self.versions = Versions(*EnvelopeRequest.VERSIONS)
        self.request_class = EnvelopeRequest
        self.handle = _serve_envelope
        self._error_response = None


def _serve_envelope(
    broker: Broker, request: Message, context: RequestContext
) -> EnvelopeResponse | Delayed:
    """Serve the request in an envelope; the response may come later."""
    assert isinstance(request, EnvelopeRequest)
    access = access_of(broker, context)
    is_authorized = access is None or access.to_cluster(Operation.CLUSTER_ACTION)
    enveloped = open_envelope(request, is_authorized=is_authorized)
    if context.meter is not None:
        context.meter.exempt()
    responses: list[EnvelopeResponse] = []
    frame = request.request_data

    def reply(buffers: list[Sendable]) -> None:
        responses.append(_enveloped(enveloped, joined(buffers)))
        broker.purgatory.wake(responses_key)

    responses_key = object()
    inner = _client_connection(context.connection, enveloped)
    try:
        dispatch.handle(broker, inner, frame, reply, context.now_ms)
    except ProtocolError as error:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION, str(error)) from error
    if responses:
        return responses[0]
    return Delayed((responses_key,), NEVER, lambda: bool(responses), lambda now_ms: responses[0])


def _client_connection(outer: ConnectionContext, enveloped: Enveloped) -> ConnectionContext:
    """Return the connection as the handlers of a forwarded request are to see it.

    It is not muted, and ends with that of the broker.
    """
    inner = ConnectionContext(
        outer.id,
        client_host=enveloped.address,
        listener_name=outer.listener_name,
        host=outer.host,
        port=outer.port,
        close=outer.close,
    )
    inner.principal = str(enveloped.principal)
    inner.token_authenticated = enveloped.principal.token_authenticated
    inner.on_end = outer.on_end
    return inner


def _enveloped(enveloped: Enveloped, data: bytes) -> EnvelopeResponse:
    """Return the envelope of a response, which has a length in front."""
    header = enveloped.header
    _, response = decode_response(data[LENGTH_BYTES:], header.api_key, header.api_version)
    return envelope_response(header, response)
