"""What rows call a connection and an exchange: names that any split of a capture finds alone."""

from __future__ import annotations

from kafkawire.dump.model import Connection, Exchange
from kafkawire.spark.tables.column import Row

MICROSECOND = 1_000
"""In nanoseconds."""


def connection_name(connection: Connection) -> str:
    """`192.0.2.7:50001>192.0.2.1:9092@1795000000123456789`."""
    return f"{connection.client}>{connection.server}@{connection.opened_ns}"


def exchange_columns(exchange: Exchange) -> Row:
    """The values of `declared.EXCHANGE`."""
    connection, request, response = exchange.connection, exchange.request, exchange.response
    message = exchange.message
    return (
        connection_name(connection),
        None if request is None else request.stream_offset,
        None if response is None else response.stream_offset,
        message.time_ns // MICROSECOND,
        message.time_ns,
        exchange.api_name,
        message.api_version,
        None if request is None else request.client_id,
        str(connection.client),
        str(connection.server),
    )
