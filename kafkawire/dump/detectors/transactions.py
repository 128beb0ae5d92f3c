"""Transactions that nobody ends, and producers that another one has replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.detectors.counting import MS, Repeats
from kafkawire.dump.detectors.detector import (
    ERROR,
    Detector,
    Finding,
    Threshold,
    seconds,
    who,
)
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.since import ADD_PARTITIONS_TO_TXN_BROKERS_SINCE

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

ENDS = frozenset((ApiKey.INIT_PRODUCER_ID, ApiKey.END_TXN))
COORDINATED = frozenset((*ENDS, ApiKey.ADD_PARTITIONS_TO_TXN, ApiKey.ADD_OFFSETS_TO_TXN))
"""APIs of the coordinator, on whose connection the end of a transaction is seen."""
GOES_ON = frozenset(
    (
        ApiKey.PRODUCE,
        ApiKey.ADD_PARTITIONS_TO_TXN,
        ApiKey.ADD_OFFSETS_TO_TXN,
        ApiKey.TXN_OFFSET_COMMIT,
    )
)
TRANSACTIONS_MAX = 4_096
FENCED: dict[int, str] = {
    ErrorCode.INVALID_PRODUCER_EPOCH: "its producer epoch is too old",
    ErrorCode.PRODUCER_FENCED: "another producer has taken its transactional id",
}


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
    # The default of transaction.timeout.ms; and one such answer is how a producer is told.
    THRESHOLDS = (
        Threshold("open_ms", 60_000, "that a transaction is open"),
        Threshold("fenced", 2, "answers that a producer is replaced, on a connection"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    APIS = ENDS | GOES_ON
    CODES = frozenset(FENCED)
    HAS_TICKS = True

    def start(self) -> None:
        """Open transactions by their ids, those begun first first; fencings by connection."""
        self._open: Memory[str, Begun] = Memory(TRANSACTIONS_MAX)
        self._coordinated: Memory[str, Connection] = Memory(TRANSACTIONS_MAX)
        self._fenced = Repeats(self.at("fenced"), self.at("window_ms"))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Begin transactions with what is sent in them, and end them."""
        request = exchange.request
        if request is None:
            return None
        names = request.facts.transactional_ids
        if not names or _is_brokers(exchange):
            return None
        if request.api_key in COORDINATED:
            for name in names:
                self._coordinated.keep(name, exchange.connection)
        if request.api_key in ENDS:
            for name in names:
                self._open.pop(name, None)
            return None
        response = exchange.response
        if response is None or response.facts.error_codes:
            return None
        for name in names:
            if name not in self._open:
                self._open.keep(name, Begun(request.time_ns, exchange.connection))
        return None

    def not_decoded(self, exchange: Exchange) -> None:
        """What may have ended any transaction whose coordinator it was said to."""
        if exchange.message.api_key in ENDS:
            for name in list(self._open):
                if self._coordinated.get(name) is exchange.connection:
                    del self._open[name]

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count answers that say a producer is replaced."""
        if not self._fenced.add(exchange.connection.number, now_ns):
            return None
        names = () if exchange.request is None else exchange.request.facts.transactional_ids
        name = f" with transactional id {names[0]}" if names else ""
        text = f"{who(exchange.connection)}{name} goes on, but {FENCED[code]}"
        return self.finding(text, now_ns, exchange)

    def tick(self, now_ns: int) -> Finding | None:
        """See whether the oldest one is too old, of those whose end would have been seen."""
        for name, begun in list(self._open.items()):
            if now_ns - begun.since_ns < self.at("open_ms") * MS:
                return None
            del self._open[name]
            coordinated = self._coordinated.get(name)
            if coordinated is None or not coordinated.is_unbroken(begun.since_ns):
                continue
            open_for = seconds((now_ns - begun.since_ns) // MS)
            text = f"transaction {name} of {who(begun.connection)} is open for {open_for}"
            return self.finding(text, now_ns, connection=begun.connection)
        return None


def _is_brokers(exchange: Exchange) -> bool:
    message = exchange.message
    is_add = message.api_key == ApiKey.ADD_PARTITIONS_TO_TXN
    return is_add and message.api_version >= ADD_PARTITIONS_TO_TXN_BROKERS_SINCE
