"""Logs of an emulated release, where no request shows it sooner."""

from __future__ import annotations

import pytest

from kafkawire.broker.behaviour import UNION, behaviour_of
from kafkawire.broker.emulation.emulated_log import EmulatedLog, EmulatedProducers
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.batch import read_header
from tests.support.log.batches import NOW_MS, append, make_batch, make_marker


def log_of(*number: int) -> EmulatedLog:
    config = LogConfig.from_mapping({})
    return EmulatedLog(TopicPartition("t", 0), config, behaviour_of(number))


@pytest.mark.parametrize(("number", "offset"), [((3, 9), 4), ((4, 0), 3)])
def test_where_a_read_stands(number: tuple[int, ...], offset: int) -> None:
    """fetch B-23: at its offset until 3.9, then at the batch that holds it."""
    log = log_of(*number)
    append(log, make_batch(3))
    append(log, make_batch(2))
    for bound in (3, 5):
        found = log.read(4, max_bytes=1000, upper_bound=bound, minimum_one=True)
        assert found.position.offset == offset
        assert found.position.byte_position == len(make_batch(3))


def test_an_open_transaction_keeps_its_producer() -> None:
    """produce B-30: deletion forgets only those that are done, before 2.3."""
    log = log_of(2, 0)
    append(log, make_batch(producer_id=1, producer_epoch=0, base_sequence=0))
    open_one = make_batch(producer_id=2, producer_epoch=0, base_sequence=0, transactional=True)
    log.append_as_leader(open_one, leader_epoch=0, now_ms=NOW_MS, origin=AppendOrigin.COORDINATOR)
    log.move_high_watermark(2)
    log.delete_records_before(2)
    assert [entry.producer_id for entry in log.producer_state] == [2]
    marker = make_marker(2, 0, commit=True)
    log.append_as_leader(marker, leader_epoch=0, now_ms=NOW_MS, origin=AppendOrigin.COORDINATOR)
    log.move_high_watermark(3)
    log.delete_records_before(3)
    assert len(log.producer_state) == 0


@pytest.mark.parametrize(("number", "is_open"), [((3, 9), True), ((4, 0), True), ((4, 1), False)])
def test_whether_the_epoch_of_an_open_transaction_matters(
    number: tuple[int, ...], is_open: bool
) -> None:
    """produce A-101."""
    producers = EmulatedProducers(behaviour_of(number))
    batch = make_batch(producer_id=2, producer_epoch=3, base_sequence=0, transactional=True)
    producers.record_batch(read_header(batch))
    assert producers.has_open_transaction(2, 3)
    assert producers.has_open_transaction(2, 4) == is_open


@pytest.mark.parametrize(("number", "must_wait"), [((4, 0), False), ((4, 1), True)])
def test_what_adds_a_partition_begins_at_zero_since_4_1(
    number: tuple[int, ...], must_wait: bool
) -> None:
    """produce A-109: seen on 4.0.2 and 4.4.0."""
    log = log_of(*number)
    header = read_header(
        make_batch(producer_id=2, producer_epoch=0, base_sequence=4, transactional=True)
    )
    log.producer_state.start_verification(header, NOW_MS, adds=True)
    plain = make_batch(producer_id=2, producer_epoch=0, base_sequence=4)
    if must_wait:
        with pytest.raises(Exception, match="OUT_OF_ORDER"):
            append(log, plain)
    else:
        assert append(log, plain).first_offset == 0


def test_a_log_of_the_union_is_a_plain_one() -> None:
    log = EmulatedLog(TopicPartition("t", 0), LogConfig.from_mapping({}), UNION)
    append(log, make_batch(2, producer_id=1, producer_epoch=0, base_sequence=5))
    assert log.read(1, max_bytes=0, upper_bound=2, minimum_one=True).position.offset == 0
    log.delete_records_before(2)
    assert len(log.producer_state) == 1
