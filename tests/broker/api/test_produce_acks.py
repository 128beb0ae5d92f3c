"""Produce: when a request is answered, for each kind of acks."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.parts import BrokerImage
from kafkawire.broker.replicas.remote_replica import FollowerFetch, RemoteReplicas
from kafkawire.log.topic_partition import TopicPartition
from tests.support.broker.metadata import broker
from tests.support.broker.partitions import image_of, reassign
from tests.support.log.batches import make_batch, records_of
from tests.support.requests.produce import Producer, answers_of

BATCH = make_batch()
BAD_CRC = BATCH[:-1] + b"\x01"


def with_magic(batch: bytes, magic: int) -> bytes:
    return batch[:16] + bytes([magic]) + batch[17:]


@pytest.mark.parametrize("acks", [2, -2, 100])
def test_other_acks_do_not_exist(acks: int) -> None:
    """produce A-11, scenario 13: judged after existence and framing, before all else."""
    producer = Producer()

    assert producer.code(BAD_CRC, acks=acks) == (21, -1)
    assert producer.code(b"", acks=acks) == (87, -1)
    answers = producer.produce(("nope", 0, BATCH), acks=acks)
    assert [each.error_code for each in answers.values()] == [3]


def test_silence_after_acks_0() -> None:
    """produce A-70, F 14."""
    producer = Producer()
    sent = producer.send(("t", 0, BATCH), acks=0)

    assert sent.done
    assert sent.raw == b""
    assert producer.code(BATCH) == (0, 0)
    assert producer.partition().log_end_offset == 2


@pytest.mark.parametrize(
    "sent",
    [("nope", 0, BATCH), ("t", 0, BAD_CRC), ("t", 0, b""), ("t", 0, with_magic(BATCH, 3))],
)
def test_an_error_with_acks_0_closes_the_connection(sent: tuple[str, int, bytes]) -> None:
    """produce A-70, F 14."""
    producer = Producer()
    producer.send(sent, ("t", 1, BATCH), acks=0)

    assert producer.client.closed
    assert producer.partition(1).log_end_offset == (0 if sent[2][16:17] == b"\3" else 1)


def test_a_partition_led_elsewhere_with_acks_0_closes_the_connection() -> None:
    """produce A-70, F 14: what was sent behind it is lost."""
    producer = Producer()
    producer.partition().is_leader = False
    sent = [producer.send(("t", 1, BATCH)), producer.send(("t", 0, BATCH), acks=0)]

    assert producer.client.closed
    assert (sent[0].done, sent[1].done) == (True, False)


def replicate_slowly(producer: Producer) -> None:
    """Make partition 0 one that waits for a second replica."""
    partition = producer.partition()
    reassign(partition, replicas=(1, 2), isr=(1, 2))


def move_high_watermark(producer: Producer, offset: int) -> None:
    producer.partition().move_high_watermark(offset)
    producer.harness.broker.replicas.changed(producer.partition())
    producer.harness.settle()


def test_too_few_in_sync_replicas_are_told_before_the_batch_is_looked_at() -> None:
    """produce A-41, F 64, F 65: only with acks=all; the log start is real."""
    producer = Producer({"min.insync.replicas": "2"})
    assert producer.code(BATCH) == (0, 0)
    reassign(producer.partition(), replicas=(1, 2))
    numbered = make_batch(producer_id=7, producer_epoch=0, base_sequence=0)

    assert producer.code(BAD_CRC) == (19, 0)
    assert producer.code(numbered, acks=1) == (0, 0)
    assert producer.code(numbered) == (19, 0), "a duplicate, too"
    assert producer.send(("t", 0, BATCH), acks=0).done
    assert producer.partition().log_end_offset == 3


def test_acks_all_waits_for_the_replicas() -> None:
    """produce A-72: until the high watermark is past the last record."""
    producer = Producer()
    replicate_slowly(producer)
    sent = producer.send(("t", 0, make_batch(3)), ("t", 1, BATCH))

    move_high_watermark(producer, 2)
    assert not sent.done
    move_high_watermark(producer, 3)

    answers = answers_of(sent.response)
    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 0, ("t", 1): 0}
    assert len(producer.harness.broker.purgatory) == 0


@pytest.mark.parametrize("acks", [0, 1])
def test_other_acks_do_not_wait(acks: int) -> None:
    """produce A-70, A-71."""
    producer = Producer()
    replicate_slowly(producer)

    assert producer.send(("t", 0, BATCH), acks=acks).done


def test_what_is_not_replicated_in_time_is_told_with_its_offsets() -> None:
    """produce A-73, F 66."""
    producer = Producer()
    producer.one(BATCH)
    replicate_slowly(producer)
    sent = producer.send(("t", 0, BATCH), ("t", 1, BATCH), timeout_ms=200)

    producer.harness.advance(199)
    assert not sent.done
    producer.harness.advance(1)

    answers = answers_of(sent.response)
    assert answers["t", 1].error_code == 0
    late = answers["t", 0]
    assert (late.error_code, late.base_offset, late.log_start_offset) == (7, 1, 0)


@pytest.mark.parametrize("timeout_ms", [0, -1])
def test_no_time_no_wait(timeout_ms: int) -> None:
    """produce A-73, F 68: at once REQUEST_TIMED_OUT, where there is something to wait for."""
    producer = Producer()
    assert producer.one(BATCH, timeout_ms=timeout_ms).error_code == 0
    replicate_slowly(producer)

    assert producer.one(BATCH, timeout_ms=timeout_ms).error_code == 7


def test_failed_partitions_are_not_waited_for() -> None:
    """produce A-72."""
    producer = Producer()
    replicate_slowly(producer)

    assert producer.send(("t", 0, BAD_CRC)).done


@pytest.mark.parametrize(
    ("loss", "code"), [("demoted", 6), ("moved", 6), ("deleted", 3), ("failed", 56)]
)
def test_a_partition_that_goes_away_while_it_is_waited_for(loss: str, code: int) -> None:
    """produce A-75, F 72: what was appended is told all the same; 6 with the new leader."""
    producer = Producer()
    producer.one(BATCH)
    replicate_slowly(producer)
    sent = producer.send(("t", 0, BATCH))
    broker, name = producer.harness.broker, TopicPartition("t", 0)
    if loss == "demoted":
        image = image_of(leader=2, leader_epoch=1, partition_epoch=1, isr=(2,))
        broker.replicas.update(name, image)
    elif loss == "moved":
        broker.replicas.delete(name)
    elif loss == "deleted":
        broker.controller.delete_topics([producer.topic_id], producer.harness.now_ms)
    else:
        broker.replicas.fail(name)
        assert not sent.done, "nobody is woken by that"
        producer.harness.advance(1_000)
    producer.harness.settle()

    (answer,) = answers_of(sent.response).values()
    assert (answer.error_code, answer.base_offset) == (code, 1)
    leader_id = {"demoted": 2, "moved": 1}.get(loss, -1)
    assert answer.current_leader.leader_id == leader_id


def test_a_failed_log_directory_is_told() -> None:
    """produce A-40, A-61, A-63: at every version, and before the batch is looked at."""
    producer = Producer()
    producer.harness.broker.replicas.fail(TopicPartition("t", 0))
    for version in (0, 3, 9, 12):
        answer = producer.one(BAD_CRC, version=version)
        assert (answer.error_code, answer.base_offset, answer.log_start_offset) == (56, -1, -1)
        assert answer.current_leader.leader_id == -1


def test_a_duplicate_waits_like_the_original() -> None:
    """produce B-12, A-73, F 67."""
    producer = Producer()
    replicate_slowly(producer)
    batch = make_batch(producer_id=7, producer_epoch=0, base_sequence=0)
    producer.send(("t", 0, batch), acks=1)
    answer = producer.one(batch, timeout_ms=0)

    assert (answer.error_code, answer.base_offset) == (7, 0)
    assert records_of(producer.partition().log)[0].timestamp == answer.log_append_time_ms


# A follower of its own


def led_with_follower(min_insync_replicas: int) -> Producer:
    """Partition 0 with a live follower, number 2, in sync and with nothing yet."""
    producer = Producer({"min.insync.replicas": str(min_insync_replicas)})
    replicas = producer.harness.broker.replicas
    producer.harness.broker.metadata.brokers[2] = BrokerImage(broker(2))
    partition = producer.partition()
    reassign(partition, replicas=(1, 2), isr=(1, 2))
    partition.followers = RemoteReplicas(replicas.peers, [2])
    follow(producer, 0)
    return producer


def follow(producer: Producer, offset: int) -> None:
    """A fetch of the follower, from `offset` on."""
    partition = producer.partition()
    now_ms = producer.harness.now_ms
    told = FollowerFetch(offset, 0, -1, partition.log_end_offset, now_ms)
    producer.harness.broker.replicas.follower_fetched(partition, 2, told, None)
    producer.harness.settle()


def lose_follower(producer: Producer) -> None:
    partition = producer.partition()
    image = partition.image._replace(
        partition_epoch=partition.image.partition_epoch + 1, isr=(1,), replicas=(1, 2)
    )
    producer.harness.broker.replicas.update(
        partition.topic_partition, image, producer.harness.now_ms
    )
    producer.harness.settle()


def test_a_followers_fetch_is_what_acks_all_waits_for() -> None:
    """produce A-72, B-12: it has what lies before the offset that it asks for."""
    producer = led_with_follower(1)
    sent = producer.send(("t", 0, make_batch(3)))
    follow(producer, 2)
    assert not sent.done
    follow(producer, 3)
    assert [each.error_code for each in answers_of(sent.response).values()] == [0]


def test_a_follower_that_leaves_is_not_waited_for() -> None:
    """produce A-72: alone in sync, and with so few replicas enough, the leader decides."""
    producer = led_with_follower(1)
    sent = producer.send(("t", 0, BATCH))
    producer.harness.broker.metadata.brokers[2] = BrokerImage(broker(2, fenced=True))
    assert not sent.done
    lose_follower(producer)
    (answer,) = answers_of(sent.response).values()
    assert (answer.error_code, answer.base_offset) == (0, 0)


def test_too_few_in_sync_replicas_while_waiting_run_out_of_time() -> None:
    """produce A-74, F 69: nothing is acknowledged below the minimum, and 20 is never told."""
    producer = led_with_follower(2)
    sent = producer.send(("t", 0, BATCH), timeout_ms=500)
    lose_follower(producer)
    follow(producer, 1)
    assert (producer.partition().high_watermark, sent.done) == (0, False)
    producer.harness.advance(500)
    (answer,) = answers_of(sent.response).values()
    assert (answer.error_code, answer.base_offset, answer.log_start_offset) == (7, 0, 0)

    assert producer.code(BATCH) == (19, 0)
    assert producer.one(BATCH, acks=1).base_offset == 1


def test_what_has_come_of_a_partition_stays_so_while_others_are_waited_for() -> None:
    """produce A-75, A-76: it is judged whenever the request is woken."""
    producer = led_with_follower(1)
    other = producer.partition(1)
    reassign(other, replicas=(1, 2), isr=(1, 2))
    sent = producer.send(("t", 0, BATCH), ("t", 1, BATCH))
    replicas = producer.harness.broker.replicas
    image = image_of(replicas=(1, 2), isr=(1, 2))
    second = image._replace(leader=2, leader_epoch=1, partition_epoch=1)
    replicas.update(other.topic_partition, second)
    producer.harness.settle()
    third = image._replace(leader_epoch=2, partition_epoch=2, isr=(1,))
    replicas.update(other.topic_partition, third)
    producer.harness.settle()
    assert not sent.done
    follow(producer, 1)
    answers = answers_of(sent.response)
    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 0, ("t", 1): 6}
    assert answers["t", 1].current_leader.leader_id == 2


def test_too_few_in_sync_replicas_once_it_is_replicated() -> None:
    """produce A-74, A-61: 20, with the offsets, if both come to pass between two looks at it."""
    producer = led_with_follower(2)
    sent = producer.send(("t", 0, BATCH))
    partition = producer.partition()
    partition.move_high_watermark(1)
    lose_follower(producer)
    producer.harness.broker.replicas.changed(partition)
    producer.harness.settle()
    (answer,) = answers_of(sent.response).values()
    assert (answer.error_code, answer.base_offset, answer.log_start_offset) == (20, 0, 0)
