"""Transactions that nobody ends, and producers that another one has replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.detectors.counting import MS, Silence
from kafkawire.dump.detectors.detector import (
    ERROR,
    Detector,
    Finding,
    Threshold,
    seconds,
    who,
)
from kafkawire.dump.detectors.peeking import PRODUCE
from kafkawire.dump.state.memory import Memory

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

INIT_PRODUCER_ID, ADD_PARTITIONS, ADD_OFFSETS, END_TXN, TXN_OFFSET_COMMIT = 22, 24, 25, 26, 28
ENDS = frozenset((INIT_PRODUCER_ID, END_TXN))
TRANSACTIONS_MAX = 4_096
FENCED = {47: "its epoch is old", 90: "another producer has taken its transactional id"}


class Begun(NamedTuple):
    """A transaction that was not ended yet."""

    since_ns: int
    connection: Connection


class ZombieTransactions(Detector):
    """Transactions open for long, and fenced producers that go on."""

    NAME = "zombie-transaction"
    SEVERITY = ERROR
    WHAT = "a transaction stays open for long, or a replaced producer goes on"
    WHY = "Consumers with read_committed wait behind its first record until it times out."
    ADVICE = (
        "Commit or abort in a finally block, give each live instance its own stable "
        "transactional.id, and lower transaction.timeout.ms."
    )
    THRESHOLDS = (
        Threshold("open_ms", 60_000, "that a transaction is open"),
        Threshold("fenced", 2, "answers that a producer is replaced, on a connection"),
    )
    APIS = frozenset((PRODUCE, *ENDS, ADD_PARTITIONS, ADD_OFFSETS, TXN_OFFSET_COMMIT))
    CODES = frozenset(FENCED)
    HAS_TICKS = True

    def start(self) -> None:
        """Open transactions by their ids, those begun first first; fencings by connection."""
        self._open: Memory[str, Begun] = Memory(TRANSACTIONS_MAX)
        self._fenced: Memory[int, int] = Memory(TRANSACTIONS_MAX)
        self._silence = Silence()

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Begin transactions with what is sent in them, and end them."""
        request = exchange.request
        if request is None:
            return None
        names = request.facts.transactional_ids
        if not names:
            return None
        if request.api_key in ENDS:
            for name in names:
                self._open.pop(name, None)
            return None
        for name in names:
            if name not in self._open:
                self._open.keep(name, Begun(request.time_ns, exchange.connection))
        return None

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count answers that say a producer is replaced."""
        number = exchange.connection.number
        count = (self._fenced.get(number) or 0) + 1
        self._fenced.keep(number, count)
        if count < self.at("fenced") or not self._silence.breaks(number, now_ns):
            return None
        names = () if exchange.request is None else exchange.request.facts.transactional_ids
        name = f" with transactional id {names[0]}" if names else ""
        text = f"{who(exchange.connection)}{name} goes on, but {FENCED[code]}"
        return self.finding(text, now_ns, exchange)

    def tick(self, now_ns: int) -> Finding | None:
        """See whether the oldest one is too old."""
        for name, begun in self._open.items():
            if now_ns - begun.since_ns < self.at("open_ms") * MS:
                return None
            del self._open[name]
            open_for = seconds((now_ns - begun.since_ns) // MS)
            text = f"transaction {name} of {who(begun.connection)} is open for {open_for}"
            return self.finding(text, now_ns, connection=begun.connection)
        return None
