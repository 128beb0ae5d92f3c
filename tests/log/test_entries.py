"""Headers of stored entries, of all three formats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.entries import header_of, whole_header_of
from kafkawire.records.batch import read_header
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import make_batch

HEADER_BYTES = 61

RECORDS = [(1000, b"a", b"1", ()), (3000, b"b", b"2", ()), (2000, b"c", b"3", ())]


def entry_of(magic: int, codec: int = 1) -> bytes:
    """One entry of three records: a batch, or a wrapper of compressed messages."""
    if magic == 2:
        return make_batch(3, timestamps=[1000, 3000, 2000], base_offset=7, leader_epoch=4)
    return bytes(encode_message_set(RECORDS, magic=magic, compression=codec))


def test_a_batch_has_its_own_header() -> None:
    batch = entry_of(2)
    assert header_of(batch) == whole_header_of(batch) == read_header(batch)


@pytest.mark.parametrize("magic", [0, 1])
def test_a_wrapper_has_that_of_its_records(magic: int) -> None:
    """fetch A-43, A-44: first and last offset, number, greatest timestamp; no producer."""
    entry = entry_of(magic)
    header = header_of(entry, 5)
    assert (header.base_offset, header.last_offset, header.records_count) == (0, 2, 3)
    assert (header.magic, header.partition_leader_epoch, header.size) == (magic, 5, len(entry))
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (-1, -1, -1)
    assert header.max_timestamp == (3000 if magic else -1)
    assert header.base_timestamp == (1000 if magic else -1)
    assert not header.is_control
    assert not header.is_transactional
    assert whole_header_of(entry) == header_of(entry)


@pytest.mark.parametrize("magic", [0, 1])
def test_a_message_by_itself_is_one_record(magic: int) -> None:
    """fetch A-43."""
    entry = bytes(encode_message_set(RECORDS[:1], magic=magic))
    header = whole_header_of(entry)
    assert header is not None
    assert (header.base_offset, header.last_offset, header.records_count) == (0, 0, 1)
    assert header.size == len(entry)


@given(st.sampled_from([0, 1, 2]), st.data())
def test_whatever_is_not_whole_has_none(magic: int, data: st.DataObject) -> None:
    """fetch A-32, H-41: what the checksum covers must be as it was."""
    entry = entry_of(magic, data.draw(st.sampled_from([0, 1])))
    if magic < 2:
        entry = entry[: 12 + int.from_bytes(entry[8:12], "big")]
    first = 21 if magic == 2 else 12
    at = data.draw(st.integers(first, len(entry) - 1))
    broken = bytearray(entry)
    broken[at] ^= 1 << data.draw(st.integers(0, 7))
    assert whole_header_of(broken) is None
    assert whole_header_of(entry[: data.draw(st.integers(0, len(entry) - 1))]) is None


@pytest.mark.parametrize("magic", [3, 127, 128, 255])
def test_other_formats_are_none(magic: int) -> None:
    batch = bytearray(entry_of(2))
    batch[16] = magic
    assert whole_header_of(batch) is None


def test_a_wrapper_that_cannot_be_opened_is_not_whole() -> None:
    """fetch H-41: though its checksum is right."""
    entry = bytes(encode_message_set([(1, None, b"not gzip", ())], magic=1))
    from kafkawire.records.message_set import encode_message, read_message

    message = read_message(entry)
    wrapped = encode_message(message._replace(attributes=1))
    assert whole_header_of(wrapped) is None
    assert whole_header_of(encode_message(message)) is not None


def test_a_batch_cut_in_its_head_is_none() -> None:
    assert whole_header_of(entry_of(2)[: HEADER_BYTES - 1]) is None
