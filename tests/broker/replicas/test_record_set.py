"""The framing of what is produced."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.record_set import check_framing, look_at
from kafkawire.protocol.errors import ApiError
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import make_batch

BATCH = make_batch()
OLD = encode_message_set([(0, b"k", b"v", ())], magic=1)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_batch_is_seen_in_any_buffer(kind: type) -> None:
    assert look_at(kind(BATCH)).header == look_at(BATCH + b"x").header
    assert look_at(kind(BATCH)).magic == 2


def test_the_transactional_bit_is_that_of_the_first_batch() -> None:
    """produce A-17."""
    transactional = make_batch(transactional=True)

    assert look_at(transactional + BATCH).is_transactional
    assert not look_at(BATCH + transactional).is_transactional
    assert not look_at(OLD).is_transactional


@pytest.mark.parametrize("records", [b"", BATCH[:11], BATCH[:16], BATCH[:60]])
def test_no_complete_batch(records: bytes) -> None:
    """produce A-32."""
    assert look_at(records).magic == -1


def test_messages_are_for_versions_below_3() -> None:
    """produce A-3, A-30; and 3.9.2 takes zstd there, whatever A-31 says (observed)."""
    assert check_framing(look_at(OLD), 2) == 0
    assert check_framing(look_at(OLD), 3) == 87
    assert check_framing(look_at(b""), 2) == 0
    assert check_framing(look_at(b""), 3) == 87
    assert check_framing(look_at(make_batch(compression=4)), 2) == 0
    assert check_framing(look_at(make_batch(compression=4)), 3) == 76


def test_a_batch_may_end_before_its_producer_id() -> None:
    """produce A-19: the transactional bit can be read all the same."""
    short = BATCH[:8] + (38).to_bytes(4, "big") + BATCH[12:50]
    longer = BATCH[:8] + (39).to_bytes(4, "big") + BATCH[12:51]

    assert look_at(short).is_short
    assert not look_at(short).is_transactional
    assert look_at(short[:22] + b"\x10" + short[23:]).is_transactional
    assert not look_at(longer).is_short
    assert not look_at(BATCH).is_short


@pytest.mark.parametrize(("at", "value"), [(16, 3), (11, 13)])
def test_impossible_lengths_and_magics_are_beyond_answering(at: int, value: int) -> None:
    """produce A-19."""
    bad = bytearray(BATCH)
    bad[at] = value
    with pytest.raises(ApiError, match="CORRUPT_MESSAGE"):
        look_at(bytes(bad))
    assert check_framing(look_at(bytes(bad), must_be_framed=False), 3) == 2


@pytest.mark.parametrize(("length", "overflows"), [(2**31 - 12, True), (2**31 - 13, False)])
def test_a_length_at_the_end_of_31_bits_is_beyond_answering(length: int, overflows: bool) -> None:
    """produce A-19: observed; Kafka adds twelve to it."""
    records = BATCH[:8] + length.to_bytes(4, "big") + BATCH[12:]
    if overflows:
        with pytest.raises(ApiError, match="UNKNOWN_SERVER_ERROR"):
            look_at(records)
        with pytest.raises(ApiError, match="UNKNOWN_SERVER_ERROR"):
            check_framing(look_at(records, must_be_framed=False), 3)
    else:
        assert look_at(records).magic == -1
