"""Classic groups: joining, syncing, beating, leaving, and all that can be wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compat.oracle.scripts.kit import Part, World, message
from compat.oracle.steps import Ask, Receive, Script, Send
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest

SESSION_MS = 30_000
REBALANCING = 27
MEMBER_ID_REQUIRED_SINCE = 4
STATIC_SINCE = 5
LOADING = (14, 15, 16)


def find_request(version: int, *keys: str, key_type: int = 0) -> FindCoordinatorRequest:
    """FindCoordinator, in whichever form the version has."""
    if version >= 4:
        return FindCoordinatorRequest(key_type=key_type, coordinator_keys=list(keys))
    return FindCoordinatorRequest(key=keys[0] if keys else "", key_type=key_type)


def coordinator_ready(*groups: str) -> Part[None]:
    """Wait until the coordinator of groups is there and loaded."""

    def is_found(found: Message) -> bool:
        return all(each.error_code == 0 for each in found.coordinators)  # type: ignore[attr-defined]

    def is_loaded(found: Message) -> bool:
        return all(each.error_code not in LOADING for each in found.groups)  # type: ignore[attr-defined]

    yield Ask(find_request(4, *groups), 4, until=is_found, compared=False)
    yield Ask(DescribeGroupsRequest(groups=list(groups)), 5, until=is_loaded, compared=False)


def join(
    group: str,
    member_id: str = "",
    protocols: Sequence[tuple[str, bytes]] = (("range", b"meta"),),
    **fields: object,
) -> JoinGroupRequest:
    """JoinGroup with the usual values."""
    make = JoinGroupRequest.JoinGroupRequestProtocol
    values: dict[str, Any] = {
        "session_timeout_ms": SESSION_MS,
        "rebalance_timeout_ms": SESSION_MS,
        "protocol_type": "consumer",
        **fields,
    }
    return JoinGroupRequest(
        group_id=group,
        member_id=member_id,
        protocols=[make(name=name, metadata=data) for name, data in protocols],
        **values,
    )


def sync(
    group: str,
    member_id: str,
    generation: int,
    assignments: Sequence[tuple[str, bytes]] = (),
    **fields: str | None,
) -> SyncGroupRequest:
    """SyncGroup; protocol type and name as the usual join has them, where the version asks."""
    make = SyncGroupRequest.SyncGroupRequestAssignment
    return SyncGroupRequest(
        group_id=group,
        member_id=member_id,
        generation_id=generation,
        assignments=[make(member_id=who, assignment=what) for who, what in assignments],
        **fields,
    )


def beat(
    group: str, member_id: str, generation: int, instance: str | None = None
) -> HeartbeatRequest:
    """Heartbeat."""
    return HeartbeatRequest(
        group_id=group, member_id=member_id, generation_id=generation, group_instance_id=instance
    )


def leave(version: int, group: str, *members: tuple[str, str | None]) -> LeaveGroupRequest:
    """LeaveGroup of members with their instance ids."""
    if version < 3:
        return LeaveGroupRequest(group_id=group, member_id=members[0][0])
    make = LeaveGroupRequest.MemberIdentity
    return LeaveGroupRequest(
        group_id=group,
        members=[make(member_id=who, group_instance_id=instance) for who, instance in members],
    )


def joined(group: str, version: int = 9, **fields: object) -> Part[JoinGroupResponse]:
    """Join as the only member, asking again with the id that was given."""
    found = message((yield Ask(join(group, **fields), version)), JoinGroupResponse)  # type: ignore[arg-type]
    if found.error_code == 79:
        again = join(group, found.member_id, **fields)  # type: ignore[arg-type]
        found = message((yield Ask(again, version)), JoinGroupResponse)
    return found


def stable(group: str, version: int = 9, **fields: object) -> Part[JoinGroupResponse]:
    """A group of one member that has its assignment."""
    found = yield from joined(group, version, **fields)
    mine = [(found.member_id, b"mine")]
    yield Ask(sync(group, found.member_id, found.generation_id, mine), 3)
    return found


def describe(*groups: str) -> Ask:
    """DescribeGroups at its newest version."""
    return Ask(DescribeGroupsRequest(groups=list(groups), include_authorized_operations=True), 6)


def find_coordinator(world: World) -> Script:
    """All versions, both kinds, several keys; the first one makes the offsets topic."""
    yield from coordinator_ready("g", "h", "")
    for version in world.versions(FindCoordinatorRequest):
        yield Ask(find_request(version, "g"), version)
        yield Ask(find_request(version, ""), version)
        if version:
            for key_type in (2, 3, -1, 99):
                yield Ask(find_request(version, "g", key_type=key_type), version)
        if version >= 4:
            yield Ask(find_request(version, "h", "g", "h", ""), version)
            yield Ask(find_request(version), version)


def one_member(world: World) -> Script:
    """A life in every version: join, sync, beat, rejoin, leave."""
    for version in world.versions(JoinGroupRequest):
        group = f"solo-{version}"
        yield from coordinator_ready(group)
        found = yield from joined(group, version)
        who, generation = found.member_id, found.generation_id
        sync_version = min(version, 5)
        beat_version = min(version, 4)
        names: dict[str, Any] = {}
        if sync_version == 5:
            names = {"protocol_type": "consumer", "protocol_name": "range"}
        yield describe(group)
        yield Ask(beat(group, who, generation), beat_version)
        yield Ask(sync(group, who, generation, [(who, b"all"), ("x", b"y")], **names), sync_version)
        yield Ask(beat(group, who, generation), beat_version)
        yield describe(group)
        yield Ask(sync(group, who, generation, **names), sync_version)
        for wrong in ((group, "nobody", generation), (group, who, generation + 1), ("", who, 1)):
            yield Ask(beat(*wrong), beat_version)
            yield Ask(sync(*wrong, **names), sync_version)
        yield Ask(beat(group, who, -1), beat_version)
        yield Ask(beat("no-such-group", who, 1), beat_version)
        yield Ask(join(group, who), version)
        yield Ask(beat(group, who, generation), beat_version)
        yield Ask(sync(group, who, generation, **names), sync_version)
        yield Ask(sync(group, who, generation + 1, [(who, b"again")], **names), sync_version)
        yield Ask(join(group, who, [("range", b"changed")]), version)
        yield Ask(join(group, who, [("other", b"changed")]), version)
        yield Ask(join(group, "somebody-else"), version)
        leave_version = min(version, 5)
        yield Ask(leave(leave_version, group, ("nobody", None)), leave_version)
        yield Ask(leave(leave_version, group, (who, None)), leave_version)
        yield Ask(leave(leave_version, group, (who, None)), leave_version)
        yield describe(group)


def bad_joins(world: World) -> Script:
    """What JoinGroup refuses, in every version."""
    for version in world.versions(JoinGroupRequest):
        group = f"bad-{version}"
        yield from coordinator_ready(group)
        yield Ask(join(""), version)
        for session_timeout_ms in (0, -1, 5999, 6000, 1_800_000, 1_800_001):
            name = f"{group}-{session_timeout_ms}"
            yield from coordinator_ready(name)
            yield Ask(join(name, "x", session_timeout_ms=session_timeout_ms), version)
        yield Ask(join(group, "unknown-member"), version)
        yield Ask(join(group, protocols=()), version)
        yield Ask(join(group, protocol_type=""), version)
        yield describe(group)
        first = yield from joined(group, version)
        assert first.error_code == 0
        yield Ask(join(group, protocol_type="connect"), version)
        yield Ask(join(group, protocols=[("sticky", b"")]), version)
        yield Ask(join(group, protocols=()), version)
        yield Ask(join(group, first.member_id, protocol_type="connect"), version)
        yield Ask(join(group, first.member_id, protocols=[("sticky", b"")]), version)
        yield describe(group)


def two_members(world: World) -> Script:
    """A second one comes, protocols are voted, the leader assigns, one goes."""
    for version in (2, 4, 5, 9):
        group = f"two-{version}"
        yield from coordinator_ready(group)
        first = yield from stable(group, version, protocols=[("a", b"1a"), ("b", b"1b")])
        who, generation = first.member_id, first.generation_id
        protocols = [("b", b"2b"), ("a", b"2a"), ("c", b"2c")]
        newcomer = ""
        if version >= MEMBER_ID_REQUIRED_SINCE:
            found = yield Ask(join(group, protocols=protocols), version, "second")
            newcomer = message(found, JoinGroupResponse).member_id
        yield Send(join(group, newcomer, protocols), version, "second")
        until = lambda it: it.error_code == REBALANCING  # noqa: E731
        yield Ask(beat(group, who, generation), 3, until=until)
        yield describe(group)
        yield Ask(sync(group, who, generation), 3)
        again = yield Ask(join(group, who, [("a", b"1a"), ("b", b"1b")]), version)
        leader = message(again, JoinGroupResponse)
        other = message((yield Receive("second")), JoinGroupResponse)
        yield Ask(beat(group, who, leader.generation_id), 3)
        yield Send(sync(group, other.member_id, other.generation_id), 3, "second")
        yield Ask(sync(group, who, leader.generation_id, [(other.member_id, b"for 2")]), 3)
        yield Receive("second")
        yield describe(group)
        yield Ask(sync(group, other.member_id, other.generation_id), 3, "second")
        yield Ask(leave(3, group, (who, None)), 3)
        yield Ask(beat(group, other.member_id, other.generation_id), 3, "second")
        yield describe(group)
        yield Ask(join(group, other.member_id, protocols), version, "second")
        yield Ask(leave(3, group, (other.member_id, None)), 3)
        yield describe(group)


def static_members(world: World) -> Script:
    """Instance ids: replaced without a rebalance, fenced, left by instance."""
    for version in world.versions(JoinGroupRequest, STATIC_SINCE):
        group = f"static-{version}"
        yield from coordinator_ready(group)
        first = yield from stable(group, version, group_instance_id="one")
        who, generation = first.member_id, first.generation_id
        yield describe(group)
        yield Ask(beat(group, who, generation, "one"), 4)
        yield Ask(beat(group, who, generation, "two"), 4)
        yield Ask(beat(group, "other", generation, "one"), 4)
        yield Ask(join(group, who, group_instance_id="one"), version)
        yield Ask(sync(group, who, generation + 1, [(who, b"now")], group_instance_id="one"), 4)
        again = yield Ask(join(group, group_instance_id="one"), version)
        newer = message(again, JoinGroupResponse)
        yield Ask(beat(group, who, newer.generation_id, "one"), 4)
        yield Ask(beat(group, newer.member_id, newer.generation_id, "one"), 4)
        yield Ask(join(group, who, group_instance_id="one"), version)
        yield Ask(sync(group, who, newer.generation_id, group_instance_id="one"), 4)
        yield Ask(sync(group, newer.member_id, newer.generation_id, group_instance_id="one"), 4)
        yield describe(group)
        changed = join(group, protocols=[("range", b"new")], group_instance_id="one")
        yield Ask(changed, version)
        yield describe(group)
        for at, instance in enumerate(("", ".", "a b", "x" * 249, "x" * 250)):
            yield from coordinator_ready(f"{group}-{at}")
            yield Ask(join(f"{group}-{at}", group_instance_id=instance), version)
        for members in (
            [("", "nobody")],
            [("wrong", "one")],
            [("wrong", None), ("", "one"), ("", "one")],
            [("", "one")],
        ):
            yield Ask(leave(4, group, *members), 4)
        yield describe(group)


def describe_and_list(world: World) -> Script:
    """Groups in all their states, described, listed and deleted."""
    names = ("empty", "stable", "waiting")
    yield from coordinator_ready(*names)
    gone = yield from stable("empty")
    yield Ask(leave(5, "empty", (gone.member_id, None)), 5)
    live = yield from stable("stable")
    half = yield from joined("waiting")
    for version in world.versions(DescribeGroupsRequest):
        for operations in (False, True) if version >= 3 else (False,):
            for groups in (names, ("none", "stable", "stable", ""), ()):
                request = DescribeGroupsRequest(
                    groups=list(groups), include_authorized_operations=operations
                )
                yield Ask(request, version)
    for version in world.versions(ListGroupsRequest):
        yield Ask(ListGroupsRequest(), version)
        states = (["Stable"], ["empty", "STABLE"], ["CompletingRebalance"], ["Nonsense"], ["Dead"])
        for states_filter in states if version >= 4 else ():
            yield Ask(ListGroupsRequest(states_filter=states_filter), version)
        for types_filter in (["classic"], ["Consumer"], ["nonsense"]) if version >= 5 else ():
            yield Ask(ListGroupsRequest(types_filter=types_filter), version)
    for version in world.versions(DeleteGroupsRequest):
        for wanted in (["stable", "waiting"], ["none", ""], ["none", "none"], []):
            yield Ask(DeleteGroupsRequest(groups_names=wanted), version)
    yield Ask(DeleteGroupsRequest(groups_names=["empty", "stable"]), 2)
    yield Ask(leave(5, "stable", (live.member_id, None)), 5)
    yield Ask(leave(5, "waiting", (half.member_id, None)), 5)
    yield Ask(DeleteGroupsRequest(groups_names=["waiting", "stable", "empty"]), 2)
    yield Ask(ListGroupsRequest(), 5)


SCRIPTS = {
    "find-coordinator": find_coordinator,
    "group-one-member": one_member,
    "group-bad-joins": bad_joins,
    "group-two-members": two_members,
    "group-static-members": static_members,
    "group-describe-and-list": describe_and_list,
}
