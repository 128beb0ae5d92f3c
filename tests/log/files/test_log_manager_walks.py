"""Partitions of a data directory that come, go and are written to in any order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.kept import DUE_MS, EPOCH, SMALL, T0, T1, Kept, append


class Walk:
    """Partitions that come, go and are appended to, beside what must be found after each start."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.ids = 0
        self.topics: dict[TopicPartition, tuple[bytes, int, int]] = {}
        """By name: topic id, log start, log end."""
        self.open: dict[TopicPartition, PartitionLog] = {}

    def step(self, what: str, name: TopicPartition) -> None:
        log = self.open.get(name)
        if what == "create" and log is None:
            self.ids += 1
            topic_id = self.ids.to_bytes(16, "big")
            self.open[name] = self.kept.open(name, topic_id, SMALL)
            self.topics[name] = topic_id, 0, 0
        elif what in ("stop", "kill"):
            self.start(is_clean=what == "stop")
        elif log is not None:
            self.change(what, name, log)

    def change(self, what: str, name: TopicPartition, log: PartitionLog) -> None:
        topic_id, start, end = self.topics[name]
        if what == "append":
            append(log)
            end += 1
        elif what == "flush":
            log.store.flush(log)
        elif what == "delete":
            self.kept.logs.delete(log, DUE_MS)
            del self.open[name], self.topics[name]
            return
        elif what == "trim" and end:
            log.delete_records_before(end - 1)
            self.kept.logs.moved(log)
            self.kept.logs.checkpoint_log_starts()
            start = max(start, end - 1)
        elif what == "checkpoint":
            self.kept.logs.moved(log)
            self.kept.logs.checkpoint_recovery_points()
            self.kept.logs.checkpoints.high_watermarks.set(name, log.high_watermark)
            self.kept.logs.checkpoints.high_watermarks.write()
        self.topics[name] = topic_id, start, end

    def start(self, *, is_clean: bool) -> None:
        if is_clean:
            assert self.kept.logs.close(EPOCH)
        told = self.kept.begin_told()
        self.open.clear()
        for name, (topic_id, start, end) in self.topics.items():
            log = self.open[name] = self.kept.open(name, topic_id, SMALL)
            assert (log.log_start_offset, log.log_end_offset) == (start, end)
            assert start <= log.high_watermark <= end
            log.move_high_watermark(end)
        self.kept.logs.set_strays_aside()
        assert told == []


STEPS = st.tuples(
    st.sampled_from(
        ["create", "append", "append", "flush", "delete", "trim", "checkpoint", "stop", "kill"]
    ),
    st.sampled_from([T0, T1]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=30))
def test_every_start_finds_the_partitions_as_they_were(
    steps: list[tuple[str, TopicPartition]],
) -> None:
    """fetch H-1, H-40, H-41, H-50: in whatever order they come, go and are written to.

    Nothing is reported as lost or damaged.
    """
    walk = Walk()
    for what, name in steps:
        walk.step(what, name)
    walk.start(is_clean=False)
    walk.start(is_clean=True)
