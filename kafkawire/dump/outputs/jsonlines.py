"""JSON lines: one object for each exchange, damage and finding, and for each connection's ends.

The last line counts streams, so that those that were not recognised are not missed. Keys come in a
fixed order and are never left out, so that lines can be compared; `envelope` has the tables of
them. Bodies have Kafka's own names for fields. Lines are written as exchanges are done; `number`
is the order of their requests.
"""

from __future__ import annotations

from typing import Any, TextIO

from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    Message,
    Streams,
)
from kafkawire.dump.outputs.figures import iso_text
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.outputs.steps import step_object
from kafkawire.dump.outputs.summary import errors_of, problems_of
from kafkawire.dump.safe_text import json_text


class JsonLines:
    """The sink that programs read."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(self, options: OutputOptions, out: TextIO) -> None:
        self._write = out.write
        self._flush = out.flush if options.is_live else None
        self._with_records = options.records
        self._views = options.views

    def event(self, event: Event) -> None:
        """Write its object; a request alone has none yet."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
        elif isinstance(event, Damage):
            self._put(damage_object(event))
        elif isinstance(event, ConnectionOpened):
            self._put(opened_object(event.connection))
        elif isinstance(event, ConnectionClosed):
            self._put(closed_object(event.connection))

    def finding(self, finding: Finding) -> None:
        """Write what a detector found."""
        self._put(finding_object(finding))

    def streams(self, streams: Streams) -> None:
        """Write what streams there were: the last line."""
        self._put(streams_object(streams))

    def close(self) -> None:
        """Nothing is held back."""

    def _exchange(self, exchange: Exchange) -> None:
        found = exchange_object(exchange)
        if self._with_records:
            from kafkawire.dump.outputs.embedded_objects import embedded_objects
            from kafkawire.dump.outputs.record_objects import batch_objects

            for name, message in (("request", exchange.request), ("response", exchange.response)):
                if message is not None:
                    found[name]["records"] = batch_objects(exchange, message, self._views)
                    found[name]["embedded"] = embedded_objects(message)
        self._put(found)

    def _put(self, item: dict[str, Any]) -> None:
        self._write(json_text(item) + "\n")
        if self._flush is not None:
            self._flush()


def streams_object(streams: Streams) -> dict[str, Any]:
    """What streams there were, with the keys of `envelope.STREAMS`."""
    return {
        "kind": "streams",
        "shown": streams.shown,
        "notRecognised": streams.not_recognised,
        "tlsNotShown": streams.tls_not_shown,
        "retransmissions": streams.repeats.segments,
        "retransmittedBytes": streams.repeats.size,
    }


def exchange_object(exchange: Exchange) -> dict[str, Any]:
    """An exchange, with the keys of `envelope.EXCHANGE`."""
    message, connection = exchange.message, exchange.connection
    request, response = exchange.request, exchange.response
    latency_ns = exchange.latency_ns
    return {
        "kind": "exchange",
        "number": exchange.number,
        "time": iso_text(message.time_ns),
        "connection": connection.number,
        "client": str(connection.client),
        "server": str(connection.server),
        "api": exchange.api_name,
        "apiKey": message.api_key,
        "version": message.api_version,
        "correlationId": message.correlation_id,
        "clientId": exchange.client_id,
        "latencyUs": None if latency_ns is None else latency_ns / 1000,
        "ended": exchange.ended or None,
        "topics": exchange.topics,
        "request": None if request is None else message_object(request),
        "response": None if response is None else message_object(response),
        "session": step_object(exchange.session),
        "group": step_object(exchange.group),
        "transaction": step_object(exchange.transaction),
        "notes": exchange.notes,
        "errors": errors_of(exchange),
        "problems": problems_of(exchange),
    }


def message_object(message: Message) -> dict[str, Any]:
    """A message, with the keys of `envelope.MESSAGE`."""
    header: dict[str, Any] = {"correlationId": message.correlation_id}
    if message.is_request:
        header = {
            "requestApiKey": message.api_key,
            "requestApiVersion": message.api_version,
            "correlationId": message.correlation_id,
            "clientId": message.client_id,
        }
    body = message.values
    return {
        "time": iso_text(message.time_ns),
        "size": len(message.data),
        "packet": message.packet,
        "header": header,
        "body": body,
        "problem": message.problem,
        "records": None,
        "embedded": None,
    }


def damage_object(damage: Damage) -> dict[str, Any]:
    """Damage, with the keys of `envelope.DAMAGE`."""
    connection = damage.connection
    sender = None if damage.is_request is None else ("client" if damage.is_request else "server")
    return {
        "kind": "damage",
        "time": iso_text(damage.time_ns),
        "connection": None if connection is None else connection.number,
        "sender": sender,
        "streamOffset": damage.stream_offset,
        "size": damage.size,
        "packet": damage.packet,
        "text": damage.text,
    }


def finding_object(finding: Finding) -> dict[str, Any]:
    """A detector's finding, with the keys of `envelope.FINDING`."""
    connection, exchange = finding.connection, finding.exchange
    return {
        "kind": "finding",
        "time": iso_text(finding.time_ns),
        "connection": None if connection is None else connection.number,
        "exchange": None if exchange is None else exchange.number,
        "detector": finding.detector,
        "severity": str(finding.severity),
        "text": finding.text,
        "advice": finding.advice,
    }


def opened_object(connection: Connection) -> dict[str, Any]:
    """A connection's beginning, with the keys of `envelope.OPENED`."""
    return {
        "kind": "opened",
        "time": iso_text(connection.opened_ns),
        "connection": connection.number,
        "client": str(connection.client),
        "server": str(connection.server),
        "isWhole": connection.is_whole,
        "isTls": connection.is_tls,
    }


def closed_object(connection: Connection) -> dict[str, Any]:
    """A connection's end, with the keys of `envelope.CLOSED`."""
    closed_ns = connection.closed_ns
    return {
        "kind": "closed",
        "time": None if closed_ns is None else iso_text(closed_ns),
        "connection": connection.number,
        "reason": connection.close_reason,
        "clientId": connection.client_id,
        "software": connection.software or None,
        "saslMechanism": connection.sasl_mechanism or None,
        "user": connection.user or None,
        "retransmissions": connection.repeats.segments,
        "retransmittedBytes": connection.repeats.size,
    }
