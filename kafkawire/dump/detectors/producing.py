"""Habits of producers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import compress

from kafkawire.dump.detectors.counting import MS, Repeats, Share, Silence
from kafkawire.dump.detectors.detector import (
    BATCHES,
    ERROR,
    INFO,
    RETRIES,
    Counted,
    Detector,
    Finding,
    Threshold,
    client_of,
    named,
    seconds,
    who,
)
from kafkawire.dump.detectors.naming import topics_with
from kafkawire.dump.detectors.peeking import NO_PRODUCER, PRODUCE, acks_of, batch_of
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.records.batch import HEADER_BYTES

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

CONNECTIONS_MAX = 4_096
"""How many connections a producer detector knows something about."""
SAMPLE_BYTES_MAX = 16_384
"""Of a batch, to see whether it can be compressed."""


class AcksZero(Counted):
    """Produce requests that nobody answers."""

    NAME = "acks-0"
    WHAT = "a producer sends with acks=0"
    WHY = "The broker answers nothing, so records are lost without anybody knowing."
    ADVICE = "Set acks=all (acks=1 at least); only data that may be lost goes with acks=0."
    # One may be a probe or a test; three are a setting.
    THRESHOLDS = (
        Threshold("count", 3, "requests with acks=0 on a connection"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    APIS = frozenset((PRODUCE,))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count requests that expect no response."""
        if exchange.expects_response or exchange.request is None:
            return None
        if acks_of(exchange.request) != 0:
            return None
        if not self.often_on(exchange.connection, now_ns):
            return None
        text = f"{who(exchange.connection)} sends to {named(exchange.topics, 'topic')} with acks=0"
        return self.finding(text, now_ns, exchange)


class NotIdempotent(Counted):
    """Producers without a producer id."""

    NAME = "not-idempotent"
    SEVERITY = INFO
    WHAT = "a producer that wants answers sends without idempotence"
    WHY = "A request that is sent again after a lost answer writes its records twice."
    ADVICE = "Set enable.idempotence=true with acks=all: retries then write nothing twice."
    # Few batches are seldom sent twice; who sends twenty goes on sending.
    THRESHOLDS = (
        Threshold("count", 20, "batches without a producer id on a connection"),
        Threshold("window_ms", 300_000, "within this time"),
    )
    APIS = frozenset((PRODUCE,))
    QUIET_MS = 3_600_000

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count batches without a producer id; of acks=0 there is another detector."""
        request = exchange.request
        if request is None or not exchange.expects_response:
            return None
        batch = batch_of(request, exchange.number)
        if batch is None or batch.producer_id != NO_PRODUCER:
            return None
        if not self.often_on(exchange.connection, now_ns):
            return None
        text = (
            f"{who(exchange.connection)} sends to {named(exchange.topics, 'topic')} "
            "without idempotence"
        )
        return self.finding(text, now_ns, exchange)


class NoCompression(Detector):
    """Batches that could be smaller."""

    NAME = "no-compression"
    SEVERITY = INFO
    SUBJECT = BATCHES
    READS_RECORDS = True
    WHAT = "a producer sends compressible batches uncompressed"
    WHY = "Network, disks and page cache of producer, brokers and consumers carry more bytes."
    ADVICE = "Set compression.type=lz4 or zstd at the producer."
    # Below a megabyte there is little to win, nor where less than a third is saved.
    THRESHOLDS = (
        Threshold("bytes", 1 << 20, "of uncompressed batches on a connection"),
        Threshold("saving_percent", 30, "that a sample of them shrinks by at least"),
    )
    APIS = frozenset((PRODUCE,))

    def start(self) -> None:
        """Uncompressed bytes by connection."""
        self._bytes: Memory[int, int] = Memory(CONNECTIONS_MAX)
        self._most = self.at("bytes")
        self._silence = Silence(3_600_000)

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Add up bytes, and try whether they can be compressed once they are enough."""
        request = exchange.request
        if request is None:
            return None
        batch = batch_of(request, exchange.number)
        if batch is None:
            return None
        number = exchange.connection.number
        if batch.codec:
            self._bytes.pop(number, None)
            return None
        total = self._bytes.get(number, 0) + batch.size
        if total < self._most:
            self._bytes.keep(number, total)
            return None
        self._bytes.pop(number, None)
        saving = _saving_percent(request.data[batch.start : batch.start + batch.size])
        if saving < self.at("saving_percent"):
            return None
        if not self._silence.breaks(client_of(exchange.connection), now_ns):
            return None
        text = (
            f"{who(exchange.connection)} sends to {named(exchange.topics, 'topic')} uncompressed; "
            f"a sample shrinks by {saving} %"
        )
        return self.finding(text, now_ns, exchange)


def _saving_percent(batch: bytes) -> int:
    sample = batch[HEADER_BYTES : HEADER_BYTES + SAMPLE_BYTES_MAX]
    return 100 - 100 * len(compress(sample, 1)) // max(1, len(sample))


class TinyBatches(Detector):
    """Many small requests in a short time."""

    NAME = "tiny-batches"
    SUBJECT = BATCHES
    WHAT = "a producer sends many requests with very small batches"
    WHY = "Each request and batch has its price, however few records it holds."
    ADVICE = "Raise linger.ms (5 to 100) and batch.size, and do not flush after each record."
    # From ten a second on linger.ms=100 puts several into one, and beside 1 KiB the 200 bytes or so
    # of heads weigh. Not all: a burst ends with a small one.
    THRESHOLDS = (
        Threshold("count", 100, "requests on a connection"),
        Threshold("window_ms", 10_000, "within this time"),
        Threshold("batch_bytes", 1_024, "for each partition, and less is tiny"),
        Threshold("percent", 90, "of the requests that are tiny"),
    )
    APIS = frozenset((PRODUCE,))
    SEES_CLOSING = True

    def start(self) -> None:
        """Count by connection."""
        self._share = Share(self.at("count"), self.at("window_ms"), self.at("percent"))
        self._bytes = self.at("batch_bytes")

    def closed(self, connection: Connection) -> Finding | None:
        """Forget what was counted by a connection."""
        self._share.forget(connection.number)
        return None

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Compare the bytes of records with the number of partitions."""
        request = exchange.request
        if request is None:
            return None
        facts = request.facts
        if not facts.records_bytes:
            return None
        is_tiny = facts.records_bytes < self._bytes * facts.partitions
        connection = exchange.connection
        if not self._share.mostly(connection.number, now_ns, is_bad=is_tiny):
            return None
        if not self._share.silence.breaks(client_of(connection), now_ns):
            return None
        text = (
            f"{who(connection)} sends {self.at('count')} requests within "
            f"{seconds(self.at('window_ms'))}, nearly all with batches below {self._bytes:,} bytes "
            f"(the last, for {named(exchange.topics, 'topic')}, has "
            f"{facts.records_bytes // facts.partitions})"
        )
        return self.finding(text, now_ns, exchange)


class ProducerPerRecord(Detector):
    """Producers that live for a record."""

    NAME = "producer-per-record"
    WHAT = "a client makes a producer, sends hardly anything, and closes it, again and again"
    WHY = "Each producer costs connections, handshakes, metadata and a thread, for a few records."
    ADVICE = "Make one producer for the life of the process and share it; it is thread-safe."
    # One or two are programs that run for a moment; five in half a minute are made in a loop. A
    # producer that was made to stay outlives five seconds.
    THRESHOLDS = (
        Threshold("count", 5, "short connections of a client"),
        Threshold("window_ms", 30_000, "within this time"),
        Threshold("requests", 2, "produce requests at most on a short connection"),
        Threshold("life_ms", 5_000, "that a short connection lasts at most"),
    )
    APIS = frozenset((PRODUCE,))
    SEES_CLOSING = True

    def start(self) -> None:
        """Requests by connection, and short connections by client."""
        self._requests: Memory[int, int] = Memory(CONNECTIONS_MAX)
        self._most = self.at("requests")
        self._repeats = Repeats(self.at("count"), self.at("window_ms"))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count the requests of a connection."""
        requests = self._requests
        number = exchange.connection.number
        count = requests.get(number)
        if count is None:
            requests.keep(number, 1)
        elif count <= self._most:
            requests[number] = count + 1
        return None

    def not_decoded(self, exchange: Exchange) -> None:
        """A produce request all the same."""
        self.exchange(exchange, 0)

    def closed(self, connection: Connection) -> Finding | None:
        """See whether that was a short one."""
        count = self._requests.pop(connection.number, 0)
        now_ns = connection.closed_ns
        if not 0 < count <= self._most or now_ns is None:
            return None
        if not connection.is_unbroken(connection.opened_ns) or not connection.is_whole:
            return None
        if now_ns - connection.opened_ns > self.at("life_ms") * MS:
            return None
        if not self._repeats.add(client_of(connection), now_ns):
            return None
        text = (
            f"{who(connection)} made {self.at('count')} connections within "
            f"{seconds(self.at('window_ms'))} that sent {count} produce request"
            f"{'s' if count > 1 else ''} or so each"
        )
        return self.finding(text, now_ns, connection=connection)


class MessageTooLarge(Counted):
    """Batches that brokers refuse for their size."""

    NAME = "message-too-large"
    SEVERITY = ERROR
    SUBJECT = RETRIES
    WHAT = "a broker refuses a batch for its size"
    WHY = "Its records are not written, and sending them again does not help."
    ADVICE = (
        "Raise max.message.bytes of the topic together with max.request.size of the producer, or "
        "send large things by reference."
    )
    # Each is records that were not written.
    THRESHOLDS = (
        Threshold("count", 1, "refusals of a client"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    CODES = frozenset((ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE))

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count refusals."""
        request = exchange.request
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        size = "" if request is None else f" with {request.facts.records_bytes:,} bytes"
        topics = named(topics_with(exchange, code), "topic")
        text = (
            f"{who(exchange.connection)}: records for {topics} are refused as too large, in a "
            f"request{size}"
        )
        return self.finding(text, now_ns, exchange)
