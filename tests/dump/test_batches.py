"""Batches found in ranges of bytes, verified, and opened as far as they can be."""

from __future__ import annotations

from random import Random
from struct import pack_into
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump import batches as batches_module
from kafkawire.dump.batches import CODECS, WireBatch, batches_in, codec_name
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import seal
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.records.message_set import Message, encode_message, encode_message_set
from kafkawire.records.record import Record

RECORDS_AT_ONCE = 256
CRC_AT = 17
HEADER_BYTES = 61

NEW_CODECS = range(5)
OLD_CODECS = range(4)


def rows(count: int, *, start: int = 0) -> list[Any]:
    return [(1_000 + at, b"k%d" % at, b"value %d" % at, ()) for at in range(start, start + count)]


def found(data: bytes, start: int = 0, end: int | None = None) -> list[Any]:
    return list(batches_in(data, start, len(data) if end is None else end))


def as_rows(batch: WireBatch) -> list[Any]:
    return [(each.timestamp, each.key, each.value, ()) for each in batch.records()]


@pytest.mark.parametrize("codec", NEW_CODECS)
def test_a_batch_of_each_codec_gives_back_its_records(codec: int) -> None:
    records = [(5, b"k", b"v" * 300, [("h", b"1"), ("h", None)]), (6, None, None, [])]
    data = b"junk" + bytes(encode_batch(records, base_offset=40, compression=codec)) + b"more"
    (batch,) = found(data, 4, len(data) - 4)
    assert (batch.codec, batch.magic, batch.start, batch.count) == (CODECS[codec], 2, 4, 2)
    assert [each.as_tuple() for each in batch.records()] == records
    assert [each.offset for each in batch.records()] == [40, 41]
    assert batch.problem is None
    assert batch.wrong_crc is None


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", OLD_CODECS)
def test_messages_of_old_magics_come_out_of_their_wrappers(magic: int, codec: int) -> None:
    data = encode_message_set(rows(3), magic=magic, base_offset=7, compression=codec)
    batches = found(data)
    assert len(batches) == (1 if codec else 3)
    assert {each.magic for each in batches} == {magic}
    assert {each.codec for each in batches} == {CODECS[codec]}
    opened = [record for batch in batches for record in batch.records()]
    assert [each.offset for each in opened] == [7, 8, 9]
    assert [each.value for each in opened] == [row[2] for row in rows(3)]
    assert [each.timestamp for each in opened] == ([1000, 1001, 1002] if magic else [-1] * 3)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(1, 4)), max_size=4),
    st.integers(0, 200),
)
def test_whatever_follows_whatever_all_of_it_is_found(
    kinds: list[tuple[int, int, int]], cut: int
) -> None:
    parts = []
    for magic, codec, count in kinds:
        if magic == 2:
            parts.append(bytes(encode_batch(rows(count), compression=codec)))
        else:
            parts.append(encode_message_set(rows(count), magic=magic, compression=codec))
    data = b"".join(parts)
    whole = [each for batch in found(data) for each in batch.records()]
    assert len(whole) == sum(count for _, _, count in kinds)
    shorter = data[: max(0, len(data) - cut)]
    left = found(shorter)
    assert sum(each.end - each.start for each in left) == len(shorter)
    assert not any(each.is_partial for each in left[:-1])
    opened = [each for batch in left for each in batch.records()]
    assert [each.value for each in opened] == [each.value for each in whole[: len(opened)]]


@pytest.mark.parametrize("kept", [1, 8, 11, 12, 16, 17, 60, 61, 90])
def test_the_last_batch_may_be_a_part_of_one(kept: int) -> None:
    batch = bytes(encode_batch(rows(9), base_offset=3))
    data = batch + bytes(encode_batch(rows(9), base_offset=12))[:kept]
    first, last = found(data)
    assert not first.is_partial
    assert last.is_partial
    assert last.end == len(data)
    assert last.size == (len(batch) if kept >= 12 else 17)
    assert last.base_offset == (12 if kept >= 12 else -1)
    assert list(last.records()) == []
    assert last.problem is None
    assert (last.header is not None) == (kept >= HEADER_BYTES)


def test_a_wrong_checksum_is_shown_with_its_place_and_spoils_no_other_batch() -> None:
    one, other = bytearray(encode_batch(rows(2))), bytes(encode_batch(rows(3)))
    one[-2] ^= 1
    first, second = found(b"ab" + bytes(one) + other, 2)
    assert first.wrong_crc.position == 2 + CRC_AT
    assert first.wrong_crc.stored != first.wrong_crc.computed
    assert str(first.wrong_crc).startswith(f"byte {2 + CRC_AT}: the checksum is 0x")
    assert len(list(first.records())) == 2
    assert second.wrong_crc is None


@pytest.mark.parametrize("magic", [0, 1])
def test_a_wrong_checksum_of_an_old_message_leaves_it_readable(magic: int) -> None:
    data = bytearray(encode_message_set(rows(2), magic=magic))
    data[-1] ^= 1
    good, bad = found(bytes(data))
    assert good.wrong_crc is None
    assert bad.wrong_crc.position == bad.start + 12
    assert [each.value for each in bad.records()] == [b"value 0"]


def test_records_behind_a_broken_one_are_missing_and_those_before_it_are_not() -> None:
    data = bytearray(encode_batch([(1, None, b"a", ()), (2, None, b"b", ()), (3, None, b"c", ())]))
    middle = bytes(data).index(b"b")
    data[middle - 1] = 0x7F  # the size of its value
    seal(data)
    (batch,) = found(bytes(data))
    assert [each.value for each in batch.records()] == [b"a"]
    assert batch.problem
    assert list(batch.records()) == []


def test_a_count_that_is_not_true_is_a_problem_after_what_is_there() -> None:
    data = bytearray(encode_batch(rows(2)))
    pack_into(">i", data, 57, 5)
    seal(data)
    (batch,) = found(bytes(data))
    assert len(list(batch.records())) == 2
    assert "past the end" in batch.problem
    pack_into(">i", data, 57, 1)
    seal(data)
    (batch,) = found(bytes(data))
    assert len(list(batch.records())) == 1
    assert "are left after the last record" in batch.problem


def test_many_records_come_in_portions_and_only_as_far_as_they_are_asked_for() -> None:
    count = 3 * RECORDS_AT_ONCE + 5
    (batch,) = found(bytes(encode_batch(rows(count), compression=4)))
    assert as_rows(batch) == rows(count)
    assert next(batch.records()).value == b"value 0"


def test_more_than_the_bound_is_not_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches_module, "DECOMPRESSED_BYTES_MAX", 1000)
    (batch,) = found(bytes(encode_batch([(1, None, bytes(2000), ())], compression=1)))
    assert list(batch.records()) == []
    assert "1000" in batch.problem


def test_an_unknown_codec_and_bytes_of_no_codec_are_problems() -> None:
    data = bytearray(encode_batch(rows(1)))
    data[22] = 6
    seal(data)
    (batch,) = found(bytes(data))
    assert batch.codec == codec_name(6) == "codec 6"
    assert list(batch.records()) == []
    assert batch.problem


@pytest.mark.parametrize("damage", [b"\0\0\0\5", b"\xff\xff\xff\xff"])
def test_where_no_batch_is_the_rest_is_one_problem(damage: bytes) -> None:
    good = bytes(encode_batch(rows(1)))
    first, rest = found(good + bytes(8) + damage + good)
    assert first.problem is None
    assert f"byte {len(good)}" in rest.problem
    assert rest.end == len(good) * 2 + 12
    assert list(rest.records()) == []
    assert rest.count == 0


def test_a_magic_of_the_future_is_a_problem() -> None:
    data = bytearray(encode_batch(rows(1)))
    data[16] = 3
    (batch,) = found(bytes(data))
    assert "the magic 3" in batch.problem


def test_who_produced_a_batch_and_whether_it_controls() -> None:
    data = bytes(
        encode_end_transaction_marker(
            producer_id=9, producer_epoch=2, commit=True, coordinator_epoch=4, timestamp=1
        )
    )
    (batch,) = found(data)
    assert batch.is_control
    assert batch.producer == (9, 2, -1)
    assert batch.timestamp_type == "CreateTime"
    (old,) = found(encode_message_set(rows(1), magic=1))
    assert old.producer == (-1, -1, -1)
    assert old.timestamp_type == "CreateTime"
    assert not old.is_control


@given(st.binary(max_size=200), st.integers(0, 5), st.integers(0, 1 << 30))
def test_nothing_raises_whatever_the_bytes(noise: bytes, flips: int, seed: int) -> None:
    random = Random(seed)
    data = bytearray(encode_batch(rows(4), compression=random.randrange(5)) + noise)
    data += encode_message_set(rows(2), magic=random.randrange(2), compression=random.randrange(4))
    for _ in range(flips):
        data[random.randrange(len(data))] = random.randrange(256)
    for batch in found(bytes(data)):
        try:
            assert all(isinstance(each, Record) for each in batch.records())
        except ProtocolError:
            raise AssertionError("a problem, not an exception") from None
        assert isinstance(batch.codec, str)
        assert batch.base_offset is not None


@pytest.mark.parametrize("magic", [0, 1, 2])
def test_the_smallest_of_each_magic_are_batches(magic: int) -> None:
    if magic == 2:
        data = bytes(encode_batch([]))
        sizes = [61]
    else:
        data = encode_message_set([(5, None, None, ())], magic=magic)
        sizes = [(26, 34)[magic]]
    batches = found(data)
    assert [each.size for each in batches] == sizes
    assert [each.problem for each in batches] == [None]
    assert [len(list(each.records())) for each in batches] == [0 if magic == 2 else 1]
    smaller = bytearray(data[:-1])
    pack_into(">i", smaller, 8, len(smaller) - 12)
    (less,) = found(bytes(smaller))
    assert less.problem


def test_when_the_log_appended_old_messages() -> None:
    message = Message(0, 1, 8, 7, None, b"v")
    (batch,) = found(encode_message(message))
    assert batch.timestamp_type == "LogAppendTime"
    (new,) = found(bytes(encode_batch(rows(1), timestamp_type=1)))
    assert new.timestamp_type == "LogAppendTime"
    (torn,) = found(encode_message(message)[:20])
    assert torn.timestamp_type == "CreateTime"
