"""The row of each event and finding: the same for the page of a server and the offline page."""

from __future__ import annotations

from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
)
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.page.columns import CLOSED, DAMAGE, EXCHANGE, FINDING, OPENED
from kafkawire.dump.page.rows import Row

AT_THE_END = "end"
"""The close reason of connections that were open when the input ended."""


def exchange_row(exchange: Exchange) -> Row:
    """The row of an exchange; its time is that of the request, if the request was seen."""
    return Row(EXCHANGE, exchange.message.time_ns, exchange.connection, exchange)


def event_row(event: Event) -> Row | None:
    """The row of an event that is no exchange; None if the list does not show the event."""
    if isinstance(event, ConnectionOpened):
        connection = event.connection
        return Row(OPENED, connection.opened_ns, connection, None, _opened(connection))
    if isinstance(event, ConnectionClosed):
        connection = event.connection
        if connection.close_reason == AT_THE_END:
            return None
        time_ns = connection.closed_ns or connection.opened_ns
        return Row(CLOSED, time_ns, connection, None, f"closed ({connection.close_reason})")
    if isinstance(event, Damage):
        return Row(DAMAGE, event.time_ns, event.connection, None, event.text)
    return None


def finding_row(finding: Finding) -> Row:
    """The row of a detector's finding."""
    text = f"{finding.detector}: {finding.text}"
    row = Row(FINDING, finding.time_ns, finding.connection, finding.exchange, text)
    row.advice = finding.advice
    row.severity = str(finding.severity)
    row.detector = finding.detector
    return row


def _opened(connection: Connection) -> str:
    text = f"opened {connection.client} -> {connection.server}"
    return text + (", encrypted: nothing in it can be read" if connection.is_tls else "")
