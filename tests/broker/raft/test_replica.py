"""The doors of a replica."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import iter_headers
from tests.support.broker.raft_replicas import Alone, fetch


def test_only_a_leader_accepts_operations() -> None:
    """replication A-56."""
    alone = Alone()
    with pytest.raises(ApiError, match="NOT_CONTROLLER"):
        alone.replica.append([b"x"], alone.now_ms)
    alone.lead()
    assert alone.replica.append([b"x", b"y"], alone.now_ms) == 2
    alone.replica.shut_down(alone.now_ms)
    with pytest.raises(ApiError, match="NOT_CONTROLLER"):
        alone.replica.append([b"x"], alone.now_ms)


def test_operations_linger_and_share_a_batch() -> None:
    """replication A-55: one flush for the round."""
    alone = Alone((1,), settings=RaftSettings())
    assert alone.replica.append([b"a"], alone.now_ms) == 1
    alone.wait(10)
    assert alone.replica.append([b"b", b"c"], alone.now_ms) == 3
    alone.wait(14)
    assert alone.end_offset == 1
    alone.wait(1)
    assert (alone.end_offset, alone.disk.log.recovery_point) == (4, 4)
    assert alone.replica.high_watermark == 4
    records = b"".join(bytes(data) for _, data in alone.disk.log.iter_batches(1))
    assert [header.records_count for _, header in iter_headers(records)] == [3]


def test_a_leader_that_no_majority_fetches_from_resigns() -> None:
    """replication A-57."""
    alone = Alone()
    alone.lead()
    alone.replica.append([b"lost"], alone.now_ms)
    alone.wait(2999)
    assert alone.plays(Role.LEADER)
    alone.wait(1)
    assert (alone.role, alone.replica.high_watermark) == (Role.RESIGNED, None)


def test_a_leader_that_is_fetched_from_stays() -> None:
    """replication A-57."""
    alone = Alone()
    alone.lead()
    for _ in range(5):
        alone.wait(2000)
        alone.ask(fetch(3, 1, 1, 1))
    assert alone.plays(Role.LEADER)


def test_a_resignation_names_its_epoch() -> None:
    alone = Alone()
    alone.lead()
    alone.replica.resign(0, alone.now_ms)
    assert alone.plays(Role.LEADER)
    alone.replica.resign(1, alone.now_ms)
    assert alone.plays(Role.RESIGNED)


def test_a_node_that_stops_starts_no_election() -> None:
    alone = Alone()
    alone.replica.shut_down(alone.now_ms)
    alone.wait(10_000)
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 0)


def test_a_restart_of_a_single_voter_leads_the_next_epoch() -> None:
    """replication A-40, A-37."""
    alone = Alone((1,))
    alone.replica.append([b"x"], alone.now_ms)
    again = Alone((1,), disk=alone.disk)
    assert (again.role, again.epoch, again.end_offset) == (Role.LEADER, 2, 3)
