"""Share groups as brokers of Kafka 4.1 and later answer about them."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import share_groups
from kafkawire.client.errors import UnsupportedVersion
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.alter_share_group_offsets_response import (
    AlterShareGroupOffsetsResponse,
)
from kafkawire.protocol.messages.delete_share_group_offsets_response import (
    DeleteShareGroupOffsetsResponse,
)
from kafkawire.protocol.messages.describe_share_group_offsets_response import (
    DescribeShareGroupOffsetsResponse,
)
from kafkawire.protocol.messages.share_group_describe_response import ShareGroupDescribeResponse
from tests.client.support.operations import run, sources
from tests.client.support.scripted import Scripted
from tests.client.support.world import World

DESCRIBE, OFFSETS, ALTER, DELETE = 77, 90, 91, 92
FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


def test_groups_are_described_by_their_coordinator() -> None:
    """client J-2, B-50."""

    def described(request: Any) -> ShareGroupDescribeResponse:
        told = ShareGroupDescribeResponse
        assert request.include_authorized_operations
        topics = told.TopicPartitions(topic_name="t", partitions=[0, 1])
        member = told.Member(
            member_id="m",
            client_id="c",
            client_host="/10.0.0.1",
            member_epoch=3,
            assignment=told.Assignment(topic_partitions=[topics]),
        )
        group = told.DescribedGroup(
            group_id="s",
            group_state="Stable",
            group_epoch=4,
            assignment_epoch=4,
            assignor_name="simple",
            members=[member],
            authorized_operations=8,
        )
        missing = told.DescribedGroup(group_id="none", error_code=69, error_message="Not there.")
        return told(groups=[group, missing])

    cluster = Scripted({DESCRIBE: described})
    plan = share_groups.describe_share_groups(
        cluster.sources, ["s", "none", "s"], include_authorized_operations=True
    )
    told = cluster.run(plan)
    (asked,) = cluster.asked
    assert (asked.node, asked.lane, asked.request.group_ids) == (7, 2, ["s", "none"])
    group = told.results["s"]
    assert group[1:5] == ("share", "Stable", "share", "simple")
    assert group[6:] == (4, 4, 8)
    assert group.members == (("m", None, "c", "/10.0.0.1", {"t": (0, 1)}, None, 3),)
    assert "GROUP_ID_NOT_FOUND: Not there." in str(told.errors["none"])


def offsets_of(*partitions: tuple[int, int, int, int, int]) -> Any:
    """The answer with the index, start offset, leader epoch, lag and error code of partitions."""
    told: Any = DescribeShareGroupOffsetsResponse
    names = ("partition_index", "start_offset", "leader_epoch", "lag", "error_code")
    listed = [
        told.DescribeShareGroupOffsetsResponsePartition(**dict(zip(names, each, strict=True)))
        for each in partitions
    ]
    topic = told.DescribeShareGroupOffsetsResponseTopic(topic_name="t", partitions=listed)
    return told.DescribeShareGroupOffsetsResponseGroup(group_id="s", topics=[topic])


def test_offsets_are_listed_and_a_partition_that_fails_hides_no_other() -> None:
    """client B-50."""

    def listed(request: Any) -> DescribeShareGroupOffsetsResponse:
        told = DescribeShareGroupOffsetsResponse
        none = told.DescribeShareGroupOffsetsResponseGroup(group_id="none", error_code=69)
        known = offsets_of(
            (0, 12, 1, 30, 0), (1, -1, -1, -1, 0), (2, 5, -1, -1, 0), (3, -1, -1, -1, 3)
        )
        return told(groups=[known, none])

    cluster = Scripted({OFFSETS: listed})
    told = cluster.run(
        share_groups.list_share_offsets(cluster.sources, {"s": None, "none": [FIRST, SECOND]})
    )
    (asked,) = cluster.asked
    assert asked.node == 7
    every, some = asked.request.groups
    assert every.topics is None
    assert [(each.topic_name, each.partitions) for each in some.topics] == [("t", (0, 1))]
    found = told.results["s"]
    assert found[FIRST] == (12, 1, 30)
    assert found[SECOND] is None
    assert found[TopicPartition("t", 2)] == (5, None, None)
    assert "UNKNOWN_TOPIC_OR_PARTITION" in str(found[TopicPartition("t", 3)])
    assert "GROUP_ID_NOT_FOUND" in str(told.errors["none"])


def test_an_answer_that_the_coordinator_is_loading_is_asked_for_again() -> None:
    """client J-1."""
    codes = [14, 16, 0]

    def altered(request: Any) -> AlterShareGroupOffsetsResponse:
        told = AlterShareGroupOffsetsResponse
        part = told.AlterShareGroupOffsetsResponsePartition
        (topic,) = request.topics
        assert [(each.partition_index, each.start_offset) for each in topic.partitions] == [
            (0, 5),
            (1, 6),
        ]
        partitions = [part(partition_index=0), part(partition_index=1, error_code=1)]
        done = told.AlterShareGroupOffsetsResponseTopic(topic_name="t", partitions=partitions)
        return told(error_code=codes.pop(0), responses=[done])

    cluster = Scripted({ALTER: altered})
    told = cluster.run(
        share_groups.alter_share_offsets(cluster.sources, "s", {FIRST: 5, SECOND: 6})
    )
    assert not codes
    assert set(told.results["s"]) == {SECOND}
    assert "OFFSET_OUT_OF_RANGE" in str(told.results["s"][SECOND])


def test_topics_are_forgotten() -> None:
    """client B-50."""

    def deleted(request: Any) -> DeleteShareGroupOffsetsResponse:
        told = DeleteShareGroupOffsetsResponse
        topic = told.DeleteShareGroupOffsetsResponseTopic
        assert [each.topic_name for each in request.topics] == ["t", "none"]
        return told(responses=[topic(topic_name="t"), topic(topic_name="none", error_code=3)])

    cluster = Scripted({DELETE: deleted})
    told = cluster.run(share_groups.delete_share_offsets(cluster.sources, "s", ["t", "none"]))
    assert set(told.results["s"]) == {"none"}


def test_a_group_with_members_keeps_its_offsets() -> None:
    answer = DeleteShareGroupOffsetsResponse(error_code=68, error_message="In use.")
    cluster = Scripted({DELETE: lambda request: answer})
    told = cluster.run(share_groups.delete_share_offsets(cluster.sources, "s", ["t"]))
    assert str(told.errors["s"]).endswith("NON_EMPTY_GROUP: In use.")


def test_brokers_without_share_groups_are_not_asked() -> None:
    """client D-31."""
    world = World()
    plan = share_groups.list_share_offsets(sources(world), {"s": None})
    assert isinstance(run(world, plan).errors["s"], UnsupportedVersion)
