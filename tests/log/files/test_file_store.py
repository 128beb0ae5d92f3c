"""A log in a directory is the same log as one in memory, whatever happens to it."""

from __future__ import annotations

import gc
from collections import Counter
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import make_batch, make_marker
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import content_of, files_of, log_file, new_disk, new_log, opened
from tests.support.log.twin_logs import Twins

CONFIGS = {"internal.segment.bytes": "700", "index.interval.bytes": "150", "segment.ms": "5000"}
RETENTIONS = [
    {"retention.bytes": "900"},
    {"retention.bytes": "0"},
    {"retention.ms": "3000"},
    {"retention.ms": "0"},
    {},
]
LIMITS = {
    "kafkawire.log.files.file_storage.SENDFILE_BYTES_MIN": 190,
    "kafkawire.log.files.file_storage.TAIL_BYTES_MAX": 400,
    "kafkawire.log.files.file_storage.WALK_BYTES": 100,
    "kafkawire.log.files.file_storage.SCAN_BYTES": 250,
    "kafkawire.log.files.file_storage.UNSYNCED_BYTES_MAX": 350,
    "kafkawire.log.files.shared.INDEXES_LOADED_MAX": 2,
}
"""So small that everything that is bounded comes and goes."""

times = st.integers(-30, 60)
sizes = st.sampled_from([1, 20, 70, 200])


class TwinLogs(RuleBasedStateMachine):
    """A log in files and its twin in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = [mock.patch(name, value) for name, value in LIMITS.items()]
        for patch in self.patches:
            patch.start()
        self.epoch = 0
        self.orphans: set[int] = set()
        """Producers of whom batches were removed."""
        self.coordinator_epoch = 0

    def teardown(self) -> None:
        for patch in self.patches:
            patch.stop()

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        configs = CONFIGS | data.draw(
            st.sampled_from(
                [
                    {},
                    {"segment.index.bytes": "36"},
                    {"flush.messages": "3"},
                    {"message.timestamp.type": "LogAppendTime"},
                ]
            )
        )
        self.configs = configs
        self.twins = self.new_twins(configs)

    def new_twins(self, configs: dict[str, str]) -> Twins:
        raise NotImplementedError

    # Appends

    def append(self, batch: bytes, **options: Any) -> None:
        twins = self.twins
        twins.both(
            lambda log: log.append_as_leader(
                bytearray(batch), leader_epoch=self.epoch, now_ms=twins.now_ms, **options
            )
        )

    @rule(stamps=st.lists(times, min_size=1, max_size=3), size=sizes)
    def append_plain(self, stamps: list[int], size: int) -> None:
        stamps = [max(-1, self.twins.now_ms + 100 * each) for each in stamps]
        self.append(make_batch(timestamps=stamps, size=size))

    @rule(size=sizes, stamp=st.sampled_from([-1, 0, 1]))
    def append_timeless(self, size: int, stamp: int) -> None:
        self.append(make_batch(timestamps=[stamp], size=size))

    @rule(
        producer=st.integers(1, 3),
        step=st.sampled_from([0, 0, 0, 0, -1, -2, 1]),
        transactional=st.booleans(),
        bump=st.sampled_from([0, 0, 0, 0, 1, -1]),
        count=st.integers(1, 2),
    )
    def append_numbered(
        self, producer: int, step: int, transactional: bool, bump: int, count: int
    ) -> None:
        entry = self.twins.memory.producer_state.get(producer)
        epoch = max(0, (entry.producer_epoch if entry else 0) + bump)
        following = entry.last_sequence + 1 if entry and not bump else 0
        batch = make_batch(
            timestamps=[self.twins.now_ms] * count,
            producer_id=producer,
            producer_epoch=epoch,
            base_sequence=max(0, following + step),
            transactional=transactional,
        )
        self.append(batch, verification=Verification.VERIFIED)

    @rule(producer=st.integers(1, 3), commit=st.booleans(), again=st.booleans())
    def end_transaction(self, producer: int, commit: bool, again: bool) -> None:
        entry = self.twins.memory.producer_state.get(producer)
        epoch = entry.producer_epoch if entry else 0
        self.coordinator_epoch += again
        marker = make_marker(
            producer,
            max(epoch, 0),
            commit=commit,
            coordinator_epoch=self.coordinator_epoch,
            timestamp=self.twins.now_ms,
        )
        self.append(marker, origin=AppendOrigin.COORDINATOR)

    @rule(gaps=st.lists(st.sampled_from([0, 0, 1, 9]), min_size=1, max_size=3), bump=st.booleans())
    def follow(self, gaps: list[int], bump: bool) -> None:
        """What a leader stored, with gaps where it was compacted."""
        self.epoch += bump
        offset, records = self.twins.memory.log_end_offset, b""
        for gap in gaps:
            batch = make_batch(
                2,
                timestamps=[self.twins.now_ms + gap] * 2,
                base_offset=offset + gap,
                leader_epoch=self.epoch,
            )
            records += batch
            offset += gap + 2
        self.twins.both(
            lambda log: log.append_as_follower(
                records, leader_epoch=self.epoch, now_ms=self.twins.now_ms
            )
        )

    # Whatever else happens

    @rule(ms=st.sampled_from([1, 300, 6000]))
    def wait(self, ms: int) -> None:
        self.twins.now_ms += ms

    @rule()
    def lead(self) -> None:
        self.epoch += 1
        self.twins.both(lambda log: log.leader_epochs.assign(self.epoch, log.log_end_offset))

    @rule(share=st.floats(0, 1))
    def move_high_watermark(self, share: float) -> None:
        log = self.twins.memory
        offset = round(log.high_watermark + share * (log.log_end_offset - log.high_watermark))
        self.twins.both(lambda log: log.move_high_watermark(offset))

    @rule(share=st.floats(0, 1))
    def delete_records(self, share: float) -> None:
        log = self.twins.memory
        offset = round(log.log_start_offset + share * (log.high_watermark - log.log_start_offset))
        self.twins.both(lambda log: log.delete_records_before(offset))

    @rule(config=st.sampled_from(RETENTIONS))
    def retain(self, config: dict[str, str]) -> None:
        twins = self.twins
        usual = twins.memory.config
        twins.memory.config = twins.files.config = LogConfig.from_mapping(self.configs | config)
        if twins.both(lambda log: apply_retention(log, twins.now_ms)):
            self.orphans |= {entry.producer_id for entry in twins.memory.producer_state}
        twins.memory.config = twins.files.config = usual

    @rule(back=st.integers(0, 30))
    def truncate(self, back: int) -> None:
        if not self.orphans.isdisjoint(
            each.producer_id for each in self.twins.memory.producer_state
        ):
            return  # only a snapshot still knows what they wrote, and memory has none
        self.twins.truncate_to(max(0, self.twins.memory.log_end_offset - back))

    @rule()
    def flush(self) -> None:
        self.twins.both(lambda log: log.store.flush(log))
        assert self.twins.files.recovery_point == self.twins.files.log_end_offset

    @rule()
    def close_and_reopen(self) -> None:
        self.twins.reopen(clean=True)

    @rule(whole=st.booleans())
    def kill_and_reopen(self, whole: bool) -> None:
        self.twins.reopen(clean=False, recovery_point=0 if whole else None)

    # Looking

    @rule(
        share=st.floats(0, 1),
        bound=st.sampled_from(["log_end_offset", "high_watermark", "last_stable_offset"]),
        max_bytes=st.sampled_from([0, 1, 80, 150, 400, 10_000, -1]),
        minimum_one=st.booleans(),
    )
    def read(self, share: float, bound: str, max_bytes: int, minimum_one: bool) -> None:
        log = self.twins.memory
        offset = round(log.log_start_offset + share * (log.log_end_offset - log.log_start_offset))
        self.twins.compare_read(
            offset, getattr(log, bound), max_bytes=max_bytes, minimum_one=minimum_one
        )

    @rule(ago=st.integers(-10_000, 20_000))
    def look_up(self, ago: int) -> None:
        self.twins.compare_lookup(max(0, self.twins.now_ms - ago))

    @rule()
    def compare(self) -> None:
        self.twins.compare()


class OnASimulatedDisk(TwinLogs):
    def new_twins(self, configs: dict[str, str]) -> Twins:
        disk = SimulatedDisk()
        disk.note_calls = False
        disk.make_directory("/data")
        return Twins(disk, "/data/t-0", configs)


class OnARealDisk(TwinLogs):
    def new_twins(self, configs: dict[str, str]) -> Twins:
        self.directory = TemporaryDirectory()
        return Twins(RealDisk(), f"{self.directory.name}/t-0", configs)

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "directory"):
            self.directory.cleanup()


def run(machine: type[TwinLogs], examples: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
def test_on_a_simulated_disk_it_is_the_same_log() -> None:
    """fetch H-3, H-10, H-11, H-13, H-14, H-22, H-24, H-31, H-40, H-44, H-50, H-55, J 181, J 183,
    J 186: appends, rolls, reads, cuts and removals, clean and unclean starts in between."""
    run(OnASimulatedDisk, 40)


@pytest.mark.slow
def test_on_a_real_disk_it_is_the_same_log() -> None:
    """fetch H-31, H-40, H-44, J 183: what is read with the operating system's help, too."""
    run(OnARealDisk, 20)


def test_producers_survive_two_stops_after_a_cut_within_a_batch() -> None:
    """The snapshot of the first stop lies beyond the last whole batch, so a start removes it."""
    machine = OnASimulatedDisk()
    machine.configs = dict(CONFIGS)
    machine.twins = machine.new_twins(machine.configs)
    machine.end_transaction(producer=2, commit=True, again=False)
    machine.follow(gaps=[0], bump=True)
    machine.truncate(back=1)
    for _ in range(2):
        machine.close_and_reopen()
        assert machine.twins.files.producer_state.get(2) is not None
    machine.teardown()


def test_a_gap_wider_than_a_segment_can_be_is_left_before_it() -> None:
    """fetch H-12, H-22: a follower's first batch; the empty files of before go."""
    disk = new_disk()
    log = new_log(disk)
    base = 2**31 + 5
    batch = make_batch(base_offset=base, leader_epoch=0)
    log.append_as_follower(batch, leader_epoch=0, now_ms=1)
    assert [segment.base_offset for segment in log.segments] == [base]
    logs = [name for name in files_of(disk) if name.endswith(".log")]
    assert logs == [log_file(base)]
    assert content_of(opened(disk, 0)) == [batch]


def test_a_gap_within_reach_is_part_of_the_first_segment() -> None:
    """fetch H-3, H-22: so the log starts where it did, also after a restart."""
    disk = new_disk()
    log = new_log(disk)
    batch = make_batch(base_offset=2**31 - 1, leader_epoch=0)
    log.append_as_follower(batch, leader_epoch=0, now_ms=1)
    assert [segment.base_offset for segment in log.segments] == [0]
    assert opened(disk, 0).log_start_offset == 0


def test_an_idle_log_has_no_function_and_no_list_of_snapshots_of_its_own() -> None:
    """A broker has thousands of them: a function and its cells would take 288 bytes of each."""
    shared = Shared(new_disk(), open_files_max=16)
    stores = [_idle_store(shared, 0)]
    before = _counted()
    stores += [_idle_store(shared, number) for number in range(1, 21)]
    grown = _counted() - before
    assert grown["FileStore"] == grown["PartitionLog"] == 20
    assert not grown["function"] + grown["cell"]
    assert len({id(store.files.snapshots.offsets) for store in stores}) == 1


def _idle_store(shared: Shared, number: int) -> FileStore:
    name = TopicPartition("t", number)
    store = FileStore(name, f"/data/t-{number}", shared)
    store.create(bytes(16))
    log = PartitionLog(name, LogConfig({}), store)
    store.follow(log)
    log.leader_epochs.assign(0, 0)
    return store


def _counted() -> Counter[str]:
    """Count the objects that the collector follows, by the names of their types."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects())
