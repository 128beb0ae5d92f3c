"""Consumer groups of KIP-848 among members of the new protocol.

Assignments follow the hash order of topic ids, which are random: where it matters who gets what, a
group reads one topic. Each script names the scenarios that it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from compat.oracle.scripts.configs import alter
from compat.oracle.scripts.groups import coordinator_ready, describe
from compat.oracle.scripts.kit import (
    Part,
    World,
    create,
    message,
)
from compat.oracle.steps import Ask, InForce, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

GROUP_CONFIG = 32
SET = 0
REBALANCE_MS = 30_000
INTERVAL = "consumer.assignment.interval.ms"

SILENT: Mapping[str, Any] = {
    "rebalance_timeout_ms": -1,
    "subscribed_topic_names": None,
    "subscribed_topic_regex": None,
    "topic_partitions": None,
    "server_assignor": None,
    "instance_id": None,
    "rack_id": None,
}
Owned = ConsumerGroupHeartbeatRequest.TopicPartitions
Partition = OffsetCommitRequest.OffsetCommitRequestPartition


def request(group: str, member: str, epoch: int, **fields: Any) -> ConsumerGroupHeartbeatRequest:
    """A heartbeat, silent but for what is given."""
    said = {**SILENT, **fields}
    return ConsumerGroupHeartbeatRequest(
        group_id=group, member_id=member, member_epoch=epoch, **said
    )


def entry(group: str, member: str, *topics: str, **fields: Any) -> ConsumerGroupHeartbeatRequest:
    """The first heartbeat of a member."""
    said: dict[str, Any] = {
        "rebalance_timeout_ms": REBALANCE_MS,
        "topic_partitions": [],
        "subscribed_topic_names": list(topics),
        **fields,
    }
    return request(group, member, 0, **said)


def beat(group: str, member: str, epoch: int, **fields: Any) -> Ask:
    """A heartbeat of a member."""
    return Ask(request(group, member, epoch, **fields), 1)


def enter(group: str, member: str, *topics: str, **fields: Any) -> Ask:
    """A member joins."""
    return Ask(entry(group, member, *topics, **fields), 1)


def told(outcome: Any) -> ConsumerGroupHeartbeatResponse:
    """The answer to a heartbeat."""
    return message(outcome, ConsumerGroupHeartbeatResponse)


def own(topic_id: bytes, *partitions: int) -> list[Owned]:
    """What a client owns of one topic."""
    return [Owned(topic_id=topic_id, partitions=list(partitions))] if partitions else []


def show(*groups: str) -> Part[None]:
    """All that is shown of groups."""
    for group in groups:
        yield Ask(ConsumerGroupDescribeRequest(group_ids=[group]), 1)


def until_epoch(group: str, member: str, epoch: int, **fields: Any) -> Ask:
    """Heartbeat until the member hears of another epoch, or of an error."""

    def has_moved(found: Message) -> bool:
        assert isinstance(found, ConsumerGroupHeartbeatResponse)
        return found.member_epoch != epoch or found.assignment is not None

    return Ask(request(group, member, epoch, **fields), 1, until=has_moved)


def at_once(*groups: str) -> Part[None]:
    """Let the targets of groups be computed without delay."""
    yield from coordinator_ready(*groups)
    yield Ask(alter(*((GROUP_CONFIG, group, [(INTERVAL, SET, "0")]) for group in groups)), 1)
    yield InForce()


def refusals(world: World) -> Script:
    """What a heartbeat must look like, in both versions (G 100 to 102)."""
    yield from create(world, "one", 2)
    yield from coordinator_ready("refused")
    good: dict[str, Any] = {
        "rebalance_timeout_ms": 1,
        "topic_partitions": [],
        "subscribed_topic_names": ["one"],
    }
    cases: Sequence[tuple[str, str, int, dict[str, Any]]] = (
        ("", " ", 1, {}),
        ("", "m", 1, {}),
        ("refused", "", -1, {}),
        ("refused", "\t", 0, good),
        (" ", "m", 0, {**good, "instance_id": ""}),
        ("refused", "m", 0, {**good, "instance_id": " ", "rack_id": ""}),
        ("refused", "m", 0, {**good, "rack_id": ""}),
        ("refused", "m", 0, {}),
        ("refused", "m", 0, {**good, "rebalance_timeout_ms": -1}),
        ("refused", "m", 0, {**good, "topic_partitions": None}),
        ("refused", "m", 0, {**good, "topic_partitions": own(bytes(16), 0)}),
        ("refused", "m", 0, {**good, "subscribed_topic_names": None}),
        ("refused", "m", 0, {**good, "server_assignor": "zz"}),
        ("refused", "m", 0, {**good, "server_assignor": ""}),
        ("refused", "m", -2, {}),
        ("refused", "m", -2, {"instance_id": "i"}),
        ("refused", "m", -3, {"server_assignor": "zz"}),
        ("refused", "m", 1, {}),
        ("refused", "m", -1, {}),
        ("refused", "m", 1, {"server_assignor": "zz"}),
    )
    for version in world.versions(ConsumerGroupHeartbeatRequest):
        for group, member, epoch, fields in cases:
            yield Ask(request(group, member, epoch, **fields), version)


def static_members(world: World) -> Script:
    """One owner of a name, who may go and come back under another id (G 126 to 131)."""
    one = yield from create(world, "one", 4)
    yield from at_once("static")
    named: dict[str, Any] = {"instance_id": "i"}
    yield enter("static", "s1", "one", **named)
    yield enter("static", "d", "one")
    yield beat("static", "s1", 2, **named)
    yield beat("static", "s1", 2, topic_partitions=own(one, 0, 1), **named)
    yield beat("static", "d", 3)
    yield from show("static")
    yield enter("static", "s1", "one", **named)
    yield enter("static", "s2", "one", **named)
    for member, epoch, name in (
        ("s2", 3, "i"),
        ("s1", 3, "j"),
        ("s1", 3, None),
        ("s2", -1, "i"),
        ("s1", -1, "j"),
        ("d", -2, "i"),
        ("x", -1, None),
    ):
        yield beat("static", member, epoch, instance_id=name)
    yield beat("static", "s1", -2, **named)
    yield from show("static")
    yield beat("static", "s1", 3, **named)
    yield beat("static", "d", 3)
    yield enter("static", "s2", "one", **named)
    yield from show("static")
    yield beat("static", "s1", 3, **named)
    yield beat("static", "s1", 3)
    yield commit("static", "s2", 3, 9, "one", 0)
    yield commit("static", "s2", 0, 9, "one", 0)
    yield beat("static", "s2", -2, **named)
    yield enter("static", "s2", "one", **named)
    yield beat("static", "s2", -2, **named)
    yield enter("static", "s3", **named)
    yield from show("static")
    yield beat("static", "s3", -1, **named)
    yield beat("nobody", "s3", -1, **named)
    yield from show("static")


def commit(group: str, member: str, epoch: int, version: int, topic: str, *indexes: int) -> Ask:
    """OffsetCommit of partitions of one topic."""
    partitions = [
        Partition(partition_index=index, committed_offset=epoch + 10, committed_metadata="")
        for index in indexes
    ]
    body = OffsetCommitRequest(
        group_id=group,
        generation_id_or_member_epoch=epoch,
        member_id=member,
        topics=[OffsetCommitRequest.OffsetCommitRequestTopic(name=topic, partitions=partitions)],
    )
    return Ask(body, version)


def fetched(group: str, member: str | None, epoch: int) -> Ask:
    """OffsetFetch of all of a group, as a member or as nobody."""
    asked = OffsetFetchRequest.OffsetFetchRequestGroup(
        group_id=group, member_id=member, member_epoch=epoch, topics=None
    )
    return Ask(OffsetFetchRequest(groups=[asked]), 9)


def offsets(world: World) -> Script:
    """Commits and fetches by epoch (G 139 to 142)."""
    one = yield from create(world, "one", 4)
    yield from create(world, "other", 1)
    yield from at_once("offsets")
    yield commit("offsets", "", -1, 9, "one", 0)
    yield enter("offsets", "a", "one")
    for version in (2, 5, 8, 9):
        yield commit("offsets", "a", 2, version, "one", 0)
    yield commit("offsets", "a", 2, 9, "other", 0)
    yield enter("offsets", "b", "one")
    yield beat("offsets", "a", 2)
    yield commit("offsets", "a", 2, 9, "one", 3)
    yield beat("offsets", "a", 2, topic_partitions=own(one, 0, 1))
    yield beat("offsets", "b", 3)
    for member in ("a", "b", "", "x"):
        for epoch in (-1, 0, 2, 3, 4):
            for indexes in ((0,), (3,), (0, 3)):
                yield commit("offsets", member, epoch, 9, "one", *indexes)
            yield fetched("offsets", member, epoch)
    yield commit("offsets", "a", 2, 9, "other", 0)
    yield fetched("offsets", None, -1)
    yield fetched("offsets", None, 5)
    yield beat("offsets", "a", -1)
    yield beat("offsets", "b", -1)
    yield commit("offsets", "", -1, 9, "one", 0)
    yield commit("offsets", "", 3, 9, "one", 0)
    yield fetched("offsets", "a", 3)


def lives(world: World) -> Script:
    """Groups that are made, emptied, deleted, and of the other kind (G 104, 120, 144, 145)."""
    yield from create(world, "one", 2)
    yield from at_once("lives", "simple")
    yield Ask(DeleteGroupsRequest(groups_names=["lives"]), 2)
    yield enter("lives", "a", "one")
    yield Ask(DeleteGroupsRequest(groups_names=["lives"]), 2)
    yield describe("lives")
    yield beat("lives", "a", -1)
    yield from show("lives")
    yield enter("lives", "a", "one")
    yield beat("lives", "a", -1)
    yield Ask(DeleteGroupsRequest(groups_names=["lives"]), 2)
    yield from show("lives")
    yield enter("lives", "a", "one")
    yield from show("lives")
    yield commit("simple", "", -1, 9, "one", 0)
    yield beat("simple", "a", 1)
    yield beat("simple", "a", -1)
    yield enter("simple", "a", "one")
    yield fetched("simple", None, -1)
    yield from show("simple")
    everything = ConsumerGroupDescribeRequest(
        group_ids=["lives", "", "x", "simple"], include_authorized_operations=True
    )
    for version in world.versions(ConsumerGroupDescribeRequest):
        yield Ask(everything, version)


def by_regex(regex: str) -> dict[str, Any]:
    """The subscription of a member that names no topics."""
    return {"subscribed_topic_names": None, "subscribed_topic_regex": regex}


def regexes(world: World) -> Script:
    """Subscribing by regular expression (G 132 to 136)."""
    yield from create(world, "rx1", 2)
    yield from at_once("regex", "regex-h", "regex-i")
    for wrong in ("t(", "(?!x)t.*", "[a", "a{2,1}", "*", "\\", "(?P<n", "a**", "\\8", ")"):
        yield enter("regex", "a", **by_regex(wrong))
    yield from show("regex")
    yield enter("regex", "a", **by_regex("rx.*"))
    yield until_epoch("regex", "a", 1)
    yield from show("regex")
    yield enter("regex", "b", **by_regex("rx.*"))
    yield beat("regex", "b", 3, subscribed_topic_regex="")
    yield from show("regex")
    yield beat("regex", "a", 2, subscribed_topic_regex="")
    yield beat("regex", "a", 2, subscribed_topic_regex="", topic_partitions=[])
    yield from show("regex")
    yield enter("regex-h", "a", **by_regex("rx"))
    yield beat("regex-h", "a", 1)
    yield from show("regex-h")
    yield enter("regex-i", "a", "rx1", subscribed_topic_regex="(?i)RX1")
    yield until_state("regex-i", "Assigning")  # Kafka resolves the expression a little later
    yield from show("regex-i")


def sizes(world: World) -> Script:
    """No more members than `group.consumer.max.size`, but for those known; lists (G 137)."""
    yield from create(world, "one", 2)
    yield from at_once("sizes")
    yield enter("sizes", "a", "one")
    yield enter("sizes", "b", "one", instance_id="i")
    yield enter("sizes", "c", "one")
    yield enter("sizes", "c", "one", instance_id="j")
    yield Ask(entry("sizes", "", "one"), 0)
    yield beat("sizes", "c", 2)
    yield beat("sizes", "c", 2, instance_id="j")
    yield beat("sizes", "c", 2, instance_id="i")
    yield beat("sizes", "c", -1)
    yield enter("sizes", "a", "one")
    yield beat("sizes", "b", -2, instance_id="i")
    yield enter("sizes", "c", "one", instance_id="i")
    yield from show("sizes")
    for types in ([], ["consumer"], ["Consumer", "share"], ["classic"], ["x"]):
        for states in ([], ["stable"], [" Reconciling", "assigning"], ["Empty"]):
            yield Ask(ListGroupsRequest(types_filter=types, states_filter=states), 5)


def timeouts(world: World) -> Script:
    """Silence, and holding on to partitions; other intervals (G 114, 115, 138)."""
    yield from create(world, "one", 4)
    yield from at_once("timeouts", "timeouts-h")
    changes: Iterable[tuple[str, int, str]] = (
        ("consumer.heartbeat.interval.ms", SET, "777"),
        ("consumer.session.timeout.ms", SET, "2000"),
    )
    yield Ask(alter((GROUP_CONFIG, "timeouts-h", list(changes))), 1)
    yield InForce()
    yield enter("timeouts", "a", "one", rebalance_timeout_ms=1_000)
    yield enter("timeouts", "b", "one")
    yield beat("timeouts", "a", 2)
    yield until_refused("timeouts", "a", 2)
    yield beat("timeouts", "b", 3)
    yield from show("timeouts")
    yield enter("timeouts-h", "a", "one")
    yield until_state("timeouts-h", "Empty")
    yield beat("timeouts-h", "a", 2)
    yield from show("timeouts-h")


def until_refused(group: str, member: str, epoch: int) -> Ask:
    """Heartbeat until the member is one no longer."""

    def is_refused(found: Message) -> bool:
        assert isinstance(found, ConsumerGroupHeartbeatResponse)
        return found.error_code != 0

    return Ask(request(group, member, epoch), 1, until=is_refused)


def until_state(group: str, state: str) -> Ask:
    """Look at a group until it is in a state."""

    def is_there(found: Message) -> bool:
        return bool(found.groups[0].group_state == state)  # type: ignore[attr-defined]

    return Ask(ConsumerGroupDescribeRequest(group_ids=[group]), 1, until=is_there)


SCRIPTS = {
    "consumer-group-refusals": refusals,
    "consumer-group-static": static_members,
    "consumer-group-offsets": offsets,
    "consumer-group-lives": lives,
    "consumer-group-regexes": regexes,
}

SPECIAL_SCRIPTS: tuple[tuple[dict[str, str], dict[str, Callable[[World], Script]]], ...] = (
    ({"group.consumer.max.size": "2"}, {"consumer-group-sizes": sizes}),
    (
        {
            "group.consumer.min.session.timeout.ms": "1000",
            "group.consumer.min.heartbeat.interval.ms": "100",
        },
        {"consumer-group-timeouts": timeouts},
    ),
)
"""Settings that both sides need, each with the scripts for them."""
