"""Replicas whose files are on a disk: what a start finds after a crash at any point."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.vote_response import VoteResponse
from tests.support.broker.raft_directory import (
    append,
    batches_of,
    catch_up,
    commit,
    leader_of,
    replica_on,
    take_snapshot,
)
from tests.support.broker.raft_replicas import Alone, vote
from tests.support.log.simulated_disk import Moment, SimulatedDisk
from tests.support.log.stored import METADATA
from tests.support.log.volume import EVERYTHING, NAMES, NOTHING, ZEROS, Luck

LUCKS: tuple[Luck, ...] = (NOTHING, ZEROS, NAMES, EVERYTHING)


class Promise(NamedTuple):
    """What a follower has acknowledged by a fetch after so many changes of its disk."""

    changes: int
    epoch: int
    last_epoch: int
    end_offset: int
    snapshot_end: int


class Life:
    """A follower that fetches from several leaders, and what it promises meanwhile."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self.disk = disk
        self.follower = replica_on(disk)
        self.begun = len(disk.changes)
        self.promises: list[Promise] = []
        self.sent: set[bytes] = set()
        calls = self.follower.replica.take_calls

        def noted() -> object:
            taken = calls()
            for call in taken:
                if isinstance(call.request, FetchRequest):
                    self.note(call.request)
            return taken

        self.follower.calls = noted  # type: ignore[method-assign, assignment]

    def note(self, request: FetchRequest) -> None:
        asked = request.topics[0].partitions[0]
        latest = self.follower.replica.core.log.latest_snapshot
        self.promises.append(
            Promise(
                len(self.disk.changes),
                asked.current_leader_epoch,
                asked.last_fetched_epoch,
                asked.fetch_offset,
                0 if latest is None else latest.end_offset,
            )
        )

    def fetch_from(self, leader: Alone, *, is_committed: bool = True) -> None:
        self.sent.update(batches_of(leader))
        self.follower.follow(leader.replica.core.sender.key.id, leader.epoch)
        catch_up(self.follower, leader, is_committed=is_committed)

    def kept_at(self, moment: int) -> tuple[int, tuple[int, int], int]:
        """The epoch, the end of the log and the snapshot that a start after `moment` must have."""
        before = [each for each in self.promises if each.changes <= moment]
        after = [each for each in self.promises if each.changes > moment]
        if not before:
            return 0, (0, 0), 0
        # A later fetch may promise less: the log was cut in between.
        around = [before[-1], *after[:1]]
        end = min((each.last_epoch, each.end_offset) for each in around)
        return before[-1].epoch, end, before[-1].snapshot_end


def lived(disk: SimulatedDisk) -> tuple[Life, Alone]:
    """A life with each kind of change of the log; returns the last leader too."""
    disk.note_calls = False
    life = Life(disk)
    first = leader_of(1)
    append(first, 8)
    life.fetch_from(first)
    committed = batches_of(first)
    append(first, 1, size=5)
    life.fetch_from(first, is_committed=False)
    life.follower.calls()
    second = leader_of(2, 3, copied=committed)
    append(second, 9)
    life.fetch_from(second)
    append(second, 12)
    take_snapshot(second)
    append(second, 5)
    life.fetch_from(second)
    append(second, 7)
    take_snapshot(second)
    life.fetch_from(second)
    append(second, 3)
    commit(second)
    life.fetch_from(second)
    return life, second


def survivors(moment: Moment, random: Random) -> list[SimulatedDisk]:
    """The disk after a few kinds of crash at this moment."""
    lucks: list[Luck | Random] = [*LUCKS, random]
    return [moment.killed(random), moment.power_failed(random.choice(lucks))]


def check(life: Life, found: Alone, moment: int) -> None:
    """Promises are kept, and the log has no gap and no foreign byte."""
    core = found.replica.core
    epoch, end, snapshot_end = life.kept_at(moment)
    assert found.epoch >= epoch
    assert core.log_end >= end
    latest = core.log.latest_snapshot
    begin = 0 if latest is None else latest.end_offset
    assert snapshot_end <= begin
    assert core.log.start_offset <= begin <= core.log.end_offset
    assert (found.replica.high_watermark or 0) == begin
    offset = core.log.start_offset
    for header, batch in core.log.log.iter_batches(offset):
        assert header.base_offset == offset
        assert bytes(batch) in life.sent
        offset = header.next_offset
    assert offset == core.log.end_offset


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_start_after_a_crash_keeps_what_was_promised(seed: int) -> None:
    """replication A-20, A-21, A-34: at any point of appends, cuts and downloads of snapshots."""
    random = Random(seed)
    disk = SimulatedDisk()
    life, _ = lived(disk)
    for moment in disk.moments():
        if moment.number < life.begun or random.random() < 0.7:
            continue
        for survivor in survivors(moment, random):
            check(life, replica_on(survivor), moment.number)


@pytest.mark.slow
def test_a_crashed_replica_catches_up() -> None:
    """replication A-34: also if the crash came between a snapshot and the log behind it."""
    random = Random(11)
    disk = SimulatedDisk()
    life, leader = lived(disk)
    ended = len(disk.changes)
    for moment in disk.moments():
        if moment.number < life.begun or (random.random() < 0.9 and moment.number < ended):
            continue
        for survivor in survivors(moment, random):
            found = replica_on(survivor)
            if found.epoch < leader.epoch or found.leader_id != 3:
                found.follow(3, leader.epoch)
            catch_up(found, leader)
            assert found.replica.core.log_end == leader.replica.core.log_end


@pytest.mark.parametrize("level", [0, 1])
def test_a_vote_is_on_disk_before_its_response(level: int) -> None:
    """replication A-35, A-45: after any crash from then on no other candidate gets the vote."""
    disk = SimulatedDisk()
    replica = replica_on(disk, level=level)
    response = replica.ask(vote(2, 7))
    assert isinstance(response, VoteResponse)
    assert response.topics[0].partitions[0].vote_granted
    (*_, moment) = disk.moments()
    for survivor in (moment.killed(Random(1)), *(moment.power_failed(luck) for luck in LUCKS)):
        found = replica_on(survivor, level=level)
        stored = found.stored()
        assert stored is not None
        assert (stored.data_version, stored.leader_epoch, stored.voted_id) == (level, 7, 2)
        other = found.ask(vote(3, 7))
        assert isinstance(other, VoteResponse)
        assert not other.topics[0].partitions[0].vote_granted


@pytest.mark.parametrize("level", [0, 1])
def test_a_crash_leaves_a_whole_election_state(level: int) -> None:
    """replication A-35: that of one transition or of the next, in the form of kraft.version."""
    random = Random(level)
    disk = SimulatedDisk()
    replica = replica_on(disk, level=level)
    states = [(len(disk.changes), 0)]
    for epoch in (3, 4, 9):
        replica.ask(vote(2, epoch))
        states.append((len(disk.changes), epoch))
    for moment in disk.moments():
        if moment.number < states[0][0]:
            continue
        before = [epoch for changes, epoch in states if changes <= moment.number][-1]
        after = [epoch for changes, epoch in states if changes > moment.number][:1]
        for survivor in survivors(moment, random):
            assert replica_on(survivor, level=level).epoch in (before, *after)


@pytest.mark.parametrize("level", [0, 1])
def test_a_torn_election_state_stops_the_replica(level: int) -> None:
    """replication A-35: a file that cannot be read is not an empty one: a vote would be lost."""
    disk = SimulatedDisk()
    replica_on(disk, level=level).ask(vote(2, 7))
    path = f"{METADATA}/quorum-state"
    whole = disk.read(path)
    for size in range(len(whole)):
        disk.write(path, whole[:size])
        with pytest.raises(CorruptFile, match="quorum-state"):
            replica_on(disk, level=level)
    disk.write(path, whole)
    disk.write(path + ".tmp", whole[:20])
    found = replica_on(disk, level=level)
    assert found.epoch == 7
    found.ask(vote(3, 8))
    assert replica_on(disk, level=level).epoch == 8


@pytest.mark.slow
def test_a_crash_between_snapshots_and_cleaning_loses_no_committed_record() -> None:
    """replication A-25, A-30: a start finds a snapshot, and every committed record behind it."""
    random = Random(5)
    disk = SimulatedDisk()
    disk.note_calls = False
    leader = replica_on(disk, voters=(1,))
    begun = len(disk.changes)
    committed = [(begun, leader.replica.high_watermark or 0)]
    for number in range(30):
        append(leader, 1)
        committed.append((len(disk.changes), leader.replica.high_watermark or 0))
        if number % 4 == 3:
            writer = leader.replica.create_snapshot(
                SnapshotFile(leader.end_offset, leader.epoch), leader.now_ms, leader.now_ms
            )
            assert writer is not None
            writer.append([bytes(600)])
            writer.freeze()
        if number % 7 == 6:
            leader.wait(60_000)
    assert leader.replica.core.log.start_offset > 15
    for moment in disk.moments():
        if moment.number < begun or random.random() < 0.85:
            continue
        kept = [end for changes, end in committed if changes <= moment.number][-1]
        for survivor in survivors(moment, random):
            found = replica_on(survivor, voters=(1,))
            log = found.replica.core.log
            assert found.epoch > leader.epoch
            assert log.end_offset > kept
            begin = 0 if log.latest_snapshot is None else log.latest_snapshot.end_offset
            assert log.start_offset <= begin <= log.end_offset
            offsets = [each.base_offset for each, _ in log.log.iter_batches(log.start_offset)]
            assert offsets == list(range(log.start_offset, log.end_offset))
