"""What rows call a connection and an exchange: names that any split of a capture finds alone."""

from __future__ import annotations

from kafkawire.dump.model import Connection, Exchange

MICROSECOND = 1_000
"""In nanoseconds."""


def connection_name(connection: Connection) -> str:
    """`192.0.2.7:50001>192.0.2.1:9092@1795000000123456789`."""
    return f"{connection.client}>{connection.server}@{connection.opened_ns}"


def exchange_columns(exchange: Exchange) -> dict[str, object]:
    """Return the values of the columns `declared.EXCHANGE`, by name."""
    connection, request, response = exchange.connection, exchange.request, exchange.response
    message = exchange.message
    return {
        "connection": connection_name(connection),
        "request_offset": None if request is None else request.stream_offset,
        "response_offset": None if response is None else response.stream_offset,
        "time": message.time_ns // MICROSECOND,
        "time_ns": message.time_ns,
        "api": exchange.api_name,
        "version": message.api_version,
        "client_id": None if request is None else request.client_id,
        "client": str(connection.client),
        "server": str(connection.server),
    }
