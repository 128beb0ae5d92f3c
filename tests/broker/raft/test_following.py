"""The side of the follower."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.quorum import QuorumFailure
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import VoterSet
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from tests.support.broker.raft_disk import RaftDisk
from tests.support.broker.raft_replicas import TOPIC, Alone, batch, begin, fetched
from tests.support.broker.raft_world import CLUSTER_ID, endpoint, key, snapshot_of


def piece(
    data: bytes, position: int, size: int, *, error: int = 0, epoch: int = 1
) -> FetchSnapshotResponse:
    partition = FetchSnapshotResponse.PartitionSnapshot(
        error_code=error,
        position=position,
        size=size,
        unaligned_records=data,
        current_leader=FetchSnapshotResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=epoch),
    )
    topic = FetchSnapshotResponse.TopicSnapshot(name=TOPIC, partitions=[partition])
    return FetchSnapshotResponse(topics=[topic])


def follower(**options: object) -> Alone:
    alone = Alone(**options)  # type: ignore[arg-type]
    alone.follow(2, max(1, alone.epoch))
    return alone


def test_what_a_fetch_contains() -> None:
    """replication A-7: and its directory; the broker epoch is not used."""
    alone = follower(epochs=[1, 1, 1])
    call = alone.fetch_call()
    assert (call.destination.id, call.destination.port) == (2, 9002)
    request = call.request
    assert isinstance(request, FetchRequest)
    assert (request.max_wait_ms, request.min_bytes, request.max_bytes) == (500, 0, 1048576)
    assert (request.session_id, request.session_epoch, request.isolation_level) == (0, -1, 0)
    assert (request.cluster_id, request.rack_id) == (CLUSTER_ID, "")
    assert (request.replica_state.replica_id, request.replica_state.replica_epoch) == (1, -1)
    (topic,) = request.topics
    assert topic.topic_id == bytes(15) + b"\x01"
    (asked,) = topic.partitions
    assert (asked.partition, asked.current_leader_epoch) == (0, 1)
    assert (asked.fetch_offset, asked.last_fetched_epoch) == (3, 1)
    assert (asked.log_start_offset, asked.partition_max_bytes) == (-1, 0)
    assert (asked.replica_directory_id, asked.high_watermark) == (key(1).directory_id, -1)


def test_records_are_appended_and_then_committed() -> None:
    """replication A-20, A-5: the high watermark is at most the own end, and never lower."""
    alone = follower()
    alone.answer(alone.fetch_call(), fetched(1, 2, batch(0, 1, b"a", b"b"), high_watermark=-1))
    assert (alone.end_offset, alone.replica.high_watermark) == (2, None)
    assert alone.disk.log.recovery_point == 2, "a voter flushes before its next fetch"
    alone.answer(alone.fetch_call(), fetched(1, 2, batch(2, 1, b"c"), high_watermark=9))
    assert alone.replica.high_watermark == 3
    alone.answer(alone.fetch_call(), fetched(1, 2, high_watermark=1))
    assert alone.replica.high_watermark == 3
    request = alone.fetch_call().request
    assert isinstance(request, FetchRequest)
    assert request.topics[0].partitions[0].high_watermark == 3
    assert ("committed", 3) in alone.events
    assert ("committed", 2) not in alone.events


def test_an_observer_need_not_flush() -> None:
    """replication A-20."""
    alone = Alone((2, 3))
    alone.follow()
    alone.answer(alone.fetch_call(), fetched(1, 2, batch(0, 1, b"a")))
    assert (alone.end_offset, alone.disk.log.recovery_point) == (1, 0)


def test_a_broken_batch_is_not_appended() -> None:
    """replication A-20."""
    alone = follower()
    broken = bytearray(batch(0, 1, b"a"))
    broken[-1] ^= 1
    alone.answer(alone.fetch_call(), fetched(1, 2, bytes(broken)))
    assert alone.end_offset == 0
    assert alone.plays(Role.FOLLOWER)


def test_a_log_that_diverges_is_cut() -> None:
    """replication A-21: at its own end of the epoch, or the leader's if that is lower."""
    alone = follower(epochs=[1, 1, 2, 2, 2])
    alone.answer(alone.fetch_call(), fetched(2, 2, diverging=(1, 7)))
    assert alone.end_offset == 2
    alone = follower(epochs=[1, 1, 2, 2, 2])
    alone.answer(alone.fetch_call(), fetched(2, 2, diverging=(2, 4)))
    assert alone.end_offset == 4
    request = alone.fetch_call().request
    assert isinstance(request, FetchRequest)
    assert request.topics[0].partitions[0].fetch_offset == 4


def test_committed_records_are_never_cut() -> None:
    """replication A-21."""
    alone = follower(epochs=[1, 1])
    alone.answer(alone.fetch_call(), fetched(1, 2, high_watermark=2))
    with pytest.raises(QuorumFailure, match="below the high watermark 2"):
        alone.answer(alone.fetch_call(), fetched(1, 2, diverging=(1, 1)))
    assert alone.end_offset == 2


@pytest.mark.parametrize("error", [74, 6])
def test_a_hint_leads_to_the_leader(error: int) -> None:
    """replication A-17, A-10: a newcomer needs one round trip."""
    alone = Alone((3, 4))
    call = alone.fetch_call()
    assert call.destination.id < -1
    alone.answer(call, fetched(5, 3, error=error))
    assert (alone.role, alone.leader_id, alone.epoch) == (Role.FOLLOWER, 3, 5)
    assert alone.fetch_call().destination.port == 9003


def test_a_leader_without_an_address_cannot_be_followed() -> None:
    """replication A-19: the voter set has the address of voters."""
    alone = Alone()
    alone.answer(alone.fetch_call(), fetched(5, 9, error=74, with_endpoint=False))
    assert (alone.role, alone.leader_id, alone.epoch) == (Role.UNATTACHED, 9, 5)
    alone = Alone()
    alone.answer(alone.fetch_call(), fetched(5, 3, error=74, with_endpoint=False))
    assert (alone.role, alone.leader_id) == (Role.FOLLOWER, 3)


def test_older_epochs_and_unknown_ones_are_ignored() -> None:
    """replication A-17: after a back-off it is tried again."""
    alone = Alone()
    alone.follow(2, 5)
    alone.answer(alone.fetch_call(), fetched(4, 3, error=75))
    assert (alone.role, alone.leader_id, alone.epoch) == (Role.FOLLOWER, 2, 5)
    alone.answer(alone.calls()[0], fetched(5, 2, error=75))
    alone.calls()
    alone.wait(20)
    assert alone.plays(Role.FOLLOWER)


@pytest.mark.parametrize("error", [8, 42])
def test_an_error_backs_off(error: int) -> None:
    """replication A-17: a request that the leader refuses stops nothing here."""
    alone = follower()
    alone.answer(alone.fetch_call(), fetched(1, 2, error=error))
    assert alone.plays(Role.FOLLOWER)
    (call,) = alone.calls()
    assert call.destination.id < -1


def test_after_a_failure_any_server_is_asked() -> None:
    """replication A-22, A-23: their ids are unknown, so negative; one request at a time."""
    alone = follower()
    alone.answer(alone.fetch_call(), None)
    call = alone.fetch_call()
    assert call.destination.id in (-2, -3)
    assert alone.calls() == []
    alone.wait(20)
    alone.answer(call, fetched(1, 2, error=6))
    assert alone.fetch_call().destination.id == 2


def test_a_fetch_without_a_response_is_given_up() -> None:
    """replication A-22."""
    alone = Alone((2, 3))
    alone.follow()
    alone.fetch_call()
    alone.wait(1999)
    assert alone.calls() == []
    alone.wait(1)
    assert alone.fetch_call().destination.id < -1


def test_each_successful_fetch_begins_the_timer_again() -> None:
    """replication A-24."""
    alone = follower(level=1)
    for _ in range(4):
        alone.wait(1500)
        alone.answer(alone.fetch_call(), fetched(1, 2))
    assert alone.plays(Role.FOLLOWER)


def stored(directory: RaftDisk | None = None) -> bytes:
    voters = VoterSet()
    return snapshot_of(VoterHistory(voters), 1, b"state" * 100)


def download(alone: Alone) -> None:
    alone.answer(alone.fetch_call(), fetched(1, 2, snapshot=(5, 1)))


def test_a_snapshot_replaces_the_whole_log() -> None:
    """replication A-34, A-31: piece by piece; then the log begins at its end."""
    alone = follower(epochs=[0, 0, 0])
    content = stored()
    download(alone)
    position = 0
    while position < len(content):
        (call,) = alone.calls()
        request = call.request
        assert isinstance(request, FetchSnapshotRequest)
        assert (request.cluster_id, request.replica_id) == (CLUSTER_ID, 1)
        assert (request.max_bytes, request.topics[0].name) == (1048576, TOPIC)
        asked = request.topics[0].partitions[0]
        assert (asked.snapshot_id.end_offset, asked.snapshot_id.epoch) == (5, 1)
        assert (asked.current_leader_epoch, asked.position) == (1, position)
        assert asked.replica_directory_id == key(1).directory_id
        alone.answer(call, piece(content[position : position + 200], position, len(content)))
        position += 200
    assert alone.disk.files == {SnapshotFile(5, 1): content}
    assert (alone.disk.log.log_start_offset, alone.end_offset) == (5, 5)
    assert alone.replica.high_watermark == 5
    assert alone.events[-2:] == [("snapshot", 5), ("committed", 5)]
    request = alone.fetch_call().request
    assert isinstance(request, FetchRequest)
    fetch = request.topics[0].partitions[0]
    assert (fetch.fetch_offset, fetch.last_fetched_epoch) == (5, 1)
    alone.wait(1999)
    assert alone.plays(Role.FOLLOWER)


@pytest.mark.parametrize(
    "response", [FetchSnapshotResponse(error_code=-1), piece(b"", 0, 0, error=98)]
)
def test_an_error_leads_back_to_fetch(response: FetchSnapshotResponse) -> None:
    """replication A-33, A-34: of any kind; the partial file is dropped."""
    alone = follower()
    download(alone)
    content = stored()
    alone.answer(alone.calls()[0], piece(content[:100], 0, len(content)))
    assert alone.disk.partial
    alone.answer(alone.calls()[0], response)
    assert not alone.disk.partial
    alone.wait(20)
    assert isinstance(alone.calls()[0].request, FetchRequest)
    assert alone.end_offset == 0


def test_a_new_leader_ends_a_download() -> None:
    """replication A-34: bytes of two leaders are never mixed."""
    alone = follower()
    download(alone)
    content = stored()
    alone.answer(alone.calls()[0], piece(content[:100], 0, len(content)))
    alone.ask(begin(3, 2))
    assert not alone.disk.partial
    assert alone.fetch_call().destination.id == 3


def test_a_snapshot_that_is_there_is_not_fetched() -> None:
    """replication A-34."""
    alone = follower(epochs=[0, 0])
    alone.disk.files[SnapshotFile(5, 1)] = stored()
    download(alone)
    assert (alone.disk.log.log_start_offset, alone.end_offset) == (5, 5)
    assert isinstance(alone.calls()[0].request, FetchRequest)


def test_a_log_beyond_the_snapshot_stays() -> None:
    """A snapshot never removes records that the log has beyond it."""
    alone = follower(epochs=[1, 1, 1, 1, 1, 1])
    alone.disk.files[SnapshotFile(5, 1)] = stored()
    download(alone)
    assert (alone.disk.log.log_start_offset, alone.end_offset) == (0, 6)


def test_a_late_response_changes_nothing() -> None:
    alone = follower()
    call = alone.fetch_call()
    alone.ask(begin(3, 2))
    alone.answer(call, fetched(1, 2, batch(0, 1, b"late")))
    assert alone.end_offset == 0
    other = FetchResponse()
    alone.answer(alone.fetch_call(), other)
    assert alone.leader_id == 3
    assert endpoint(3).port == 9003
