"""A log in memory keeps nothing outside of it."""

from __future__ import annotations

from kafkawire.log.store import IN_MEMORY
from tests.support.log.batches import append, make_batch, make_log


def test_in_memory_nothing_is_done_and_everything_is_flushed_at_once() -> None:
    log = make_log()
    assert log.store is IN_MEMORY
    append(log, make_batch(3))
    assert log.recovery_point == 0
    log.store.flush(log)
    assert log.recovery_point == 3
    IN_MEMORY.load(log, 0)
    IN_MEMORY.seal(log)
    IN_MEMORY.remove(log, log.segments)
    IN_MEMORY.truncate(log)
    IN_MEMORY.replace(log, [], [])
    IN_MEMORY.abandon(log, [])
    IN_MEMORY.close(log)
    assert (log.log_end_offset, len(log.segments)) == (3, 1)


def test_segments_begin_where_they_are_to() -> None:
    log = make_log()
    append(log, make_batch(3))
    assert IN_MEMORY.new_segment(log, 7).base_offset == 3
    cleaned = IN_MEMORY.cleaned_segment(log, 1, 7)
    assert (cleaned.base_offset, cleaned.created_ms) == (1, 7)


def test_a_topic_may_ask_for_a_flush_of_each_message() -> None:
    """fetch H-23: flush.messages."""
    log = make_log({"flush.messages": "2"})
    append(log, make_batch(1))
    assert log.recovery_point == 0
    append(log, make_batch(1))
    assert log.recovery_point == 2
    append(log, make_batch(5))
    assert log.recovery_point == 7
