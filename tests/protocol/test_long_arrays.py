"""Arrays of large frames: read and written in steps, and equal to what is read at once."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.errors import DecodeError, MalformedText
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.long_arrays import LargeFrame, LongArray, Mapped, mapped
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

counts = st.sampled_from([0, 1, 31, 32, 33, 255, 256, 257, 320, 1000])


def reread(message: Message, version: int) -> Message:
    """The message, read from a large frame."""
    return type(message).decode(LargeFrame(message.encode(version)), version)


@given(counts, st.integers(0, 13))
def test_names_of_topics_are_the_same(count: int, version: int) -> None:
    topic = MetadataRequest.MetadataRequestTopic
    request = MetadataRequest(topics=[topic(name=f"t{number}") for number in range(count)])
    found = reread(request, version)
    assert isinstance(found, MetadataRequest)
    assert found == request
    assert isinstance(found.topics, LongArray) == (count > 256)


@pytest.mark.slow
@given(counts, counts, st.sampled_from([4, 11, 12, 17]))
def test_arrays_in_arrays_are_the_same(topics: int, partitions: int, version: int) -> None:
    if topics * partitions > 100_000:
        partitions = 33
    each = [
        FetchRequest.FetchPartition(
            partition=number, fetch_offset=number * 3, current_leader_epoch=-1
        )
        for number in range(partitions)
    ]
    name = {"topic_id": b"\1" * 16} if version >= 13 else {"topic": "t"}
    request = FetchRequest(
        max_wait_ms=1,
        topics=[FetchRequest.FetchTopic(partitions=each, **name) for _ in range(topics)],
    )
    assert reread(request, version) == request


@given(counts, st.sampled_from([0, 5]))
def test_strings_are_the_same(count: int, version: int) -> None:
    request = DescribeGroupsRequest(groups=[f"g{number}" for number in range(count)])
    assert reread(request, version) == request


def test_many_integers_are_kept_as_they_are_on_the_wire() -> None:
    """Each of them would be an object of 32 bytes."""
    indexes = [*range(5000), -1, 2**31 - 1, -(2**31)]
    topic = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics(
        name="t", partition_indexes=indexes
    )
    request = ListPartitionReassignmentsRequest(timeout_ms=1, topics=[topic])
    found = reread(request, 0)
    assert isinstance(found, ListPartitionReassignmentsRequest)
    assert found.topics is not None
    assert list(found.topics[0].partition_indexes) == indexes
    assert found.topics[0].partition_indexes.__class__.__name__ == "array"


def test_elements_are_found_by_index_and_slice() -> None:
    request = DeleteTopicsRequest(topic_names=[f"t{number}" for number in range(1000)])
    names = reread(request, 1).topic_names  # type: ignore[attr-defined]
    assert [names[0], names[32], names[999], names[-1]] == ["t0", "t32", "t999", "t999"]
    assert names[30:35] == ["t30", "t31", "t32", "t33", "t34"]
    assert len(names) == 1000
    with pytest.raises(IndexError):
        names[1000]
    assert names != request.topic_names[:-1]
    assert names == request.topic_names


@given(st.integers(0, 2000))
def test_frames_that_end_early_are_refused(missing: int) -> None:
    request = MetadataRequest(
        topics=[MetadataRequest.MetadataRequestTopic(name=f"t{number}") for number in range(500)]
    )
    whole = request.encode(9)
    cut = whole[: max(8, len(whole) - 10 - missing)]
    with pytest.raises(DecodeError):
        MetadataRequest.decode(LargeFrame(cut), 9)


def test_text_that_is_none_is_found_before_anything_is_served() -> None:
    request = DescribeGroupsRequest(groups=["g" * 4] * 1000)
    data = bytearray(request.encode(0))
    data[-3:-1] = b"\xff\xff"
    with pytest.raises(MalformedText):
        DescribeGroupsRequest.decode(LargeFrame(data), 0)


@pytest.mark.slow
def test_a_million_elements_are_read_and_no_more() -> None:
    """Apache Kafka 4.4.0 ends the connection at the next one (seen on the wire)."""
    million = LargeFrame((1_000_000).to_bytes(4, "big") + b"\0\0" * 1_000_000)
    found = MetadataRequest.decode(million, 0)
    assert len(found.topics or ()) == 1_000_000
    more = LargeFrame((1_000_001).to_bytes(4, "big") + b"\0\0" * 1_000_001)
    with pytest.raises(DecodeError, match="1000001 elements"):
        MetadataRequest.decode(more, 0)


@pytest.mark.parametrize("count", [10_000, 10_001])
def test_ten_thousand_tagged_fields_are_read_and_no_more(count: int) -> None:
    """Apache Kafka 4.4.0 ends the connection at the next one (seen on the wire)."""
    section = bytes((count & 0x7F | 0x80, count >> 7)) + b"\x7f\0" * count
    body = b"\x02a\x021" + section
    head = b"\0\x12\0\3\0\0\0\1\xff\xff"
    if count == 10_000:
        assert ApiVersionsRequest.decode(body, 3).client_software_name == "a"
        assert decode_request_header(head + section).body_offset == len(head) + len(section)
        return
    with pytest.raises(DecodeError, match="10001 tagged fields"):
        ApiVersionsRequest.decode(body, 3)
    with pytest.raises(DecodeError, match="10001 tagged fields"):
        decode_request_header(head + section)


def test_of_many_unknown_tags_few_are_kept() -> None:
    tags = b"".join(bytes((0x80 | number & 0x7F, 1 + (number >> 7), 0)) for number in range(1000))
    data = b"\x02a\x021" + b"\xe8\x07" + tags
    found = ApiVersionsRequest.decode(data, 3)
    assert (found.client_software_name, found.client_software_version) == ("a", "1")
    assert len(found.unknown_tags or {}) <= 32


@pytest.mark.slow
def test_a_million_names_take_no_more_memory_than_they_have_bytes() -> None:
    count = 200_000
    frame = LargeFrame(count.to_bytes(4, "big") + b"\0\3abc" * count)
    tracemalloc.start()
    try:
        found = MetadataRequest.decode(frame, 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.topics or ()) == count
    assert peak < len(frame)


@given(counts, st.integers(0, 13))
def test_responses_are_written_the_same_in_steps(count: int, version: int) -> None:
    def topic(number: int) -> MetadataResponse.MetadataResponseTopic:
        return MetadataResponse.MetadataResponseTopic(name=f"t{number}", error_code=3)

    made = mapped(topic, range(count))
    assert isinstance(made, Mapped) == (count > 256)
    topics = [topic(number) for number in range(count)]
    lazy = MetadataResponse(topics=made)
    eager = MetadataResponse(topics=topics)
    assert lazy.encode(version) == eager.encode(version)
    assert MetadataResponse.decode(eager.encode(version), version).topics == topics


def test_what_is_mapped_counts_its_error_codes() -> None:
    def topic(number: int) -> MetadataResponse.MetadataResponseTopic:
        return MetadataResponse.MetadataResponseTopic(name="t", error_code=number % 3)

    made = mapped(topic, range(300))
    assert isinstance(made, Mapped)
    assert len(list(made)) == 300
    assert made.error_codes == {0: 100, 1: 100, 2: 100}
    assert made[4].error_code == 1
    assert [each.error_code for each in made[2:4]] == [2, 0]
