"""What a broker is made to write: every kind of thing that ends up in a data directory.

Each step is a function over one broker's address. The same steps run on Apache Kafka and on ours,
so that two directories hold the same kinds of things; ids and times of the broker differ. Rounds
are told apart by a number: the second and later rounds go on where the first ended.

Segments are short because record timestamps lie further apart than `segment.ms`, which every
release rolls for; `segment.bytes` below 1 MiB is refused by Kafka 4.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from compat.clients.raw import CODECS
from compat.interchange.administering import configs, groups, grown, quotas, recreated
from compat.interchange.asking import (
    TIMEOUT_MS,
    Refused,
    check,
    fetch,
    list_offset,
    new_producer_id,
    produce,
    until,
)
from compat.interchange.inventory import EARLIEST, LATEST, fetched
from compat.interchange.work import CLEANED, KEPT, MINUTE_MS, SHORT_SEGMENTS, Work
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse
from kafkawire.records.builder import RecordTuple, encode_batch
from tests.support.suite.patience import patient

BIG_RECORD_BYTES = 900_000
CLEANED_SECONDS_MAX = patient(40.0)

Step = Callable[[Work], None]


def codecs(work: Work) -> None:
    """Every codec, in several batches and segments; index entries every few batches."""
    for name, codec in CODECS.items():
        work.topic(f"codec-{name}", 2, SHORT_SEGMENTS)
        for number in range(24):
            records = work.records(1 + number * 3, work.time_ms + number * MINUTE_MS)
            batch = encode_batch(records, compression=codec)
            produce(work.client, f"codec-{name}", number % 2, batch)


def dense_index(work: Work) -> None:
    """Three segments by size, and an index entry for every batch."""
    configs = {**KEPT, "segment.bytes": str(1 << 20), "index.interval.bytes": "100"}
    work.topic("dense-index", 1, configs)
    for number in range(30):
        value = work.text(90_000)
        batch = encode_batch([(work.time_ms + number, None, value, ())])
        produce(work.client, "dense-index", 0, batch)


def small_segments(work: Work) -> None:
    """Segments of a few batches by size, which Kafka 4 allows by a setting of its own only."""
    if work.round == 1:
        try:
            work.topic("small-segments", 1, {**KEPT, "internal.segment.bytes": "4000"})
        except Refused:
            return  # Kafka 3 has no such setting, and what it has instead 4.4 does not start with
    if "small-segments" not in work.client.topics():
        return
    for number in range(20):
        batch = encode_batch(work.records(20, work.time_ms + number), compression=number % 5)
        produce(work.client, "small-segments", 0, batch)


def odd_records(work: Work) -> None:
    """Headers, empty and null keys and values, a batch near the limit, times that go back."""
    work.topic("odd-records")
    now = work.time_ms
    records: list[RecordTuple] = [
        (now, b"", b"", ()),
        (now - 5, None, None, [("", None), ("name", b""), ("name", b"again")]),
        (now + 5, b"key", None, [("\u00e9\u4e16", b"\x00\xff")]),
    ]
    produce(work.client, "odd-records", 0, encode_batch(records))
    big = [(now - 3_600_000, b"big", work.text(BIG_RECORD_BYTES), ())]
    produce(work.client, "odd-records", 0, encode_batch(big))
    early: list[RecordTuple] = [(0, None, b"epoch", ()), (-1, None, b"no time", ())]
    for each in early:
        produce(work.client, "odd-records", 0, encode_batch([each]))


def append_time(work: Work) -> None:
    """Records stamped by the broker, plain and compressed."""
    work.topic("append-time", 1, {"message.timestamp.type": "LogAppendTime"})
    for codec in CODECS.values():
        batch = encode_batch(work.records(5, work.time_ms), compression=codec)
        produce(work.client, "append-time", 0, batch)


def recompressed(work: Work) -> None:
    """The broker's own compression of what comes."""
    for name in ("gzip", "lz4", "zstd", "snappy", "uncompressed"):
        work.topic(f"recompressed-{name}", 1, {**KEPT, "compression.type": name})
        for codec in (0, 2):
            batch = encode_batch(work.records(20, work.time_ms), compression=codec)
            produce(work.client, f"recompressed-{name}", 0, batch)


def idempotent(work: Work) -> None:
    """Producers with sequences, over several segments; one that comes back with a new epoch."""
    work.topic("idempotent", 2, SHORT_SEGMENTS)
    # Who wrote nothing within `producer.id.expiration.ms` is forgotten at a start.
    now_ms = int(time.time() * 1_000) - 32 * MINUTE_MS
    for producer in range(3):
        producer_id = new_producer_id(work.client)
        sequence = 0
        for number in range(8):
            epoch = number // 4 if producer == 1 else 0
            sequence = 0 if number == 4 and producer == 1 else sequence
            count = work.random.randrange(1, 7)
            batch = encode_batch(
                work.records(count, now_ms + number * 4 * MINUTE_MS),
                producer_id=producer_id,
                producer_epoch=epoch,
                base_sequence=sequence,
            )
            produce(work.client, "idempotent", producer % 2, batch)
            sequence += count


def stock_producers(work: Work) -> None:
    """The idempotent producer of confluent-kafka, lz4, with headers."""
    from confluent_kafka import Producer

    work.topic("stock", 3)
    failures: list[object] = []
    producer = Producer(
        {
            "bootstrap.servers": work.bootstrap,
            "enable.idempotence": True,
            "compression.type": "lz4",
            "linger.ms": 5,
        }
    )
    for number in range(300):
        producer.produce(
            "stock",
            key=b"k%d" % (number % 17),
            value=b"v" * (number % 90),
            headers=[("n", b"%d" % number)],
            on_delivery=lambda error, _: failures.append(error) if error else None,
        )
    assert producer.flush(TIMEOUT_MS / 1_000) == 0
    assert not failures, failures[:3]


def compacted(work: Work) -> None:
    """Keys written again and again, tombstones; wait until the cleaner has been here."""
    work.topic("compacted", 1, CLEANED)
    end_before = list_offset(work.client, "compacted", 0, LATEST)
    for number in range(30):
        when = work.time_ms + number * 3 * MINUTE_MS
        records = work.records(10, when, keys=20)
        records[-1] = (when, b"key-%d" % (number % 20), None, ())
        codec = number % 5 if number % 2 else 0
        produce(work.client, "compacted", 0, encode_batch(records, compression=codec))
    batches = len(fetched(work.client, ("compacted", 0)))

    def is_cleaned() -> bool:
        new = [each for each in fetched(work.client, ("compacted", 0)) if not _is_full(each.header)]
        return any(each.header.base_offset >= end_before for each in new)

    until(is_cleaned, f"cleaning of {batches} batches", CLEANED_SECONDS_MAX)


def _is_full(header: object) -> bool:
    """Whether a batch has a record for each of its offsets."""
    return bool(header.records_count == header.last_offset_delta + 1)  # type: ignore[attr-defined]


def deleted_records(work: Work) -> None:
    """A log start inside a batch, some segments up."""
    work.topic("deleted-records", 1, SHORT_SEGMENTS)
    for number in range(12):
        batch = encode_batch(work.records(10, work.time_ms + number * 4 * MINUTE_MS))
        last = produce(work.client, "deleted-records", 0, batch)
    partition = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=0, offset=last - 45)
    topic = DeleteRecordsRequest.DeleteRecordsTopic(name="deleted-records", partitions=[partition])
    answer = work.client.ask(
        DeleteRecordsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), DeleteRecordsResponse
    )
    check("DeleteRecords", answer.topics[0].partitions[0].error_code)


def retained(work: Work) -> None:
    """Segments that go by size; wait until they are gone."""
    work.topic("retained", 1, {**SHORT_SEGMENTS, "retention.bytes": "4000"})
    before = list_offset(work.client, "retained", 0, EARLIEST)
    for number in range(20):
        records = [(work.time_ms + number * 4 * MINUTE_MS, None, work.text(900), ())]
        produce(work.client, "retained", 0, encode_batch(records))
    until(lambda: list_offset(work.client, "retained", 0, EARLIEST) > before, "retention by size")


def empty(work: Work) -> None:
    """A partition that holds nothing at all."""
    work.topic("empty", 2)
    assert fetch(work.client, "empty", 0, 0).high_watermark == 0


STEPS: dict[str, Step] = {
    "codecs": codecs,
    "dense-index": dense_index,
    "small-segments": small_segments,
    "odd-records": odd_records,
    "append-time": append_time,
    "recompressed": recompressed,
    "idempotent": idempotent,
    "stock-producers": stock_producers,
    "deleted-records": deleted_records,
    "recreated": recreated,
    "grown": grown,
    "configs": configs,
    "quotas": quotas,
    "groups": groups,
    "empty": empty,
}
"""In the order in which they are done."""
BUSY_STEPS: dict[str, Step] = {"retained": retained, "compacted": compacted}
"""What needs a broker that deletes and cleans."""


def run(bootstrap: str, round_number: int, *, is_busy: bool) -> Iterator[tuple[str, float]]:
    """Do every step; the name of each and the seconds it took."""
    for name, step in (STEPS | BUSY_STEPS if is_busy else STEPS).items():
        began = time.monotonic()
        work = Work(bootstrap, round_number)
        try:
            step(work)
        finally:
            work.client.close()
        yield name, time.monotonic() - began
