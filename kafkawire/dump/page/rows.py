"""Rows of the list as the page gets them: arrays of JSON, made when they are first asked for.

An exchange is [number, 0, nanoseconds since the start, connection, exchange, client id, API,
version, kind of API, latency in ns, bytes sent, bytes back, errors, marks, subject, session, group,
transaction, correlation id, how many topics and partitions it names, bytes of records, how long it
throttles in ms]; anything else [number, kind, nanoseconds, connection, text, advice, severity,
number of the exchange, detector].
"""

from __future__ import annotations

from typing import Any

from kafkawire.dump.fields.facts import NOTHING, Facts
from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.page.columns import EXCHANGE, columns_of
from kafkawire.dump.safe_text import page_text


class Row:
    """A line of the list."""

    __slots__ = (
        "advice",
        "connection",
        "detector",
        "encoded",
        "exchange",
        "is_changed",
        "kind",
        "number",
        "severity",
        "size",
        "start_ns",
        "text",
        "time_ns",
    )

    def __init__(
        self,
        kind: int,
        time_ns: int,
        connection: Connection | None,
        exchange: Exchange | None,
        text: str = "",
    ) -> None:
        self.number = 0
        self.kind = kind
        self.time_ns = time_ns
        self.start_ns = time_ns
        """What its time is counted from."""
        self.connection = connection
        self.exchange = exchange
        """What it is, or for a finding, what showed it."""
        self.text = text
        self.advice = ""
        self.severity = ""
        self.detector = ""
        self.size = 0
        """Bytes of its messages."""
        self.is_changed = False
        """Whether it has been another before."""
        self.encoded: str | None = None

    @property
    def is_exchange(self) -> bool:
        """Whether it is an exchange, and not only about one."""
        return self.kind == EXCHANGE

    def json(self) -> str:
        """The array that the page gets."""
        found = self.encoded
        if found is None:
            found = self.encoded = page_text(self.values())
        return found

    def values(self) -> list[Any]:
        """The array as values."""
        exchange = self.exchange
        is_known = self.is_exchange and exchange is not None
        return self._exchange(exchange) if is_known else self._other()  # type: ignore[arg-type]

    def _exchange(self, exchange: Exchange) -> list[Any]:
        return [
            self.number,
            EXCHANGE,
            max(0, self.time_ns - self.start_ns),
            *columns_of(exchange),
            session_of(exchange),
            group_of(exchange),
            transaction_of(exchange),
            exchange.message.correlation_id,
            *amounts_of(exchange),
        ]

    def _other(self) -> list[Any]:
        exchange = self.exchange
        return [
            self.number,
            self.kind,
            max(0, self.time_ns - self.start_ns),
            None if self.connection is None else self.connection.number,
            self.text,
            self.advice,
            self.severity,
            None if exchange is None else exchange.number,
            self.detector,
        ]


def amounts_of(exchange: Exchange) -> list[int]:
    """How many topics and partitions it names, bytes of its records, throttling in ms."""
    request, response = exchange.request, exchange.response
    asked = NOTHING if request is None else request.facts
    told = NOTHING if response is None else response.facts
    return [
        len(exchange.topics) or max(map(_topics, (asked, told))),
        max(asked.partitions, told.partitions),
        max(asked.records_bytes, told.records_bytes),
        told.throttle_time_ms,
    ]


def _topics(facts: Facts) -> int:
    return len(facts.topics) or len(facts.topic_ids)


def session_of(exchange: Exchange) -> list[Any] | None:
    """What it did to its fetch session.

    Id, epoch, kind; how many are held, added, changed, forgotten, reported and left out; whether
    the broker has lost it.
    """
    step = exchange.session
    if step is None:
        return None
    return [
        step.session_id,
        step.epoch,
        step.kind,
        step.held,
        len(step.added),
        len(step.changed),
        len(step.forgotten),
        len(step.reported),
        sum(step.left_out.values()),
        step.is_evicted,
    ]


def group_of(exchange: Exchange) -> list[Any] | None:
    """Of its group: name, what it did, generation, state, how many members."""
    step = exchange.group
    if step is None:
        return None
    return [step.group, step.kind, step.generation, step.state, step.members]


def transaction_of(exchange: Exchange) -> list[Any] | None:
    """Of its transaction: id, what it did, state."""
    step = exchange.transaction
    if step is None:
        return None
    return [step.transactional_id, step.kind, step.state]
