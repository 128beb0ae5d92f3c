"""What sending has to keep to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.producing.batch import NO_PRODUCER, Batch, ProducerId
from kafkawire.client.core.producing.guides import Idempotent, Plain
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.outcomes import Outcome
from kafkawire.client.core.producing.partition_queue import PartitionQueue
from kafkawire.client.core.producing.producer_ids import ProducerIds
from kafkawire.client.errors import refusal
from kafkawire.client.values import TopicPartition
from tests.client.support.producing import PRODUCE, Producing, refused
from tests.client.support.world import World

ERROR = refusal(29)


class Setup:
    def __init__(self, epoch: int = 0) -> None:
        world = World()
        self.ids = ProducerIds(world.network, world.timers, Backoff(100, 1000, Random(0)))
        self.ids.current = ProducerId(7, epoch)
        self.guide = Idempotent(self.ids)
        self.queue = PartitionQueue(TopicPartition("orders", 0))

    def batch(self) -> Batch:
        batch = Batch(self.queue.partition, 0, 1000)
        batch.records.append((0, None, b"", ()))
        batch.close()
        return batch

    def sent(self) -> Batch:
        batch = self.batch()
        assert self.guide.may_send(self.queue, batch, 0)
        self.guide.assign(self.queue, batch)
        return batch


def test_the_first_batch_of_a_partition_goes_alone() -> None:
    """client H-30, produce B-20: a broker without an entry accepts any sequence."""
    setup = Setup()
    first = setup.sent()
    assert not setup.guide.may_send(setup.queue, setup.batch(), 0)
    assert setup.guide.may_send(setup.queue, first, 0), "it may come again"
    setup.guide.acknowledged(setup.queue, first, 10)
    setup.sent()
    setup.sent()


def test_other_partitions_go_over_to_a_new_epoch_when_they_are_idle() -> None:
    """client H-45."""
    setup = Setup()
    setup.guide.acknowledged(setup.queue, setup.sent(), 10)
    flying = setup.sent()
    other = PartitionQueue(TopicPartition("orders", 1))
    setup.guide.begin_again(other, Outcome.BUMP)
    assert setup.ids.current == ProducerId(7, 1)
    assert other.sequences.producer == ProducerId(7, 1)
    assert not setup.guide.may_send(setup.queue, setup.batch(), 0)
    setup.guide.acknowledged(setup.queue, flying, 11)
    assert setup.sent().producer == ProducerId(7, 1)


def test_a_batch_that_failed_leaves_no_hole() -> None:
    """client H-45."""
    setup = Setup()
    setup.guide.acknowledged(setup.queue, setup.sent(), 10)
    failed, behind = setup.sent(), setup.sent()
    setup.guide.failed(setup.queue, failed, ERROR, 0)
    assert (behind.producer, behind.sequence) == (ProducerId(7, 1), 0)


def test_a_batch_that_never_had_a_sequence_fails_without_a_new_epoch() -> None:
    """client H-46: only what was written matters."""
    setup = Setup()
    setup.guide.failed(setup.queue, setup.batch(), ERROR, 0)
    assert setup.ids.current == ProducerId(7, 0)


def test_after_the_greatest_epoch_a_new_id_is_waited_for() -> None:
    """client H-45: N 117."""
    setup = Setup(epoch=32767)
    first = setup.sent()
    setup.guide.begin_again(setup.queue, Outcome.BUMP)
    assert setup.ids.current == NO_PRODUCER
    assert not setup.guide.is_ready(0)
    setup.ids.current = ProducerId(8, 0)
    assert setup.guide.is_ready(0)
    assert (first.producer, first.sequence) == (ProducerId(8, 0), 0)


def test_an_answer_under_older_sequences_leaves_no_hole() -> None:
    """client H-45: what was rewritten meanwhile begins once more."""
    setup = Setup()
    first = setup.sent()
    first.is_sent = True
    setup.guide.begin_again(setup.queue, Outcome.BUMP)
    assert first.is_rewritten
    setup.guide.acknowledged(setup.queue, first, 10)
    assert setup.ids.current == ProducerId(7, 2)
    assert setup.sent().sequence == 0


def test_without_idempotence_order_needs_one_in_flight() -> None:
    """client H-30."""
    queue = PartitionQueue(TopicPartition("orders", 0))
    batch = Setup().batch()
    queue.in_flight = 1
    assert Plain(keeps_order=False).may_send(queue, batch, 0)
    assert not Plain(keeps_order=True).may_send(queue, batch, 0)
    queue.in_flight = 0
    assert Plain(keeps_order=True).may_send(queue, batch, 0)


def send_through_faults(producing: Producing, random: Random) -> list[tuple[bytes, Any]]:
    """Send records while answers are refused and lost, and the broker is down at times."""
    world = producing.world
    world.instead = lambda api, request: (
        refused(request, random.choice((3, 6, 7, 14, 19, 74, 87)))
        if api == PRODUCE and random.random() < 0.15
        else None
    )
    world.swallow = lambda api: random.random() < 0.03
    sent: list[tuple[bytes, Any]] = []
    for number in range(200):
        value = b"%d" % number
        sent.append((value, producing.send(value)))
        if random.random() < 0.3:
            world.advance(random.randrange(50))
        if random.random() < 0.005:
            world.is_down = True
            world.drop_connections()
            world.advance(random.randrange(4000))
            world.is_down = False
    world.swallow, world.instead = (lambda api: False), (lambda api, request: None)
    world.advance(20_000)
    return sent


@pytest.mark.parametrize("seed", range(15))
def test_lost_answers_and_time_outs_write_nothing_twice(seed: int) -> None:
    """client N-10 c, e, g, H-46: what is acknowledged is in the log once, in order."""
    options = ProducerOptions(linger_ms=2, batch_size=300, delivery_timeout_ms=3000)
    producing = Producing(options, world=World(lane=LaneOptions(request_timeout_ms=1000)))
    producing.send(b"first")
    producing.flush(2000)
    sent = send_through_faults(producing, Random(seed))
    assert producing.core.is_idle
    assert producing.core.memory_free == 33554432
    late = producing.send(b"late")
    producing.flush(3000)
    assert late.metadata().offset > 0, "the producer goes on"
    values = producing.values()
    assert len(values) == len(set(values)), "nothing is there twice"
    acknowledged = [value for value, delivery in sent if delivery.error is None]
    places = [values.index(value) for value in acknowledged]
    assert places == sorted(places)
