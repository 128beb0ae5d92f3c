"""First segments that are lost after a clean stop, and those that were removed."""

from __future__ import annotations

import pytest

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from tests.support.log.batches import NOW_MS
from tests.support.log.kept import DATA, EPOCH, T0, Kept
from tests.support.log.stopped_logs import configs_of, consumed, stopped

END = 20


def lose(kept: Kept, *base_offsets: int) -> None:
    """Remove all files of these segments, while no broker runs."""
    for base_offset in base_offsets:
        for kind in ("log", "index", "timeindex", "snapshot"):
            path = f"{DATA}/t-0/{base_offset:020}.{kind}"
            if path.rpartition("/")[2] in kept.names(f"{DATA}/t-0"):
                kept.disk.remove(path)


def test_lost_first_segments_are_reported_once() -> None:
    """fetch H-42, H-50: the epoch file shows where the log began. Kafka 4.4.0 reports nothing."""
    kept, size = stopped()
    lose(kept, 0, 4)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == "8-19"
    assert told == [
        "t-0: the offsets 0 to 7 are gone: the log begins at offset 8, but "
        "leader-epoch-checkpoint has it begin at 0"
    ]
    assert kept.logs.close(EPOCH)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == "8-19"
    assert told == []


def test_a_lost_first_segment_is_missed_from_the_log_start_on() -> None:
    """fetch H-50: the records below it were deleted."""
    kept, size = stopped()
    log = kept.logs.logs[T0]
    log.delete_records_before(2)
    kept.logs.moved(log)
    assert kept.logs.close(EPOCH)
    lose(kept, 0)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == "4-19"
    assert told == [
        "t-0: the offsets 2 to 3 are gone: the log begins at offset 4, but "
        "log-start-offset-checkpoint has it begin at 2"
    ]


def test_all_sealed_segments_may_be_lost() -> None:
    kept, size = stopped()
    lose(kept, 0, 4, 8, 12, 16)
    kept.disk.write(f"{DATA}/t-0/{16:020}.log", b"")
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == ""
    assert told == [
        "t-0: the offsets 0 to 15 are gone: the log begins at offset 16, but "
        "leader-epoch-checkpoint has it begin at 0",
        "t-0: its files end at offset 16, but were complete up to 20",
    ]


def removed(kept: Kept, log: PartitionLog, how: str) -> None:
    if how == "retention":
        log.drop_segments(2)
    elif how == "retention of all":
        log.drop_segments(len(log.segments))
    else:
        log.delete_records_before(9)
        assert not apply_retention(log, NOW_MS)
    kept.logs.moved(log)


@pytest.mark.parametrize("how", ["retention", "retention of all", "deletion"])
@pytest.mark.parametrize("is_clean", [True, False])
@pytest.mark.parametrize("checkpointed", [True, False])
def test_removed_first_segments_are_nothing_to_report(
    how: str, is_clean: bool, checkpointed: bool
) -> None:
    """fetch H-50, H-51: also if nothing else happened, or the process was killed at once.

    After a kill the epoch file still begins at 0, and the checkpoint may be older, too.
    """
    kept, size = stopped()
    kept.begin()
    log = kept.open(configs=configs_of(size))
    log.move_high_watermark(END)
    if checkpointed:
        log.delete_records_before(2)
        kept.logs.moved(log)
        kept.logs.checkpoint_log_starts()
    removed(kept, log, how)
    if is_clean:
        assert kept.logs.close(EPOCH)
    told = kept.begin_told()
    kept.open(configs=configs_of(size))
    assert told == []
    assert kept.logs.close(EPOCH)
    told = kept.begin_told()
    kept.open(configs=configs_of(size))
    assert told == []


def test_tiered_segments_are_not_missed() -> None:
    """KIP-405: the epochs begin with the segments that are elsewhere."""
    kept, size = stopped()
    lose(kept, 0)
    told = kept.begin_told()
    kept.open(configs=configs_of(size) | {"remote.storage.enable": "true"})
    assert told == []
