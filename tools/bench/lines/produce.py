"""Produce of batches: one request at a time on one connection, every record validated.

equal     values of one length, no keys
varied    values of 80 to 120 bytes, or of 200 to 1,800, and keys of 12 bytes
"""

from __future__ import annotations

import contextlib
import random
import socket
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import LZ4, NONE
from tools.bench.brokers import Contender
from tools.bench.lines.line import GB, Figure, Line, Measure, Size
from tools.bench.lines.topics import topic
from tools.bench.load import PRODUCE_VERSION, connect
from tools.bench.session_load import answer, cpu_of

SMALL_BATCH_BYTES = 16_000
LARGE_BATCH_BYTES = 900_000
BYTES = {SMALL_BATCH_BYTES: 16_000_000, LARGE_BATCH_BYTES: 45_000_000}
"""What is sent for one measurement, by the size of the batches."""
KEY_BYTES = 12
RANGES = {100: (80, 120), 1024: (200, 1800)}
"""Of the lengths of varied values."""
COMPRESSIBLE = b"kafkawire writes and reads what Kafka writes and reads. "

RECORDS = {
    (100, SMALL_BATCH_BYTES): 160,
    (100, LARGE_BATCH_BYTES): 8_000,
    (1024, SMALL_BATCH_BYTES): 16,
    (1024, LARGE_BATCH_BYTES): 900,
}
"""How many a batch has, by the bytes of each and those of the batch."""

BARS = {
    (100, "equal", SMALL_BATCH_BYTES): (0.5, "0.35x"),
    (100, "varied", SMALL_BATCH_BYTES): (0.9, "0.7x"),
    (100, "equal", LARGE_BATCH_BYTES): (0.7, "0.5x"),
    (100, "varied", LARGE_BATCH_BYTES): (2.6, "2x"),
    (1024, "equal", LARGE_BATCH_BYTES): (0.65, "0.5x"),
    (1024, "varied", LARGE_BATCH_BYTES): (0.9, "0.7x"),
}
"""Of uncompressed batches; the others have none."""


class Batches(NamedTuple):
    """What is produced."""

    value_bytes: int
    kind: str
    records: int
    codec: int = NONE

    def encode(self) -> bytes:
        """One batch."""
        chooser = random.Random(0)
        now_ms = int(time.time() * 1000)
        found: list[tuple[int, bytes | None, bytes, tuple[()]]] = []
        for number in range(self.records):
            size, key = self.value_bytes, None
            if self.kind == "varied":
                size = chooser.randint(*RANGES[size])
                key = b"%0*d" % (KEY_BYTES, number)
            found.append((now_ms, key, _value(number, size), ()))
        return bytes(encode_batch(found, compression=self.codec))


def _value(number: int, size: int) -> bytes:
    return (b"%08d " % number + COMPRESSIBLE * (size // len(COMPRESSIBLE) + 1))[:size]


def frame_of(places: Sequence[tuple[str, int]], batch: bytes) -> bytes:
    """A request that appends `batch` to each of these partitions of one topic."""
    data = [ProduceRequest.PartitionProduceData(index=index, records=batch) for _, index in places]
    request = ProduceRequest(
        acks=1,
        timeout_ms=30_000,
        topic_data=[ProduceRequest.TopicProduceData(name=places[0][0], partition_data=data)],
    )
    return bytes(encode_request(request.API_KEY, PRODUCE_VERSION, 1, "bench", request))


def send(sock: socket.socket, frame: bytes, count: int) -> None:
    """Send a request so many times, one after another."""
    for _ in range(count):
        sock.sendall(frame)
        data = answer(sock)
    response = decode_response(data, ProduceRequest.API_KEY, PRODUCE_VERSION)[1]
    assert isinstance(response, ProduceResponse)
    errors = {each.error_code for found in response.responses for each in found.partition_responses}
    assert errors == {0}, errors


def lines() -> list[Line]:
    """Every combination of length, kind, size of batch and codec."""
    found = []
    for codec, codec_name in ((NONE, ""), (LZ4, "-lz4")):
        for value_bytes, name in ((100, "100B"), (1024, "1KiB")):
            for batch_bytes, batch_name in (
                (SMALL_BATCH_BYTES, "16KB"),
                (LARGE_BATCH_BYTES, "0.9MB"),
            ):
                for kind in ("equal", "varied"):
                    records = RECORDS[value_bytes, batch_bytes]
                    batches = Batches(value_bytes, kind, records, codec)
                    bar = None if codec else BARS.get((value_bytes, kind, batch_bytes))
                    line_name = f"produce-{name}-{kind}-{batch_name}{codec_name}"
                    found.append(_line(line_name, batches, BYTES[batch_bytes], bar))
    return found


def _line(name: str, batches: Batches, total_bytes: int, bar: tuple[float, str] | None) -> Line:
    most, stretch = bar or (None, "")
    figures = (
        Figure("CPU a million records", "s", most, stretch),
        Figure("CPU a GB of records", "s"),
    )

    @contextlib.contextmanager
    def prepare(broker: Contender, size: Size) -> Iterator[Measure]:
        count = size.of(total_bytes // (batches.records * batches.value_bytes), 4)
        with topic(broker) as name, connect(broker) as sock:
            frame = frame_of([(name, 0)], batches.encode())

            def work() -> Sequence[float]:
                spent = cpu_of(broker, lambda: send(sock, frame, count))
                records = count * batches.records
                return spent / records / 1_000, spent / records / batches.value_bytes * GB / 1e9

            yield work

    return Line(name, figures, prepare)
