"""Streams groups as brokers of Kafka 4.1 and later describe them."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import streams_groups
from kafkawire.protocol.messages.streams_group_describe_response import StreamsGroupDescribeResponse
from tests.client.support.scripted import Scripted

DESCRIBE = 89
TOLD = StreamsGroupDescribeResponse


def member() -> Any:
    active = TOLD.TaskIds(subtopology_id="0", partitions=[0, 1])
    warm = TOLD.TaskIds(subtopology_id="0", partitions=[2])
    return TOLD.Member(
        member_id="m",
        member_epoch=2,
        rack_id="r",
        client_id="c",
        client_host="/10.0.0.1",
        topology_epoch=1,
        process_id="p",
        user_endpoint=TOLD.Endpoint(host="there", port=8080),
        client_tags=[TOLD.KeyValue(key="zone", value="a")],
        task_offsets=[TOLD.TaskOffset(subtopology_id="0", partition=2, offset=40)],
        task_end_offsets=[TOLD.TaskOffset(subtopology_id="0", partition=2, offset=90)],
        assignment=TOLD.Assignment(active_tasks=[active], standby_tasks=[], warmup_tasks=[]),
        target_assignment=TOLD.Assignment(
            active_tasks=[active], standby_tasks=[], warmup_tasks=[warm]
        ),
    )


def topology() -> Any:
    store = TOLD.TopicInfo(
        name="app-store-changelog",
        partitions=0,
        replication_factor=3,
        topic_configs=[TOLD.KeyValue(key="cleanup.policy", value="compact")],
    )
    part = TOLD.Subtopology(
        subtopology_id="0",
        source_topics=["orders"],
        repartition_sink_topics=["app-by-key"],
        state_changelog_topics=[store],
        repartition_source_topics=[],
    )
    return TOLD.Topology(epoch=1, subtopologies=[part])


def graph() -> Any:
    node = TOLD.TopologyDescriptionNode
    source = node(name="in", node_type=1, source_topics=["orders"], stores=[], successors=["sum"])
    work = node(name="sum", node_type=2, source_topics=[], stores=["store"], successors=["out"])
    sink = node(
        name="out", node_type=3, source_topics=[], sink_topic="totals", stores=[], successors=[]
    )
    part = TOLD.TopologyDescriptionSubtopology(subtopology_id="0", nodes=[source, work, sink])
    store = TOLD.TopologyDescriptionGlobalStore(source=source, processor=work)
    return TOLD.TopologyDescription(subtopologies=[part], global_stores=[store])


def test_a_group_is_described_with_its_topology_and_its_tasks() -> None:
    """client J-2, B-50."""

    def described(request: Any) -> StreamsGroupDescribeResponse:
        assert (request.group_ids, request.include_topology_description) == (["app", "none"], True)
        group = TOLD.DescribedGroup(
            group_id="app",
            group_state="Stable",
            group_epoch=5,
            assignment_epoch=4,
            topology=topology(),
            members=[member()],
            topology_description=graph(),
            topology_description_status=3,
            assignor_name="sticky",
        )
        missing = TOLD.DescribedGroup(group_id="none", error_code=69, members=[])
        return StreamsGroupDescribeResponse(groups=[group, missing])

    cluster = Scripted({DESCRIBE: described})
    plan = streams_groups.describe_streams_groups(
        cluster.sources, ["app", "none"], include_authorized_operations=False, include_graph=True
    )
    assert plan.operation.least == 1
    told = cluster.run(plan)
    (asked,) = cluster.asked
    assert (asked.node, asked.lane) == (7, 2)
    assert "GROUP_ID_NOT_FOUND" in str(told.errors["none"])
    group = told.results["app"]
    assert group[:5] == ("app", "Stable", 5, 4, 1)
    assert (group.assignor, group.authorized_operations) == ("sticky", None)
    store = ("app-store-changelog", 0, 3, {"cleanup.policy": "compact"})
    assert group.subtopologies == (("0", ("orders",), ("app-by-key",), (), (store,)),)
    (found,) = group.members
    assert found[:8] == ("m", None, "r", "c", "/10.0.0.1", 2, 1, "p")
    assert (found.endpoint, found.client_tags) == (("there", 8080), {"zone": "a"})
    assert (found.task_offsets, found.task_end_offsets) == ({("0", 2): 40}, {("0", 2): 90})
    assert found.assignment == ({"0": (0, 1)}, {}, {})
    assert found.target_assignment == ({"0": (0, 1)}, {}, {"0": (2,)})
    assert [(each.name, each.type) for each in group.graph.subtopologies["0"]] == [
        ("in", "source"),
        ("sum", "processor"),
        ("out", "sink"),
    ]
    ((source, processor),) = group.graph.global_stores
    assert (source.successors, processor.stores) == (("sum",), ("store",))


def test_a_group_without_a_topology_yet_is_described() -> None:
    group = TOLD.DescribedGroup(group_id="app", group_state="NotReady", members=[])
    cluster = Scripted({DESCRIBE: lambda request: StreamsGroupDescribeResponse(groups=[group])})
    plan = streams_groups.describe_streams_groups(
        cluster.sources, ["app"], include_authorized_operations=False, include_graph=False
    )
    assert plan.operation.least == 0
    found = cluster.run(plan).results["app"]
    assert (found.topology_epoch, found.subtopologies, found.graph) == (None, (), None)
