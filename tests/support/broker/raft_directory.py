"""A quorum replica with its files on a simulated disk, and a leader from which it fetches."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.replica import Storage
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.storage import open_quorum_storage
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest
from tests.support.broker.raft_disk import RaftDisk
from tests.support.broker.raft_replicas import Alone, fetch
from tests.support.broker.raft_world import snapshot_of
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, manager_of, take_over

SMALL_SEGMENTS = {"internal.metadata.log.segment.bytes": "400"}
SMALL_PIECES = RaftSettings(
    append_linger_ms=0,
    fetch_max_bytes=300,
    fetch_snapshot_max_bytes=200,
    election_timeout_ms=10,
    retention_bytes=3000,
)
CONVERSATION_MAX = 300


def opened(disk: SimulatedDisk) -> Storage:
    """The files of a replica, formatted if there are none."""
    take_over(disk).close()
    return open_quorum_storage(DATA, manager_of(disk), BrokerConfig(SMALL_SEGMENTS), 1)


def replica_on(disk: SimulatedDisk, *, level: int = 0, voters: Sequence[int] = (1, 2, 3)) -> Alone:
    """Replica 1 of these voters at a level of kraft.version, which has just started."""
    return Alone(voters, storage=opened(disk), settings=SMALL_PIECES, level=level)


def leader_of(epoch: int, node_id: int = 2, copied: Sequence[bytes] = ()) -> Alone:
    """A leader of `epoch` with its log in memory, which begins with copied batches."""
    disk = RaftDisk()
    for each in copied:
        disk.log.append_as_follower(each, leader_epoch=epoch, now_ms=0)
    state = QuorumState(0, -1, epoch - 1)
    leader = Alone(node_id=node_id, settings=SMALL_PIECES, disk=disk, state=state)
    leader.lead()
    assert leader.epoch == epoch
    return leader


def batches_of(leader: Alone) -> list[bytes]:
    """The batches of a leader's log."""
    return [bytes(each) for _, each in leader.disk.log.iter_batches(0)]


def append(leader: Alone, count: int, size: int = 1) -> None:
    """Append batches of `size` records, whose bytes are found nowhere else."""
    for _ in range(count):
        text = f"record {leader.end_offset} of epoch {leader.epoch}".ljust(90)
        leader.replica.append([text.encode()] * size, leader.now_ms)


def commit(leader: Alone) -> None:
    """Let another voter fetch everything, so that the leader commits it."""
    other = 5 - leader.replica.core.sender.key.id
    end = leader.end_offset
    leader.ask(fetch(other, leader.epoch, end, leader.replica.core.log.last_epoch))
    assert leader.replica.high_watermark == end


def take_snapshot(leader: Alone) -> SnapshotFile:
    """Replace the log of the leader by a snapshot of more than two pieces."""
    commit(leader)
    log = leader.replica.core.log
    which = SnapshotFile(leader.end_offset, log.last_epoch)
    leader.disk.files[which] = snapshot_of(log.voters, which.epoch, bytes(700))
    log.log.delete_records_before(which.end_offset)
    return which


def catch_up(follower: Alone, leader: Alone, *, is_committed: bool = True) -> None:
    """Carry requests and responses until the follower has all that the leader has.

    If not `is_committed`, the last fetch of the follower gets lost, so that it commits nothing.
    """
    follower.now_ms = leader.now_ms = max(follower.now_ms, leader.now_ms)
    for _ in range(CONVERSATION_MAX):
        if _agree(follower, leader, is_committed=is_committed):
            return
        calls = follower.calls()
        for call in calls:
            if call.destination.id != leader.replica.core.sender.key.id:
                follower.answer(call, None)
                continue
            assert isinstance(call.request, (FetchRequest, FetchSnapshotRequest))
            response = leader.ask(call.request)
            if isinstance(response, Deferred):
                response.deliver = lambda late, call=call: follower.answer(call, late)
                leader.wait(500)
                follower.now_ms = leader.now_ms
            else:
                follower.answer(call, response)
        if not calls:
            follower.wait(25)
            leader.now_ms = follower.now_ms
    raise AssertionError("the follower does not catch up")


def _agree(follower: Alone, leader: Alone, *, is_committed: bool) -> bool:
    logs = [each.replica.core.log for each in (follower, leader)]
    ends = [(each.last_epoch, each.end_offset) for each in logs]
    watermarks = [each.high_watermark for each in logs]
    return ends[0] == ends[1] and (watermarks[0] == watermarks[1] or not is_committed)
