"""From the bytes of a request to the bytes of its answer.

`handle` decodes, calls the API's handler and encodes what it returns, now or when a `Delayed` is
complete. It is the one place that knows of all three outcomes of a bad request:

    not understood (unknown API or version, bad body)   ProtocolError: the connection is closed
    understood and refused                              ApiError: answered with its code
    ApiVersions of a version we do not know             answered in version 0 (KIP-511)

An answer that cannot be encoded is our own fault, not the peer's: an AssertionError.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.delayed import Delayed
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import (
    ApiError,
    DecodeError,
    EncodeError,
    MalformedText,
    UnsupportedVersion,
)
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metrics.requests import RequestCounts
    from kafkawire.broker.served_api import Api, ApiLoader
    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.exchange import RequestHeader

    Reply = Callable[[list[Sendable]], None]


def handle(
    broker: "Broker",
    connection: ConnectionContext,
    frame: bytes | bytearray,
    reply: "Reply",
    now_ms: int,
    load_api: "ApiLoader[Broker] | None" = None,
) -> None:
    """Serve one request; `frame` is its header and body without the length.

    `reply` is called exactly once, now or later, with the whole answer as unjoined buffers, its
    length included; with `[]` when the protocol wants no answer (produce with acks=0). `load_api`
    stands in for the broker's. Raises `ProtocolError` when the connection must be closed instead.
    """
    header = decode_request_header(frame)
    api = (load_api or broker.load_api)(header.api_key)
    if api is None:
        raise DecodeError(f"API {header.api_key} is not served")
    if not api.versions.min <= header.api_version <= api.versions.max:
        reply(_unsupported(broker, api, header))
        return
    # Bytes after the body are ignored, as Kafka does (fetch A-28).
    try:
        request, _ = api.request_class.decode_from(frame, header.api_version, header.body_offset)
    except MalformedText:
        request = _with_replacements(api, header, frame)
    counts = broker.metrics.apis.get(header.api_key) or _counts(broker, api)
    context = RequestContext(
        api_key=header.api_key,
        api_version=header.api_version,
        correlation_id=header.correlation_id,
        client_id=header.client_id or "",
        connection=connection,
        now_ms=now_ms,
    )
    if broker.quotas is not None:
        context, reply = broker.quotas.metered(context, len(frame), reply)
    if broker.loggers.request.trace is not None:
        reply = _with_line(broker, context, len(frame), reply)
    try:
        result = api.handle(broker, request, context)
    except ApiError as error:
        result = api.refusal(request, context, error)
    if isinstance(result, Delayed):
        if context.meter is not None:
            context.meter.park()
        exchange = _Exchange(counts, api, request, context, result.respond, reply)
        result.respond = exchange.respond
        broker.purgatory.add(result, exchange.finish, now_ms)
    elif result is None:
        counts.unanswered(header.api_version)
        reply([])
    else:
        buffers = _encoded(context, result)
        counts.answered(request, result, header.api_version)
        reply(buffers)


def _with_line(broker: "Broker", context: RequestContext, size: int, reply: "Reply") -> "Reply":
    from kafkawire.broker.request_lines import with_line  # hardly ever needed

    return with_line(broker, context, size, reply)


def _counts(broker: "Broker", api: "Api[Broker]") -> "RequestCounts":
    """The counts of an API that is asked for the first time."""
    return broker.metrics.counts_of(api.key, api.versions.max)


def _with_replacements(
    api: "Api[Broker]", header: "RequestHeader", frame: bytes | bytearray
) -> Message:
    """The request with its strings as Java reads them where they are no UTF-8."""
    from kafkawire.protocol.text import Lenient  # hardly ever needed

    request, _ = api.request_class.decode_from(
        Lenient(frame), header.api_version, header.body_offset
    )
    return request


class _Exchange:
    """A request whose answer is still to come."""

    __slots__ = ("_api", "_context", "_counts", "_reply", "_request", "_respond")

    def __init__(
        self,
        counts: "RequestCounts",
        api: "Api[Broker]",
        request: Message,
        context: RequestContext,
        respond: Callable[[int], Message],
        reply: "Reply",
    ) -> None:
        self._counts = counts
        self._api = api
        self._request = request
        self._context = context
        self._respond = respond
        self._reply = reply

    def respond(self, now_ms: int) -> Message:
        """The answer, or the refusal that making it ended in."""
        response = None
        if self._context.meter is not None:
            self._context.meter.resume(now_ms)
        try:
            response = self._respond(now_ms)
        except ApiError as error:
            response = self._api.refusal(self._request, self._context, error)
        finally:
            self._close_unless(response is not None)
        return response

    def finish(self, response: Message) -> None:
        """Encode the answer and send it on its way."""
        buffers = None
        try:
            buffers = _encoded(self._context, response)
            self._counts.answered(self._request, response, self._context.api_version)
        finally:
            self._close_unless(buffers is not None)
        self._reply(buffers)

    def _close_unless(self, made: bool) -> None:
        """A bug in making a late answer ends its connection: the client must not wait for ever."""
        if not made:
            self._context.connection.close()


def _encoded(context: RequestContext, response: Message) -> "list[Sendable]":
    if context.meter is not None:
        context.meter.settle(response)
    try:
        return encode_response(
            context.correlation_id, context.api_key, context.api_version, response
        )
    except EncodeError as error:
        raise AssertionError(f"the answer to {ApiKey(context.api_key).name}: {error}") from error


def _unsupported(broker: "Broker", api: "Api[Broker]", header: "RequestHeader") -> "list[Sendable]":
    """The answer to a version that is not served, which only ApiVersions has (admin A-2, A-3)."""
    if api.key is not ApiKey.API_VERSIONS:
        raise UnsupportedVersion(f"{api.key.name} version {header.api_version}")
    from kafkawire.broker.api.api_versions import unsupported_version_response

    response = unsupported_version_response(api.versions if api.lists_itself else None)
    broker.metrics.counts_of(api.key, api.versions.max).not_served(
        header.api_version, response.error_code
    )
    return encode_response(header.correlation_id, header.api_key, 0, response)
