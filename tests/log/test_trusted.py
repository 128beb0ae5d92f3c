"""Batches of our own making."""

from __future__ import annotations

import pytest

from kafkawire.log.append import AppendOrigin
from kafkawire.log.compaction.rewriting import emptied
from kafkawire.log.trusted import marker_of
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import (
    append,
    append_marker,
    header_of,
    headers_of,
    make_batch,
    make_log,
    make_marker,
)


@pytest.mark.parametrize("commit", [True, False])
def test_a_marker_is_read_from_its_control_batch(commit: bool) -> None:
    """fetch A-40."""
    batch = make_marker(7, 2, commit=commit, coordinator_epoch=3, timestamp=2000)
    marker = marker_of(header_of(batch), batch)

    assert marker == (7, 2, 3, commit, 0, 2000)


def test_a_marker_that_compaction_has_emptied_marks_nothing() -> None:
    """fetch A-41, H-64: Kafka's `ProducerAppendInfo` passes it over."""
    batch = emptied(header_of(make_marker(7, 2, commit=True)))
    assert marker_of(header_of(bytes(batch)), batch) is None


def test_other_control_records_are_no_markers() -> None:
    """fetch A-40: unknown types must be tolerated."""
    data = make_batch()
    leader_change = make_batch(control=True)

    assert marker_of(header_of(data), data) is None
    assert marker_of(header_of(leader_change), leader_change) is None


def test_a_marker_of_a_replaced_producer_is_not_written() -> None:
    """produce scenario 151."""
    log = make_log()
    append_marker(log, 7, 5, commit=True)

    with pytest.raises(ApiError) as refused:
        append_marker(log, 7, 4, commit=True)
    assert refused.value.code == 47
    assert log.log_end_offset == 1


def test_batches_follow_one_another() -> None:
    log = make_log()
    append(log, make_batch(3) + make_batch(2), origin=AppendOrigin.RAFT, leader_epoch=1)

    assert [(each.base_offset, each.partition_leader_epoch) for each in headers_of(log)] == [
        (0, 1),
        (3, 1),
    ]
