"""Checking by columns: what it takes in it takes in as the loop does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.records.batch import read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.check import check_by_loop
from kafkawire.records.columns import check_equal, check_varied
from kafkawire.records.lazy import RecordIndex
from kafkawire.records.tally import Tally
from tests.support.log.record_strategies import (
    BASE_MS,
    batch_around,
    mutated_batches,
    shaped_lists,
    uncompressed,
)

HEADER_BYTES = 61
ONE_BYTE_OFFSETS = 64

Check = Callable[[bytes, Tally, int], None]


def equal(data: bytes, tally: Tally, stop: int) -> None:
    check_equal(data, len(data), tally, stop)


FORMS: tuple[Check, ...] = (equal, check_varied)


def fields(tally: Tally) -> tuple[object, ...]:
    return tuple(getattr(tally, name) for name in Tally.__slots__)


def agrees_with_the_loop(form: Check, batch: bytes) -> int:
    """How many records `form` takes in; the loop must take in the same, with the same result."""
    tally, by_loop = Tally(HEADER_BYTES), Tally(HEADER_BYTES)
    form(batch, tally, max(0, read_header(batch).records_count))
    check_by_loop(batch, by_loop, tally.index)
    assert fields(tally) == fields(by_loop)
    return tally.index


@pytest.mark.parametrize("record_bytes_max", [99, 100, 8191])
@pytest.mark.parametrize("form", FORMS)
def test_columns_take_no_record_above_the_bound(form: Check, record_bytes_max: int) -> None:
    """A body of 100 bytes."""
    batch = uncompressed([(BASE_MS, None, b"v" * 93, ())] * 60)
    tally = Tally(HEADER_BYTES, record_bytes_max=record_bytes_max)
    form(batch, tally, 60)
    takes = record_bytes_max >= 100 if form is equal else record_bytes_max >= 8191
    assert tally.index == (60 if takes else 0)


@pytest.mark.parametrize("form", FORMS)
@given(rows=shaped_lists())
def test_what_columns_accept_the_loop_accepts(form: Check, rows: list[RecordTuple]) -> None:
    agrees_with_the_loop(form, uncompressed(rows))


@pytest.mark.parametrize("form", FORMS)
@given(batch=mutated_batches())
def test_what_columns_accept_of_broken_batches_the_loop_accepts(form: Check, batch: bytes) -> None:
    agrees_with_the_loop(form, batch)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@given(place=st.integers(8150, 8230), byte=st.integers(0, 255), within=st.integers(0, 12))
@settings(max_examples=30)
def test_a_byte_changed_where_offsets_grow_is_judged_alike(
    form: Check, place: int, byte: int, within: int
) -> None:
    batch = bytearray(LONG[form])
    batch[RecordIndex(batch)._starts[place] + HEADER_BYTES + within] = byte

    agrees_with_the_loop(form, bytes(batch))


def batch_of(
    sizes: list[int], key: bytes | None, pairs: list[tuple[str, bytes | None]], step: int = 0
) -> bytes:
    rows: list[RecordTuple] = [
        (BASE_MS + index * step, key, b"v" * size, pairs) for index, size in enumerate(sizes)
    ]
    return bytes(encode_batch(rows))


LONG: dict[Check, bytes] = {
    equal: batch_of([100] * 8_300, b"key", []),
    check_varied: batch_of([80, 90, 100] * 2_800, b"key", []),
}


@pytest.mark.slow
@pytest.mark.parametrize("key", [None, b"", b"key", b"k" * 100])
@pytest.mark.parametrize("pairs", [[], [("h", b"x"), ("i", None)]])
def test_records_of_equal_size_are_all_taken(
    key: bytes | None, pairs: list[tuple[str, bytes | None]]
) -> None:
    assert agrees_with_the_loop(equal, batch_of([100] * 20_000, key, pairs)) == 20_000


@pytest.mark.parametrize("key", [None, b"", b"key", b"k" * 100])
@pytest.mark.parametrize("span", [range(80, 120), range(20, 40), range(200, 1800)])
def test_values_of_varied_size_are_all_taken(key: bytes | None, span: range) -> None:
    if key == b"k" * 100 and span.start == 20:
        span = range(70, 90)
    sizes = [span[index * 31 % len(span)] for index in range(2_000)]

    assert agrees_with_the_loop(check_varied, batch_of(sizes, key, [])) == 2_000


@pytest.mark.parametrize("form", FORMS)
def test_growing_timestamps_only_split_the_run(form: Check) -> None:
    batch = batch_of([100] * 5_000, b"key", [], step=1)

    assert agrees_with_the_loop(form, batch) == 5_000


def test_headers_and_nulls_are_left_to_the_loop() -> None:
    assert agrees_with_the_loop(check_varied, batch_of([80, 90] * 50, None, [("h", b"")])) == 0


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_too_short(form: Check) -> None:
    tally = Tally(0)
    form(b"", tally, 100)
    assert tally.index == 0


@pytest.mark.parametrize("form", FORMS)
def test_the_third_byte_of_an_offset_is_looked_at(form: Check) -> None:
    batch = bytearray(LONG[form])
    start = HEADER_BYTES + RecordIndex(batch)._starts[8_200]
    low, middle, high = start + 4, start + 5, start + 6
    assert (batch[low], batch[middle], batch[high]) == (0x90, 0x80, 1)
    batch[high] = 2

    assert agrees_with_the_loop(form, bytes(batch)) == 8_192


def late_batch(sizes: list[int]) -> bytes:
    """Timestamps of two bytes from the first record on."""
    rows: list[RecordTuple] = [(BASE_MS, b"key", b"v" * size, ()) for size in sizes]
    return bytes(encode_batch(rows, delete_horizon_ms=BASE_MS - 1000))


SAMPLES = {
    "with headers": batch_of([90, 80, 100] * 8, b"key", [("h", b"x")]),
    "varied": batch_of([90, 80, 100] * 8, b"key", []),
    "small": batch_of([20, 21] * 12, None, []),
    "equal": batch_of([100] * 24, b"key", [("h", b"x")]),
    "equal, plain": batch_of([20] * 24, b"key", []),
    "equal, a header without name": batch_of([20] * 24, b"key", [("", b"x")]),
    "equal, late": late_batch([20] * 24),
    "varied, late": late_batch([90, 80, 100] * 8),
}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("form", FORMS)
def test_each_byte_matters_in_one_record(form: Check, name: str) -> None:
    original = SAMPLES[name]
    for place in range(HEADER_BYTES, len(original)):
        changed = bytearray(original)
        changed[place] ^= 0x81 if place % 2 else 0x03
        agrees_with_the_loop(form, bytes(changed))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("change", [1, 2, 3, 0x80, 0x81, 0x7F, 0xFF])
@pytest.mark.parametrize("step", [1, 2])
def test_each_byte_matters_in_all_records_alike(
    form: Check, name: str, change: int, step: int
) -> None:
    """Columns of wrong bytes are still columns; and so in every second record."""
    original = SAMPLES[name]
    starts = [HEADER_BYTES + start for start in RecordIndex(bytearray(original))._starts]
    ends = [*starts[1:], len(original)]
    for place in range(16):
        for places in ([s + place for s in starts], [end - 1 - place for end in ends]):
            changed = bytearray(original)
            for each in places[::step]:
                changed[each] ^= change
            agrees_with_the_loop(form, bytes(changed))


@pytest.mark.parametrize("form", FORMS)
def test_a_byte_that_no_field_accounts_for_fits_nothing(form: Check) -> None:
    records = b"".join(
        bytes((16, 0, 0, 2 * index, 1, 2)) + b"a\0\0" for index in range(ONE_BYTE_OFFSETS)
    )
    assert agrees_with_the_loop(form, batch_around(records, ONE_BYTE_OFFSETS)) == 0


def test_negative_lengths_do_not_make_up_for_negative_values() -> None:
    original = SAMPLES["varied"]
    changed = bytearray(original)
    for start in RecordIndex(bytearray(original))._starts:
        changed[HEADER_BYTES + start] |= 1
        value_length = HEADER_BYTES + start + 9
        length = bytes(changed[value_length : value_length + 2])
        assert length in (b"\xb4\1", b"\xa0\1", b"\xc8\1")
        changed[value_length] |= 1

    assert agrees_with_the_loop(check_varied, bytes(changed)) == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("byte", [0, 1, 2, 3, 0x7F, 0x80, 0xFF])
def test_runs_of_one_byte_are_judged_alike(form: Check, byte: int) -> None:
    for size in (16, 40, 1000):
        agrees_with_the_loop(form, batch_around(bytes((byte,)) * size, size))
