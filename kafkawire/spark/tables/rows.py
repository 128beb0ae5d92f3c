"""Rows of exchanges and damage: what the one process and every split of Spark's make alike.

    for row in ROWS["requests"](exchange): ...

Each function takes an exchange that has ended, and looks at nothing but its two messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API, api_name
from kafkawire.dump.error_names import error_name
from kafkawire.dump.fields.facts import NOTHING
from kafkawire.dump.state.topics import pairs
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.uuids import uuid_text
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.declared import DAMAGE, FRAMES, REQUESTS, TOPICS
from kafkawire.spark.tables.errors import error_rows
from kafkawire.spark.tables.identity import MICROSECOND, connection_name, exchange_columns
from kafkawire.spark.tables.partitions import partition_rows
from kafkawire.spark.tables.placed import FETCH, PRODUCE, placed
from kafkawire.spark.tables.records import record_rows

if TYPE_CHECKING:
    from kafkawire.dump.fields.facts import Facts
    from kafkawire.dump.model import Damage, Exchange, Message

_API_VERSIONS = ApiKey.API_VERSIONS.value
_NO_ID = uuid_text(bytes(16))
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
    return FRAMES.row(
        connection=connection_name(connection),
        is_request=is_request,
        stream_offset=message.stream_offset,
        time=message.time_ns // MICROSECOND,
        time_ns=message.time_ns,
        end_ns=message.end_ns,
        bytes=len(message.data),
        api_key=message.api_key if is_request else None,
        api=api_name(message.api_key) if is_request else None,
        version=message.api_version if is_request else None,
        correlation_id=None if is_token else message.correlation_id,
        client_id=message.client_id,
        client=str(connection.client),
        server=str(connection.server),
    )


def request_rows(exchange: Exchange) -> Iterator[Row]:
    """Of `requests`: one."""
    request, response = exchange.request, exchange.response
    asked = NOTHING if request is None else request.facts
    told = NOTHING if response is None else response.facts
    codes = told.error_codes
    different = list(dict.fromkeys(codes))
    problems = [each.problem for each in (request, response) if each is not None and each.problem]
    yield REQUESTS.row(
        **exchange_columns(exchange),
        **_asked(request),
        api_key=exchange.message.api_key,
        correlation_id=exchange.message.correlation_id,
        request_end_ns=None if request is None else request.end_ns,
        response_ns=None if response is None else response.time_ns,
        response_end_ns=None if response is None else response.end_ns,
        latency_ns=exchange.latency_ns,
        request_bytes=None if request is None else len(request.data),
        response_bytes=None if response is None else len(response.data),
        outcome=_outcome(exchange, codes),
        partitions=max(asked.partitions, told.partitions),
        records_bytes=asked.records_bytes + told.records_bytes,
        throttle_time_ms=told.throttle_time_ms,
        error_codes=different,
        errors=[error_name(code) for code in different],
        error_count=len(codes),
        topics=_topics(asked, told),
        groups=list(dict.fromkeys(asked.groups + told.groups)),
        transactional_ids=list(dict.fromkeys(asked.transactional_ids + told.transactional_ids)),
        problem="; ".join(problems) or None,
    )


def _outcome(exchange: Exchange, codes: tuple[int, ...]) -> str:
    if exchange.request is None:
        return "no request"
    if exchange.response is not None:
        return "error" if codes else "ok"
    return (exchange.ended or "end") if exchange.expects_response else NO_REPLY_DUE


def _topics(asked: Facts, told: Facts) -> list[str]:
    ids = tuple(uuid_text(each) for each in asked.topic_ids + told.topic_ids)
    return list(dict.fromkeys(asked.topics + told.topics + ids))


def _asked(request: Message | None) -> dict[str, object]:
    """Return the columns of `requests` that only one API fills, by name."""
    key = UNKNOWN_API if request is None else request.api_key
    values: dict[str, Any] = {}
    if request is not None and key in (PRODUCE, FETCH, _API_VERSIONS):
        values = request.values if key == _API_VERSIONS else placed(request)
    software = values.get("clientSoftwareName")
    if software:
        software = f"{software} {values.get('clientSoftwareVersion')}"
    return {
        "acks": values.get("acks"),
        "max_wait_ms": values.get("maxWaitMs"),
        "min_bytes": values.get("minBytes"),
        "session_id": values.get("sessionId"),
        "session_epoch": values.get("sessionEpoch"),
        "software": software or None,
    }


def topic_rows(exchange: Exchange) -> Iterator[Row]:
    """Return the rows of `topics`: the names and ids that stand side by side in a message."""
    for message in (exchange.request, exchange.response):
        if message is not None:
            for topic_id, name in named_topics(message):
                yield TOPICS.row(
                    topic_id=topic_id,
                    topic=name,
                    time=message.time_ns // MICROSECOND,
                    time_ns=message.time_ns,
                )


def named_topics(message: Message) -> Iterator[tuple[str, str]]:
    """Return topic ids, as text, with the names that the message has beside them."""
    if message.facts.topic_ids and message.facts.topics:
        for topic_id, name in dict.fromkeys(pairs(message.values)):
            if topic_id != _NO_ID:
                yield topic_id, name


def damage_row(damage: Damage) -> Row:
    """Of `damage`."""
    connection = damage.connection
    return DAMAGE.row(
        connection=None if connection is None else connection_name(connection),
        client=None if connection is None else str(connection.client),
        server=None if connection is None else str(connection.server),
        is_request=damage.is_request,
        stream_offset=damage.stream_offset,
        bytes=damage.size,
        time=damage.time_ns // MICROSECOND,
        time_ns=damage.time_ns,
        text=damage.text,
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
