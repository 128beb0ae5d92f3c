"""What a broker is made to write: every kind of thing that ends up in a data directory.

Each step is a function over one broker's address. The same steps run on Apache Kafka and on ours,
so that two directories hold the same kinds of things; ids and times of the broker differ. Rounds
are told apart by a number: the second and later rounds go on where the first ended.

Segments are short because record timestamps lie further apart than `segment.ms`, which every
release rolls for; `segment.bytes` below 1 MiB is refused by Kafka 4.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from random import Random

from compat.clients.raw import CODECS, RawClient
from compat.interchange.asking import (
    TIMEOUT_MS,
    check,
    create_topic,
    fetch,
    find_coordinator,
    list_offset,
    new_producer_id,
    patiently,
    produce,
    until,
    wait_ready,
)
from compat.interchange.inventory import EARLIEST, LATEST, NODE_ID, fetched
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_partitions_response import CreatePartitionsResponse
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.records.builder import RecordTuple, encode_batch

TIME_MS = 1_700_000_000_000
"""Records are of 2023, but where the broker's own clock matters."""
MINUTE_MS = 60_000
KEPT = {"retention.ms": "-1"}
SHORT_SEGMENTS = {**KEPT, "segment.ms": str(10 * MINUTE_MS)}
"""A segment takes what came within ten minutes of its first record."""
CLEANED = {
    **SHORT_SEGMENTS,
    "cleanup.policy": "compact",
    "min.cleanable.dirty.ratio": "0.01",
    "delete.retention.ms": "100",
}
BIG_RECORD_BYTES = 900_000
DELETE, SET = 1, 0
"""Operations of IncrementalAlterConfigs."""
CLEANED_SECONDS_MAX = 40.0


class Work:
    """One broker to write to, and the number of the round."""

    def __init__(self, bootstrap: str, round_number: int = 1) -> None:
        self.bootstrap = bootstrap
        self.round = round_number
        self.client = RawClient(bootstrap)
        self.random = Random(f"interchange {round_number}")

    @property
    def time_ms(self) -> int:
        """When this round's records begin: a day after those of the round before."""
        return TIME_MS + self.round * 24 * 60 * MINUTE_MS

    def topic(self, name: str, partitions: int = 1, configs: Mapping[str, str] = KEPT) -> None:
        """Make a topic, or be sure that it is ready where an earlier round made it."""
        if name in self.client.topics():
            wait_ready(self.client, name, 0)
        else:
            create_topic(self.client, name, partitions, configs)

    def text(self, size: int) -> bytes:
        """Random digits."""
        return self.random.randbytes(size // 2).hex().encode()

    def records(self, count: int, time_ms: int, keys: int = 0) -> list[RecordTuple]:
        """Records of compressible values a second apart, with `keys` different keys."""
        return [
            (
                time_ms + number * 1_000,
                b"key-%d" % self.random.randrange(keys) if keys else None,
                b"%d " % self.random.randrange(1 << 40) * self.random.randrange(1, 12),
                (),
            )
            for number in range(count)
        ]


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


def recreated(work: Work) -> None:
    """A topic that is deleted and made again, and one that stays away."""
    if "recreated" in work.client.topics():
        work.client.delete_topic("recreated")
        until(lambda: "recreated" not in work.client.topics(), "deletion")
    for name in ("recreated", "gone"):
        patiently(lambda: create_topic(work.client, name, 2, KEPT))  # noqa: B023
        produce(work.client, name, 0, encode_batch(work.records(4, work.time_ms)))
    for name in ("recreated", "gone"):
        work.client.delete_topic(name)
    until(lambda: not {"recreated", "gone"} & work.client.topics(), "deletion")
    patiently(lambda: create_topic(work.client, "recreated", 1, KEPT))
    produce(work.client, "recreated", 0, encode_batch(work.records(6, work.time_ms)))


def grown(work: Work) -> None:
    """A topic that gets one more partition in every round."""
    work.topic("grown", 2)
    count = work.client.partition_count("grown") + 1
    topic = CreatePartitionsRequest.CreatePartitionsTopic(
        name="grown", count=count, assignments=None
    )
    request = CreatePartitionsRequest(topics=[topic], timeout_ms=TIMEOUT_MS)
    (made,) = work.client.ask(request, CreatePartitionsResponse).results
    check("CreatePartitions", made.error_code)
    wait_ready(work.client, "grown", count - 1)
    produce(work.client, "grown", count - 1, encode_batch(work.records(2, work.time_ms)))


def configs(work: Work) -> None:
    """Topic configs set, changed and taken back; dynamic ones of the broker and of all."""
    work.topic("configured", 1, {**KEPT, "max.message.bytes": "123456", "flush.ms": "777777"})
    _alter(work, 2, "configured", [("flush.ms", DELETE, None)])
    _alter(work, 2, "configured", [("max.message.bytes", SET, str(200_000 + work.round))])
    _alter(work, 4, NODE_ID, [("max.connections.per.ip", SET, str(9_000 + work.round))])
    _alter(work, 4, "", [("message.max.bytes", SET, str(1_100_000 + work.round))])


def _alter(work: Work, kind: int, name: str, changes: list[tuple[str, int, str | None]]) -> None:
    make = IncrementalAlterConfigsRequest.AlterableConfig
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=kind,
        resource_name=name,
        configs=[
            make(name=key, config_operation=operation, value=value)
            for key, operation, value in changes
        ],
    )
    request = IncrementalAlterConfigsRequest(resources=[resource])
    (done,) = work.client.ask(request, IncrementalAlterConfigsResponse).responses
    check(f"IncrementalAlterConfigs {name!r} ({done.error_message})", done.error_code)


def quotas(work: Work) -> None:
    """Quotas of users, of clients and of both, of nobody in particular, of an address."""
    entities: list[tuple[Mapping[str, str | None], str, float]] = [
        ({"user": "alice"}, "producer_byte_rate", 50_000_000 + work.round),
        ({"user": None}, "request_percentage", 250.5),
        ({"client-id": "app"}, "consumer_byte_rate", 60_000_000),
        ({"user": "bob", "client-id": None}, "controller_mutation_rate", 12.25),
        ({"ip": "127.0.0.9"}, "connection_creation_rate", 1_000),
    ]
    entry = AlterClientQuotasRequest.EntryData
    part, change = AlterClientQuotasRequest.EntityData, AlterClientQuotasRequest.OpData
    request = AlterClientQuotasRequest(
        entries=[
            entry(
                entity=[part(entity_type=kind, entity_name=name) for kind, name in parts.items()],
                ops=[change(key=key, value=value, remove=False)],
            )
            for parts, key, value in entities
        ]
    )
    for each in work.client.ask(request, AlterClientQuotasResponse).entries:
        check(f"AlterClientQuotas ({each.error_message})", each.error_code)


def groups(work: Work) -> None:
    """Offsets committed without members, and by a stock consumer that left."""
    work.topic("grouped", 3)
    for partition in range(3):
        produce(work.client, "grouped", partition, encode_batch(work.records(9, work.time_ms)))
    for group in ("plain", f"plain-{work.round}"):
        find_coordinator(work.client, group)
        patiently(lambda: _commit(work, group))  # noqa: B023
    _consume(work)


def _commit(work: Work, group: str) -> None:
    make = OffsetCommitRequest.OffsetCommitRequestPartition
    partitions = [
        make(
            partition_index=partition,
            committed_offset=partition + work.round,
            committed_leader_epoch=-1 if partition else 0,
            committed_metadata="" if partition == 1 else f"round {work.round}",
        )
        for partition in range(3)
    ]
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name="grouped", partitions=partitions)
    request = OffsetCommitRequest(
        group_id=group, generation_id_or_member_epoch=-1, member_id="", topics=[topic]
    )
    answer = work.client.ask(request, OffsetCommitResponse, 9)
    for each in answer.topics[0].partitions:
        check(f"OffsetCommit {group}", each.error_code)


def _consume(work: Work) -> None:
    from confluent_kafka import Consumer

    consumer = Consumer(
        {
            "bootstrap.servers": work.bootstrap,
            "group.id": "stock",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe(["grouped"])
    left = 9 * 3
    deadline = time.monotonic() + TIMEOUT_MS / 1_000
    while left:
        assert time.monotonic() < deadline, f"{left} records did not come"
        left -= len(consumer.consume(left, 0.2))
    consumer.commit(asynchronous=False)
    consumer.close()


def empty(work: Work) -> None:
    """A partition that holds nothing at all."""
    work.topic("empty", 2)
    assert fetch(work.client, "empty", 0, 0).high_watermark == 0


STEPS: dict[str, Step] = {
    "codecs": codecs,
    "dense-index": dense_index,
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
