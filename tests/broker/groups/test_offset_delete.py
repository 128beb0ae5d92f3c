"""Deleting offsets; tests/broker/api/test_offset_delete.py has the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.offset_delete import delete_offsets
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.groups import GroupsHarness, commit

PLACES = st.sets(st.tuples(st.sampled_from(["a", "b"]), st.integers(0, 3)))


@given(committed=PLACES, deleted=PLACES)
def test_what_is_deleted_is_gone_and_written_once(
    committed: set[tuple[str, int]], deleted: set[tuple[str, int]]
) -> None:
    """groups A-14, B-91."""
    harness = GroupsHarness()
    for name in ("a", "b"):
        harness.create_topic(name, partitions=4)
    for topic, partition in sorted(committed | {("a", 0)}):
        commit(harness.connect(), (topic, partition, 1))
    shard = harness.broker.groups.shard_of("g")
    before = len(harness.records())
    wanted: dict[str, list[int]] = {}
    for topic, partition in deleted:
        wanted.setdefault(topic, []).extend((partition, partition))
    codes = delete_offsets(shard, "g", wanted, harness.now_ms)
    assert set(codes.values()) <= {ErrorCode.NONE}
    left = (committed | {("a", 0)}) - deleted
    assert set(shard.offsets.partitions_of("g")) == left
    assert len(harness.records()) - before == len((committed | {("a", 0)}) & deleted)


def test_a_group_that_is_not_there_has_nothing_to_forget() -> None:
    """groups B-91."""
    harness = GroupsHarness()
    with pytest.raises(ApiError) as refused:
        delete_offsets(harness.broker.groups.shard_of("g"), "g", {}, 0)
    assert refused.value.code == ErrorCode.GROUP_ID_NOT_FOUND
