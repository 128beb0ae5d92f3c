"""Record data of random shape: batches, broken ones, and message sets of magic 0 and 1."""

from __future__ import annotations

import struct
from random import Random

from compat.oracle.scripts.kit import TIME_MS
from kafkawire.records.batch import seal
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.message_set import Message, encode_message, encode_message_set

RECORDS_MAX = 6
VALUE_BYTES_MAX = 300
STAMPS_SPAN_MS = 1000
TRANSACTIONAL_BIT = 0x10
ATTRIBUTES_LOW_AT = 22
PRODUCER_ID_AT = 43
CRC_AT = 17
HEADER_BYTES = 61
MESSAGE_HEAD_BYTES = 17
SEALED = 0.85
"""How often the checksum of a broken batch is right."""


def records(random: Random, stamps: str = "usual", count: int | None = None) -> list[RecordTuple]:
    """A few records; `stamps` is "usual", or "odd" for timestamps as they should not be."""
    if count is None:
        count = random.choice((1, 1, 2, 3, random.randint(1, RECORDS_MAX), 30))
    return [_record(random, stamps) for _ in range(count)]


def _record(random: Random, stamps: str) -> RecordTuple:
    stamp = TIME_MS + random.randint(0, STAMPS_SPAN_MS)
    if stamps == "odd" and random.random() < 0.1:
        stamp = random.choice((-1, 0, -2, 1, TIME_MS - 10**9, 1 << 50))
    headers = ((), (), (("h", b"1"),), (("", None), ("h", b""), ("h", b"2")))
    size = random.choice((0, 5, random.randint(0, VALUE_BYTES_MAX)))
    return (
        stamp,
        random.choice((b"key", b"k", b"", None, None, None)),
        None if random.random() < 0.05 else random.randbytes(size),
        random.choice(headers),
    )


def good(random: Random, codecs: tuple[int, ...], stamps: str = "usual") -> tuple[bytes, int]:
    """A batch that should be taken, and how many records it has."""
    found = records(random, stamps)
    data = encode_batch(
        found,
        compression=random.choice(codecs),
        base_offset=random.choice((0, 0, 0, 7)),
        leader_epoch=random.choice((-1, -1, 0, 5)),
    )
    return bytes(data), len(found)


_PLACES = {"base offset": (0, 8), "length": (8, 4), "leader epoch": (12, 4), "magic": (16, 1)}
_PLACES |= {"crc": (CRC_AT, 4), "attributes": (21, 2), "last offset delta": (23, 4)}
_PLACES |= {"base timestamp": (27, 8), "max timestamp": (35, 8), "producer epoch": (51, 2)}
_PLACES |= {"base sequence": (53, 4), "count": (57, 4)}
_NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 0x40, 0x20, 60, 1000, -1, -2, TIME_MS)


def broken(random: Random, codecs: tuple[int, ...]) -> bytes:
    """A batch that is wrong in one way: cut, continued, doubled, or with other bytes somewhere."""
    data = bytearray(encode_batch(records(random), compression=random.choice(codecs)))
    way = random.choice(("cut", "more", "twice", "nothing", *["field"] * 3, *["byte"] * 2))
    if way == "cut":
        return bytes(data[: random.randrange(len(data))])
    if way == "more":
        return bytes(data) + random.randbytes(random.choice((1, 3, 11, 12, 17, 70)))
    if way == "twice":
        return bytes(data) * random.randint(2, 3)
    if way == "nothing":
        return bytes(encode_batch([], base_offset=random.randint(0, 1)))
    if way == "field":
        at, size = _PLACES[random.choice(sorted(_PLACES))]
        number = random.choice(_NUMBERS) & (1 << 8 * size) - 1
        data[at : at + size] = number.to_bytes(size, "big")
    else:
        data[random.randrange(HEADER_BYTES, len(data))] = random.randrange(256)
    if data[PRODUCER_ID_AT] < 0x80:
        data[ATTRIBUTES_LOW_AT] &= ~TRANSACTIONAL_BIT
    is_sealable = way != "field" or at > CRC_AT
    if is_sealable and random.random() < SEALED:
        seal(data, 0, len(data))
    return bytes(data)


def in_sequence(random: Random, producer_id: int, epoch: int, sequence: int, count: int) -> bytes:
    """A batch of an idempotent producer."""
    found = records(random, count=count)
    return bytes(
        encode_batch(found, producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence)
    )


def message_set(random: Random, magic: int, codecs: tuple[int, ...]) -> tuple[bytes, int]:
    """Messages of magic 0 or 1, plain or wrapped; zstd is none of their codecs."""
    found = [(*each[:3], ()) for each in records(random, "odd" if magic else "usual")]
    codec = random.choice([each for each in codecs if each != 4] or [0])
    return encode_message_set(found, magic=magic, compression=codec), len(found)


def broken_message_set(random: Random, magic: int, codecs: tuple[int, ...]) -> bytes:
    """A message set that is wrong in one way."""
    data = bytearray(message_set(random, magic, codecs)[0])
    way = random.choice(("cut", "more", "byte", "both", "magics", "size"))
    if way == "cut":
        return bytes(data[: random.randrange(len(data))])
    if way == "more":
        return bytes(data) + random.randbytes(random.choice((1, 3, 12, 17)))
    if way == "both":
        return bytes(data) + bytes(encode_batch(records(random)))
    if way == "magics":
        return bytes(data) + message_set(random, 1 - magic, (0,))[0]
    if way == "size":
        struct.pack_into(">i", data, 8, random.choice((0, 1, 13, -1, 1000)))
        return bytes(data)
    data[random.randrange(MESSAGE_HEAD_BYTES, len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def odd_message(random: Random, magic: int) -> bytes:
    """One good message with attributes that mean nothing, or not here."""
    attributes = random.choice((8, 0x10, 0x80, 5, 7, 4))
    stamp = TIME_MS if magic else -1
    return encode_message(Message(random.choice((0, 5)), magic, attributes, stamp, b"k", b"v"))
