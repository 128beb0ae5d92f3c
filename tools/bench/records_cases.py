"""Record batches, against kafka-python, aiokafka and, for checksums, crcmod.

Batches of 1,000 records of 100 bytes with a key of 12, plain or with two headers. Decoding includes
verifying the checksum, as a consumer does, and encoding includes making it. All contenders use the
C package crc32c, but in the cases "without C", where ours folds in pure Python and kafka-python
runs its byte loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from aiokafka.record.default_records import DefaultRecordBatch as AioBatch
from aiokafka.record.default_records import DefaultRecordBatchBuilder as AioBuilder
from crcmod.predefined import mkCrcFun
from kafka.record import _crc32c as kafka_python_crc
from kafka.record import default_records as kafka_python
from kafka.record.memory_records import MemoryRecords

from kafkawire.records import batch as own_batch
from kafkawire.records.batch import crc_is_valid, iter_headers, read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.check import check_records
from kafkawire.records.crc32c_folding import crc32c_pure
from kafkawire.records.lazy import RecordIndex, values_only
from kafkawire.records.record import Record, decode_records
from tools.bench.measure import Case, Work

RECORDS = 1_000
BATCHES = 10
BATCH_BYTES_MAX = 1 << 24
HEADERS = [("trace-id", b"0123456789abcdef"), ("h2", b"x" * 10)]
CRC_BARS = ((1 << 20, 40.0), (16 << 10, 30.0), (1 << 10, 6.0))


def cases() -> list[Case]:
    """All cases of records and checksums."""
    plain, with_headers = rows([]), rows(HEADERS)
    return [
        decoding("decode", plain, 2.5),
        decoding("decode, 2 headers", with_headers, 2.0),
        encoding("encode", plain, 4.0),
        encoding("encode, 2 headers", with_headers, 3.0),
        *lazily(bytes(encode_batch(plain))),
        without_c(decoding("decode without C", plain, 8.0)),
        without_c(encoding("encode without C", plain, 15.0)),
        *checks(),
        *checksums(),
    ]


def rows(headers: Sequence[tuple[str, bytes | None]]) -> list[RecordTuple]:
    return [
        (1_700_000_000_000 + index // 10, b"k%011d" % index, b"v" * 100, headers)
        for index in range(RECORDS)
    ]


def decoding(name: str, records: list[RecordTuple], bar: float) -> Case:
    batch = bytes(encode_batch(records))

    def ours() -> list[Record]:
        header = read_header(batch)
        assert crc_is_valid(batch, 0, header)
        return decode_records(batch, 0, header)

    def theirs(kind: Callable[[bytes], Any]) -> Work:
        def work() -> object:
            found = kind(batch)
            assert found.validate_crc()
            return list(found)

        return work

    peers = {"kafka-python": theirs(kafka_python.DefaultRecordBatch), "aiokafka": theirs(AioBatch)}
    return Case(f"records {name}", ours, peers, bar, units=RECORDS)


def encoding(name: str, records: list[RecordTuple], bar: float) -> Case:
    def by_kafka_python() -> object:
        builder = kafka_python.DefaultRecordBatchBuilder(2, 0, False, -1, -1, -1, BATCH_BYTES_MAX)
        for offset, (timestamp, key, value, headers) in enumerate(records):
            builder.append(offset, timestamp, key, value, headers)
        return builder.build()

    def by_aiokafka() -> object:
        builder = AioBuilder(2, 0, 0, -1, -1, -1, BATCH_BYTES_MAX)
        for offset, (timestamp, key, value, headers) in enumerate(records):
            builder.append(offset, timestamp, key, value, headers)
        return builder.build()

    peers: dict[str, Work] = {"kafka-python": by_kafka_python, "aiokafka": by_aiokafka}
    return Case(f"records {name}", lambda: encode_batch(records), peers, bar, units=RECORDS)


def lazily(batch: bytes) -> list[Case]:
    """What needs fewer than all fields of all records. Peers have no way but to decode."""

    def all_records() -> object:
        return list(kafka_python.DefaultRecordBatch(batch))

    def heads() -> object:
        for _, header in iter_headers(buffer):
            offset = header.next_offset
        return offset

    def their_heads() -> object:
        found = MemoryRecords(buffer)
        while found.has_next():
            offset = found.next_batch().next_offset
        return offset

    buffer = batch * BATCHES
    opening: dict[str, Work] = {
        "kafka-python": lambda: MemoryRecords(batch).next_batch(),
        "aiokafka": lambda: AioBatch(batch),
    }
    decode: dict[str, Work] = {
        "kafka-python": all_records,
        "aiokafka": lambda: list(AioBatch(batch)),
    }
    return [
        Case("records index only", lambda: RecordIndex(batch), decode, 15.0, units=RECORDS),
        Case("records values only", lambda: values_only(batch), decode, None, units=RECORDS),
        # From fetched bytes to a batch whose offsets are known.
        Case("records head only", lambda: read_header(batch), opening, 10.0),
        Case("records heads of a buffer", heads, {"kafka-python": their_heads}, units=BATCHES),
    ]


def without_c(case: Case) -> Case:
    """The case with pure-Python checksums, ours and kafka-python's."""

    def folding() -> object:
        chosen = own_batch.__dict__["crc32c"]
        own_batch.__dict__["crc32c"] = crc32c_pure
        try:
            return case.ours()
        finally:
            own_batch.__dict__["crc32c"] = chosen

    def by_the_byte() -> object:
        chosen = kafka_python.calc_crc32c
        kafka_python.calc_crc32c = kafka_python_crc.crc
        try:
            return case.peers["kafka-python"]()
        finally:
            kafka_python.calc_crc32c = chosen

    return Case(case.name, folding, {"kafka-python": by_the_byte}, case.bar, units=case.units)


def checks() -> list[Case]:
    """What a broker does with each produced batch. Peers have nothing like it but decoding."""
    found = []
    random = Random(1)
    for name, sizes in (("equal", (100, 100)), ("varied", (80, 120))):
        records: list[RecordTuple] = [
            (1_700_000_000_000 + index // 10, b"k%011d" % index, b"v" * random.randint(*sizes), [])
            for index in range(RECORDS)
        ]
        found.append(_check(f"records check, {name} values", bytes(encode_batch(records))))
    return found


def _check(name: str, batch: bytes) -> Case:
    header = read_header(batch)

    def ours() -> object:
        return check_records(batch, 0, header)

    def theirs() -> object:
        return list(kafka_python.DefaultRecordBatch(batch))

    return Case(name, ours, {"kafka-python": theirs}, units=RECORDS)


def checksums() -> list[Case]:
    """CRC-32C in pure Python."""
    crcmod = mkCrcFun("crc-32c")
    found = []
    for size, bar in CRC_BARS:
        data = Random(size).randbytes(size)
        found.append(_checksum(data, bar, crcmod))
    return found


def _checksum(data: bytes, bar: float, crcmod: Callable[[bytes], int]) -> Case:
    peers: dict[str, Work] = {
        "kafka-python": lambda: kafka_python_crc.crc(data),
        "crcmod": lambda: crcmod(data),
    }
    return Case(f"crc32c pure, {len(data):,} bytes", lambda: crc32c_pure(data), peers, bar)
