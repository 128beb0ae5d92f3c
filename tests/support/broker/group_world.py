"""A few clients of one classic group, which do whatever a test draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hypothesis import strategies as st

from kafkawire.broker.coordinator import Loader
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import current
from kafkawire.broker.groups.group import Group
from kafkawire.broker.groups.shard import GroupShard
from kafkawire.broker.groups.states import GroupState
from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.config import LogConfig
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from tests.support.log.compaction import clean
from tests.support.requests.groups import (
    OTHER_SUBSCRIPTION,
    RANGE,
    SUBSCRIPTION,
    GroupsHarness,
    Member,
)
from tests.support.requests.harness import Pending

COMPACTED = {
    "cleanup.policy": "compact",
    "internal.segment.bytes": "1000",
    "delete.retention.ms": "0",
}
"""The offsets topic, with segments that a few records fill, and tombstones that go soon."""
REFUSING = LogConfig.from_mapping({**COMPACTED, "max.message.bytes": "0"})
MEMBERS = 5
SETTLED = (GroupState.EMPTY, GroupState.STABLE)

PROTOCOLS = (
    RANGE,
    (("range", OTHER_SUBSCRIPTION), ("sticky", SUBSCRIPTION)),
    (("sticky", SUBSCRIPTION), ("range", SUBSCRIPTION)),
)


class World:
    """A few clients of one group, which do whatever the test draws."""

    def __init__(self) -> None:
        self.harness = GroupsHarness({"group.initial.rebalance.delay.ms": "500"})
        self.harness.create_topic("t1", partitions=2)
        self.members = [self._client(number) for number in range(MEMBERS)]
        self.asked: list[Pending] = []
        """Every JoinGroup and SyncGroup that must be answered some time."""
        self.settled: Collection[GroupState] = SETTLED
        """The states in which a group equals its record."""
        self.cleaned_to = 0
        self.shard.partition.log.config = LogConfig.from_mapping(COMPACTED)

    def _client(self, number: int) -> Member:
        instance = f"i{number}" if number % 2 else None
        return self.harness.member(
            instance=instance, protocols=PROTOCOLS[number % 3], client_id=f"c{number}"
        )

    def act(self, kind: str, number: int, detail: int) -> None:
        member = self.members[number]
        getattr(self, kind)(member, detail)
        if hasattr(member, "joining") and member.joining.done:
            _ = member.joined

    def join(self, member: Member, detail: int) -> None:
        """Clients that still wait send again on a new connection, and give up their old calls."""
        member.client = self.harness.connect(member.client.client_id)
        self._give_up(member)
        member.protocols = PROTOCOLS[detail % 3]
        member.join()
        if member.joining.done and member.joining.response.error_code in (25, 82):
            member.id = ""
        self.asked.append(member.joining)

    def _give_up(self, member: Member) -> None:
        old = {id(getattr(member, name, None)) for name in ("joining", "syncing")}
        self.asked = [pending for pending in self.asked if id(pending) not in old]

    def sync(self, member: Member, detail: int) -> None:
        member.client = self.harness.connect(member.client.client_id)
        self._give_up(member)
        assignments = {other.id: bytes([detail]) for other in self.members if other.id}
        self.asked.append(member.send_sync(assignments, 4))

    def forget(self, member: Member, detail: int) -> None:
        """The process dies and comes back: a static one then takes over its own place."""
        member.id = ""

    def heartbeat(self, member: Member, detail: int) -> None:
        member.heartbeat()

    def leave(self, member: Member, detail: int) -> None:
        member.leave()

    def commit(self, member: Member, detail: int) -> None:
        member.commit(("t1", detail % 2, detail))

    def delete(self, member: Member, detail: int) -> None:
        self.harness.delete_groups("g")

    def wait(self, member: Member, detail: int) -> None:
        self.harness.advance((50, 700, 5_000, 30_000)[detail % 4])

    def reload(self, member: Member, detail: int) -> None:
        before = durable(self.shard, self.settled)
        self.harness.restart_groups()
        after = durable(self.shard)
        assert {key: after[key] for key in before} == before

    def refuse(self, member: Member, detail: int) -> None:
        """From now on no record can be written."""
        self.shard.partition.log.config = REFUSING

    def accept(self, member: Member, detail: int) -> None:
        """Records can be written again."""
        self.shard.partition.log.config = LogConfig.from_mapping(COMPACTED)

    def compact(self, member: Member, detail: int) -> None:
        """A round of the log cleaner."""
        log, now_ms = self.shard.partition.log, self.harness.now_ms
        plan = cleanable(log, self.cleaned_to, now_ms)
        if plan.dirty_bytes:
            self.cleaned_to = clean(log, plan, now_ms)

    @property
    def shard(self) -> GroupShard:
        return self.harness.broker.groups.shard_of("g")

    def reloaded(self) -> GroupShard:
        """Another shard, made from the log of this one."""
        shard = self.shard
        other = self.harness.broker.groups.make_shard(shard.partition)
        loader: Loader[Any] = Loader(shard.partition, other)
        while not loader.load_slice():
            pass
        return other


def durable(
    shard: GroupShard, settled: Collection[GroupState] = SETTLED
) -> Mapping[str, GroupMetadataValue | None]:
    """What must be the same after a reload: groups between two generations are left out."""
    return {
        group_id: current(group).value
        for group_id, group in shard.groups.items()
        if isinstance(group, ClassicGroup) and group.state in settled
    }


def check(group: Group) -> None:
    """What holds of a live group between any two requests."""
    assert isinstance(group, ClassicGroup)
    members = group.members
    assert group.progress.parked_joins == sum(m.presence.join is not None for m in members.values())
    assert group.static_members == {
        m.group_instance_id: member_id
        for member_id, m in members.items()
        if m.group_instance_id is not None
    }
    assert (group.leader is None) == (not members)
    assert group.leader is None or group.leader in members
    assert not members.keys() & group.progress.pending_joins.keys()
    assert group.progress.pending_syncs <= members.keys()
    assert all(m.member_id == member_id for member_id, m in members.items())
    if group.state in (GroupState.STABLE, GroupState.EMPTY):
        assert not any(m.presence.join or m.presence.sync for m in members.values())
        assert group.progress.join_timer is None
    if group.state is GroupState.EMPTY:
        assert not members
    if group.state is GroupState.PREPARING_REBALANCE:
        assert group.progress.join_timer is not None
        assert not any(m.presence.sync for m in members.values())
    if members and group.state is not GroupState.PREPARING_REBALANCE:
        assert group.select_protocol() in dict(members[group.leader or ""].protocols)


KINDS = ["join"] * 4 + ["sync"] * 3 + ["heartbeat", "leave", "commit", "delete", "wait"] * 2


def steps(*more: str) -> st.SearchStrategy[tuple[str, int, int]]:
    """One step: what is done, by which member, and a detail; `more` kinds are drawn as well."""
    kinds = [*KINDS, "forget", "reload", *(more or ("compact", "compact"))]
    return st.tuples(st.sampled_from(kinds), st.integers(0, MEMBERS - 1), st.integers(0, 7))
