"""What a fault can do with an answer: see `compat.client.faults`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio

from compat.client.faults import Act, Ended, Exchange, with_length
from compat.client.refusals import refusal
from kafkawire.protocol.buffers import FileSlice
from kafkawire.protocol.exchange import decode_response, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

API_VERSIONS = 18
UNSUPPORTED_VERSION = 35


def lost() -> Act:
    """The broker acts; the connection ends instead of its answer."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        raise Ended

    return Act(make)


def unsent() -> Act:
    """The connection ends before the broker gets the request."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        raise Ended

    return Act(make, asks=False)


def silent() -> Act:
    """Neither this answer nor a later one of its connection comes; the broker acts."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        await trio.sleep_forever()

    return Act(make)


def held(until: trio.Event) -> Act:
    """The answer waits, and those behind it with it."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        await until.wait()
        return with_length(frame)

    return Act(make)


def cut(size: int) -> Act:
    """The connection ends after so many bytes of the answer, its length included."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        raise Ended(with_length(frame)[:size])

    return Act(make)


def misnumbered() -> Act:
    """The answer has a correlation id that no request has."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        return with_length((int.from_bytes(frame[:4], "big") + 7).to_bytes(4, "big") + frame[4:])

    return Act(make)


def oversized(size: int) -> Act:
    """The answer's length is another one; the bytes are those that there are."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        return size.to_bytes(4, "big") + frame

    return Act(make)


def changed(change: Callable[[Any], None]) -> Act:
    """The broker acts, and the client gets another answer."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        if _refuses_version(exchange, frame):
            return with_length(frame)
        answer = decode_response(frame, exchange.api, exchange.version)[1]
        change(answer)
        return _encoded(exchange, answer)

    return Act(make)


def throttled(ms: int) -> Act:
    """The response has a throttle time."""

    def change(answer: Any) -> None:
        answer.throttle_time_ms = ms

    return changed(change)


def refused(code: int) -> Act:
    """The broker gets nothing, and the client this error for everything that it asked for."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        return _encoded(exchange, refusal(exchange.api, exchange.version, exchange.request, code))

    return Act(make, asks=False)


def unknown_version() -> Act:
    """ApiVersions is answered as by a broker that has version 3 of it at most (KIP-511)."""

    async def make(exchange: Exchange, frame: bytes) -> bytes:
        offer = ApiVersionsResponse.ApiVersion(api_key=API_VERSIONS, min_version=0, max_version=3)
        answer = ApiVersionsResponse(error_code=UNSUPPORTED_VERSION, api_keys=[offer])
        return _encoded(exchange, answer, version=0)

    return Act(make, asks=False)


def _refuses_version(exchange: Exchange, frame: bytes) -> bool:
    """Whether an older broker answers ApiVersions in version 0, for the client to ask again."""
    return exchange.api == API_VERSIONS and int.from_bytes(frame[4:6], "big") == UNSUPPORTED_VERSION


def _encoded(exchange: Exchange, answer: Message, *, version: int | None = None) -> bytes:
    used = exchange.version if version is None else version
    number = exchange.header.correlation_id
    parts = encode_response(number, exchange.api, used, answer)
    return b"".join(each for each in parts if not isinstance(each, FileSlice))
