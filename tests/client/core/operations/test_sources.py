"""What operations share."""

from __future__ import annotations

from kafkawire.client.core.operations.sources import (
    by_group,
    by_partition,
    for_all,
    operations_of,
    outcome,
)
from kafkawire.client.errors import UnknownTopic
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.alter_share_group_offsets_response import (
    AlterShareGroupOffsetsResponse,
)
from kafkawire.protocol.messages.delete_groups_response import DeleteGroupsResponse
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse


def test_an_error_code_takes_the_place_of_a_result() -> None:
    """client B-63: the broker's text, else what was asked about."""
    row = DeleteTopicsResponse.DeletableTopicResult
    assert outcome(5, row(), api=3) == 5
    told = outcome(5, row(error_code=3), api=3, what="topic t")
    assert isinstance(told, UnknownTopic)
    assert str(told).endswith("UNKNOWN_TOPIC_OR_PARTITION: topic t")
    named = row(error_code=3, error_message="gone")
    assert str(outcome(5, named, api=3, what="topic t")).endswith(": gone")


def test_one_answer_is_the_result_or_the_error_of_every_key() -> None:
    """client B-63: an answer without a text of its own has none in its error."""
    assert for_all([1, 2], "found", ListGroupsResponse(), api=16) == {1: "found", 2: "found"}
    told = for_all([1, 2], "found", ListGroupsResponse(error_code=15), api=16)
    assert list(told) == [1, 2]
    assert "COORDINATOR_NOT_AVAILABLE" in str(told[1])
    assert told[1] is told[2]


def test_operations_that_were_not_asked_for_are_none() -> None:
    assert operations_of(-2147483648) is None
    assert operations_of(0b1000) == 8


def test_each_partition_of_an_answer_has_a_result_or_an_error_that_names_it() -> None:
    """client B-63: the name of a topic is in the field that the answer has it in."""
    row = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponsePartition
    topic = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponseTopic(
        topic_name="t", partitions=[row(partition_index=4), row(partition_index=7, error_code=3)]
    )
    found = by_partition([topic], lambda each: each.partition_index, api=91, name="topic_name")
    assert list(found) == [("t", 4), ("t", 7)]
    assert found[TopicPartition("t", 4)] == 4
    assert str(found[TopicPartition("t", 7)]).endswith("UNKNOWN_TOPIC_OR_PARTITION: t-7")


def test_each_group_of_an_answer_has_a_result_or_an_error_that_names_it() -> None:
    """client B-63."""
    row = DeleteGroupsResponse.DeletableGroupResult
    rows = [row(group_id="a"), row(group_id="b", error_code=68)]
    found = by_group(rows, lambda each: "gone", api=42)
    assert found["a"] == "gone"
    assert str(found["b"]).endswith("NON_EMPTY_GROUP: group b")
