"""Statistics as an output: it is told every event and knows at the end what there was of what.

Exchanges are counted in all, and by what they have in common: any of the `DIMENSIONS`. By topic, an
exchange counts once for each topic it is about, so that such rows add up to more than all. Rows are
bounded: what comes when `ROWS_MAX` are there is counted together under `OTHERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kafkawire.dump.filter.asking import groups, topics_of
from kafkawire.dump.model import (
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    Streams,
)
from kafkawire.dump.stats.tally import Tally

ROWS_MAX = 10_000
OTHERS = "(others)"
NONE = "-"
Key = tuple[str, ...]


def _topics(exchange: Exchange) -> Iterable[str]:
    return dict.fromkeys(topics_of(exchange)) or (NONE,)


def _groups(exchange: Exchange) -> Iterable[str]:
    return dict.fromkeys(groups(exchange)) or (NONE,)


def _state(exchange: Exchange) -> Iterable[str]:
    if exchange.response is None:
        return (exchange.ended or "unanswered" if exchange.expects_response else "no reply due",)
    return ("error" if exchange.response.facts.error_codes else "ok",)


DIMENSIONS: dict[str, Callable[[Exchange], Iterable[str]]] = {
    "api": lambda exchange: (exchange.api_name,),
    "version": lambda exchange: (f"{exchange.api_name} v{exchange.message.api_version}",),
    "client": lambda exchange: (exchange.client_id or NONE,),
    "topic": _topics,
    "group": _groups,
    "broker": lambda exchange: (str(exchange.connection.server),),
    "peer": lambda exchange: (exchange.connection.client.host,),
    "connection": lambda exchange: (str(exchange.connection.number),),
    "software": lambda exchange: (exchange.connection.software or NONE,),
    "user": lambda exchange: (exchange.connection.user or NONE,),
    "outcome": _state,
}


class Statistics:
    """A `Sink` that counts. `by` are names of `DIMENSIONS`."""

    def __init__(self, by: tuple[str, ...] = ("api",)) -> None:
        self.by = by
        self._dimensions = [DIMENSIONS[name] for name in by]
        self.total = Tally()
        self.rows: dict[Key, Tally] = {}
        self.connections = 0
        self.connections_closed = 0
        self.connections_encrypted = 0
        self.damages = 0
        self.damaged_bytes = 0
        self.all_streams = Streams(0, 0, 0)
        self.first_ns: int | None = None
        self.last_ns: int | None = None

    def event(self, event: Event) -> None:
        """Take one."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
        elif isinstance(event, ConnectionOpened):
            self.connections += 1
            self.connections_encrypted += event.connection.is_tls
        elif isinstance(event, ConnectionClosed):
            self.connections_closed += 1
        elif isinstance(event, Damage):
            self.damages += 1
            self.damaged_bytes += event.size

    def streams(self, streams: Streams) -> None:
        """Take what streams there were."""
        self.all_streams = streams

    def close(self) -> None:
        """Nothing is left to be written: who made it asks it."""

    @property
    def duration_ns(self) -> int:
        """From the first message's first byte to the last one's last."""
        if self.first_ns is None or self.last_ns is None:
            return 0
        return max(0, self.last_ns - self.first_ns)

    def sorted_rows(self) -> list[tuple[Key, Tally]]:
        """The rows, those with most exchanges first."""
        return sorted(self.rows.items(), key=lambda row: (-row[1].exchanges, row[0]))

    def _exchange(self, exchange: Exchange) -> None:
        self._see(exchange)
        self.total.add(exchange)
        for key in self._keys(exchange):
            self._row(key).add(exchange)

    def _see(self, exchange: Exchange) -> None:
        for message in (exchange.request, exchange.response):
            if message is not None:
                first, last = self.first_ns, self.last_ns
                self.first_ns = message.time_ns if first is None else min(first, message.time_ns)
                self.last_ns = message.end_ns if last is None else max(last, message.end_ns)

    def _keys(self, exchange: Exchange) -> list[Key]:
        keys: list[Key] = [()]
        for dimension in self._dimensions:
            values = list(dimension(exchange))
            keys = [(*key, value) for key in keys for value in values]
        return keys

    def _row(self, key: Key) -> Tally:
        row = self.rows.get(key)
        if row is None:
            if len(self.rows) >= ROWS_MAX:
                key = (OTHERS,) * len(key)
                row = self.rows.get(key)
            if row is None:
                row = self.rows[key] = Tally()
        return row
