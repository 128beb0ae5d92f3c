"""Compressed records whose lengths are wrong, before an end that their codec takes or refuses."""

from __future__ import annotations

from itertools import product

from compat.oracle.scripts.kit import TIME_MS, TIMEOUT_MS, World, new_topic, produce, until_there
from compat.oracle.scripts.producing import patched
from compat.oracle.steps import Ask, Drop, Script
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.records.batch import ATTRIBUTES_AT, HEADER_BYTES
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import compress

GZIP, ZSTD = 1, 4
PRODUCE_BY_NAME = 11
CREATE = 7
CONFIGS = {
    "producer": {},
    "again": {"compression.type": "zstd"},
    "bounded": {"max.decompressed.message.bytes": "1000"},
    "bounded-again": {"max.decompressed.message.bytes": "1000", "compression.type": "lz4"},
}
"""Topics by how their broker reads gzip: field by field, or whole records; both with a bound."""
RECORD = bytes(encode_batch([(TIME_MS, b"k", b"v", ())])[HEADER_BYTES:])
LONG = bytes(encode_batch([(TIME_MS, b"k", b"v" * 993, ())])[HEADER_BYTES:])
FIELDS = {
    "plain": RECORD[1:],
    "key beyond the end": RECORD[1:4] + b"\x7e" + RECORD[5:],
    "no end": RECORD[1:-2],
    "null header": RECORD[1:-1] + b"\x02\x01\x01",
    "long": LONG[2:],
}
LENGTHS = {
    "-1": b"\x01",
    "-9": b"\x11",
    "0": b"\x00",
    "short": b"\x06",
    "right": RECORD[:1],
    "of a long one": LONG[:2],
    "wrong": b"\xa0\x1f",
    "no end": b"\x80",
    "too many bytes": b"\xff" * 6,
}


def _packed(section: bytes, codec: int, *, is_whole: bool) -> bytes:
    """A batch of one record; gzip's checksum is wrong unless `is_whole`, zstd's end is missing."""
    packed = bytearray(compress(codec, section))
    if not is_whole and codec == GZIP:
        packed[-8] ^= 1
    elif not is_whole:
        del packed[-1:]
    batch = bytearray(encode_batch([(TIME_MS, None, None, ())])[:HEADER_BYTES]) + packed
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    return patched(bytes(batch), ATTRIBUTES_AT, bytes((0, codec)))


def lengths(world: World) -> Script:
    """Which of them is answered: the length, a field, or the codec (produce A-42, A-58)."""
    topics = [
        new_topic(name, configs={"retention.ms": "-1", **configs})
        for name, configs in CONFIGS.items()
    ]
    # Releases before 4.1 refuse those with a bound, and then what is produced to them.
    yield Ask(CreateTopicsRequest(topics=topics, timeout_ms=TIMEOUT_MS), CREATE, compared=False)
    for name in ("producer", "again"):
        yield from until_there(name, 1)
    bodies = product(LENGTHS.items(), FIELDS.items())
    cases = product(CONFIGS, (GZIP, ZSTD), list(bodies), (True, False))
    for topic, codec, ((length, claim), (field, fields)), is_whole in cases:
        data = _packed(claim + fields, codec, is_whole=is_whole)
        case = f"{topic}, length {length}, {field}"
        yield Ask(produce(topic, data), PRODUCE_BY_NAME, case)
        yield Drop(case)


SCRIPTS = {"produce-record-lengths": lengths}
