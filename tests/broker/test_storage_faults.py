"""Whichever call to the disk fails once, a start and a stop have an outcome that is known."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.log.files.data_directory import Unusable
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import Call, SimulatedDisk
from tests.support.log.stored import create, start
from tests.support.log.volume import Volume

LIMITS: dict[str, Any] = {"metadata_log_max_record_bytes_between_snapshots": "500"}
FIRST = TopicPartition("t", 0)


def written(*, stops: bool) -> Volume:
    """What a broker has left that was stopped or killed: a topic, and a batch in it."""
    disk = SimulatedDisk()
    broker = start(disk, **LIMITS)
    create(broker, "t", 2)
    append(broker)
    if stops:
        broker.stop(NOW_MS)
    else:
        broker.close()
    return disk.volume


def append(broker: Broker) -> None:
    partition = broker.replicas.partitions[FIRST]
    broker.replicas.append(partition, make_batch(), now_ms=NOW_MS)


def failing(volume: Volume, calls: list[Call]) -> Iterator[SimulatedDisk]:
    """A disk for each of `calls`, which is the one that fails."""
    seen: Counter[tuple[str, str]] = Counter()
    for call in calls:
        disk = SimulatedDisk(deepcopy(volume))
        after = seen[call.name, call.path]
        seen[call.name, call.path] += 1
        disk.fail(call.name, errno.EIO, path=call.path, after=after, times=1)
        yield disk


def assert_nothing_is_lost(disk: SimulatedDisk) -> None:
    disk.faults.clear()
    assert disk.locked == {}
    broker = start(disk, now_ms=NOW_MS)
    assert list(broker.metadata.topics) == ["t"]
    assert len(broker.replicas.partitions) == 2
    assert broker.replicas.partitions[FIRST].log_end_offset == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stops", "expected"),
    [(True, {"refused", "offline"}), (False, {"refused", "offline", "served"})],
)
def test_a_start_is_refused_or_costs_a_partition(stops: bool, expected: set[str]) -> None:
    """fetch H-1: in one line, or KAFKA_STORAGE_ERROR for what is offline; nothing is lost.

    Only a start that must recover does work that may fail without harm: its checkpoints.
    """
    volume = written(stops=stops)
    probe = SimulatedDisk(deepcopy(volume))
    probing = start(probe, now_ms=NOW_MS)
    calls = list(probe.calls)
    probing.close()
    outcomes: Counter[str] = Counter()
    for disk in failing(volume, calls):
        said = ""
        try:
            broker = start(disk, now_ms=NOW_MS)
        except Unusable as refused:
            said = str(refused)
            outcomes["refused"] += 1
        else:
            hosted = set(broker.replicas.partitions) | set(broker.replicas.offline)
            assert hosted == {("t", 0), ("t", 1)}
            outcomes["offline" if broker.replicas.offline else "served"] += 1
            broker.close()
        assert "\n" not in said
        assert_nothing_is_lost(disk)
    assert set(outcomes) == expected


@pytest.mark.slow
def test_a_stop_ends_whatever_fails() -> None:
    """admin F-34: without the mark of a clean stop, so that the next start looks for itself."""
    volume = written(stops=True)
    probe = SimulatedDisk(deepcopy(volume))
    broker = start(probe, now_ms=NOW_MS)
    begun = len(probe.calls)
    assert broker.stop(NOW_MS)
    outcomes: Counter[bool] = Counter()
    for disk in failing(volume, probe.calls[begun:]):
        fault = disk.faults.pop()
        fault.after = 0
        broker = start(disk, now_ms=NOW_MS)
        disk.faults.append(fault)
        outcomes[broker.stop(NOW_MS)] += 1
        assert_nothing_is_lost(disk)
    assert outcomes[False]


def operations(broker: Broker) -> Iterator[Callable[[], object]]:
    """Changes of the metadata, one after another."""
    yield lambda: create(broker, "u", 2)
    yield lambda: broker.controller.delete_topics([broker.metadata.topics["t"].topic_id], 3)
    yield lambda: broker.controller.allocate_producer_ids(3)


def is_done(operation: Callable[[], object]) -> bool:
    """Whether it was not refused."""
    try:
        operation()
    except ApiError as refused:
        return refused.code != ErrorCode.KAFKA_STORAGE_ERROR
    return True


@pytest.mark.slow
def test_an_operation_is_done_or_refused_and_so_are_all_behind_it() -> None:
    """admin B-3, F-1: never half; one whose sync failed may be there later, and no other."""
    volume = written(stops=True)
    probe = SimulatedDisk(deepcopy(volume))
    broker = start(probe, **LIMITS)
    begun = len(probe.calls)
    for operation in operations(broker):
        operation()
    outcomes: Counter[int] = Counter()
    for disk in failing(volume, probe.calls[begun:]):
        fault = disk.faults.pop()
        broker = start(disk, **LIMITS)
        disk.faults.append(fault)
        fault.after = 0
        refused = 0
        allowed = [set(broker.metadata.topics)]
        for operation in operations(broker):
            before = deepcopy(broker.metadata.topics)
            if is_done(operation):
                assert not refused
                allowed = [set(broker.metadata.topics)]
                continue
            refused += 1
            assert broker.metadata.topics == before
            if refused == 1:
                allowed += [{"t", "u"}, {"u"}]
        outcomes[refused] += 1
        hosted = set(broker.replicas.partitions) | set(broker.replicas.offline)
        assert {name for name, _ in hosted} == set(broker.metadata.topics)
        broker.stop(NOW_MS)
        disk.faults.clear()
        assert set(start(disk, now_ms=NOW_MS).metadata.topics) in allowed
    assert set(outcomes) == {0, 2, 3}
