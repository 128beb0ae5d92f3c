"""What follows the wall clock, and what does not, when it is set forward or back."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.groups.records import GroupRecord, OffsetRecord
from kafkawire.broker.wall_clock import WallClock
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records
from tests.support.log.batches import make_batch, records_of
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.requests.coordination import NAME, TransactionsHarness
from tests.support.requests.groups import GroupsHarness, codes_of, commit
from tests.support.requests.harness import START_MS, BrokerHarness
from tests.support.requests.produce import answers_of, produce_request
from tests.support.requests.stored_harness import StoredHarness

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
LEAD_MS = 1000 * DAY_MS
INVALID_TIMESTAMP = 32


def test_it_converts_both_ways() -> None:
    clock = WallClock()
    assert clock.time_ms(5) == 5
    clock.ahead_ms = 100
    assert (clock.time_ms(5), clock.now_ms_at(105)) == (105, 5)


def _produce(harness: BrokerHarness, batch: bytes | bytearray, topic: str = "t") -> Any:
    response = harness.connect().request(produce_request((topic, 0, batch)), 11)
    (answer,) = answers_of(response).values()
    return answer


def _log_of(harness: BrokerHarness, topic: str = "t") -> Any:
    partition = harness.broker.replicas.get(TopicPartition(topic, 0))
    assert partition is not None
    return partition.log


@pytest.mark.parametrize("step_ms", [2 * HOUR_MS, 10 * DAY_MS, -2 * HOUR_MS, -10 * DAY_MS])
def test_a_record_may_be_as_far_ahead_as_allowed_of_the_clock_as_it_is_set(step_ms: int) -> None:
    harness = BrokerHarness()
    harness.create_topic("t")
    harness.set_wall_clock(step_ms)
    for ahead_ms, code in ((0, 0), (HOUR_MS, 0), (HOUR_MS + 1, INVALID_TIMESTAMP)):
        batch = encode_batch([(START_MS + step_ms + ahead_ms, None, b"v", ())])
        assert _produce(harness, batch).error_code == code


@pytest.mark.parametrize("step_ms", [DAY_MS, -DAY_MS])
def test_log_append_time_follows_the_clock(step_ms: int) -> None:
    harness = BrokerHarness()
    harness.create_topic("t", configs={"message.timestamp.type": "LogAppendTime"})
    harness.set_wall_clock(step_ms)
    assert _produce(harness, make_batch()).log_append_time_ms == START_MS + step_ms
    assert records_of(_log_of(harness))[0].timestamp == START_MS + step_ms


@pytest.mark.slow
def test_retention_counts_by_the_clock_in_both_directions() -> None:
    harness = BrokerHarness()
    harness.create_topic("t", configs={"retention.ms": str(DAY_MS)})
    _produce(harness, encode_batch([(START_MS, None, b"v", ())]))
    harness.set_wall_clock(-10 * DAY_MS)
    harness.advance(5 * DAY_MS)
    assert _log_of(harness).log_start_offset == 0
    harness.set_wall_clock(10 * DAY_MS)
    harness.advance(10 * MINUTE_MS)
    assert _log_of(harness).log_start_offset == 1


def test_a_segment_is_as_old_as_the_clock_makes_it() -> None:
    harness = BrokerHarness()
    harness.create_topic("t", configs={"message.timestamp.type": "LogAppendTime"})
    _produce(harness, make_batch())
    harness.set_wall_clock(-30 * DAY_MS)
    _produce(harness, make_batch())
    assert len(_log_of(harness).segments) == 1
    harness.set_wall_clock(38 * DAY_MS)  # segment.ms is a week
    _produce(harness, make_batch())
    assert len(_log_of(harness).segments) == 2


def test_records_are_compacted_once_the_clock_makes_them_old_enough() -> None:
    harness = BrokerHarness()
    limits = {"min.compaction.lag.ms": str(DAY_MS), "segment.ms": str(MINUTE_MS)}
    harness.create_topic("t", configs={"cleanup.policy": "compact", **limits})
    for at in range(3):
        _produce(harness, make_batch(timestamps=[START_MS + at * HOUR_MS // 3]))
    harness.advance(MINUTE_MS)
    assert len(records_of(_log_of(harness))) == 3
    harness.set_wall_clock(2 * DAY_MS)
    harness.advance(MINUTE_MS)
    assert len(records_of(_log_of(harness))) == 2


def test_producers_are_remembered_for_a_day_of_the_clock() -> None:
    harness = TransactionsHarness()
    harness.set_wall_clock(-100 * DAY_MS)
    who = harness.identity()
    assert harness.produce(who, 0, version=11).error_code != 0  # of no transaction
    harness.advance(HOUR_MS)
    assert _log_of(harness).producer_state
    harness.set_wall_clock(DAY_MS)
    harness.advance(HOUR_MS)
    assert not _log_of(harness).producer_state


@pytest.mark.slow
def test_commits_are_dated_and_expire_by_the_clock() -> None:
    harness = GroupsHarness()
    harness.set_wall_clock(3 * DAY_MS)
    harness.create_topic("t1")
    assert codes_of(commit(harness.connect(), ("t1", 0, 7))) == [0]
    (record,) = (each for each in harness.records() if isinstance(each, OffsetRecord))
    assert record.value is not None
    assert record.value.commit_timestamp == START_MS + 3 * DAY_MS
    harness.set_wall_clock(-DAY_MS)
    harness.advance(7 * DAY_MS + HOUR_MS)  # offsets.retention.minutes is a week
    assert harness.records()[-1].value is not None
    harness.advance(DAY_MS)
    assert harness.records()[-1].value is None


def test_a_session_lasts_as_long_as_it_should_whatever_the_clock_shows() -> None:
    for step_ms in (DAY_MS, -DAY_MS):
        harness = GroupsHarness()
        (member,) = harness.stable()
        harness.set_wall_clock(step_ms)
        harness.advance(9_000)
        assert harness.state() == "Stable"
        assert member.is_current
        harness.advance(2_000)
        assert harness.state() == "Empty"
        last = [each for each in harness.records() if isinstance(each, GroupRecord)][-1]
        assert last.value is not None
        assert last.value.current_state_timestamp == START_MS + step_ms + 10_000


def test_a_parked_request_is_not_answered_for_a_step_of_the_clock() -> None:
    harness = GroupsHarness({"group.initial.rebalance.delay.ms": "3000"})
    member = harness.member()
    member.join()
    harness.set_wall_clock(HOUR_MS)
    harness.settle()
    assert not member.joining.done
    harness.advance(3_000)
    assert member.joining.done


def test_a_transaction_is_dated_by_the_clock_and_times_out_by_itself() -> None:
    for step_ms in (DAY_MS, -DAY_MS):
        harness = TransactionsHarness()
        harness.set_wall_clock(step_ms)
        who = harness.identity()
        assert harness.add(who, 0) == 0
        assert harness.describe().transaction_start_time_ms == harness.time_ms
        harness.advance(MINUTE_MS // 2)
        harness.set_wall_clock(-2 * step_ms)
        assert harness.state() == "Ongoing"
        harness.advance(MINUTE_MS // 2 - 1)
        assert harness.state() == "Ongoing"
        harness.advance(11_000)  # Kafka looks for them every 10 s.
        assert harness.state() == "CompleteAbort"


def test_transactions_are_listed_by_how_old_the_clock_makes_them() -> None:
    harness = TransactionsHarness()
    assert harness.add(harness.identity(), 0) == 0

    def listed() -> bool:
        return bool(harness.list_transactions(duration_filter=HOUR_MS).transaction_states)

    assert not listed()
    harness.set_wall_clock(2 * HOUR_MS)
    assert listed()


@pytest.mark.slow
def test_a_transactional_id_expires_though_another_one_was_used_in_the_future() -> None:
    harness = TransactionsHarness()
    harness.set_wall_clock(100 * DAY_MS)
    harness.identity(NAME)
    harness.set_wall_clock(-100 * DAY_MS)
    harness.identity("later")
    harness.advance(8 * DAY_MS)
    names = [each.transactional_id for each in harness.list_transactions().transaction_states]
    assert names == [NAME]


@pytest.mark.parametrize("step_ms", [8 * DAY_MS, -DAY_MS])
def test_a_transactional_id_is_as_old_as_the_clock_makes_it(step_ms: int) -> None:
    harness = TransactionsHarness()
    harness.identity()
    harness.set_wall_clock(step_ms)
    harness.advance(2 * HOUR_MS)
    assert bool(harness.list_transactions().transaction_states) is (step_ms < 0)


@pytest.mark.slow
@pytest.mark.parametrize("ahead_ms", [LEAD_MS, -LEAD_MS])
def test_a_transactional_id_expires_though_the_clock_was_set_before(ahead_ms: int) -> None:
    harness = TransactionsHarness()
    harness.set_wall_clock(ahead_ms)
    harness.identity()
    harness.advance(6 * DAY_MS)
    assert harness.list_transactions().transaction_states
    harness.advance(2 * DAY_MS)
    assert not harness.list_transactions().transaction_states


@pytest.mark.parametrize("lead_ms", [LEAD_MS, -LEAD_MS])
def test_a_restart_remembers_the_producers_of_the_last_day(
    lead_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BrokerHarness, "start_ms", START_MS - lead_ms)
    monkeypatch.setattr(BrokerHarness, "ahead_ms", lead_ms)
    disk = SimulatedDisk()
    first = StoredHarness(disk)
    first.create_topic("t")
    _produce(first, make_batch(producer_id=7, producer_epoch=0, base_sequence=0))
    assert first.stop()
    assert _log_of(StoredHarness(disk, seed=1)).producer_state.get(7) is not None


def test_the_quorum_is_described_by_the_clock() -> None:
    harness = BrokerHarness()
    harness.set_wall_clock(-DAY_MS)
    partition = DescribeQuorumRequest.PartitionData()
    topic = DescribeQuorumRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    response = harness.connect().request(DescribeQuorumRequest(topics=[topic]), 2)
    (voter,) = response.topics[0].partitions[0].current_voters
    assert voter.last_fetch_timestamp == voter.last_caught_up_timestamp == START_MS - DAY_MS


def test_metadata_records_are_dated_by_the_clock() -> None:
    harness = BrokerHarness()
    harness.set_wall_clock(DAY_MS)
    harness.create_topic("t")
    *_, (header, batch) = harness.broker.controller.log.log.iter_batches()
    dates = {record.timestamp for record in decode_records(batch, header=header)}
    assert dates == {START_MS + DAY_MS}


def test_old_clients_are_told_of_ends_by_the_clock() -> None:
    harness = BrokerHarness(emulate="3.9")
    harness.create_topic("t", configs={"message.timestamp.type": "LogAppendTime"})
    harness.set_wall_clock(DAY_MS)
    _produce(harness, make_batch())

    def offsets(timestamp: int) -> list[int]:
        asked = ListOffsetsRequest.ListOffsetsPartition(timestamp=timestamp, max_num_offsets=9)
        topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[asked])
        response = harness.connect().request(ListOffsetsRequest(topics=[topic]), 0)
        return list(response.topics[0].partitions[0].old_style_offsets)

    assert offsets(START_MS + DAY_MS - 1) == []
    assert offsets(START_MS + DAY_MS) == [1, 0]
