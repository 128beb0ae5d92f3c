"""One coordinator partition: the fold, and how a reload finds everything again."""

from collections.abc import Mapping
from typing import Any

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.offsets import NO_PRODUCER
from kafkawire.broker.groups.records import group_record, offset_record
from kafkawire.broker.groups.shard import GroupShard
from kafkawire.broker.groups.states import GroupState
from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.config import LogConfig
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.compaction import clean
from tests.support.groups import OTHER_SUBSCRIPTION, RANGE, SUBSCRIPTION, GroupsHarness, Member
from tests.support.harness import Pending

STEPS_MAX = 40
COMPACTED = {
    "cleanup.policy": "compact",
    "internal.segment.bytes": "1000",
    "delete.retention.ms": "0",
}
"""The offsets topic, with segments that a few records fill, and tombstones that go soon."""
MEMBERS = 5

PROTOCOLS = (
    RANGE,
    (("range", OTHER_SUBSCRIPTION), ("sticky", SUBSCRIPTION)),
    (("sticky", SUBSCRIPTION), ("range", SUBSCRIPTION)),
)


def test_an_offset_of_an_unknown_group_makes_a_simple_one() -> None:
    """groups A-22: transactional ones, too; a tombstone does not."""
    shard = GroupsHarness().broker.groups.shard_of("g")
    shard.apply(offset_record("a", "t", 0, OffsetCommitValue(offset=1)), 0, NO_PRODUCER)
    shard.apply(offset_record("b", "t", 0, OffsetCommitValue(offset=1)), 1, 7)
    shard.apply(offset_record("c", "t", 0, None), 2, NO_PRODUCER)
    assert {name: group.state for name, group in shard.groups.items()} == {
        "a": GroupState.EMPTY,
        "b": GroupState.EMPTY,
    }
    assert shard.groups["a"].protocol_type is None


def test_a_tombstone_removes_the_group_and_nothing_else() -> None:
    """groups A-21, A-23."""
    shard = GroupsHarness().broker.groups.shard_of("g")
    shard.apply(offset_record("g", "t", 0, OffsetCommitValue(offset=1)), 0, NO_PRODUCER)
    shard.apply(group_record("g", GroupMetadataValue()), 1, NO_PRODUCER)
    shard.apply(group_record("g", None), 2, NO_PRODUCER)
    shard.apply(group_record("unknown", None), 3, NO_PRODUCER)
    assert shard.groups == {}
    assert shard.offsets.get("g", "t", 0) is not None


def test_a_removed_group_leaves_no_timers_behind() -> None:
    """groups B-72: a pending id does not outlive its group."""
    harness = GroupsHarness()
    timers = len(harness.broker.timers)
    harness.member().send_join()
    assert len(harness.broker.timers) == timers + 1
    harness.delete_groups("g")
    assert len(harness.broker.timers) == timers


# Reloaded state equals live state


class World:
    """A few clients of one group, which do whatever the test draws."""

    def __init__(self) -> None:
        self.harness = GroupsHarness({"group.initial.rebalance.delay.ms": "500"})
        self.harness.create_topic("t1", partitions=2)
        self.members = [self._client(number) for number in range(MEMBERS)]
        self.asked: list[Pending] = []
        """Every JoinGroup and SyncGroup that must be answered some time."""
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
        """Whoever is still waiting asks on a new connection, and its old call is given up."""
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
        before = durable(self.shard)
        self.harness.restart_groups()
        after = durable(self.shard)
        assert {key: after[key] for key in before} == before

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
        from kafkawire.broker.coordinator import Loader

        shard = self.shard
        other = GroupShard(
            shard.partition,
            self.harness.broker.replicas,
            self.harness.broker.purgatory,
            shard.timers,
            metadata=shard.metadata,
            settings=shard.settings,
            random=shard.random,
        )
        loader = Loader(shard.partition, other)
        while not loader.load_slice():
            pass
        return other


def durable(shard: GroupShard) -> Mapping[str, Any]:
    """What must be the same after a reload: groups between two generations are left out."""
    settled = (GroupState.EMPTY, GroupState.STABLE)
    return {
        group_id: group.record()
        for group_id, group in shard.groups.items()
        if group.state in settled
    }


def check(group: ClassicGroup) -> None:
    """What holds of a live group between any two requests."""
    members = group.members
    assert group.awaiting_join == sum(m.join is not None for m in members.values())
    assert group.static_members == {
        m.group_instance_id: member_id
        for member_id, m in members.items()
        if m.group_instance_id is not None
    }
    assert (group.leader is None) == (not members)
    assert group.leader is None or group.leader in members
    assert not members.keys() & group.pending_joins.keys()
    assert group.pending_syncs <= members.keys()
    assert all(m.member_id == member_id for member_id, m in members.items())
    if group.state in (GroupState.STABLE, GroupState.EMPTY):
        assert not any(m.join or m.sync for m in members.values())
        assert group.join_timer is None
    if group.state is GroupState.EMPTY:
        assert not members
    if group.state is GroupState.PREPARING_REBALANCE:
        assert group.join_timer is not None
        assert not any(m.sync for m in members.values())
    if members and group.state is not GroupState.PREPARING_REBALANCE:
        assert group.select_protocol() in dict(members[group.leader or ""].protocols)


def test_batches_have_the_sequence_number_of_kafkas() -> None:
    """groups A-10: no producer, but the base sequence 0."""
    harness = GroupsHarness()
    harness.member().send_join()
    log = harness.broker.groups.shard_of("g").partition.log
    ((header, _),) = log.iter_batches()
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (-1, -1, 0)


KINDS = ["join"] * 4 + ["sync"] * 3 + ["heartbeat", "leave", "commit", "delete", "wait"] * 2
steps = st.tuples(
    st.sampled_from([*KINDS, "forget", "reload", "compact", "compact"]),
    st.integers(0, MEMBERS - 1),
    st.integers(0, 7),
)


@hypothesis.settings(max_examples=40, deadline=None)
@given(st.lists(steps, min_size=15, max_size=STEPS_MAX))
def test_reloaded_state_equals_live_state_and_every_call_is_answered(
    history: list[tuple[str, int, int]],
) -> None:
    """groups A-9, A-20 to A-22, B-2: whatever clients do, with the log compacted in between."""
    world = World()
    for kind, number, detail in history:
        world.act(kind, number, detail)
        for group in world.shard.groups.values():
            check(group)
        live, again = world.shard, world.reloaded()
        settled = durable(live)
        found = durable(again)
        assert {key: found[key] for key in settled} == settled
        assert again.groups.keys() == live.groups.keys()
        assert again.offsets.of_group("g") == live.offsets.of_group("g")
    # Once everybody is silent, every waiting call is answered in bounded time.
    world.harness.advance(700_000)
    assert all(pending.done for pending in world.asked)
    for group in world.shard.groups.values():
        assert group.state is GroupState.EMPTY
