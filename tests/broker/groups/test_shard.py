"""One coordinator partition: the fold, and how a reload finds everything again."""

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.offsets import NO_PRODUCER
from kafkawire.broker.groups.records import group_record, offset_record
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.broker.group_world import World, check, durable, steps
from tests.support.requests.groups import GroupsHarness

STEPS_MAX = 40


def test_an_offset_of_an_unknown_group_makes_a_simple_one() -> None:
    """groups A-22: transactional ones, too; a tombstone does not."""
    shard = GroupsHarness().broker.groups.shard_of("g")
    shard.apply(offset_record("a", "t", 0, OffsetCommitValue(offset=1)), 0, NO_PRODUCER)
    shard.apply(offset_record("b", "t", 0, OffsetCommitValue(offset=1)), 1, 7)
    shard.apply(offset_record("c", "t", 0, None), 2, NO_PRODUCER)
    assert {name: group.state_name for name, group in shard.groups.items()} == {
        "a": "Empty",
        "b": "Empty",
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


def test_batches_have_the_sequence_number_of_kafkas() -> None:
    """groups A-10: no producer, but the base sequence 0."""
    harness = GroupsHarness()
    harness.member().send_join()
    log = harness.broker.groups.shard_of("g").partition.log
    ((header, _),) = log.iter_batches()
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (-1, -1, 0)


# Reloaded state equals live state


@hypothesis.settings(max_examples=40, deadline=None)
@given(st.lists(steps(), min_size=15, max_size=STEPS_MAX))
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
        assert group.state_name == "Empty"
