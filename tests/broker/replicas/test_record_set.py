"""The framing of what is produced."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.record_set import check_framing, look_at
from kafkawire.protocol.errors import ApiError
from kafkawire.records.message_set import encode_message_set
from tests.support.batches import make_batch

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
    """produce A-3, A-30, A-31."""
    assert check_framing(look_at(OLD), 2) == 0
    assert check_framing(look_at(OLD), 3) == 87
    assert check_framing(look_at(b""), 2) == 0
    assert check_framing(look_at(b""), 3) == 87
    assert check_framing(look_at(make_batch(compression=4)), 0) == 76


def test_a_batch_too_short_for_its_producer_id_is_beyond_answering() -> None:
    """produce A-19."""
    short = BATCH[:8] + (38).to_bytes(4, "big") + BATCH[12:50]
    with pytest.raises(ApiError) as refused:
        look_at(short)
    assert refused.value.code == -1

    longer = BATCH[:8] + (39).to_bytes(4, "big") + BATCH[12:51]
    assert look_at(longer).magic == 2
