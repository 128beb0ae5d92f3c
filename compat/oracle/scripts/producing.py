"""Produce: what is taken, what is refused and with which words, and what then stands in the log."""

from __future__ import annotations

from collections.abc import Mapping

from compat.oracle.scripts.kit import (
    TIME_MS,
    Part,
    World,
    batch,
    create,
    end_offsets,
    fetch_partition,
    message,
    produce,
)
from compat.oracle.steps import Ask, Quiet, Script
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.batch import seal
from kafkawire.records.builder import encode_batch

CODECS = {"gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
BY_ID = 13
"""The first version that names topics by id."""
FETCH_BY_NAME = 12
UNKNOWN_ID = bytes(range(16))


def _log(name: str, partition: int = 0) -> Part[None]:
    """Compare what stands in a log now."""
    partitions = [fetch_partition(partition, 0)]
    topic = FetchRequest.FetchTopic(topic=name, partitions=partitions)
    request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=1 << 24, topics=[topic])
    yield Ask(request, FETCH_BY_NAME)
    yield Ask(end_offsets(name, [partition]), 6)


def patched(data: bytes, at: int, value: bytes, sealed: bool = True) -> bytes:
    """A batch with some bytes replaced, its checksum made right again unless said otherwise."""
    found = bytearray(data)
    found[at : at + len(value)] = value
    if sealed:
        seal(found)
    return bytes(found)


def versions(world: World) -> Script:
    """One batch at every version and with each number of acknowledgements, codec by codec."""
    topic_id = yield from create(world, "log", 2)
    records = [batch(b"plain", b"second")]
    records += [batch(b"x" * 200, b"y" * 100, compression=each) for each in CODECS.values()]
    for version in world.versions(ProduceRequest, 3):
        named = {"name": "log"} if version < BY_ID else {"name": "", "topic_id": topic_id}
        for data in records:
            yield Ask(produce(records=data, acks=-1, **named), version)
            yield Ask(produce(records=data, acks=1, partition=1, **named), version)
        yield Quiet(produce(records=records[0], acks=0, **named), version)
        yield Ask(produce(records=records[0], acks=2, **named), version)
        yield Ask(produce(records=records[0], acks=-2, **named), version)
        yield Ask(produce(records=records[0], partition=7, **named), version)
        wrong = {"name": "nope"} if version < BY_ID else {"name": "", "topic_id": UNKNOWN_ID}
        yield Ask(produce(records=records[0], **wrong), version)
    yield from _log("log")
    yield from _log("log", 1)


def _bad_batches(good: bytes) -> Mapping[str, bytes]:
    """Batches of three records that are wrong in one way each, or might be taken for it."""
    return {
        "empty": b"",
        "short": good[:10],
        "no records": good[:61],
        "cut": good[:-1],
        "trailing": good + b"\0\0\0",
        "two": good + good,
        "crc": patched(good, 70, b"!", sealed=False),
        "magic 0": patched(good, 16, b"\0", sealed=False),
        "magic 1": patched(good, 16, b"\1", sealed=False),
        "magic 3": patched(good, 16, b"\3", sealed=False),
        "magic -1": patched(good, 16, b"\xff", sealed=False),
        "base offset": patched(good, 0, (5).to_bytes(8, "big")),
        "epoch": patched(good, 12, (5).to_bytes(4, "big")),
        "length 0": patched(good, 8, bytes(4), sealed=False),
        "length -1": patched(good, 8, b"\xff" * 4, sealed=False),
        "length more": patched(good, 8, (1000).to_bytes(4, "big"), sealed=False),
        "length less": patched(good, 8, (60).to_bytes(4, "big"), sealed=False),
        "codec 5": patched(good, 21, b"\0\5"),
        "codec 7": patched(good, 21, b"\0\7"),
        "not gzip": patched(good, 21, b"\0\1"),
        "not zstd": patched(good, 21, b"\0\4"),
        "stamped": patched(good, 21, b"\0\x08"),
        "transactional": patched(good, 21, b"\0\x10"),
        "control": patched(good, 21, b"\0\x20"),
        "horizon": patched(good, 21, b"\0\x40"),
        "unused": patched(good, 21, b"\xff\x80"),
        "last offset delta": patched(good, 23, (7).to_bytes(4, "big")),
        "last offset delta less": patched(good, 23, (1).to_bytes(4, "big")),
        "last offset delta -1": patched(good, 23, b"\xff" * 4),
        "count less": patched(good, 57, (2).to_bytes(4, "big")),
        "count more": patched(good, 57, (4).to_bytes(4, "big")),
        "count 0": patched(good, 57, bytes(4)),
        "count -1": patched(good, 57, b"\xff" * 4),
        "max timestamp": patched(good, 35, (TIME_MS + 99).to_bytes(8, "big")),
        "max timestamp -1": patched(good, 35, b"\xff" * 8),
        "base timestamp -1": patched(good, 27, b"\xff" * 8),
        "record length": patched(good, 61, b"\x7e"),
        "record attributes": patched(good, 62, b"\1"),
        "record offset": patched(good, 64, b"\2"),
        "nothing": bytes(encode_batch([])),
        "sequence only": batch(b"x", base_sequence=3),
        "producer only": batch(b"x", producer_id=77),
    }


def bad_batches(world: World) -> Script:
    """Each in several versions and with several acks; then the log, which took only the good."""
    yield from create(world, "log")
    for name, data in _bad_batches(batch(b"one", b"two", b"three")).items():
        yield Ask(produce("log", data), 11, name)
        yield Ask(end_offsets("log", [0]), 6)
        yield Ask(produce("log", data, acks=1), 9, name)
        yield Ask(produce("log", data), 3, name)
        yield Quiet(produce("log", data, acks=0), 9, name)
    yield Ask(produce("log", None), 11, "null", patience=2)
    yield from _log("log")


def sizes(world: World) -> Script:
    """Batches at and over max.message.bytes, by topic."""
    yield from create(world, "small", configs={"max.message.bytes": "300"})
    room = 300 - len(batch(b""))
    for size in (room - 3, room - 2, room - 1, room, room + 1, 1000):
        yield Ask(produce("small", batch(b"v" * size)), 11)
        yield Ask(produce("small", batch(b"v" * size, compression=1)), 11)
    yield from create(world, "usual")
    yield Ask(produce("usual", batch(b"v" * 1_048_500)), 11)
    yield Ask(produce("usual", batch(b"v" * 1_048_588)), 11)
    yield from create(world, "segments", configs={"segment.bytes": "1048576"})
    yield Ask(produce("segments", batch(b"v" * 1_048_500)), 11)
    yield Ask(end_offsets("segments", [0]), 6)
    yield from _log("small")


def timestamps(world: World) -> Script:
    """Timestamps out of bounds, missing, and stamped by the broker."""
    bounds = {
        "message.timestamp.before.max.ms": "1000",
        "message.timestamp.after.max.ms": "3600000",
    }
    yield from create(world, "bounded", configs=bounds)
    yield from create(world, "stamped", configs={"message.timestamp.type": "LogAppendTime"})
    yield from create(world, "free")
    for name in ("bounded", "stamped", "free"):
        for stamps in ((TIME_MS,), (-1,), (0,), (-2,), (1 << 50,), (TIME_MS, 5, TIME_MS + 9)):
            for codec in (0, 1):
                records = [(stamp, b"k", b"v", ()) for stamp in stamps]
                data = bytes(encode_batch(records, compression=codec))
                for version in (3, 7, 8, 11):
                    yield Ask(produce(name, data), version)
        yield from _log(name)


def compacted(world: World) -> Script:
    """Records without keys in a compacted topic."""
    yield from create(world, "compacted", configs={"cleanup.policy": "compact"})
    key: tuple[int, bytes | None, bytes | None, tuple[()]] = (TIME_MS, b"k", b"v", ())
    bare: tuple[int, bytes | None, bytes | None, tuple[()]] = (TIME_MS, None, b"v", ())
    dead: tuple[int, bytes | None, bytes | None, tuple[()]] = (TIME_MS, b"k", None, ())
    for records in ([key], [bare], [key, bare, key, bare], [dead], [bare] * 20, [key] * 3 + [bare]):
        for codec in (0, 2):
            data = bytes(encode_batch(records, compression=codec))
            for version in (3, 7, 8, 9, 11):
                yield Ask(produce("compacted", data), version)
    yield from _log("compacted")


def compression(world: World) -> Script:
    """Topics that have a codec of their own."""
    plain = batch(b"a" * 300, b"b" * 300, b"c")
    for name in ("gzip", "snappy", "lz4", "zstd", "uncompressed", "producer"):
        yield from create(world, name, configs={"compression.type": name})
        for codec in (0, 1, 2, 3, 4):
            data = batch(b"a" * 300, b"b" * 300, b"c", compression=codec)
            yield Ask(produce(name, data), 11)
        yield Ask(produce(name, plain + plain), 11)
        yield from _log(name)


def idempotent(world: World) -> Script:
    """Sequences in order, again, out of order, by old and new epochs and unknown producers."""
    yield from create(world, "log", 2)
    give = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000)
    producer = -1
    for version in world.versions(InitProducerIdRequest):
        # 14 until the broker has got a block of ids from the controller
        found = yield Ask(give, version, until=lambda it: it.error_code != 14)  # type: ignore[attr-defined]
        producer = message(found, InitProducerIdResponse).producer_id

    def put(sequence: int, count: int = 2, epoch: int = 0, who: int = producer) -> Ask:
        values = [b"%d" % (sequence + at) for at in range(count)]
        fields = {"producer_id": who, "producer_epoch": epoch, "base_sequence": sequence}
        return Ask(produce("log", batch(*values, **fields)), 11)

    for sequence in (0, 2, 4, 6, 8, 10, 12, 12, 10, 8, 6, 4, 2, 0):
        yield put(sequence)
    for sequence, count in ((12, 1), (13, 1), (12, 3), (15, 1), (14, 1), (14, 1), (15, 2), (16, 2)):
        yield put(sequence, count)
    for epoch, sequence in ((1, 5), (1, 0), (0, 17), (1, 2), (1, 2), (2, 0), (1, 4), (5, 3)):
        yield put(sequence, epoch=epoch)
    for sequence in (5, 0, 2, 1):
        yield put(sequence, who=producer + 5000)
    yield put(0, epoch=-1)
    yield put(-1, epoch=0)
    yield put((1 << 31) - 1, count=2, who=producer + 6000)
    yield put(1, who=producer + 6000)
    yield put(1, count=1, who=producer + 6000)
    two = batch(b"a", producer_id=producer, producer_epoch=9, base_sequence=0)
    yield Ask(produce("log", two + two, partition=1), 11)
    yield from _log("log")


def many_topics(world: World) -> Script:
    """Several partitions and topics in one request, some of them wrong."""
    yield from create(world, "one", 2)
    yield from create(world, "two", 1)
    data = ProduceRequest.PartitionProduceData
    topic = ProduceRequest.TopicProduceData
    good, bad = batch(b"v"), patched(batch(b"v"), 65, b"!", sealed=False)
    plans: tuple[tuple[tuple[str, tuple[tuple[int, bytes], ...]], ...], ...] = (
        (("one", ((0, good), (1, good))), ("two", ((0, good),))),
        (("two", ((0, good),)), ("one", ((1, bad), (0, good)))),
        (("one", ((0, good), (5, good))), ("nope", ((0, good),)), ("two", ((0, bad),))),
        (("one", ((0, good), (0, good))),),
        (("one", ((0, good),)), ("one", ((1, good),))),
        (("one", ()),),
        (("", ((0, good),)), ("a b", ((0, good),))),
        (),
    )
    for plan in plans:
        for version in (3, 9, 11):
            topics = [
                topic(name=name, partition_data=[data(index=at, records=it) for at, it in parts])
                for name, parts in plan
            ]
            for acks in (-1, 1):
                request = ProduceRequest(acks=acks, timeout_ms=5000, topic_data=topics)
                yield Ask(request, version, f"acks {acks}")
    yield from _log("one")
    yield from _log("one", 1)
    yield from _log("two")


def min_isr(world: World) -> Script:
    """Too few in-sync replicas for acks=all only."""
    yield from create(world, "strict", configs={"min.insync.replicas": "2"})
    for acks in (-1, 1):
        yield Ask(produce("strict", batch(b"v"), acks=acks), 11)
    yield Quiet(produce("strict", batch(b"v"), acks=0), 11)
    yield from _log("strict")


SCRIPTS = {
    "produce-versions": versions,
    "produce-bad-batches": bad_batches,
    "produce-sizes": sizes,
    "produce-timestamps": timestamps,
    "produce-compacted": compacted,
    "produce-compression": compression,
    "produce-idempotent": idempotent,
    "produce-many-topics": many_topics,
    "produce-min-isr": min_isr,
}
