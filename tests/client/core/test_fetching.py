"""What becomes of answers to fetches, whole ones and those of partitions."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.calls import Answer
from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.errors import (
    AuthenticationError,
    CorruptRecords,
    OffsetOutOfRange,
    ServerError,
    TopicAuthorizationFailed,
)
from kafkawire.client.values import TopicPartition
from tests.client.support.many_brokers import ManyBrokers, came
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


@pytest.mark.parametrize("code", [70, 71, 106])
def test_a_session_that_was_lost_is_opened_anew(code: int) -> None:
    """client N 35; fetch F-6, F-17: nothing is lost, nothing comes twice."""
    world = ReadWorld()
    partitions = world.topic(2)
    world.assign(*partitions)
    world.advance(1000)
    world.refuse_fetch(code)
    for partition in partitions:
        world.number(partition, 5)
    found = world.read()
    assert sorted(found) == sorted(
        (str(partition), index, b"%d." % index) for partition in partitions for index in range(5)
    )
    epochs = [request.session_epoch for request in world.fetches()]
    assert epochs.count(0) == 2


def test_a_record_larger_than_all_limits_is_delivered() -> None:
    """client N 37, F-10."""
    world = ReadWorld(
        overrides={"message.max.bytes": "4000000"},
        fetch=FetchOptions(max_partition_fetch_bytes=1024),
        memory=1 << 20,
    )
    world.topic()
    world.produce(T0, b"x" * (2 << 20))
    world.produce(T0, b"y")
    world.assign(T0)
    assert [len(value or b"") for _, _, value in world.read()] == [2 << 20, 1]


def test_lost_connections_lose_no_records() -> None:
    """client F-1; fetch F-9: the session goes on, or begins anew."""
    world = ReadWorld()
    partitions = world.topic(2)
    world.assign(*partitions)
    total = 0
    for round_ in range(10):
        for partition in partitions:
            world.produce(partition, b"%d" % round_)
        if round_ % 3 == 0:
            world.drop_connections()
        total += len(world.read(ms=1500))
    assert total == 20


def test_a_topic_that_may_not_be_read_is_raised_once_for_each_metadata() -> None:
    """client F-23, N 57."""
    world = ReadWorld()
    denied, allowed = world.topic(2)
    world.number(allowed, 3)

    def edit(api: int, answer: Any) -> Any:
        if api != 1:
            return None
        for topic in answer.responses:
            for data in topic.partitions:
                if data.partition_index == 0:
                    data.error_code, data.records = 29, b""
        return answer

    world.edit = edit
    world.assign(denied, allowed)
    errors, records = 0, 0
    for _ in range(100):
        try:
            batch = world.next()
        except TopicAuthorizationFailed:
            errors += 1
            continue
        records += 0 if batch is None else len(batch)
        world.advance(50)
    assert (errors, records) == (1, 3)
    world.metadata.request_update(world.now_ms)
    world.advance(1000)
    with pytest.raises(TopicAuthorizationFailed):
        world.next()


def preferred(many: ManyBrokers) -> int:
    """The preferred replica of the first partition, -1 for its leader."""
    replica = many.reader.partition(many.partitions[0]).preferred
    return -1 if replica is None else replica


def test_a_preferred_replica_is_read_from_until_its_lease_ends() -> None:
    """client F-30, N 46; fetch F-13, F-35: naming it again does not lengthen the lease."""
    many = ManyBrokers(1, metadata_max_age_ms=10_000)
    assert preferred(many) == -1
    many.answer(1, came(0, preferred_read_replica=2))
    assert set(many.in_flight()) == {2}
    assert preferred(many) == 2
    many.answer(2, came(0))
    many.advance(9000)
    many.answer(2, came(0, preferred_read_replica=2))
    assert set(many.in_flight()) == {2}
    many.advance(1000)
    many.answer(2)
    assert set(many.in_flight()) == {1}
    assert preferred(many) == -1


def test_out_of_range_at_a_follower_leads_back_to_the_leader() -> None:
    """client F-30, N 46; fetch F-34, J 164: no reset, no error."""
    many = ManyBrokers(1)
    many.answer(1, came(0, preferred_read_replica=2))
    many.answer(2, came(0, error_code=1, high_watermark=-1))
    assert set(many.in_flight()) == {1}
    assert many.reader.next(500, 0) is None
    many.answer(1, came(0, error_code=1, high_watermark=-1))
    with pytest.raises(OffsetOutOfRange):
        many.reader.next(500, 0)


def test_a_preferred_replica_that_is_lost_is_left() -> None:
    """client F-30, E-15; fetch F-17."""
    many = ManyBrokers(1)
    many.answer(1, came(0, preferred_read_replica=2))
    many.lose(2)
    assert set(many.in_flight()) == {1}
    assert many.updates == 1


def test_a_preferred_replica_that_nobody_knows_is_no_hot_loop() -> None:
    """fetch F-13."""
    many = ManyBrokers(1)
    many.answer(1, came(0, preferred_read_replica=9))
    assert many.in_flight() == {}
    assert many.updates == 1
    many.advance(200)
    assert set(many.in_flight()) == {1}


def test_a_preferred_replica_is_left_with_the_leader() -> None:
    """client F-30: a new leader decides anew; so does a replica that left the cluster."""
    many = ManyBrokers(1)
    many.answer(1, came(0, preferred_read_replica=2))
    many.leaders[0] = 3
    many.change()
    assert set(many.in_flight()) == {2, 3}
    many.answer(3, came(0, preferred_read_replica=2))
    many.answer(2)
    del many.nodes[2]
    many.change()
    assert 3 in many.in_flight()


@pytest.mark.parametrize("code", [3, 6, 9, 56, 74, 78, 100, 103])
def test_errors_of_a_stale_leader_ask_for_metadata_and_rest(code: int) -> None:
    """client F-23, E-14; fetch F.4: the others go on meanwhile."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, error_code=code, high_watermark=-1))
    assert many.updates >= 1
    assert many.in_flight() == {1: (1 << 20, [])}
    many.answer(1)
    many.leaders[0] = 2
    many.change()
    assert many.in_flight()[2] == (1 << 20, [(0, 0)])


def test_a_lost_fetch_backs_off() -> None:
    """fetch F-9, F-16: the broker may be asked again."""
    many = ManyBrokers(1)
    many.answer(1, came(0))
    many.lose(1)
    assert many.in_flight() == {}
    many.advance(121)
    assert many.in_flight() == {1: (1 << 20, [(0, 0)])}
    assert many.request(many.calls[0]).session_epoch == 0
    assert many.request(many.calls[0]).session_id == 1


def test_a_corrupt_log_and_an_unknown_error_are_raised() -> None:
    """client F-23; fetch F.4: once for each answer."""
    many = ManyBrokers(1, 1)
    many.answer(
        1,
        came(0, error_code=2, high_watermark=-1),
        came(1, error_code=87, high_watermark=-1),
    )
    with pytest.raises(CorruptRecords, match="t-0 offset 0"):
        many.reader.next(500, 0)
    with pytest.raises(ServerError, match="t-1"):
        many.reader.next(500, 0)
    assert many.reader.next(500, 0) is None


def test_what_no_attempt_can_change_is_raised() -> None:
    """client B-3: versions, authentication."""
    many = ManyBrokers(1)
    (call,) = many.calls
    many.calls.clear()
    call.done(Answer(1, -1, None, AuthenticationError(58, "no")), 0)
    with pytest.raises(AuthenticationError):
        many.reader.next(500, 0)
    assert many.reader.next(500, 0) is None
    many.advance(200)
    assert set(many.in_flight()) == {1}


def test_an_answer_for_an_older_position_is_dropped() -> None:
    """client F-14, B-14; fetch F-16, F-22."""
    many = ManyBrokers(1)
    many.reader.seek(many.partitions[0], 7, 0)
    many.answer(1, came(0, 1, 1))
    assert many.reader.next(500, 0) is None
    assert many.in_flight() == {1: (1 << 20, [(0, 7)])}
    many.reader.seek(many.partitions[0], 3, 0)
    many.answer(1, came(0, 1, 1, offset=7))
    assert many.reader.next(500, 0) is None, "3 to 6 would be lost"
    assert many.in_flight() == {1: (1 << 20, [(0, 3)])}
    many.reader.assign([], 0)
    many.answer(1, came(0, 1, offset=3))
    assert many.reader.memory.used_bytes == 0


def test_records_of_an_answer_below_the_position_are_skipped() -> None:
    """fetch F-45: whole batches come."""
    many = ManyBrokers(1)
    many.reader.seek(many.partitions[0], 2, 0)
    many.answer(1)
    many.answer(1, came(0, 1, 1, 1, 1))
    batch = many.reader.next(500, 0)
    assert batch is not None
    assert [record.offset for record in batch] == [2, 3]


def test_a_session_that_is_refused_again_backs_off() -> None:
    """client N 35; fetch F-6: only the first refusal is answered at once."""
    many = ManyBrokers(1)
    many.answer(1)
    many.answer(1, error_code=70)
    assert set(many.in_flight()) == {1}
    many.answer(1, error_code=70)
    assert many.in_flight() == {}
    many.advance(300)
    assert set(many.in_flight()) == {1}


def test_an_answer_for_an_older_topic_is_dropped() -> None:
    """client F-46: the offset is that of the new topic, too."""
    many = ManyBrokers(1)
    many.topic_id = b"j" * 16
    many.change()
    with pytest.raises(OffsetOutOfRange):
        many.reader.next(500, 0)
    many.reader.seek(many.partitions[0], 0, 0)
    many.answer(1, came(0, 1))
    assert many.reader.next(500, 0) is None
    assert many.reader.memory.used_bytes == many.in_flight()[1][0], "only the next fetch's"


def test_the_rest_of_a_partition_is_short_again_after_a_success() -> None:
    """client F-23: 100 ms, a fifth more or less; it doubles with each failure in turn."""
    many = ManyBrokers(1)
    for _ in range(3):
        many.answer(1, came(0, error_code=6, high_watermark=-1))
        assert many.in_flight() == {}
        many.advance(500)
    many.answer(1, came(0))
    many.answer(1, came(0, error_code=6, high_watermark=-1))
    many.advance(121)
    assert set(many.in_flight()) == {1}
