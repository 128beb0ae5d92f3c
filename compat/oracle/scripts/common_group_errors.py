"""The errors that users meet most, exactly as Apache Kafka gives them: groups.

As in `common_errors.py`: every `shows` is a case, with all that the answer says.
"""

from __future__ import annotations

from compat.oracle.scripts import consumer_groups as modern
from compat.oracle.scripts import groups as classic
from compat.oracle.scripts.commits import Place, commit, fetch
from compat.oracle.scripts.common_errors import not_deleted
from compat.oracle.scripts.expecting import expect
from compat.oracle.scripts.fetching import UNKNOWN_ID
from compat.oracle.scripts.kit import World, create, message
from compat.oracle.scripts.refusing import shows
from compat.oracle.steps import Ask, Receive, Script, Send
from kafkawire.protocol.error_codes import ErrorCode as E
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest

SUBSCRIPTION = b"\0\0\0\0\0\1\0\3log\xff\xff\xff\xff"
OFFERED = (("range", SUBSCRIPTION),)


def offsets(world: World) -> Script:
    """A fresh group that only assigns partitions to itself, and commits that are refused."""
    log: Place = ("log", (yield from create(world, "log")), (0,))
    nope: Place = ("nope", UNKNOWN_ID, (0,))
    yield from classic.coordinator_ready("fresh", "")
    yield from shows(
        "nothing committed", Ask(fetch(9, "fresh", [log]), 9), E.NONE, committed_offset=-1
    )
    yield from shows(
        "nothing committed, v1", Ask(fetch(1, "fresh", [log]), 1), E.NONE, committed_offset=-1
    )
    yield from shows("nothing committed at all", Ask(fetch(9, "fresh", None), 9), E.NONE)
    yield from shows(
        "of no topic, by name", Ask(fetch(9, "fresh", [nope]), 9), E.NONE, committed_offset=-1
    )
    yield from shows(
        "of no topic, by id",
        Ask(fetch(10, "fresh", [nope]), 10),
        E.UNKNOWN_TOPIC_ID,
        committed_offset=-1,
    )
    yield from shows("committed by nobody", Ask(commit(9, "fresh", log), 9), E.NONE)
    yield from shows(
        "committed", Ask(fetch(9, "fresh", [log]), 9), E.NONE, committed_offset=5, metadata="note"
    )
    stranger = commit(9, "fresh", log, member_id="me", generation=1)
    yield from shows("committed by a stranger", Ask(stranger, 9), E.UNKNOWN_MEMBER_ID)
    yield from shows("v7", Ask(stranger, 7), E.UNKNOWN_MEMBER_ID)
    yield from shows(
        "committed to no topic", Ask(commit(9, "fresh", nope), 9), E.UNKNOWN_TOPIC_OR_PARTITION
    )
    yield from shows(
        "committed by an id of nothing", Ask(commit(10, "fresh", nope), 10), E.UNKNOWN_TOPIC_ID
    )
    long = commit(9, "fresh", log, metadata="m" * 4097)
    yield from shows("a long note", Ask(long, 9), E.OFFSET_METADATA_TOO_LARGE)
    yield from shows("in a group without a name", Ask(commit(9, "", log), 9), E.NONE)
    generation = commit(9, "new", log, member_id="me", generation=3)
    yield from shows("in a group that is not there", Ask(generation, 9), E.GROUP_ID_NOT_FOUND)


def _drop(group: str, topic: str) -> Ask:
    part = OffsetDeleteRequest.OffsetDeleteRequestPartition(partition_index=0)
    element = OffsetDeleteRequest.OffsetDeleteRequestTopic(name=topic, partitions=[part])
    return Ask(OffsetDeleteRequest(group_id=group, topics=[element]), 0)


def _join(group: str, member_id: str = "", version: int = 9, **fields: object) -> Ask:
    return Ask(classic.join(group, member_id, OFFERED, **fields), version)


def members(world: World) -> Script:
    """Who cannot join a classic group."""
    yield from create(world, "log")
    group = "crew"
    yield from classic.coordinator_ready(group, "")
    yield from shows("joins nothing", _join("", "me"), E.INVALID_GROUP_ID)
    yield from shows("joins as one unknown", _join(group, "me"), E.UNKNOWN_MEMBER_ID)
    yield from shows(
        "a short session", _join(group, session_timeout_ms=10), E.INVALID_SESSION_TIMEOUT
    )
    yield from shows(
        "no protocol type", _join(group, protocol_type=""), E.INCONSISTENT_GROUP_PROTOCOL
    )
    yield from classic.stable(group, protocols=OFFERED)
    other = classic.join(group, "", [("other", b"")])
    yield from shows("nothing in common", Ask(other, 3), E.INCONSISTENT_GROUP_PROTOCOL)
    kind = classic.join(group, "", OFFERED, protocol_type="connect")
    yield from shows("of another kind", Ask(kind, 3), E.INCONSISTENT_GROUP_PROTOCOL)


def strangers(world: World) -> Script:
    """Who is not a member, or not any more, or not of this generation."""
    log: Place = ("log", (yield from create(world, "log")), (0,))
    group = "crew"
    yield from classic.coordinator_ready(group)
    first = yield from classic.stable(group, protocols=OFFERED)
    who, generation = first.member_id, first.generation_id
    yield from shows("beats unknown", Ask(classic.beat(group, "me", 1), 4), E.UNKNOWN_MEMBER_ID)
    yield from shows("beats nowhere", Ask(classic.beat("nope", "me", 1), 4), E.UNKNOWN_MEMBER_ID)
    yield from shows(
        "of old", Ask(classic.beat(group, who, generation - 1), 4), E.ILLEGAL_GENERATION
    )
    yield from shows(
        "of old, sync", Ask(classic.sync(group, who, generation - 1), 3), E.ILLEGAL_GENERATION
    )
    yield from shows(
        "unknown, sync", Ask(classic.sync(group, "me", generation), 3), E.UNKNOWN_MEMBER_ID
    )
    old = commit(9, group, log, member_id=who, generation=generation - 1)
    yield from shows("of old, commit", Ask(old, 9), E.ILLEGAL_GENERATION)
    me = commit(9, group, log, member_id="me", generation=generation)
    yield from shows("unknown, commit", Ask(me, 9), E.UNKNOWN_MEMBER_ID)
    yield from shows("nobody, commit", Ask(commit(9, group, log), 9), E.UNKNOWN_MEMBER_ID)
    yield from shows(
        "leaves unknown", Ask(classic.leave(4, group, ("me", None)), 4), E.UNKNOWN_MEMBER_ID
    )
    delete = DeleteGroupsRequest(groups_names=[group])
    yield from shows("deleted with members", Ask(delete, 2), E.NON_EMPTY_GROUP)
    yield from shows(
        "no such group", Ask(DeleteGroupsRequest(groups_names=["nope"]), 2), E.GROUP_ID_NOT_FOUND
    )
    yield from shows("an offset in use", _drop(group, "log"), E.GROUP_SUBSCRIBED_TO_TOPIC)
    yield from shows("an offset of no group", _drop("nope", "log"), E.GROUP_ID_NOT_FOUND)
    yield from shows(
        "described",
        classic.describe("nope"),
        E.GROUP_ID_NOT_FOUND,
        "Group nope not found.",
        group_state="Dead",
    )
    yield Send(classic.join(group, "", OFFERED), 3, "second")
    rebalancing = Ask(classic.beat(group, who, generation), 4, until=_is_refused)
    yield from shows("beats in a rebalance", rebalancing, E.REBALANCE_IN_PROGRESS)
    sync = classic.sync(group, who, generation)
    yield from shows("syncs in a rebalance", Ask(sync, 3), E.REBALANCE_IN_PROGRESS)
    yield Ask(classic.leave(4, group, (who, None)), 4)
    yield Receive("second")


def _is_refused(found: Message) -> bool:
    return bool(found.error_code)  # type: ignore[attr-defined]


def instances(world: World) -> Script:
    """Static members that were replaced."""
    log: Place = ("log", (yield from create(world, "log")), (0,))
    group = "fixed"
    yield from classic.coordinator_ready(group)
    first = yield from classic.stable(group, protocols=OFFERED, group_instance_id="i")
    who, at = first.member_id, first.generation_id
    second = message((yield _join(group, group_instance_id="i")), JoinGroupResponse)
    expect("error of who replaces", second.error_code, 0)
    yield from shows("beats", Ask(classic.beat(group, who, at, "i"), 4), E.FENCED_INSTANCE_ID)
    yield from shows(
        "syncs", Ask(classic.sync(group, who, at, group_instance_id="i"), 4), E.FENCED_INSTANCE_ID
    )
    yield from shows("joins", _join(group, who, group_instance_id="i"), E.FENCED_INSTANCE_ID)
    mine = commit(9, group, log, member_id=who, generation=at, group_instance_id="i")
    yield from shows("commits", Ask(mine, 9), E.FENCED_INSTANCE_ID)
    yield from shows("leaves", Ask(classic.leave(4, group, (who, "i")), 4), E.FENCED_INSTANCE_ID)
    yield from shows(
        "no such", Ask(classic.beat(group, second.member_id, at, "j"), 4), E.UNKNOWN_MEMBER_ID
    )


def heartbeats(world: World) -> Script:
    """Members of KIP-848 who are not who they say, or late."""
    yield from create(world, "log")
    yield from classic.coordinator_ready("herd")
    yield modern.enter("herd", "a", "log", instance_id="i")
    yield from shows(
        "unknown",
        modern.beat("herd", "me", 1),
        E.UNKNOWN_MEMBER_ID,
        "Member me is not a member of group herd.",
    )
    yield from shows(
        "nowhere",
        modern.beat("nope", "me", 1),
        E.GROUP_ID_NOT_FOUND,
        "Consumer group nope not found.",
    )
    yield from shows(
        "of a later epoch",
        modern.beat("herd", "a", 99),
        E.FENCED_MEMBER_EPOCH,
        "The consumer group member has a greater member epoch (99) than the one known "
        "by the group coordinator (2). The member must abandon all its partitions and "
        "rejoin.",
    )
    yield from shows(
        "instance in use",
        modern.enter("herd", "b", "log", instance_id="i"),
        E.UNRELEASED_INSTANCE_ID,
        "Static member b with instance id i cannot join the group because the instance "
        "id is owned by a member.",
    )
    nope = modern.enter("herd", "b", "log", server_assignor="nope")
    yield from shows(
        "no such assignor",
        nope,
        E.UNSUPPORTED_ASSIGNOR,
        "ServerAssignor nope is not supported. Supported assignors: uniform, range.",
    )
    broken = modern.enter("herd", "b", subscribed_topic_regex="(", subscribed_topic_names=None)
    yield from shows(
        "no expression",
        broken,
        E.INVALID_REGULAR_EXPRESSION,
        "SubscribedTopicRegex `(` is not a valid regular expression: missing closing ).",
    )


def stale(world: World) -> Script:
    """Offsets for members of KIP-848 of another epoch, or of another kind."""
    log: Place = ("log", (yield from create(world, "log")), (0,))
    yield from classic.coordinator_ready("herd")
    yield modern.enter("herd", "a", "log", instance_id="i")
    later = commit(9, "herd", log, member_id="a", generation=6)
    yield from shows("commits of a later epoch", Ask(later, 9), E.STALE_MEMBER_EPOCH)
    old = commit(9, "herd", log, member_id="a", generation=0)
    yield from shows("commits of old", Ask(old, 9), E.STALE_MEMBER_EPOCH)
    yield from shows("commits of old, v8", Ask(old, 8), E.UNSUPPORTED_VERSION)
    yield from shows(
        "fetches of old", Ask(fetch(9, "herd", [log], "a", 0), 9), E.STALE_MEMBER_EPOCH
    )
    yield from shows(
        "fetches unknown", Ask(fetch(9, "herd", [log], "me", 1), 9), E.UNKNOWN_MEMBER_ID
    )
    other = classic.join("herd", "", [("other", b"")], protocol_type="connect")
    yield from shows("of another kind", Ask(other, 3), E.INCONSISTENT_GROUP_PROTOCOL)
    yield from shows(
        "described as classic",
        classic.describe("herd"),
        E.GROUP_ID_NOT_FOUND,
        "Group herd is not a classic group.",
        group_state="Dead",
    )


def crowded(world: World) -> Script:
    """Groups that are full, and topics that cannot be deleted: by settings."""
    yield from not_deleted(world)
    yield from classic.coordinator_ready("crew", "herd")
    yield from classic.stable("crew", protocols=OFFERED)
    yield from shows("one too many", _join("crew"), E.GROUP_MAX_SIZE_REACHED)
    yield from shows("one too many, v3", _join("crew", version=3), E.GROUP_MAX_SIZE_REACHED)
    yield modern.enter("herd", "a", "kept")
    yield from shows(
        "one too many, KIP-848",
        modern.enter("herd", "b", "kept"),
        E.GROUP_MAX_SIZE_REACHED,
        "The consumer group has reached its maximum capacity of 1 members.",
    )


SCRIPTS = {
    "common-errors-offsets": offsets,
    "common-errors-members": members,
    "common-errors-no-members": strangers,
    "common-errors-instances": instances,
    "common-errors-heartbeats": heartbeats,
    "common-errors-stale": stale,
}
SPECIAL_SCRIPTS = (
    (
        {"delete.topic.enable": "false", "group.max.size": "1", "group.consumer.max.size": "1"},
        {"common-errors-crowded": crowded},
    ),
)
"""Settings that both sides need, each with the scripts for them."""
