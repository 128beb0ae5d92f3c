"""Committed offsets: OffsetCommit and OffsetFetch at all versions, inside and outside of groups."""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.groups import coordinator_ready, joined, leave, stable, sync
from compat.oracle.scripts.kit import World, create, delete
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

BY_ID = 10
BY_GROUPS = 8
UNKNOWN_ID = bytes(range(16))
Place = tuple[str, bytes, Sequence[int]]


def commit(
    version: int,
    group: str,
    *places: Place,
    offset: int = 5,
    member_id: str = "",
    generation: int = -1,
    metadata: str | None = "note",
    **fields: object,
) -> OffsetCommitRequest:
    """OffsetCommit of one offset for all partitions named."""
    topic = OffsetCommitRequest.OffsetCommitRequestTopic
    part = OffsetCommitRequest.OffsetCommitRequestPartition
    topics = []
    for name, topic_id, partitions in places:
        parts = [
            part(partition_index=each, committed_offset=offset, committed_metadata=metadata)
            for each in partitions
        ]
        if version >= BY_ID:
            topics.append(topic(topic_id=topic_id, partitions=parts))
        else:
            topics.append(topic(name=name, partitions=parts))
    return OffsetCommitRequest(
        group_id=group,
        member_id=member_id,
        generation_id_or_member_epoch=generation,
        topics=topics,
        **fields,  # type: ignore[arg-type]
    )


def fetch(
    version: int,
    group: str,
    places: Sequence[Place] | None,
    member_id: str | None = None,
    epoch: int = -1,
    stable_only: bool = False,
) -> OffsetFetchRequest:
    """OffsetFetch of one group, in whichever form the version has."""
    if version < BY_GROUPS:
        old = OffsetFetchRequest.OffsetFetchRequestTopic
        topics = None
        if places is not None:
            topics = [old(name=name, partition_indexes=list(at)) for name, _, at in places]
        return OffsetFetchRequest(group_id=group, topics=topics, require_stable=stable_only)
    return OffsetFetchRequest(
        groups=[fetch_group(version, group, places, member_id, epoch)], require_stable=stable_only
    )


def fetch_group(
    version: int,
    group: str,
    places: Sequence[Place] | None,
    member_id: str | None = None,
    epoch: int = -1,
) -> OffsetFetchRequest.OffsetFetchRequestGroup:
    """One group of a newer OffsetFetch."""
    new = OffsetFetchRequest.OffsetFetchRequestTopics
    topics = None
    if places is not None:
        topics = [
            new(topic_id=topic_id, partition_indexes=list(at))
            if version >= BY_ID
            else new(name=name, partition_indexes=list(at))
            for name, topic_id, at in places
        ]
    return OffsetFetchRequest.OffsetFetchRequestGroup(
        group_id=group, member_id=member_id, member_epoch=epoch, topics=topics
    )


def outside(world: World) -> Script:
    """Commits of nobody in particular, at every pair of versions."""
    one = ("one", (yield from create(world, "one", 3)), (0, 2))
    two = ("two", (yield from create(world, "two", 1)), (0,))
    nope = ("nope", UNKNOWN_ID, (0,))
    for version in world.versions(OffsetCommitRequest):
        group = f"outside-{version}"
        yield from coordinator_ready(group)
        yield Ask(commit(version, group, one, two), version)
        for read in world.versions(OffsetFetchRequest):
            yield Ask(fetch(read, group, [one, two, nope]), read)
        yield Ask(commit(version, group, (one[0], one[1], (1, 7, -1)), nope), version)
        yield Ask(commit(version, group, one, offset=-1), version)
        yield Ask(commit(version, group, one, offset=-5), version)
        yield Ask(commit(version, group, one, offset=1 << 60, metadata=None), version)
        yield Ask(commit(version, group, two, metadata="m" * 4096), version)
        yield Ask(commit(version, group, two, metadata="m" * 4097), version)
        yield Ask(commit(version, group), version)
        yield Ask(commit(version, "", one), version)
        yield Ask(commit(version, group, one, member_id="nobody"), version)
        yield Ask(commit(version, group, one, generation=1), version)
        yield Ask(commit(version, group, one, member_id="nobody", generation=0), version)
        yield Ask(commit(version, group, one, one, offset=9), version)
        if version in (2, 3, 4):
            yield Ask(commit(version, group, one, retention_time_ms=1000), version)
        yield Ask(fetch(9, group, [one, two]), 9)


def reading(world: World) -> Script:
    """What OffsetFetch answers for things that are not there, for all, and for many groups."""
    one = ("one", (yield from create(world, "one", 3)), (0, 1))
    two = ("two", (yield from create(world, "two", 2)), (1,))
    nope = ("nope", UNKNOWN_ID, (0, 3))
    yield from coordinator_ready("full", "void", "")
    yield Ask(commit(9, "full", one, two), 9)
    for version in world.versions(OffsetFetchRequest):
        for stable_only in (False, True) if version >= 7 else (False,):
            for group in ("full", "void", ""):
                yield Ask(fetch(version, group, [one, nope], stable_only=stable_only), version)
                yield Ask(fetch(version, group, [], stable_only=stable_only), version)
                if version >= 2:
                    yield Ask(fetch(version, group, None, stable_only=stable_only), version)
        again = ("one", one[1], (2, 9, -1, 0))
        yield Ask(fetch(version, "full", [again, two, again]), version)
        if version >= BY_GROUPS:
            groups = [
                fetch_group(version, "void", [one]),
                fetch_group(version, "full", None),
                fetch_group(version, "full", [two]),
            ]
            yield Ask(OffsetFetchRequest(groups=groups), version)
            yield Ask(OffsetFetchRequest(groups=[]), version)
        if version >= 9:
            yield Ask(fetch(version, "full", [one], member_id="x", epoch=3), version)
            yield Ask(fetch(version, "full", [one], member_id="", epoch=0), version)


def members(world: World) -> Script:
    """Commits of members, with right and wrong generations, while the group rebalances."""
    one = ("one", (yield from create(world, "one", 2)), (0, 1))
    for version in world.versions(OffsetCommitRequest):
        group = f"member-{version}"
        yield from coordinator_ready(group)
        found = yield from joined(group)
        who, generation = found.member_id, found.generation_id
        right = {"member_id": who, "generation": generation}
        yield Ask(commit(version, group, one, **right), version)  # type: ignore[arg-type]
        yield Ask(sync(group, who, generation, [(who, b"a")]), 3)
        yield Ask(commit(version, group, one, **right), version)  # type: ignore[arg-type]
        yield Ask(commit(version, group, one, member_id=who, generation=generation + 1), version)
        yield Ask(commit(version, group, one, member_id=who, generation=-1), version)
        yield Ask(commit(version, group, one, member_id="other", generation=generation), version)
        yield Ask(commit(version, group, one), version)
        if version >= 7:
            instance = {"group_instance_id": "nobody", **right}
            yield Ask(commit(version, group, one, **instance), version)  # type: ignore[arg-type]
        yield Ask(fetch(9, group, [one]), 9)
        yield Ask(leave(3, group, (who, None)), 3)
        yield Ask(commit(version, group, one, **right), version)  # type: ignore[arg-type]
        yield Ask(commit(version, group, one, offset=77), version)
        yield Ask(fetch(9, group, [one]), 9)


def forgotten(world: World) -> Script:
    """Offsets go with their topics, with their groups, and one by one."""
    one = ("one", (yield from create(world, "one", 2)), (0, 1))
    two = ("two", (yield from create(world, "two", 1)), (0,))
    yield from coordinator_ready("group", "other", "none")
    yield Ask(commit(9, "group", one, two), 9)
    yield Ask(commit(9, "other", one, two), 9)
    found = yield from stable("group")
    yield Ask(DeleteGroupsRequest(groups_names=["group", "other"]), 2)
    yield Ask(fetch(9, "other", [one, two]), 9)
    yield Ask(leave(3, "group", (found.member_id, None)), 3)
    yield Ask(commit(9, "group", one, two), 9)
    yield from delete(world, "one")
    gone = lambda it: len(it.groups[0].topics) == 1  # noqa: E731
    yield Ask(fetch(9, "group", None), 9, until=gone)
    yield Ask(DeleteGroupsRequest(groups_names=["group"]), 2)
    yield Ask(fetch(9, "group", [one, two]), 9)


def deleted_one_by_one(world: World) -> Script:
    """OffsetDelete, with a member that reads one of the topics."""
    one = ("one", (yield from create(world, "one", 2)), (0, 1))
    two = ("two", (yield from create(world, "two", 1)), (0,))
    yield from coordinator_ready("group", "other", "none")
    yield Ask(commit(9, "group", one, two), 9)
    yield Ask(commit(9, "other", one, two), 9)
    topic = OffsetDeleteRequest.OffsetDeleteRequestTopic
    part = OffsetDeleteRequest.OffsetDeleteRequestPartition
    subscription = b"\0\0\0\0\0\1\0\3one\xff\xff\xff\xff"
    yield from stable("group", protocols=[("range", subscription)])
    for group in ("group", "other", "none", ""):
        for name, partitions in (("one", (0,)), ("two", (0,)), ("two", (5,)), ("nope", (0,))):
            parts = [part(partition_index=each) for each in partitions]
            topics = [topic(name=name, partitions=parts)]
            yield Ask(OffsetDeleteRequest(group_id=group, topics=topics), 0)
        mixed = [("nope", (0,)), ("one", (5, 0)), ("two", (0, 5, 0)), ("none", (1,))]
        topics = [
            topic(name=name, partitions=[part(partition_index=each) for each in partitions])
            for name, partitions in mixed
        ]
        yield Ask(OffsetDeleteRequest(group_id=group, topics=topics), 0)
        yield Ask(OffsetDeleteRequest(group_id=group, topics=[]), 0)


SCRIPTS = {
    "commit-outside": outside,
    "commit-reading": reading,
    "commit-members": members,
    "commit-forgotten": forgotten,
    "commit-deleted-one-by-one": deleted_one_by_one,
}
