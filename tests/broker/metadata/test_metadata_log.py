"""The metadata log: batches, epochs, and reading them back."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.metadata_log import MetadataLog, leader_change
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.records.record import decode_records

NAMES = st.lists(st.text(max_size=5), min_size=1, max_size=5)


@given(st.lists(NAMES, max_size=6))
def test_what_was_appended_is_read_in_order(operations: list[list[str]]) -> None:
    """admin F-1: consecutive offsets, one batch per operation, null keys."""
    log = MetadataLog()
    log.begin_epoch(1, 5)
    for names in operations:
        last = log.append([TopicRecord(name=name, topic_id=b"t" * 16) for name in names], 6)
        assert last == log.end_offset - 1
    read: list[tuple[int, Any, int]] = list(log.read())
    assert [record.name for _, record, _ in read] == [n for names in operations for n in names]
    assert [offset for offset, _, _ in read] == list(range(1, log.end_offset))
    batches = list(log.log.iter_batches())
    assert len(batches) == 1 + len(operations)
    for header, buffer in batches[1:]:
        assert (header.producer_id, header.partition_leader_epoch) == (-1, 1)
        assert all(record.key is None for record in decode_records(buffer))
    assert log.log.high_watermark == log.end_offset


def test_an_epoch_begins_with_its_leader() -> None:
    """admin F-8, F-9: a control record, and one more epoch than before."""
    log = MetadataLog()
    log.begin_epoch(1, 5)
    log.begin_epoch(1, 6)
    headers = [header for header, _ in log.log.iter_batches()]
    assert [header.is_control for header in headers] == [True, True]
    assert [header.partition_leader_epoch for header in headers] == [1, 2]
    assert list(log.read()) == []


def test_the_leader_change_of_one_voter() -> None:
    """admin F-8: the bytes of a running 4.4.0."""
    expected = "0000 00000001 02 00000001 00 02 00000001 00 00".replace(" ", "")
    assert leader_change(1).hex() == expected
