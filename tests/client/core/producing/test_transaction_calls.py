"""Requests to coordinators, one after another."""

from __future__ import annotations

from random import Random

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.producing.batch import NO_PRODUCER
from kafkawire.client.core.producing.cluster import Cluster
from kafkawire.client.core.producing.transaction_calls import Ended, TransactionCalls
from kafkawire.client.core.producing.transaction_errors import Verdict
from kafkawire.client.core.producing.transaction_steps import Steps
from tests.client.support.world import World

FIND, INIT = 10, 22


class Setup:
    def __init__(self) -> None:
        self.world = World()
        world = self.world
        cluster = Cluster(world.network, world.metadata, world.timers, world.random)
        self.calls = TransactionCalls(cluster, Backoff(100, 1000, Random(0)))
        self.steps = Steps("t", 60_000)
        self.ended: list[Verdict] = []
        world.metadata.request_update(world.now_ms)
        world.settle()
        world.requests.clear()

    def ask(self) -> None:
        def done(ended: Ended, now_ms: int) -> None:
            self.ended.append(ended.verdict)

        self.calls.ask(self.steps.init(NO_PRODUCER, done), self.world.now_ms)


def test_one_request_is_in_flight() -> None:
    """client I-4."""
    setup = Setup()
    setup.world.swallow = lambda api: api == INIT
    setup.ask()
    setup.ask()
    setup.world.advance(5000)
    assert setup.world.apis().count(INIT) == 1
    assert not setup.calls.is_idle
    setup.world.swallow = lambda api: False
    setup.world.drop_connections()
    setup.world.advance(5000)
    assert setup.ended == [Verdict.DONE, Verdict.DONE]
    assert setup.calls.is_idle


def test_a_lost_connection_has_the_coordinator_looked_up_again() -> None:
    """client I-26."""
    setup = Setup()
    setup.ask()
    setup.world.advance(3000)
    finds = setup.world.apis().count(FIND)
    setup.world.swallow = lambda api: api == INIT
    setup.ask()
    setup.world.advance(100)
    assert setup.world.apis().count(FIND) == finds, "it is remembered"
    setup.world.swallow = lambda api: False
    setup.world.drop_connections()
    setup.world.advance(3000)
    assert setup.world.apis().count(FIND) > finds
    assert setup.ended == [Verdict.DONE] * 2


def test_no_right_to_look_up_ends_the_step() -> None:
    """client I-30: 53."""
    setup = Setup()

    def deny(api: int, answer: object) -> object:
        if api == FIND:
            answer.coordinators[0].error_code = 53  # type: ignore[attr-defined]
            return answer
        return None

    setup.world.edit = deny  # type: ignore[assignment]
    setup.ask()
    setup.world.advance(1000)
    assert setup.ended == [Verdict.FATAL]
    assert setup.calls.is_idle


def test_steps_that_wait_are_forgotten_on_wish() -> None:
    """client I-35: a fatal producer asks nothing more."""
    setup = Setup()
    for _ in range(3):
        setup.ask()
    setup.calls.clear()
    setup.world.advance(3000)
    assert setup.ended == [Verdict.DONE]
