"""What logs do with their segments, in lines."""

from __future__ import annotations

from kafkawire.broker.loggers import Loggers
from kafkawire.broker.replicas.logged_store import with_lines
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.store import IN_MEMORY
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, append, make_batch


def logged(loggers: Loggers, **config: str) -> PartitionLog:
    make = with_lines(PartitionLog, loggers.log)
    settings = {name.replace("_", "."): value for name, value in config.items()}
    return make(TopicPartition("t", 0), LogConfig.from_mapping(settings), IN_MEMORY)


def test_segments_that_begin_and_go_have_lines() -> None:
    loggers, lines = Loggers(), list[str]()
    loggers.print_to(lambda level, name, text: lines.append(text))
    loggers.change([("kafkawire.log", 0, "DEBUG")])
    log = logged(loggers, internal_segment_bytes="150", retention_bytes="0")
    for _ in range(2):
        append(log, make_batch(size=40))
    size = log.segments[0].size
    log.move_high_watermark(log.log_end_offset)
    apply_retention(log, NOW_MS)
    log.store.release(log)
    assert lines[:3] == [
        "t-0: a segment begins at offset 0",
        f"t-0: segment 0 ({size} bytes) is complete",
        "t-0: a segment begins at offset 1",
    ]
    removed = [line for line in lines if "removes" in line]
    assert len(removed) == 1
    assert removed[0].startswith("t-0: removes segment")
    assert lines[-1] == "t-0: the log is deleted"


def test_a_cut_has_a_line() -> None:
    loggers, lines = Loggers(), list[str]()
    loggers.print_to(lambda level, name, text: lines.append(text))
    log = logged(loggers)
    for _ in range(2):
        append(log, make_batch())
    loggers.change([("kafkawire.log", 0, "DEBUG")])
    log.truncate_to(1)
    assert lines == ["t-0: is cut off at offset 1"]


def test_nothing_is_written_by_default() -> None:
    loggers, lines = Loggers(), list[str]()
    loggers.print_to(lambda level, name, text: lines.append(text))
    append(logged(loggers), make_batch())
    assert lines == []
