"""A coordinator's topic: routing, loading, leadership; tests/broker/groups has the rest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.groups import GroupsHarness


def test_a_shard_that_is_not_active_refuses_with_its_reason() -> None:
    """groups A-40: not there, loading, failed."""
    groups = GroupsHarness().broker.groups
    shard = groups.shard_of("g")
    for state, code in (
        (ShardState.LOADING, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS),
        (ShardState.FAILED, ErrorCode.NOT_COORDINATOR),
    ):
        shard.state = state
        with pytest.raises(ApiError) as refused:
            groups.shard_of("g")
        assert refused.value.code == code
    del groups.shards[groups.partition_of("g")]
    with pytest.raises(ApiError) as refused:
        groups.shard_of("g")
    assert refused.value.code == ErrorCode.NOT_COORDINATOR


def test_one_loading_shard_stops_what_asks_all() -> None:
    """groups B-85."""
    groups = GroupsHarness().broker.groups
    groups.shard_at(0).state = ShardState.LOADING
    with pytest.raises(ApiError) as refused:
        groups.active_shards()
    assert refused.value.code == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS


def test_who_loses_the_lead_forgets_the_shard() -> None:
    """groups A-26."""
    groups = GroupsHarness().broker.groups
    shard = groups.shard_at(0)
    groups.on_partition_resigned(0, 0)
    assert 0 not in groups.shards
    assert shard.state is ShardState.FAILED


def test_a_log_that_cannot_be_read_does_not_load_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """groups A-27: the disk fails, and what asks all partitions goes on with the others."""
    groups = GroupsHarness().broker.groups
    groups.on_partition_resigned(0, 0)

    def fail(*_: object) -> Iterator[None]:
        yield from ()
        raise ApiError(ErrorCode.KAFKA_STORAGE_ERROR)

    monkeypatch.setattr(PartitionLog, "iter_batches", fail)
    groups.on_partition_elected(0, 0)
    assert groups.shards[0].state is ShardState.FAILED
    assert len(groups.active_shards()) == len(groups.shards) - 1
