"""Records, batches of them and ways to break them, for property tests."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from kafkawire.records.batch import read_header, seal
from kafkawire.records.builder import RecordTuple, encode_batch

HEADER_BYTES = 61

BASE_MS = 1_700_000_000_000
CODECS = range(5)
# Around the sizes where a zig-zag varint takes one byte more.
EDGES = (0, 1, 62, 63, 64, 65, 8191, 8192)

CONTRADICTIONS = (
    "0d000000010100",  # a negative length
    "0e0000000102610000",  # a byte too many
    "100000000102610000",  # a byte within the record that nothing accounts for
    "0e00000001026101",  # a negative header count
    "0e000000010261ff",  # a header count that goes on
    "0e0000000102617e",  # more headers than bytes
    "12000000010261020100",  # a null header key
    "0e00000001fe7f00",  # a value larger than the record
    "0effffffffffffffffffffff01",  # a timestamp of more than 64 bits
)
"""Sections of one record that are wrong, each in its own way; as hexadecimal digits."""

edge_bytes = st.sampled_from(EDGES).map(lambda size: b"x" * size)
payloads = st.none() | st.binary(max_size=40) | edge_bytes
names = st.text(max_size=8) | st.sampled_from(("trace-id", "n" * 64))
headers = st.lists(st.tuples(names, payloads), max_size=3)
usual_timestamps = st.integers(BASE_MS, BASE_MS + 200) | st.integers(
    BASE_MS - 10_000, BASE_MS + 10_000_000
)
timestamps = usual_timestamps | st.sampled_from((-1, 0, -(1 << 63), (1 << 63) - 1))
records: st.SearchStrategy[RecordTuple] = st.tuples(timestamps, payloads, payloads, headers)
record_lists = st.lists(records, max_size=12)
# kafka-python neither wraps timestamps nor writes a timestamp of 0.
usual_record_lists = st.lists(st.tuples(usual_timestamps, payloads, payloads, headers), max_size=12)


@st.composite
def shaped_lists(draw: st.DrawFn) -> list[RecordTuple]:
    """Many records that are mostly alike: what column checks are made for."""
    count = draw(st.integers(1, 200))
    key = draw(st.none() | st.just(b"") | st.just(b"key-012345") | st.just(b"k" * 70))
    sizes = draw(st.sampled_from(((100,), (80, 81, 119, 120), (0, 1, 2), (50, 60, 70), (200, 90))))
    shared: list[tuple[str, bytes | None]] = draw(
        st.sampled_from(([], [], [("h", b"x")], [("a", None), ("b", b"yy")]))
    )
    step = draw(st.sampled_from((0, 1, 3, -1, 40)))
    odd = draw(st.sets(st.integers(0, count - 1), max_size=2))
    rows: list[RecordTuple] = []
    for index in range(count):
        value: bytes | None = b"v" * sizes[index * 7 % len(sizes)]
        if index in odd:
            value = draw(payloads)
        rows.append((BASE_MS + index * step // 3, key, value, shared))
    return rows


def uncompressed(rows: list[RecordTuple]) -> bytes:
    return bytes(encode_batch(rows))


def with_section(batch: bytes, change: Callable[[bytearray], None]) -> bytes:
    """`batch` with changed bytes of its records, and a checksum that is right again."""
    section = bytearray(batch[HEADER_BYTES:])
    change(section)
    changed = bytearray(batch[:HEADER_BYTES]) + section
    changed[8:12] = (len(changed) - 12).to_bytes(4, "big")
    seal(changed)
    return bytes(changed)


def batch_around(section: bytes, count: int) -> bytes:
    """A batch with `section` as it is, and any number of records declared."""
    batch = encode_batch([]) + section
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[57:61] = count.to_bytes(4, "big", signed=True)
    seal(batch)
    return bytes(batch)


@st.composite
def mutated_batches(draw: st.DrawFn) -> bytes:
    """Uncompressed batches with a few bytes of their records, or their count, changed."""
    batch = uncompressed(draw(shaped_lists() | record_lists.filter(bool)))

    def change(section: bytearray) -> None:
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(section) - 1))
            section[place] = draw(st.integers(0, 255))
        if draw(st.integers(0, 9)) == 0:
            del section[draw(st.integers(0, len(section))) :]
        if draw(st.integers(0, 9)) == 0:
            section += draw(st.binary(max_size=3))

    changed = bytearray(with_section(batch, change))
    if draw(st.integers(0, 9)) == 0:
        count = read_header(changed).records_count + draw(st.sampled_from((-1, 1, 1 << 20)))
        changed[57:61] = count.to_bytes(4, "big")
        seal(changed)
    return bytes(changed)
