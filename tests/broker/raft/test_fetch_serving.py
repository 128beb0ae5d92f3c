"""Fetch of the metadata log at a replica of the quorum."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.responses import joined
from kafkawire.broker.raft.roles import Role
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.batch import iter_headers
from tests.support.broker.raft_replicas import Alone, begin, fetch, partition_of, vote

MAX64 = (1 << 63) - 1


def top(alone: Alone, request: FetchRequest, version: int = 18) -> FetchResponse:
    response = alone.ask(request, version)
    assert isinstance(response, FetchResponse)
    return response


def error(alone: Alone, request: FetchRequest) -> int:
    return partition_of(top(alone, request)).error_code


def leader(**options: object) -> Alone:
    """Replica 1 leads epoch 1, or the epoch after those of `epochs`."""
    alone = Alone(**options)  # type: ignore[arg-type]
    alone.lead()
    alone.calls()
    return alone


def test_the_checks_of_the_whole_request() -> None:
    """replication A-9, A-8."""
    alone = leader()
    request = fetch(2, 1, 0, 0)
    request.cluster_id = "other"
    assert (top(alone, request).error_code, top(alone, request).responses) == (104, [])
    request.cluster_id = None
    assert top(alone, request).error_code == 0
    (topic,) = request.topics
    assert top(alone, request, 12).error_code == 42
    topic.topic_id = b"x" * 16
    assert top(alone, request).error_code == 42
    request = fetch(2, 1, 0, 0)
    request.topics[0].partitions[0].partition = 1
    assert top(alone, request).error_code == 42
    request.topics = []
    assert top(alone, request).error_code == 42
    request = fetch(2, 1, 0, 0)
    request.topics *= 2
    assert top(alone, request).error_code == 42


@pytest.mark.parametrize(
    ("epoch", "offset", "last", "wait_ms"),
    [(1, 0, 0, -1), (1, -1, 0, 0), (1, 0, -1, 0), (1, 0, 2, 0), (0, -1, 0, 0)],
)
def test_the_checks_of_the_partition(epoch: int, offset: int, last: int, wait_ms: int) -> None:
    """replication A-9: before the epoch is compared."""
    request = fetch(2, epoch, offset, last, max_wait_ms=wait_ms)
    assert error(leader(), request) == 42


def test_the_epoch_comes_before_the_leader() -> None:
    """replication A-9."""
    alone = Alone()
    alone.follow(2, 5)
    assert error(alone, fetch(3, 4, 0, 0)) == 74
    assert error(alone, fetch(3, 6, 0, 0)) == 75
    assert error(alone, fetch(3, 5, 0, 0)) == 6
    alone = leader()
    assert error(alone, fetch(2, 0, 0, 0)) == 74
    assert error(alone, fetch(2, 2, 0, 0)) == 75
    assert error(alone, fetch(1, 1, 0, 0)) == -1


def test_a_leader_that_stops_is_not_available() -> None:
    """replication A-9."""
    alone = leader()
    alone.replica.core.is_shutting_down = True
    assert error(alone, fetch(2, 1, 0, 0)) == 8


def test_every_response_names_the_leader() -> None:
    """replication A-10: with its address from version 16 on."""
    alone = Alone(epochs=[1, 1])
    alone.follow(3, 5)
    response = top(alone, fetch(2, 4, 0, 0))
    partition = partition_of(response)
    assert (partition.current_leader.leader_id, partition.current_leader.leader_epoch) == (3, 5)
    assert (partition.high_watermark, partition.log_start_offset) == (-1, 0)
    assert (partition.last_stable_offset, partition.preferred_read_replica) == (-1, -1)
    assert partition.aborted_transactions == []
    (endpoint,) = response.node_endpoints
    assert (endpoint.node_id, endpoint.host, endpoint.port) == (3, "host", 9003)
    assert not top(alone, fetch(2, 4, 0, 0), 15).node_endpoints
    unknown = top(Alone(), fetch(2, 0, 0, 0))
    assert partition_of(unknown).current_leader.leader_id == -1
    assert not unknown.node_endpoints


def test_the_address_is_that_of_the_listener() -> None:
    """replication A-10."""
    alone = Alone()
    request = begin(2, 1)
    request.leader_endpoints.append(type(request).LeaderEndpoint(name="SECOND", host="h", port=7))
    alone.ask(request)
    response = alone.ask(fetch(3, 1, 0, 0), listener="SECOND")
    assert isinstance(response, FetchResponse)
    assert [each.port for each in response.node_endpoints] == [7]


def test_the_high_watermark_is_unknown_until_the_epoch_has_committed() -> None:
    """replication A-11."""
    alone = leader(epochs=[0, 0])
    assert partition_of(alone.fetched_by(2, 0, 0)).high_watermark == -1
    assert partition_of(alone.fetched_by(2, 2, 0)).high_watermark == -1
    assert partition_of(alone.fetched_by(2, 3, 1)).high_watermark == 3


@pytest.mark.parametrize(
    ("offset", "epoch", "diverging"),
    [(3, 2, (1, 4)), (7, 1, (1, 4)), (1000, 1, (1, 4)), (5, 0, (0, 0)), (9, 3, (3, 7))],
)
def test_where_a_log_diverges(offset: int, epoch: int, diverging: tuple[int, int]) -> None:
    """replication A-12, A-13: no offset is out of range; no error and no records."""
    alone = leader(epochs=[1, 1, 1, 1, 3, 3, 3])
    assert alone.epoch == 4
    partition = partition_of(alone.fetched_by(2, offset, epoch))
    found = partition.diverging_epoch
    assert (found.epoch, found.end_offset) == diverging
    assert (partition.error_code, joined(partition.records)) == (0, b"")
    assert alone.replica.core.leadership is not None
    assert alone.replica.core.leadership.voters[2].end_offset == -1


@pytest.mark.parametrize(("offset", "epoch"), [(0, 0), (0, 2), (4, 1), (2, 1), (7, 3), (8, 4)])
def test_what_a_log_that_agrees_gets(offset: int, epoch: int) -> None:
    """replication A-12, A-15: an offset counts when it is valid."""
    alone = leader(epochs=[1, 1, 1, 1, 3, 3, 3])
    partition = partition_of(alone.fetched_by(2, offset, epoch))
    assert (partition.error_code, partition.diverging_epoch.epoch) == (0, -1)
    offsets = [head.base_offset for _, head in iter_headers(joined(partition.records))]
    assert offsets == list(range(offset, 8))
    assert alone.replica.core.leadership is not None
    assert alone.replica.core.leadership.voters[2].end_offset == offset


def test_one_whole_batch_is_sent_however_small_the_limit() -> None:
    """replication A-13."""
    alone = leader(epochs=[0, 0])
    partition = partition_of(alone.fetched_by(2, 0, 0, max_bytes=1))
    (found,) = iter_headers(joined(partition.records))
    assert (found[1].base_offset, found[1].size) == (0, len(joined(partition.records)))


def test_a_snapshot_is_offered() -> None:
    """replication A-9, A-12: from offset 0 always, and from below the log's start."""
    alone = leader(epochs=[1, 1, 1, 1, 3, 3, 3])
    first, second = SnapshotFile(2, 1), SnapshotFile(5, 3)
    alone.disk.files.update({first: b"1", second: b"2"})
    from_zero = partition_of(alone.fetched_by(2, 0, 0))
    assert (from_zero.snapshot_id.end_offset, from_zero.snapshot_id.epoch) == (5, 3)
    assert joined(from_zero.records) == b""
    assert partition_of(alone.fetched_by(2, 1, 1)).snapshot_id.end_offset == -1
    assert partition_of(alone.fetched_by(2, 3, 0)).snapshot_id.end_offset == 5
    alone.disk.log.move_high_watermark(5)
    alone.disk.log.delete_records_before(2)
    assert partition_of(alone.fetched_by(2, 1, 1)).snapshot_id.end_offset == 5
    assert partition_of(alone.fetched_by(2, 2, 2)).snapshot_id.end_offset == 5
    assert partition_of(alone.fetched_by(2, 2, 1)).snapshot_id.end_offset == -1


def wait(alone: Alone, offset: int, last: int, high_watermark: int) -> Deferred:
    request = fetch(2, alone.epoch, offset, last, max_wait_ms=500, high_watermark=high_watermark)
    response = alone.ask(request)
    assert isinstance(response, Deferred)
    assert response.response is None
    return response


def answer_of(deferred: Deferred) -> FetchResponse.PartitionData:
    assert deferred.response is not None
    return partition_of(deferred.response)


def test_a_fetch_waits_for_records() -> None:
    """replication A-14."""
    alone = leader()
    alone.fetched_by(2, 1, 1)
    waiting = wait(alone, 1, 1, 1)
    alone.replica.append([b"new"], alone.now_ms)
    assert [e.base_offset for _, e in iter_headers(joined(answer_of(waiting).records))] == [1]


def test_a_fetch_waits_for_the_high_watermark() -> None:
    """replication A-14: the follower learns it without records."""
    alone = leader(voters=(1, 2, 3, 4, 5))
    alone.fetched_by(2, 1, 1)
    alone.fetched_by(3, 1, 1)
    alone.replica.append([b"new"], alone.now_ms)
    waiting = wait(alone, 2, 1, 1)
    assert alone.replica.high_watermark == 1
    alone.fetched_by(3, 2, 1)
    assert (answer_of(waiting).high_watermark, joined(answer_of(waiting).records)) == (2, b"")


def test_a_fetch_waits_for_its_time_at_most() -> None:
    """replication A-14: then it gets the first response."""
    alone = leader()
    alone.fetched_by(2, 1, 1)
    alone.replica.append([b"new"], alone.now_ms)
    alone.replica.append([b"new"], alone.now_ms)
    waiting = wait(alone, 3, 1, 3)
    alone.wait(499)
    assert waiting.response is None
    alone.wait(1)
    assert (answer_of(waiting).high_watermark, joined(answer_of(waiting).records)) == (3, b"")


def test_a_follower_that_lags_learns_the_high_watermark_at_once() -> None:
    """replication A-14: -1 is below every known one; without the field it waits for records."""
    alone = leader()
    alone.fetched_by(2, 1, 1)
    request = fetch(2, 1, 1, 1, max_wait_ms=500, high_watermark=-1)
    assert partition_of(alone.ask(request)).high_watermark == 1
    waiting = wait(alone, 1, 1, MAX64)
    alone.fetched_by(3, 1, 1)
    assert waiting.response is None


def test_waiting_ends_when_the_leader_is_deposed_or_resigns() -> None:
    """replication A-15."""
    alone = leader()
    waiting = wait(alone, 1, 1, MAX64)
    alone.ask(vote(3, 2, (1, 1)))
    assert answer_of(waiting).error_code == 6
    alone = leader()
    waiting = wait(alone, 1, 1, MAX64)
    alone.replica.resign(1, alone.now_ms)
    assert alone.plays(Role.RESIGNED)
    assert answer_of(waiting).error_code == 6


def test_a_client_that_is_no_replica_is_recorded_nowhere() -> None:
    """replication A-15."""
    alone = leader()
    assert partition_of(alone.fetched_by(-1, 0, 0)).error_code == 0
    assert alone.replica.core.leadership is not None
    assert not alone.replica.core.leadership.observers


def test_versions_before_17_have_no_directory() -> None:
    """replication A-8: such a replica is no voter whose directory is known."""
    alone = leader(level=1)
    request = fetch(2, 1, 1, 1)
    request.topics[0].partitions[0].replica_directory_id = bytes(16)
    assert top(alone, request, 16).error_code == 0
    assert alone.replica.high_watermark is None
    alone.fetched_by(2, 1, 1)
    alone.fetched_by(2, 3, 1)
    assert alone.replica.high_watermark == 3


def test_a_resigned_leader_serves_nothing() -> None:
    """replication A-37, A-9."""
    alone = Alone(state=QuorumState(0, 1, 3, 1))
    assert error(alone, fetch(2, 3, 0, 0)) == 6
