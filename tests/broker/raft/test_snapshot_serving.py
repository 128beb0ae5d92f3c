"""FetchSnapshot at the leader."""

from __future__ import annotations

from kafkawire.broker.raft.responses import joined
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from tests.support.broker.raft_replicas import TOPIC, Alone
from tests.support.broker.raft_world import CLUSTER_ID, key

SIZE = 3020
CONTENT = bytes(index % 251 for index in range(SIZE))


def request(
    position: int = 0, epoch: int = 1, which: tuple[int, int] = (5, 1)
) -> FetchSnapshotRequest:
    partition = FetchSnapshotRequest.PartitionSnapshot(
        current_leader_epoch=epoch,
        snapshot_id=FetchSnapshotRequest.SnapshotId(end_offset=which[0], epoch=which[1]),
        position=position,
        replica_directory_id=key(2).directory_id,
    )
    topic = FetchSnapshotRequest.TopicSnapshot(name=TOPIC, partitions=[partition])
    return FetchSnapshotRequest(cluster_id=CLUSTER_ID, replica_id=2, max_bytes=1000, topics=[topic])


def leader() -> Alone:
    alone = Alone()
    alone.lead()
    alone.disk.files[SnapshotFile(5, 1)] = CONTENT
    return alone


def ask(alone: Alone, asked: FetchSnapshotRequest) -> FetchSnapshotResponse:
    response = alone.ask(asked)
    assert isinstance(response, FetchSnapshotResponse)
    assert response.encode(1), "an error can be encoded, too"
    return response


def error(alone: Alone, asked: FetchSnapshotRequest) -> int:
    return ask(alone, asked).topics[0].partitions[0].error_code


def test_a_snapshot_comes_in_pieces() -> None:
    """replication A-31: 1000, 1000, 1000, 20 bytes of the file, wherever batches end."""
    alone = leader()
    pieces = []
    for position in (0, 1000, 2000, 3000):
        response = ask(alone, request(position))
        piece = response.topics[0].partitions[0]
        assert (piece.size, piece.position, piece.error_code) == (SIZE, position, 0)
        assert (piece.snapshot_id.end_offset, piece.snapshot_id.epoch) == (5, 1)
        assert (piece.current_leader.leader_id, piece.current_leader.leader_epoch) == (1, 1)
        assert [each.port for each in response.node_endpoints] == [9001]
        pieces.append(joined(piece.unaligned_records))
    assert [len(each) for each in pieces] == [1000, 1000, 1000, 20]
    assert b"".join(pieces) == CONTENT


def test_the_checks() -> None:
    """replication A-32, A-33: with an empty byte field."""
    alone = leader()
    asked = request()
    asked.cluster_id = "other"
    assert ask(alone, asked).error_code == 104
    asked = request()
    asked.topics[0].partitions *= 2
    assert ask(alone, asked).error_code == 42
    asked.topics = []
    assert ask(alone, asked).error_code == 42
    asked = request()
    asked.topics[0].name = "t"
    assert error(alone, asked) == 3
    assert error(alone, request(epoch=0)) == 74
    assert error(alone, request(epoch=2)) == 75
    assert error(alone, request(which=(6, 1))) == 98
    assert error(alone, request(-1)) == 99
    assert error(alone, request(SIZE)) == 99
    follower = Alone()
    follower.follow()
    assert error(follower, request()) == 6


def test_the_bootstrap_snapshot_is_not_sent() -> None:
    """replication A-26."""
    assert error(leader(), request(which=(0, 0))) == 98


def test_it_counts_for_check_quorum() -> None:
    """replication A-57."""
    alone = leader()
    alone.wait(1500)
    ask(alone, request())
    assert alone.replica.core.leadership is not None
    assert alone.replica.core.leadership.check_ms == alone.now_ms + 3000
