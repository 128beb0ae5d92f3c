"""What can be read of produce and fetch requests without decoding them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.detectors.peeking import acks_of, batch_of, fetch_of
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.records.message_set import encode_message_set
from tests.support.dump.dialogues import Dialogue

SAMPLED_EACH = 16

VERSIONS = range(3, 14)


def produce(version: int, partitions: list[bytes | None], **fields: Any) -> Any:
    made = Dialogue()
    data = [
        ProduceRequest.PartitionProduceData(index=at, records=records)
        for at, records in enumerate(partitions)
    ]
    topic = ProduceRequest.TopicProduceData(name="t" * 9, topic_id=b"i" * 16, partition_data=data)
    request = ProduceRequest(topic_data=[topic], **fields)
    return made.exchange(made.connect(), request, None, version).request


@given(st.integers(0, 13), st.sampled_from((-1, 0, 1)), st.none() | st.text("ab", max_size=200))
def test_acks_of_any_version(version: int, acks: int, transactional_id: str | None) -> None:
    if version < 3:
        transactional_id = None
    request = produce(version, [], acks=acks, transactional_id=transactional_id)
    assert acks_of(request) == acks
    for cut in range(request.body_offset, request.body_offset + 2):
        request.data = request.data[:cut]
        assert acks_of(request) is None


@given(st.sampled_from(VERSIONS), st.integers(1, 5), st.integers(0, 4), st.integers(-1, 9))
def test_the_batch_of_one_partition(version: int, count: int, codec: int, producer_id: int) -> None:
    batch = encode_batch([(1, None, b"v", ())] * count, compression=codec, producer_id=producer_id)
    request = produce(version, [bytes(batch)])
    found = batch_of(request, 1)
    assert found is not None
    assert request.data[found.start : found.start + found.size] == batch
    assert (found.codec, found.producer_id, found.records) == (codec, producer_id, count)
    assert batch_of(request, 1) is found


@pytest.mark.parametrize("version", VERSIONS)
def test_of_several_partitions_one_request_in_some_is_looked_at(version: int) -> None:
    batch = bytes(encode_batch([(1, None, b"v", ())], producer_id=4))
    assert batch_of(produce(version, [batch, batch]), SAMPLED_EACH + 1) is None
    found = batch_of(produce(version, [None, batch]), SAMPLED_EACH)
    assert found is not None
    assert found.producer_id == 4


def test_what_is_no_batch_is_none() -> None:
    old = encode_message_set([(1, None, b"v" * 90, ())], magic=1)
    assert batch_of(produce(2, [old]), 1) is None
    assert batch_of(produce(9, [b"x" * 70]), 1) is None
    assert batch_of(produce(9, [b""]), SAMPLED_EACH) is None
    assert batch_of(produce(9, []), SAMPLED_EACH) is None


@given(st.integers(0, 18), st.integers(0, 9_999), st.integers(0, 9_999))
def test_how_long_a_fetch_waits(version: int, max_wait_ms: int, min_bytes: int) -> None:
    made = Dialogue()
    request = FetchRequest(max_wait_ms=max_wait_ms, min_bytes=min_bytes)
    found = made.exchange(made.connect(), request, None, version, topics=()).request
    assert found is not None
    assert fetch_of(found) == (max_wait_ms, min_bytes)
    found.data = found.data[: found.body_offset + 7]
    assert fetch_of(found) is None
