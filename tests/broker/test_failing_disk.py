"""A disk that fails under a running broker: what each client hears, and what goes on."""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from tests.support.log.batches import make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA
from tests.support.log.volume import NOTHING
from tests.support.requests.fetching import asked, data_of, fetch_request
from tests.support.requests.produce import produce_request
from tests.support.requests.stored_harness import StoredHarness

GOOD, BAD = 0, 1
NONE = ErrorCode.NONE
STORAGE_ERROR = ErrorCode.KAFKA_STORAGE_ERROR
NOT_LEADER = ErrorCode.NOT_LEADER_OR_FOLLOWER
BAD_FILES = f"{DATA}/t-{BAD}/*"
MARKER = f"{DATA}/.kafka_cleanshutdown"
LARGE = 50_000


class World:
    """A broker with a topic `t` of two partitions and one record in each."""

    def __init__(self, disk: SimulatedDisk | None = None, **configs: str) -> None:
        self.disk = SimulatedDisk() if disk is None else disk
        self.harness = StoredHarness(self.disk)
        self.client = self.harness.connect()
        if disk is None:
            named = {name.replace("_", "."): value for name, value in configs.items()}
            self.harness.create_topic("t", 2, named)
            for partition in (GOOD, BAD):
                assert self.produce(partition) == NONE

    def ask(self, request: Any, version: int) -> Any:
        return self.client.request(request, version)

    def produce(self, partition: int, size: int = 1, version: int = 9, **fields: Any) -> int:
        sent = produce_request(("t", partition, make_batch(size=size, **fields)))
        (answer,) = self.ask(sent, version).responses[0].partition_responses
        assert (answer.base_offset < 0) == bool(answer.error_code)
        code: int = answer.error_code
        return code

    def fetch(self, partition: int, version: int = 12, offset: int = 0) -> Any:
        return data_of(self.ask(fetch_request(("t", asked(partition, offset))), version), partition)

    def list_offsets(self, partition: int, timestamp: int = -1) -> int:
        wanted = ListOffsetsRequest.ListOffsetsPartition(
            partition_index=partition, timestamp=timestamp
        )
        topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[wanted])
        code: int = (
            self.ask(ListOffsetsRequest(topics=[topic]), 5).topics[0].partitions[0].error_code
        )
        return code

    def delete_records(self, partition: int) -> int:
        wanted = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=partition, offset=1)
        topic = DeleteRecordsRequest.DeleteRecordsTopic(name="t", partitions=[wanted])
        answer = self.ask(DeleteRecordsRequest(topics=[topic], timeout_ms=100), 2)
        code: int = answer.topics[0].partitions[0].error_code
        return code

    def end_of_epoch(self, partition: int) -> int:
        wanted = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
            partition=partition, leader_epoch=0
        )
        topic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic(topic="t", partitions=[wanted])
        answer = self.ask(OffsetForLeaderEpochRequest(replica_id=-1, topics=[topic]), 4)
        code: int = answer.topics[0].partitions[0].error_code
        return code

    def goes_on(self) -> None:
        """The bad partition is offline for everybody, and nothing else is."""
        assert self.produce(BAD) == STORAGE_ERROR
        assert self.fetch(BAD).error_code == STORAGE_ERROR
        assert self.fetch(BAD, version=6).error_code == STORAGE_ERROR
        assert self.fetch(BAD, version=5).error_code == NOT_LEADER
        assert self.list_offsets(BAD) == STORAGE_ERROR
        assert self.delete_records(BAD) == STORAGE_ERROR
        assert self.end_of_epoch(BAD) == STORAGE_ERROR
        assert self.produce(GOOD) == NONE
        assert self.fetch(GOOD, offset=1).error_code == NONE
        assert self.list_offsets(GOOD) == self.delete_records(GOOD) == NONE
        assert self.end_of_epoch(GOOD) == NONE
        assert self.ask(MetadataRequest(topics=None), 9).topics[0].name == "t"

    def restarted(self) -> World:
        """As it is after this process was killed and the disk was mended."""
        *_, last = self.disk.moments()
        return World(last.killed(Random(0)))

    def values(self, partition: int) -> int:
        """How many batches there are."""
        found = self.fetch(partition)
        assert found.error_code == NONE
        return int(found.high_watermark)


FAULTS: dict[str, Callable[[SimulatedDisk], object]] = {
    "no space": lambda disk: disk.fail("pwrite", errno.ENOSPC, path=BAD_FILES),
    "not written": lambda disk: disk.fail("pwrite", errno.EIO, path=BAD_FILES),
    "written once in part, then not": lambda disk: (
        disk.write_short(30, path=BAD_FILES),
        disk.fail("pwrite", errno.ENOSPC, path=BAD_FILES, after=1),
    ),
    "read-only": lambda disk: disk.fail("pwrite", errno.EROFS, path=BAD_FILES),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_write_that_fails_takes_its_partition_offline_and_no_other(
    fault: Callable[[SimulatedDisk], object],
) -> None:
    """fetch A-58, B-14, J 61, produce A-40, A-61: what was acknowledged is back with a restart."""
    world = World()
    fault(world.disk)
    assert world.produce(BAD, size=100) == STORAGE_ERROR
    world.goes_on()
    world.disk.faults.clear()
    world.goes_on()  # nothing is tried again
    again = world.restarted()
    assert (again.values(GOOD), again.values(BAD)) == (3, 1)
    assert again.produce(BAD) == again.produce(GOOD) == NONE


def test_a_write_that_ends_early_is_finished() -> None:
    world = World()
    world.disk.write_short(7, path=BAD_FILES, times=3)
    assert world.produce(BAD, size=100) == NONE
    assert world.fetch(BAD, offset=1).records == world.fetch(BAD, offset=1).records != b""
    assert world.restarted().values(BAD) == 2


def test_a_full_disk_is_full_for_those_who_write_and_the_rest_is_read() -> None:
    """produce A-40: the bytes that did fit are not to be seen, now or later."""
    world = World()
    world.disk.capacity = world.disk.volume.size() + 50
    assert world.produce(BAD, size=1000) == STORAGE_ERROR
    assert world.fetch(GOOD).error_code == NONE
    assert world.fetch(BAD).error_code == STORAGE_ERROR
    world.disk.capacity = None
    assert world.produce(GOOD) == NONE
    again = world.restarted()
    assert again.values(BAD) == 1


def test_a_sync_that_fails_is_not_tried_again() -> None:
    """fetch H-23: the kernel has forgotten what it could not write, so nothing is promised."""
    world = World(flush_messages="1")
    fault = world.disk.fail("sync", errno.EIO, path=BAD_FILES, times=1)
    assert world.produce(BAD) == STORAGE_ERROR
    world.goes_on()
    assert fault.hits == 1
    *_, last = world.disk.moments()
    again = World(last.power_failed(NOTHING))
    assert again.values(BAD) == 1
    assert again.values(GOOD) == 2


@pytest.mark.parametrize("code", [errno.EIO, errno.EACCES])
def test_what_cannot_be_read_takes_its_partition_offline(code: int) -> None:
    """fetch B-14, B-32, J 61: whichever call it is that reads."""
    for touch in (World.fetch, World.list_offsets):
        world = World()
        again = World(_stopped(world))
        again.disk.fail("pread", code, path=BAD_FILES)
        if touch is World.fetch:
            assert again.fetch(BAD).error_code == STORAGE_ERROR
        else:
            assert again.list_offsets(BAD, timestamp=5) == STORAGE_ERROR
        again.goes_on()


def _stopped(world: World) -> SimulatedDisk:
    assert world.harness.stop()
    return _killed(world)


def _killed(world: World) -> SimulatedDisk:
    *_, last = world.disk.moments()
    return last.killed(Random(0))


def test_a_file_that_was_taken_away_takes_its_partition_offline() -> None:
    """fetch B-14: and no empty one is made in its place. One that is open is read as before."""
    first = World(segment_bytes="1048576")
    for _ in range(3):
        assert first.produce(BAD, size=600_000) == NONE
    world = World(_stopped(first))
    path = f"{DATA}/t-{BAD}/{0:020}.log"
    world.disk.remove(path)
    assert world.fetch(BAD, offset=3).error_code == NONE
    assert world.fetch(BAD).error_code == STORAGE_ERROR
    assert not world.disk.volume.exists(path)
    world.goes_on()


def test_who_waits_hears_when_the_time_is_up_that_the_disk_has_failed() -> None:
    """fetch D-9, J 61: nothing wakes those who wait."""
    world = World()
    waiting = world.harness.connect()
    pending = waiting.send(fetch_request(("t", asked(BAD, 1)), max_wait_ms=10_000), 12)
    world.harness.settle()
    world.disk.fail("pwrite", errno.EIO, path=BAD_FILES)
    assert world.produce(BAD) == STORAGE_ERROR
    world.harness.advance(9_999)
    assert not pending.done
    world.harness.advance(1)
    assert data_of(pending.response, BAD).error_code == STORAGE_ERROR


def test_a_stop_with_a_failed_log_leaves_no_marker_and_all_others_whole() -> None:
    """fetch H-40: the next start looks at every log that may be torn."""
    world = World()
    world.disk.fail("pwrite", errno.EIO, path=BAD_FILES)
    assert world.produce(BAD) == STORAGE_ERROR
    assert not world.harness.stop()
    assert not world.disk.volume.exists(MARKER)
    again = World(_killed(world))
    assert (again.values(GOOD), again.values(BAD)) == (1, 1)


def test_a_stop_in_order_leaves_the_marker_and_a_start_takes_it() -> None:
    """fetch H-40, admin F-34."""
    disk = _stopped(World())
    assert disk.volume.exists(MARKER)
    World(disk)
    assert not disk.volume.exists(MARKER)


def test_a_topic_with_a_failed_partition_can_be_deleted_and_made_again() -> None:
    world = World()
    world.disk.fail("pwrite", errno.EIO, path=BAD_FILES, times=1)
    assert world.produce(BAD) == STORAGE_ERROR
    answer = world.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=100), 5)
    assert answer.responses[0].error_code == NONE
    world.harness.create_topic("t", 2)
    assert world.produce(BAD) == world.produce(GOOD) == NONE
    assert world.restarted().values(BAD) == 1


def test_a_group_whose_offsets_cannot_be_written_finds_its_coordinator_elsewhere() -> None:
    """groups A-53: 56 becomes NOT_COORDINATOR; groups of other partitions go on."""
    world = World()

    def commit(group: str) -> int:
        partition = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=0, committed_offset=1
        )
        topic = OffsetCommitRequest.OffsetCommitRequestTopic(name="t", partitions=[partition])
        request = OffsetCommitRequest(
            group_id=group, generation_id_or_member_epoch=-1, topics=[topic]
        )
        code: int = world.ask(request, 8).topics[0].partitions[0].error_code
        return code

    from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest

    world.ask(FindCoordinatorRequest(key="g"), 3)
    assert commit("g") == commit("h") == NONE
    logs = world.harness.broker.replicas.partitions
    written = [name for name, each in logs.items() if name.topic != "t" and each.log.log_end_offset]
    assert len(written) == 2
    paths = [f"{DATA}/{name.topic}-{name.partition}/*" for name in written]
    world.disk.fail("pwrite", errno.EIO, path=paths[0])
    assert sorted([commit("g"), commit("h")]) == [NONE, ErrorCode.NOT_COORDINATOR]
    world.disk.faults.clear()
    assert sorted([commit("g"), commit("h")]) == [NONE, ErrorCode.NOT_COORDINATOR]
