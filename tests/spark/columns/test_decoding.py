"""Columns are what `kafkawire.records` makes of the same bytes, record by record."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import patch, read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.control import ControlType, encode_control_batch
from kafkawire.records.errors import CorruptRecord, InvalidRecords, UnreadableRecords
from kafkawire.records.message_set import encode_message_set
from kafkawire.spark.columns import ALL, EVERYTHING, Asked, Wanted, decoding, next_offset, schema
from kafkawire.spark.columns.decoding import decode
from kafkawire.spark.columns.wanted import TYPES
from tests.support.log.batches import make_batch, make_marker
from tests.support.log.record_strategies import (
    BASE_MS,
    CODECS,
    CONTRADICTIONS,
    batch_around,
    mutated_batches,
    record_lists,
)
from tests.support.spark.columns import (
    FOREVER,
    PARTITION,
    TOPIC,
    aborted,
    declared,
    decoded,
    logs,
    many_small,
    pruned,
    rows_of,
    sane_lists,
    with_wrong_crc,
)

HEADER_BYTES = 61

wanteds = st.lists(st.sampled_from(list(TYPES)), unique=True).map(Wanted.of)


@given(logs())
def test_every_row_is_that_of_the_record_decoder(data: bytes) -> None:
    assert decoded(data) == rows_of(data)


@given(logs(), wanteds, st.integers(0, 60), st.integers(0, 60))
def test_every_pruning_and_range_leaves_what_it_should(
    data: bytes, wanted: Wanted, low: int, size: int
) -> None:
    rows = rows_of(data)
    base = rows[0]["offset"] if rows else 0
    start, end = base + low, base + low + size
    expected = pruned(rows, wanted, start, end)

    if wanted.names:
        assert decoded(data, wanted, start=start, end=end) == expected
    batches = decode(memoryview(data), Asked(TOPIC, PARTITION, start, end), wanted)
    found = list(batches)
    assert sum(batch.num_rows for batch in found) == len(expected)
    assert all(batch.schema.equals(schema(wanted)) for batch in found)


@given(logs(), st.integers(1, 200))
def test_what_is_cut_at_the_end_is_left_out(data: bytes, cut: int) -> None:
    data = data[: max(0, len(data) - cut)]

    assert decoded(data) == rows_of(data)


@given(logs(record_lists))
def test_any_timestamps_are_rows_or_refused(data: bytes) -> None:
    rows = rows_of(data)
    fit = all(-(1 << 63) <= row["timestamp"] < 1 << 63 for row in rows)

    if fit:
        assert decoded(data) == rows
    else:
        with pytest.raises(InvalidRecords, match="KAFKA_MALFORMED_RECORD_TIMESTAMP"):
            decoded(data)


def outcome(function: Any, *args: Any, **options: Any) -> Any:
    try:
        return function(*args, **options)
    except ProtocolError:
        return ProtocolError


@settings(max_examples=300)
@given(mutated_batches(), st.integers(0, 40))
def test_lies_are_refused_just_where_the_record_decoder_refuses_them(
    batch: bytes, copies: int
) -> None:
    good = make_batch(3)
    data = good * copies + batch + good
    expected = outcome(rows_of, data)
    if expected is not ProtocolError and any(
        not -(1 << 63) <= row["timestamp"] < 1 << 63 for row in expected
    ):
        return

    # From below all offsets, for a row that is not asked for is not looked at either.
    assert outcome(decoded, data, start=-FOREVER) == expected


@settings(max_examples=300)
@given(st.binary(max_size=200), st.integers(-1, 40), wanteds, st.integers(0, 30))
def test_noise_in_place_of_records_leads_nowhere(
    noise: bytes, count: int, wanted: Wanted, copies: int
) -> None:
    data = make_batch(5) * copies + declared(noise, count)

    found = outcome(decoded, data, wanted, end=1 << 70, start=-(1 << 70))

    assert found is ProtocolError or len(found) == 5 * copies + count


def damaged_delta(test: Any) -> Any:
    """The high bit of the last offset delta: none of the offsets that are asked for is left."""
    for codec in CODECS:
        test = example(rows=[(BASE_MS, None, b"v", [])], codec=codec, place=23, bits=0x80)(test)
    return test


@settings(max_examples=200)
@given(
    sane_lists.filter(bool), st.sampled_from(CODECS), st.integers(0, 1 << 16), st.integers(1, 255)
)
@damaged_delta
def test_bytes_changed_anywhere_are_found_by_the_checksum_or_harmless(
    rows: list[RecordTuple], codec: int, place: int, bits: int
) -> None:
    batch = bytearray(encode_batch(rows, compression=codec))
    place %= len(batch)
    batch[place] ^= bits
    for check_crcs in (True, False):
        outcome(decoded, bytes(batch), start=-(1 << 70), end=1 << 70, check_crcs=check_crcs)
    if place >= 16 + 1:
        assert outcome(decoded, bytes(batch)) is ProtocolError


@pytest.mark.parametrize("digits", CONTRADICTIONS)
@pytest.mark.parametrize("copies", [0, 40])
def test_a_record_that_contradicts_itself_is_named_with_its_place(digits: str, copies: int) -> None:
    good = make_batch(2)
    data = good * copies + declared(bytes.fromhex(digits), 1)

    with pytest.raises(InvalidRecords, match=f"t-3, .* offset 0 at byte {len(good) * copies}: "):
        decoded(data)


def test_many_batches_are_decoded_in_lockstep() -> None:
    def make(index: int) -> list[RecordTuple]:
        size = index * 37 % 300
        headers = [("h", b"x")] if index % 3 == 0 else []
        return [
            (BASE_MS + 3 * i - 50, b"k" * (i % 70) or None, b"v" * (size + i), headers)
            for i in range(index * 11 % 90)
        ]

    data = many_small(150, make)

    assert decoded(data) == rows_of(data)


@pytest.mark.parametrize("codec", CODECS)
def test_values_of_any_size_are_in_their_rows(codec: int) -> None:
    sizes = (0, 63, 64, 8191, 8192, 1 << 14, 70_000, 1 << 20, (1 << 21) + 1)
    data = many_small(
        40,
        lambda index: [(BASE_MS, b"%d" % index, b"v" * sizes[index % len(sizes)], [])] * 2,
        compression=codec,
    )

    assert decoded(data) == rows_of(data)


def test_rows_are_given_out_in_batches_of_a_few_megabytes() -> None:
    data = bytes(encode_batch([(BASE_MS, None, b"v" * 100, [])] * 100_000))

    batches = list(decode(data, Asked("t", 0, 0, 1 << 60), ALL))

    assert [batch.num_rows for batch in batches] == [32768, 32768, 32768, 1696]
    large = bytes(encode_batch([(BASE_MS, None, b"v" * 100_000, [])] * 100))
    batches = list(decode(large, Asked("t", 0, 0, 1 << 60), ALL))
    assert max(batch.nbytes for batch in batches) < 5 << 20


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", range(4))
def test_messages_of_old_magics_are_rows_too(magic: int, codec: int) -> None:
    rows: list[RecordTuple] = [
        (BASE_MS + i, None if i % 2 else b"k", b"v%d" % i, []) for i in range(9)
    ]
    old = encode_message_set(rows, magic=magic, base_offset=5, compression=codec)
    data = old + bytes(encode_batch(rows, base_offset=14))

    assert decoded(data) == rows_of(data)
    assert decoded(data, start=7, end=16) == pruned(rows_of(data), EVERYTHING, 7, 16)
    assert {row["timestampType"] for row in decoded(old)} == ({0} if magic else {-1})


def test_a_broken_message_of_an_old_magic_is_named_with_its_place() -> None:
    message = bytearray(encode_message_set([(BASE_MS, b"k", b"v", [])], magic=1, base_offset=9))
    message[-1] ^= 1

    with pytest.raises(CorruptRecord, match=r"offset 9 at byte 0: Record is corrupt \(stored crc"):
        decoded(bytes(message))


def test_a_wrong_checksum_is_named_with_its_place_and_may_be_ignored() -> None:
    data = make_batch(2) + with_wrong_crc(make_batch(3, base_offset=2))

    with pytest.raises(CorruptRecord, match=r"t-3, .* offset 2 at byte 79: Record is corrupt"):
        decoded(data)
    assert len(decoded(data, check_crcs=False)) == 5
    assert len(decoded(data, end=2)) == 2  # nobody looks behind the end


def test_an_unknown_codec_is_no_batch() -> None:
    batch = bytearray(make_batch(2))
    batch[22] |= 7

    with pytest.raises(UnreadableRecords, match="offset 0 at byte 0: Unknown compression"):
        decoded(bytes(batch), check_crcs=False)


@pytest.mark.parametrize("codec", range(1, 5))
def test_what_cannot_be_decompressed_is_named_with_its_place(codec: int) -> None:
    good = make_batch(4, size=50, compression=codec)
    broken = bytearray(good)
    broken[HEADER_BYTES:] = bytes(len(good) - HEADER_BYTES)

    with pytest.raises(UnreadableRecords, match=f"offset 0 at byte {len(good)}: "):
        decoded(good + bytes(broken), check_crcs=False)


def test_a_length_or_magic_that_nothing_has_is_refused() -> None:
    for place, value in ((8, b"\0\0\0\1"), (16, b"\7")):
        data = bytearray(make_batch(1))
        data[place : place + len(value)] = value
        with pytest.raises(CorruptRecord, match="t-3, "):
            decoded(make_batch(1) + bytes(data))


def test_what_compaction_left_has_the_offsets_it_has() -> None:
    batch = bytearray(make_batch(3))
    section = bytes.fromhex("0e000006010261000e00005201026200")  # of offset deltas 3 and 41
    compacted = bytearray(batch_around(section, 2))
    compacted[23:27] = (60).to_bytes(4, "big")
    patch(compacted, 0, base_offset=100, partition_leader_epoch=0)
    data = bytes(batch + compacted + encode_batch([], base_offset=161))

    for wanted in (EVERYTHING, Wanted.of(["offset"])):
        rows = decoded(data, wanted, check_crcs=False)
        assert [row["offset"] for row in rows] == [0, 1, 2, 103, 141]
    assert next_offset(data) == 161


def transactional(offset: int, producer_id: int, count: int = 2, *, is_open: bool = True) -> bytes:
    return make_batch(
        count,
        base_offset=offset,
        producer_id=producer_id,
        producer_epoch=0,
        base_sequence=0,
        transactional=is_open,
    )


def marker(offset: int, producer_id: int, *, commit: bool) -> bytes:
    data = bytearray(make_marker(producer_id, 0, commit=commit))
    patch(data, 0, base_offset=offset, partition_leader_epoch=0)
    return bytes(data)


LOG = b"".join(
    [
        transactional(0, 1),
        transactional(2, 2),
        transactional(4, 1, is_open=False),
        marker(6, 1, commit=False),
        transactional(7, 1),
        marker(9, 2, commit=True),
        marker(10, 1, commit=True),
        encode_control_batch(ControlType.LEADER_CHANGE, b"", timestamp=0, base_offset=11),
    ]
)


@pytest.mark.parametrize("wanted", [EVERYTHING, Wanted.of(["offset"]), Wanted.of(["key"])])
def test_aborted_records_are_left_out_for_who_reads_committed_ones(wanted: Wanted) -> None:
    def offsets(transactions: list[AbortedTransaction], **options: Any) -> list[int]:
        return [row["offset"] for row in decoded(LOG, aborted=transactions, **options)]

    transactions = [aborted(1, 0, 6)]
    assert offsets(transactions) == [2, 3, 4, 5, 7, 8]
    assert offsets(transactions, start=3, end=8) == [3, 4, 5, 7]
    assert offsets([]) == [0, 1, 2, 3, 4, 5, 7, 8]
    assert len(decoded(LOG, wanted, aborted=transactions)) == 6


@given(logs())
def test_the_next_offset_is_behind_the_last_whole_batch(data: bytes) -> None:
    header = None
    position = 0
    while position < len(data):
        header = read_header(data, position)
        position += header.size

    assert header is not None
    assert next_offset(data + data[:50]) == header.next_offset


def test_the_next_offset_passes_control_batches_and_old_messages() -> None:
    assert next_offset(LOG) == 12
    assert next_offset(b"") is None
    assert next_offset(make_batch(1)[:-1]) is None
    assert next_offset(encode_message_set([(0, b"k", b"v", [])] * 3, magic=1, base_offset=7)) == 10


@example(-(1 << 63))
@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_deltas_of_any_size_are_added_as_java_does(timestamp: int) -> None:
    data = bytes(encode_batch([(BASE_MS, None, None, []), (timestamp, None, None, [])]))
    found = outcome(decoded, data)

    if abs(timestamp * 1000) < 1 << 63:
        assert found == rows_of(data)
    else:
        assert found is ProtocolError


def test_runs_of_very_many_batches_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "RUN_BATCHES", 7)
    old = encode_message_set([(BASE_MS, b"k", b"v", [])] * 3, magic=1, base_offset=40)
    data = many_small(40, lambda index: [(BASE_MS, None, b"%d" % index, [])]) + old

    assert decoded(data) == rows_of(data)
    found = decode(data, Asked("t", 0, 0, 1 << 60), ALL)
    assert [batch.num_rows for batch in found] == [7, 7, 7, 7, 7, 5, 3]
