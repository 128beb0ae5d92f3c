"""Situations of Kafka's FetcherTest that no other test has; tests/kafka_cases has all of them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.collecting import CollectOptions, Completed
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import Windows
from kafkawire.client.core.metrics.traffic import ApiTraffic
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.sessions import FetchSession
from kafkawire.client.errors import OffsetOutOfRange, TopicAuthorizationFailed
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import seal
from kafkawire.records.builder import encode_batch
from tests.client.core.test_sessions import ID, key, opened, told, wanted
from tests.client.support.answers import Aborted, Data, Marker, Messages, written
from tests.client.support.many_brokers import ManyBrokers, came
from tests.client.support.read_world import ReadWorld
from tests.support.log.batches import make_batch, make_marker

T0 = TopicPartition("t", 0)
OUT_OF_RANGE = {"error_code": 1, "high_watermark": -1}


def taken(many: ManyBrokers, max_records: int = 500) -> list[tuple[int, int]]:
    """Partition and offset of each record of the next batch; none if there is no batch."""
    batch = many.reader.next(max_records, many.now_ms)
    if batch is None:
        return []
    many.reader.release(batch, many.now_ms)
    return [(batch.partition.partition, record.offset) for record in batch]


def test_closing_twice_closes_each_session_once() -> None:
    """fetch F-10: testCloseShouldBeIdempotent."""
    many = ManyBrokers(1)
    many.answer(1)
    for _ in range(3):
        many.reader.close(0)
    (call,) = many.calls
    assert many.request(call).session_epoch == -1
    many.answer(1)
    many.reader.close(0)
    assert many.reader.is_closed
    assert many.calls == []


def test_hidden_partitions_are_not_fetched() -> None:
    """client M.1: testFetchingPendingPartitions, testInflightFetchOnPendingPartitions."""
    many = ManyBrokers(1)
    many.reader.hide(many.partitions, 0)
    many.answer(1, came(0, 1, 1))
    many.advance(1000)
    assert many.in_flight() == {}
    assert taken(many) == []
    many.reader.show(many.partitions, many.now_ms)
    assert taken(many) == [(0, 0), (0, 1)]


def test_an_unassigned_partition_is_forgotten_by_its_topic_id() -> None:
    """fetch F-2: testFetchForgetTopicIdWhenUnassigned."""
    session = opened(2)
    session.drop(key(0))
    plan = session.plan()
    assert told(plan) == (7, 1, [], [0])
    request = FetchRequest()
    plan.fill(request, 13)
    assert [(each.topic_id, each.partitions) for each in request.forgotten_topics_data] == [
        (ID, [0])
    ]


def test_a_session_follows_topics_that_gain_and_lose_their_ids() -> None:
    """fetch F-4: testFetchTopicIdUpgradeDowngrade."""
    session = FetchSession()
    session.want(key(0), wanted(0, bytes(16)))
    assert not session.plan().has_ids
    session.lost()
    session.want(key(0), wanted())
    assert session.plan().has_ids
    session.lost()
    session.want(key(0), wanted(0, bytes(16)))
    assert not session.plan().has_ids


def test_messages_without_an_epoch_leave_none_in_record_and_position() -> None:
    """fetch F-23: testMissingLeaderEpochInRecords: magic 0 and 1."""
    log = written([Messages([(5, None, b"a", ())], 1)])
    answer = Completed(T0, log.data, 0)
    batch = answer.next_batch(500)
    assert batch is not None
    assert [record.leader_epoch for record in batch] == [None]
    assert answer.leader_epoch == -1


def test_headers_keep_their_order_and_those_of_one_name() -> None:
    """client B-11: testHeaders."""
    headers = [("a", b"1"), ("b", None), ("a", b"2")]
    data = bytes(encode_batch([(0, None, b"v", headers), (0, None, b"w", [])]))
    batch = Completed(T0, data, 0).next_batch(500)
    assert batch is not None
    assert [list(record.headers) for record in batch] == [headers, []]


def test_records_of_others_come_after_a_partition_with_records_is_unassigned() -> None:
    """client F-14: testFetchAfterPartitionWithFetchedRecordsIsUnassigned."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1, 1))
    assert taken(many, 2) == [(0, 0), (0, 1)]
    many.reader.assign(many.partitions[1:], many.now_ms)
    many.advance(50)
    many.answer(1, came(1, 1))
    assert taken(many) == [(1, 0)]
    assert taken(many) == []


@pytest.mark.parametrize("stays", [True, False])
def test_records_outlive_an_assignment_that_keeps_their_partition(stays: bool) -> None:
    """client G-23: testFetchDuringEagerRebalance, testFetchDuringCooperativeRebalance."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1))
    if stays:
        many.reader.assign(many.partitions[:1], 0)
    else:
        many.reader.assign([], 0)
        many.reader.assign(many.partitions[:1], 0)
        many.reader.seek(many.partitions[0], 0, 0)
    assert taken(many) == ([(0, 0), (0, 1)] if stays else [])


def test_paused_partitions_leave_their_turn_to_others() -> None:
    """client F-12: testFetchOnCompletedFetchesForSomePausedPartitions, and all of them."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1), came(1, 1))
    many.reader.pause(many.partitions[:1], 0)
    assert taken(many) == [(1, 0)]
    assert taken(many) == []
    many.reader.pause(many.partitions, 0)
    assert taken(many) == []
    assert not many.reader.is_ready
    many.reader.resume(many.partitions[:1], 0)
    assert taken(many) == [(0, 0)]


def test_the_rest_of_an_answer_comes_after_a_pause() -> None:
    """client F-12: testPartialFetchWithPausedPartitions."""
    many = ManyBrokers(1)
    many.answer(1, came(0, 1, 1, 1))
    assert taken(many, 2) == [(0, 0), (0, 1)]
    many.reader.pause(many.partitions, 0)
    assert taken(many) == []
    many.reader.resume(many.partitions, 0)
    assert taken(many, 2) == [(0, 2)]


def test_a_paused_partition_that_was_sought_drops_its_records() -> None:
    """client F-14: testFetchDiscardedAfterPausedPartitionResumedAndSoughtToNewOffset."""
    many = ManyBrokers(1)
    many.reader.pause(many.partitions, 0)
    many.answer(1, came(0, 1, 1, 1))
    many.reader.seek(many.partitions[0], 3, 0)
    many.reader.resume(many.partitions, 0)
    assert taken(many) == []
    many.advance(0)
    assert many.in_flight()[1][1] == [(0, 3)]


def test_a_fetch_has_the_epoch_of_the_leader() -> None:
    """client F-40: testEpochSetInFetchRequest."""
    many = ManyBrokers(1)
    many.answer(1)
    many.leader_epoch = 99
    many.change()
    many.advance(0)
    many.answer(1)
    sent = many.request(many.calls[0]).topics[0].partitions[0]
    assert sent.current_leader_epoch == 99


@pytest.mark.parametrize("code", [1, 29, 87])
def test_an_error_of_an_older_position_is_dropped(code: int) -> None:
    """client F-14: testStaleOutOfRangeError, testFetchedRecordsAfterSeek, testSeekBeforeException.

    The seek comes before the answer, or between the answer and the ask.
    """
    early, late = ManyBrokers(1), ManyBrokers(1)
    early.reader.seek(early.partitions[0], 1, 0)
    for many in (early, late):
        many.answer(1, came(0, error_code=code, high_watermark=-1))
    late.reader.seek(late.partitions[0], 1, 0)
    for many in (early, late):
        assert taken(many) == []
        assert many.reader.position(many.partitions[0]) == (1, -1)


def test_records_are_not_lost_though_another_partition_raises() -> None:
    """client F-23; fetch F-24: testFetchPositionAfterException, testCompletedFetchRemoval."""
    many = ManyBrokers(1, 1, 1)
    many.answer(
        1,
        came(0, **OUT_OF_RANGE),
        came(1, 1, 1, 1),
        came(2, error_code=29, high_watermark=-1),
    )
    found: list[tuple[int, int]] = []
    errors: list[str] = []
    for _ in range(6):
        try:
            found += taken(many, 2)
        except (OffsetOutOfRange, TopicAuthorizationFailed) as error:
            errors.append(type(error).__name__)
    assert found == [(1, 0), (1, 1), (1, 2)]
    assert many.reader.position(many.partitions[1]) == (3, -1)
    assert errors.count("TopicAuthorizationFailed") == 1
    assert errors.count("OffsetOutOfRange") >= 1, "until a seek"


def test_an_abort_marker_without_the_records_of_its_transaction() -> None:
    """fetch F-44: testReadCommittedAbortMarkerWithNoData: compaction took the records."""
    log = written([Marker(1, is_commit=False), Data([(5, None, b"v", ())], producer=1)])
    log_end = written([Marker(1, is_commit=True)], base=log.end)
    answer = Completed(
        T0,
        log.data + log_end.data,
        0,
        aborted=[Aborted(1, 0)],
        options=CollectOptions(read_committed=True),
    )
    batch = answer.next_batch(500)
    assert batch is not None
    assert [record.offset for record in batch] == [1]


def test_a_control_batch_without_records_ends_no_transaction() -> None:
    """fetch F-43: testEmptyControlBatch: compaction leaves the head of a marker's batch."""
    empty = bytearray(make_marker(1, 0, commit=False))[:61]
    empty[8:12] = (49).to_bytes(4, "big")
    empty[57:61] = bytes(4)
    seal(empty)
    data = bytes(empty) + make_batch(2, base_offset=1, producer_id=1, transactional=True)
    answer = Completed(
        T0, data, 0, aborted=[Aborted(1, 1)], options=CollectOptions(read_committed=True)
    )
    assert answer.next_batch(500) is None
    assert answer.next_offset == 3
    plain = Completed(T0, data, 0, options=CollectOptions(read_committed=True)).next_batch(500)
    assert plain is not None
    assert [record.offset for record in plain] == [1, 2]


def test_a_position_has_the_epoch_of_the_record_before_it() -> None:
    """client F-40: testSubscriptionPositionUpdatedWithEpoch."""
    many = ManyBrokers(1)
    rows: list[Any] = [(0, None, b"v", [])]
    data = came(0, 1)
    data.records = bytes(encode_batch(rows, leader_epoch=4))
    many.answer(1, data)
    assert taken(many) == [(0, 0)]
    assert many.reader.position(many.partitions[0]) == (1, 4)


def test_a_lost_replica_does_not_matter_to_what_is_unassigned() -> None:
    """client F-30: testFetchDisconnectedShouldNotClearPreferredReadReplicaIfUnassigned."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, preferred_read_replica=2))
    many.reader.assign(many.partitions[1:], 0)
    many.lose(2)
    many.advance(1000)
    assert set(many.in_flight()) == {1}
    assert taken(many) == []


def test_an_error_of_a_replica_leads_back_to_the_leader() -> None:
    """client F-30: testFetchErrorShouldClearPreferredReadReplica."""
    many = ManyBrokers(1)
    many.answer(1, came(0, preferred_read_replica=2))
    many.answer(2, came(0, error_code=6, high_watermark=-1))
    many.advance(200)
    assert set(many.in_flight()) == {1}


@pytest.mark.parametrize("code", [8, -1, 1234])
def test_an_error_of_the_whole_answer_is_asked_again(code: int) -> None:
    """fetch F-6: testHandleFetchResponseError, the rows with an error of the answer."""
    world = ReadWorld(reset=ResetPolicy("earliest"))
    world.topic()
    world.number(T0, 2)
    world.refuse_fetch(code)
    world.assign(T0)
    assert [offset for _, offset, _ in world.read()] == [0, 1]
    assert [request.session_epoch for request in world.fetches()][:2] == [0, 0]


# Metrics


def consumed(many: ManyBrokers, what: str) -> float:
    """The sum of what was consumed of the topic: records or bytes."""
    scope = Scope("consumer-fetch-manager-metrics", {})
    found = many.reader.meter.readings(scope, ApiTraffic(Windows()), many.now_ms)
    topic = f"consumer-fetch-manager-metrics:{what}-consumed-total{{topic=t}}"
    return {each.key: each.value for each in found}.get(topic, 0)


def test_records_before_the_position_do_not_count_as_consumed() -> None:
    """client K-30: testFetchResponseMetricsWithSkippedOffset."""
    many = ManyBrokers(1)
    many.reader.seek(many.partitions[0], 1, 0)
    many.answer(1, came(0, 1))  # to the fetch from offset 0
    many.answer(1, came(0, 1, 1, 1))
    assert taken(many) == [(0, 1), (0, 2)]
    assert consumed(many, "records") == 2


def test_a_partition_with_an_error_counts_nothing() -> None:
    """client K-30: testFetchResponseMetricsWithOnePartitionError."""
    many, alone = ManyBrokers(1, 1), ManyBrokers(1)
    many.answer(1, came(0, 1, 1, 1), came(1, 1, error_code=6, high_watermark=-1))
    alone.answer(1, came(0, 1, 1, 1))
    assert taken(many) == taken(alone) == [(0, 0), (0, 1), (0, 2)]
    assert consumed(many, "records") == 3
    assert consumed(many, "bytes") == consumed(alone, "bytes") > 0


def test_records_of_another_offset_than_the_position_count_nothing() -> None:
    """client K-30: testFetchResponseMetricsWithOnePartitionAtTheWrongOffset."""
    many, alone = ManyBrokers(1, 1), ManyBrokers(1)
    many.reader.seek(many.partitions[1], 50, 0)
    many.answer(1, came(0, 1, 1, 1), came(1, 1, 1))
    alone.answer(1, came(0, 1, 1, 1))
    assert taken(many) == taken(alone) == [(0, 0), (0, 1), (0, 2)]
    assert taken(many) == []
    assert consumed(many, "records") == 3
    assert consumed(many, "bytes") == consumed(alone, "bytes") > 0
