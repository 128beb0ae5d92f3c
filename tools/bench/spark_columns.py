"""Decoding Fetch answers into Arrow columns on one core: `python -m tools.bench spark_columns`.

All columns of the row, checksums verified, CPU time, best of five; and the same rows made record by
record (`kafkawire.records.decode_records`, then Arrow's own builders) in the same run. Values look
like JSON, keys have 6 bytes. The bars are 2 million records/s at 100 B and 0.9 GB/s at 1 KiB, both
uncompressed, in batches of 16 KiB and of 1 MB.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.spark.columns import ALL, Wanted, decode
from kafkawire.spark.columns.frames import Asked, all_frames
from kafkawire.spark.columns.plainly import batch_of, rows_of
from tools.bench.report import Bar, Findings

REPETITIONS = 5
SMALL, LARGE = 100, 1024
BATCH, LARGE_BATCH = 16 << 10, 1_000_000
CODECS = {"none": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
SMALL_RECORD_NS_MAX = 500.0
LARGE_KILOBYTE_NS_MAX = 1000 / 0.9
TOPIC_BYTES = 20 << 20
COLUMNS = [
    "M records/s",
    "offset, time",
    "offset alone",
    "wire MB/s",
    "plain MB/s",
    "x one by one",
]
NO_END = 1 << 62
TIMES = Wanted.of(["offset", "timestamp"])
OFFSETS = Wanted.of(["offset"])


class Topic(NamedTuple):
    """What there is to decode; `plain` is its bytes without a codec."""

    name: str
    data: bytes
    records: int
    plain: int
    size: int
    is_plain: bool


def topic(
    size: int, batch_bytes: int, codec: str, *, part: int = 1, has_headers: bool = False
) -> Topic:
    """About TOPIC_BYTES of records, divided by `part`."""
    random = Random(size)
    headers = [("trace-id", b"0123456789abcdef"), ("h", b"x")] if has_headers else []
    data, offset, plain = bytearray(), 0, 0
    rows: list[RecordTuple] = []
    count = TOPIC_BYTES // part // (size + 20)
    in_batch = max(1, batch_bytes // (size + 20))
    for index in range(count):
        rows.append(_record(random, size, index, headers))
        if len(rows) == in_batch or index + 1 == count:
            data += encode_batch(rows, base_offset=offset, compression=CODECS[codec])
            plain += len(encode_batch(rows)) if codec != "none" else 0
            offset += len(rows)
            rows = []
    batches = "16 KiB" if batch_bytes == BATCH else "1 MB"
    name = f"{size} B, batches of {batches}, {codec}{', headers' if has_headers else ''}"
    is_plain = codec == "none" and not has_headers
    return Topic(name, bytes(data), count, plain or len(data), size, is_plain)


def _record(random: Random, size: int, index: int, headers: list[tuple[str, bytes]]) -> RecordTuple:
    head = b'{"user":%d,"event":"click","x":"' % random.randrange(100_000)
    room = size - len(head) - 2 - random.randrange(16)
    value = head + random.randbytes(room // 2 + 1).hex().encode()[: max(room, 0)] + b'"}'
    key = b"k%05d" % random.randrange(100_000)
    return 1_700_000_000_000 + index // 10, key, value, headers


def columns(data: bytes, wanted: Wanted = ALL) -> int:
    batches = decode(data, Asked("t", 0, 0, NO_END), wanted)
    return sum(batch.num_rows for batch in batches)


def one_by_one(data: bytes) -> int:
    asked = Asked("t", 0, 0, NO_END)
    found = (batch_of(list(rows_of(data, frame)), asked, ALL) for frame in all_frames(data))
    return sum(batch.num_rows for batch in found if batch is not None)


def seconds(work: Callable[[], int], count: int) -> list[float]:
    """CPU time of some calls, after one to warm up."""
    assert work() == count
    found = []
    for _ in range(REPETITIONS):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return found


def measure(findings: Findings, part: int) -> None:
    """Print the table; `part` divides the work."""
    findings.table("decoding into columns, one core", COLUMNS)
    for each in topics(part):
        judge(each, measure_one(each, findings), findings)


def measure_one(each: Topic, findings: Findings) -> list[float]:
    """One line of the table; our seconds for all columns."""
    ours = seconds(lambda: columns(each.data), each.records)
    peer = min(seconds(lambda: one_by_one(each.data), each.records))
    times = min(seconds(lambda: columns(each.data, TIMES), each.records))
    heads = min(seconds(lambda: columns(each.data, OFFSETS), each.records))
    best = min(ours)
    rates = [each.records / best, each.records / times, each.records / heads]
    speeds = [len(each.data) / best, each.plain / best]
    findings.row(
        each.name,
        [*(rate / 1e6 for rate in rates), *(speed / 1e6 for speed in speeds), peer / best],
    )
    return ours


def judge(each: Topic, ours: list[float], findings: Findings) -> None:
    """The bars of plain topics: as time for a record, and for a kilobyte."""
    if not each.is_plain:
        return
    if each.size == SMALL:
        figures = [1e9 * spent / each.records for spent in ours]
        findings.judge(Bar.of(f"{each.name}, a record", figures, SMALL_RECORD_NS_MAX, " ns"))
    else:
        figures = [1e12 * spent / len(each.data) for spent in ours]
        findings.judge(Bar.of(f"{each.name}, a kilobyte", figures, LARGE_KILOBYTE_NS_MAX, " ns"))


def topics(part: int) -> Iterator[Topic]:
    """What is decoded."""
    for size in (SMALL, LARGE):
        for batch_bytes in (BATCH, LARGE_BATCH):
            yield topic(size, batch_bytes, "none", part=part)
        for codec in list(CODECS)[1:]:
            yield topic(size, BATCH, codec, part=part)
    yield topic(SMALL, BATCH, "none", part=part, has_headers=True)


def run(check: bool) -> int:
    """Print the table; with `check`, 1 if a bar falls short."""
    findings = Findings()
    measure(findings, 1)
    return findings.conclude(check)
