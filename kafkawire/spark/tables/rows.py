"""Rows of exchanges and damage: what the one process and every split of Spark's make alike.

    for row in ROWS["requests"](exchange): ...

Each function takes an exchange that has ended, and looks at nothing but its two messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.error_names import error_name
from kafkawire.dump.fields.facts import NOTHING
from kafkawire.dump.model import SASL_TOKEN, UNKNOWN_API, api_name
from kafkawire.dump.state.topics import id_text, pairs
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.errors import error_rows
from kafkawire.spark.tables.identity import MICROSECOND, connection_name, exchange_columns
from kafkawire.spark.tables.partitions import partition_rows
from kafkawire.spark.tables.placed import FETCH, PRODUCE, placed
from kafkawire.spark.tables.records import record_rows

if TYPE_CHECKING:
    from kafkawire.dump.fields.facts import Facts
    from kafkawire.dump.model import Damage, Exchange, Message

_API_VERSIONS = ApiKey.API_VERSIONS.value
_NO_ID = id_text(bytes(16))
NO_REPLY_DUE = "no reply due"


def frame_rows(exchange: Exchange) -> Iterator[Row]:
    """Of `frames`."""
    for message in (exchange.request, exchange.response):
        if message is not None:
            yield frame_row(message)


def frame_row(message: Message) -> Row:
    """A frame, as far as it tells of itself."""
    connection, is_request = message.connection, message.is_request
    is_token = message.api_key == SASL_TOKEN
    return (
        connection_name(connection),
        is_request,
        message.stream_offset,
        message.time_ns // MICROSECOND,
        message.time_ns,
        message.end_ns,
        len(message.data),
        message.api_key if is_request else None,
        api_name(message.api_key) if is_request else None,
        message.api_version if is_request else None,
        None if is_token else message.correlation_id,
        message.client_id,
        str(connection.client),
        str(connection.server),
    )


def request_rows(exchange: Exchange) -> Iterator[Row]:
    """Of `requests`: one."""
    request, response = exchange.request, exchange.response
    asked = NOTHING if request is None else request.facts
    told = NOTHING if response is None else response.facts
    codes = told.error_codes
    different = list(dict.fromkeys(codes))
    problems = [each.problem for each in (request, response) if each is not None and each.problem]
    yield (
        *exchange_columns(exchange),
        exchange.message.api_key,
        exchange.message.correlation_id,
        None if request is None else request.end_ns,
        None if response is None else response.time_ns,
        None if response is None else response.end_ns,
        exchange.latency_ns,
        None if request is None else len(request.data),
        None if response is None else len(response.data),
        _outcome(exchange, codes),
        max(asked.partitions, told.partitions),
        asked.records_bytes + told.records_bytes,
        told.throttle_time_ms,
        different,
        [error_name(code) for code in different],
        len(codes),
        _topics(asked, told),
        list(dict.fromkeys(asked.groups + told.groups)),
        list(dict.fromkeys(asked.transactional_ids + told.transactional_ids)),
        *_asked(request),
        "; ".join(problems) or None,
    )


def _outcome(exchange: Exchange, codes: tuple[int, ...]) -> str:
    if exchange.request is None:
        return "no request"
    if exchange.response is not None:
        return "error" if codes else "ok"
    return (exchange.ended or "end") if exchange.expects_response else NO_REPLY_DUE


def _topics(asked: Facts, told: Facts) -> list[str]:
    ids = tuple(id_text(each) for each in asked.topic_ids + told.topic_ids)
    return list(dict.fromkeys(asked.topics + told.topics + ids))


def _asked(request: Message | None) -> tuple[object, ...]:
    """acks; max_wait_ms, min_bytes, session_id, session_epoch; software."""
    key = UNKNOWN_API if request is None else request.api_key
    if request is None or key not in (PRODUCE, FETCH, _API_VERSIONS):
        return (None,) * 6
    values = placed(request) if key != _API_VERSIONS else request.values
    if key == _API_VERSIONS:
        name, version = values.get("clientSoftwareName"), values.get("clientSoftwareVersion")
        return (None,) * 5 + (f"{name} {version}" if name else None,)
    names = ("acks", "maxWaitMs", "minBytes", "sessionId", "sessionEpoch")
    return (*[values.get(name) for name in names], None)


def topic_rows(exchange: Exchange) -> Iterator[Row]:
    """Of `topics`: what either message says of names and ids, side by side."""
    for message in (exchange.request, exchange.response):
        if message is None or not message.facts.topic_ids or not message.facts.topics:
            continue
        for topic_id, name in dict.fromkeys(pairs(message.values)):
            if topic_id != _NO_ID:
                yield topic_id, name, message.time_ns // MICROSECOND, message.time_ns


def damage_row(damage: Damage) -> Row:
    """Of `damage`."""
    connection = damage.connection
    return (
        None if connection is None else connection_name(connection),
        None if connection is None else str(connection.client),
        None if connection is None else str(connection.server),
        damage.is_request,
        damage.stream_offset,
        damage.size,
        damage.time_ns // MICROSECOND,
        damage.time_ns,
        damage.text,
    )


ROWS: dict[str, Callable[[Exchange], Iterator[Row]]] = {
    "frames": frame_rows,
    "requests": request_rows,
    "partitions": partition_rows,
    "records": record_rows,
    "errors": error_rows,
    "topics": topic_rows,
}
"""Makers of the rows of an exchange, by the name of the table."""
