"""The doors of the producer's core."""

from __future__ import annotations

import pytest

from kafkawire.client.core.producing.accumulator import Wait
from kafkawire.client.core.producing.batch import Batch, Delivery
from kafkawire.client.core.producing.cluster import Cluster
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.producer import ProducerCore
from kafkawire.client.errors import Closed, ClusterAuthorizationFailed
from tests.client.support.producing import INIT_PRODUCER_ID, PRODUCE, Producing
from tests.client.support.world import World


def test_a_flush_sends_what_is_there_and_waits_for_it() -> None:
    """client H-35."""
    producing = Producing(ProducerOptions(linger_ms=600_000))
    deliveries = [producing.send(b"%d" % number) for number in range(3)]
    woken: list[int] = []
    flush = producing.core.flush(lambda: woken.append(1), producing.world.now_ms)
    assert not flush.is_done
    producing.world.advance(1000)
    assert woken == [1]
    assert all(each.is_done for each in deliveries)
    assert producing.core.flush(lambda: None, producing.world.now_ms).is_done
    producing.send()
    given_up = producing.core.flush(lambda: woken.append(2), producing.world.now_ms)
    producing.core.give_up_flush(given_up)
    producing.world.advance(1000)
    assert woken == [1]
    assert len(producing.values()) == 4, "cancelling takes nothing back"


def test_a_closed_producer_accepts_nothing_and_sends_the_rest() -> None:
    """client L-4: N 120."""
    producing = Producing(ProducerOptions(linger_ms=600_000))
    producing.send()
    producing.core.close(producing.world.now_ms)
    assert producing.core.append("orders", None, (0, None, b"", ()), 0) is Wait.METADATA
    with pytest.raises(Closed):
        producing.core.check("orders")
    producing.world.advance(1000)
    assert producing.values() == [b"value"]
    assert producing.core.is_idle


def test_what_is_left_fails_at_the_end_of_the_budget() -> None:
    """client L-4, B-32."""
    producing = Producing(ProducerOptions(linger_ms=0))
    producing.send()
    producing.flush(1000)
    producing.world.swallow = lambda api: api == PRODUCE
    flying = producing.send(b"flying")
    producing.world.settle()
    producing.core.close(producing.world.now_ms)
    producing.core.abandon(Closed("closed"), producing.world.now_ms, only_waiting=True)
    assert not flying.is_done
    producing.core.abandon(Closed("closed"), producing.world.now_ms)
    assert isinstance(flying.error, Closed)
    assert producing.core.is_idle
    assert producing.core.memory_free == 33554432
    assert producing.core.take_failures().total == 0, "it was looked at"


def test_only_what_waits_is_abandoned_on_wish() -> None:
    """client L-4: with a cancelled body only batches in flight are waited for."""
    producing = Producing(ProducerOptions(linger_ms=600_000))
    waiting = producing.send()
    producing.core.abandon(Closed("closed"), producing.world.now_ms, only_waiting=True)
    assert waiting.is_done
    assert producing.core.take_failures().total == 1


def test_no_right_for_a_producer_id_fails_what_waits() -> None:
    """client H-47: 31 is raised; the next record tries again."""
    producing = Producing(ProducerOptions(linger_ms=0))

    def refuse(api: int, answer: object) -> object:
        if api != INIT_PRODUCER_ID:
            return None
        answer.error_code = 31  # type: ignore[attr-defined]
        return answer

    producing.world.edit = refuse  # type: ignore[assignment]
    first = producing.send(b"first")
    producing.world.advance(1000)
    assert isinstance(first.error, ClusterAuthorizationFailed)
    producing.world.edit = lambda api, answer: None
    producing.send(b"second")
    producing.world.advance(1000)
    assert producing.values() == [b"second"]


def test_the_shell_has_its_own_deliveries_and_is_called() -> None:
    """client B-31, B-32."""

    class Own(Delivery):
        __slots__ = ()

    world = World()
    world.create_topic("orders")
    done: list[Batch] = []
    cluster = Cluster(world.network, world.metadata, world.timers, world.random)
    core = ProducerCore(ProducerOptions(), cluster, delivery=Own, on_done=done.append)
    world.metadata.listen(core.on_view)
    scheduled: list[int] = []
    armed: list[int] = []
    core.tell(lambda: scheduled.append(1), lambda: armed.append(1))
    core.wait_for_metadata("orders", lambda: None, world.now_ms)
    world.settle()
    delivery = core.append("orders", None, (0, None, b"", ()), world.now_ms)
    assert type(delivery) is Own
    assert (scheduled, armed) == ([], [1]), "linger has begun"
    core.flush(lambda: None, world.now_ms)
    assert scheduled == [1]
    world.advance(1000)
    assert done == [delivery.batch]


def test_a_ticket_that_is_given_up_leaves_the_memory_to_others() -> None:
    """client H-12: N 109."""
    producing = Producing(ProducerOptions(buffer_memory=500))
    producing.send(bytes(400))
    record = (0, None, bytes(100), ())
    ticket = producing.core.wait_for_memory(record, lambda: None, producing.world.now_ms)
    producing.world.advance(1000)
    assert ticket.is_granted
    assert producing.core.memory_free == 500 - 132
    producing.core.give_up_memory(ticket)
    assert producing.core.memory_free == 500
    assert len(producing.values()) == 1
