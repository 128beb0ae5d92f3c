"""Groups between two protocols: classic members in consumer groups, and groups that change kind."""

from __future__ import annotations

from compat.oracle.scripts.groups import (
    beat,
    join,
    joined,
    leave,
    sync,
)
from compat.oracle.scripts.kit import World, message
from compat.oracle.scripts.mixing import (
    PARTITIONS,
    TOPIC,
    TYPE_AND_NAME,
    assignment,
    begin,
    classic,
    commit,
    entering,
    fetched,
    heartbeat,
    rejoin,
    show,
    stored,
    subscription,
)
from compat.oracle.steps import Ask, Pause, Receive, Script, Send
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest


def upgrade_and_back(world: World) -> Script:
    """Groups C-15, C-24, D-91, D-92, D-93, D-94, D-96, D-97, E-4, G 146, G 150, G 151: up and back.

    A classic consumer's group is joined by a new one, they share, the new one goes.
    """
    group = "up"
    starts = yield from begin(world, group)
    old = yield from classic(group)
    who, generation = old.member_id, old.generation_id
    yield entering(group, "m1")
    yield from show(group)
    yield Ask(beat(group, who, generation), 4)
    yield Ask(sync(group, who, generation, **TYPE_AND_NAME), 5)
    yield Ask(sync(group, who, generation + 1, **TYPE_AND_NAME), 5)
    yield Ask(sync(group, "m1", 2, **TYPE_AND_NAME), 5)
    yield Ask(sync(group, who, generation, protocol_type="connect", protocol_name="range"), 5)
    yield Ask(sync(group, who, generation, protocol_type="consumer", protocol_name="other"), 5)
    yield Ask(beat(group, "m1", 2), 4)
    yield Ask(beat(group, who, generation, "no-instance"), 4)
    for version in (2, 8, 9):
        yield commit(group, who, generation, version)
        yield commit(group, who, generation + 1, version)
        yield commit(group, "m1", 2, version)
    yield fetched(group, who, generation)
    yield fetched(group, who, generation + 5)
    yield heartbeat(group, "m1", 2)
    yield rejoin(group, who, range(PARTITIONS))
    yield from show(group)
    yield Ask(beat(group, who, generation), 4)
    yield Ask(sync(group, who, generation, **TYPE_AND_NAME), 5)
    yield Ask(beat(group, who, generation), 4)
    yield rejoin(group, who, (0, 1))
    yield Ask(beat(group, who, generation + 1), 4)
    yield Ask(sync(group, who, generation + 1, **TYPE_AND_NAME), 5)
    yield Ask(sync(group, who, generation + 1), 3)
    yield Ask(beat(group, who, generation + 1), 4)
    yield heartbeat(group, "m1", 2)
    yield from show(group)
    yield heartbeat(group, "m1", -1)
    yield from show(group)
    yield Ask(beat(group, who, generation + 1), 4)
    again = message((yield rejoin(group, who, (0, 1))), JoinGroupResponse)
    mine = [(who, assignment(range(PARTITIONS)))]
    yield Ask(sync(group, who, again.generation_id, mine, **TYPE_AND_NAME), 5)
    yield Ask(beat(group, who, again.generation_id), 4)
    yield from show(group)
    yield stored(group, starts[group])


def classic_joins(world: World) -> Script:
    """Groups D-92, D-95, G 147: JoinGroup, what is refused, and what a member hears; leaving."""
    group = "mixed"
    starts = yield from begin(world, group)
    yield entering(group, "m1")
    for version in (0, 3, 5, 7, 9):
        wanted = [("range", subscription())]
        yield Ask(join(group, "x", wanted, protocol_type="connect"), version)
        yield Ask(join(group, "x", [("range", b"\0")]), version)
        yield Ask(join(group, "x", [("range", b"\xff\xff\0\0")]), version)
        yield Ask(join(group, "x", ()), version)
    yield Ask(join(group, "", [("range", subscription())]), 9, compared=False)
    yield Ask(join(group, "c1", [("range", subscription()), ("sticky", b"")]), 9)
    yield Ask(join(group, "c2", [("other", subscription())]), 9)
    yield Ask(join(group, "c2", [("sticky", subscription()), ("other", b"")]), 9)
    yield from show(group)
    yield heartbeat(group, "m1", 2)
    yield Ask(beat(group, "c1", 0), 4)
    yield Ask(beat(group, "c1", 3), 4)
    yield Ask(beat(group, "c2", 4), 4)
    yield Ask(beat("mixed", "nobody", 4), 4)
    yield Ask(sync(group, "c2", 4, protocol_type="consumer", protocol_name="sticky"), 5)
    yield Ask(leave(5, group, ("nobody", None), ("", "no-instance"), ("c2", None)), 5)
    yield from show(group)
    yield Ask(leave(2, group, ("nobody", None)), 2)
    yield Ask(leave(5, group), 5)
    yield Ask(leave(5, group, ("m1", None)), 5)
    yield from show(group)
    yield stored(group, starts[group])


def static_members(world: World) -> Script:
    """Groups D-14, D-92, D-95, G 152: static names that go from one protocol to the other."""
    group = "static"
    starts = yield from begin(world, group)
    yield entering(group, "m1", instance_id="i1")
    yield entering(group, "m2", instance_id="i2")
    yield heartbeat(group, "m1", 2, instance_id="i1", topic_partitions=[])
    yield heartbeat(group, "m2", 3, instance_id="i2")
    wanted = [("range", subscription())]
    yield Ask(join(group, "x", wanted, group_instance_id="i1"), 9)
    yield Ask(join(group, "x", wanted, group_instance_id="i9"), 9)
    yield Ask(leave(5, group, ("m1", "i2"), ("m1", "i9"), ("", "i2")), 5)
    yield from show(group)
    found = message(
        (yield Ask(join(group, "", wanted, group_instance_id="i1"), 9)), JoinGroupResponse
    )
    who, generation = found.member_id, found.generation_id
    yield from show(group)
    yield Ask(beat(group, who, generation), 4)
    yield Ask(beat(group, "m1", generation, "i1"), 4)
    yield Ask(sync(group, who, generation, **TYPE_AND_NAME), 5)
    yield Ask(sync(group, who, generation, group_instance_id="i1", **TYPE_AND_NAME), 5)
    yield entering(group, "m3", instance_id="i1")
    yield Ask(beat(group, who, generation, "i1"), 4)
    yield heartbeat(group, "m3", -2, instance_id="i1")
    found = message(
        (yield Ask(join(group, "", wanted, group_instance_id="i1"), 5)), JoinGroupResponse
    )
    yield from show(group)
    yield Ask(beat(group, found.member_id, found.generation_id, "i1"), 4)
    yield Ask(leave(5, group, ("", "i1")), 5)
    yield from show(group)
    yield stored(group, starts[group])


def refused_upgrades(world: World) -> Script:
    """Groups B-12, D-11, D-90, G 144, G 145, G 148: groups that cannot, and that are replaced."""
    groups = ("connect", "custom", "malformed", "empty", "plain")
    starts = yield from begin(world, *groups)
    yield from classic("connect", protocol_type="connect")
    yield entering("connect", "m1")
    found = yield from joined("custom", protocols=[("range", subscription())])
    mine = [(found.member_id, assignment((0,), user_data=b"mine"))]
    yield Ask(sync("custom", found.member_id, 1, mine, **TYPE_AND_NAME), 5)
    yield entering("custom", "m1")
    yield heartbeat("custom", "m1", 1)
    found = yield from joined("malformed")
    yield Ask(sync("malformed", found.member_id, 1, [(found.member_id, b"x")], **TYPE_AND_NAME), 5)
    yield entering("malformed", "m1")
    for group in groups[:3]:
        yield from show(group)
        yield Ask(DeleteGroupsRequest(groups_names=[group]), 2)
    found = yield from classic("empty")
    yield commit("empty", found.member_id, found.generation_id, 9)
    yield Ask(leave(5, "empty", (found.member_id, None)), 5)
    yield entering("empty", "m1")
    yield fetched("empty", None, -1)
    yield heartbeat("empty", "m1", -1)
    found = yield from joined("empty")
    yield fetched("empty", None, -1)
    yield from show("empty")
    for group in groups:
        yield stored(group, starts[group])


def waiting_calls(world: World) -> Script:
    """Groups D-91: an upgrade while a classic member waits in JoinGroup."""
    group = "waits"
    yield from begin(world, group)
    old = yield from classic(group)
    wanted = [("range", subscription())]
    given = message((yield Ask(join(group, "", wanted), 9, "two")), JoinGroupResponse)
    yield Send(join(group, given.member_id, wanted), 9, "two")
    yield Pause()
    yield Ask(beat(group, old.member_id, old.generation_id), 4)
    yield entering(group, "m1")
    yield Receive("two")
    yield Ask(beat(group, old.member_id, old.generation_id), 4)
    yield Ask(ConsumerGroupDescribeRequest(group_ids=["none", group]), 0, compared=False)
    yield Ask(ListGroupsRequest(), 5)


def replaced_by_classic(world: World) -> Script:
    """Groups D-96: the last member of the new protocol is replaced by a classic one."""
    starts = yield from begin(world, "kept", "stale")
    for group, names in (("kept", (TOPIC,)), ("stale", ("none",))):
        yield entering(group, "m1", (TOPIC,), instance_id="i1")
        wanted = [("range", subscription(topics=names))]
        found = message(
            (yield Ask(join(group, "", wanted, group_instance_id="i1"), 9)), JoinGroupResponse
        )
        who, generation = found.member_id, found.generation_id
        yield from show(group)
        yield Ask(beat(group, who, generation, "i1"), 4)
        yield Ask(sync(group, who, generation, group_instance_id="i1", **TYPE_AND_NAME), 5)
        yield from show(group)
        yield stored(group, starts[group])


def timeouts(world: World) -> Script:
    """Groups D-92, D-94: who is told to join again, and who has joined, has so much time."""
    group = "timed"
    yield from begin(world, group)
    old = yield from classic(group, rebalance_timeout_ms=1_000)
    yield entering(group, "m1")
    yield _until(beat(group, old.member_id, old.generation_id), 27)
    yield _until(beat(group, old.member_id, old.generation_id), 25)
    yield from show(group)
    yield heartbeat(group, "m1", 2)
    wanted = [("range", subscription())]
    yield Ask(join(group, "c1", wanted, rebalance_timeout_ms=1_000), 9)
    yield _until(beat(group, "c1", 4), 25)
    yield from show(group)


def _until(request: HeartbeatRequest, code: int) -> Ask:
    return Ask(request, 4, until=lambda found: found.error_code == code)  # type: ignore[attr-defined]


def policy(world: World) -> Script:
    """Groups D-90, D-92, G 149: what the policy forbids."""
    group, other = "forbidden", "other"
    yield from begin(world, group, other)
    yield from classic(group)
    yield entering(group, "m1")
    yield from show(group)
    yield entering(other, "m1")
    wanted = [("range", subscription())]
    for version in (0, 3, 5, 7, 9):
        yield Ask(join(other, "c1", wanted), version)
    yield from show(other)
    yield heartbeat(other, "m1", -1)
    yield from show(other)


SCRIPTS = {
    "migrating-up-and-back": upgrade_and_back,
    "migrating-classic-joins": classic_joins,
    "migrating-static": static_members,
    "migrating-refused": refused_upgrades,
    "migrating-waiting": waiting_calls,
    "migrating-replaced": replaced_by_classic,
    "migrating-timeouts": timeouts,
}

SPECIAL_SCRIPTS = tuple(
    ({"group.consumer.migration.policy": name}, {f"migrating-policy-{name.lower()}": policy})
    for name in ("disabled", "UPGRADE", "downgrade")
)
"""Settings that both sides need, each with the scripts for them."""
