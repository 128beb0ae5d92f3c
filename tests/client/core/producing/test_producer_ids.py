"""The producer id."""

from __future__ import annotations

from random import Random

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.producing.batch import NO_PRODUCER, ProducerId
from kafkawire.client.core.producing.producer_ids import ProducerIds
from kafkawire.client.errors import ClientError, ClusterAuthorizationFailed
from tests.client.support.world import World

INIT_PRODUCER_ID = 22


class Setup:
    def __init__(self) -> None:
        self.world = World()
        self.ids = ProducerIds(self.world.network, self.world.timers, Backoff(100, 1000, Random(0)))
        self.ready: list[ProducerId] = []
        self.failed: list[ClientError] = []
        self.ids.on_ready = lambda now_ms: self.ready.append(self.ids.current)
        self.ids.on_failed = lambda error, now_ms: self.failed.append(error)
        self.world.metadata.request_update(self.world.now_ms)
        self.world.settle()


def test_an_id_is_asked_for_until_a_broker_has_one() -> None:
    """client H-40: a fresh broker answers 14 first."""
    setup = Setup()
    setup.ids.obtain(setup.world.now_ms)
    setup.ids.obtain(setup.world.now_ms)
    setup.world.advance(2000)
    assert setup.ready == [ProducerId(0, 0)]
    assert setup.world.apis().count(INIT_PRODUCER_ID) == 2
    request = next(each for api, _, each, _ in setup.world.requests if api == INIT_PRODUCER_ID)
    assert request.transactional_id is None
    assert request.transaction_timeout_ms == 0x7FFFFFFF


def test_a_lost_connection_is_no_refusal() -> None:
    """client H-40."""
    setup = Setup()
    setup.world.is_down = True
    setup.world.drop_connections()
    setup.ids.obtain(setup.world.now_ms)
    setup.world.advance(3000)
    assert setup.ready == []
    setup.world.is_down = False
    setup.world.advance(5000)
    assert len(setup.ready) == 1


def test_a_refusal_is_told_and_may_be_tried_again() -> None:
    """client H-47: 31."""
    setup = Setup()

    def refuse(api: int, answer: object) -> object:
        if api != INIT_PRODUCER_ID:
            return None
        answer.error_code = 31  # type: ignore[attr-defined]
        return answer

    setup.world.edit = refuse  # type: ignore[assignment]
    setup.ids.obtain(setup.world.now_ms)
    setup.world.advance(1000)
    (error,) = setup.failed
    assert isinstance(error, ClusterAuthorizationFailed)
    setup.world.edit = lambda api, answer: None
    setup.ids.obtain(setup.world.now_ms)
    setup.world.advance(1000)
    assert len(setup.ready) == 1


def test_the_epoch_grows_until_a_new_id_is_needed() -> None:
    """client H-45: N 117."""
    setup = Setup()
    setup.ids.current = ProducerId(7, 32766)
    setup.ids.bump()
    assert setup.ids.current == (7, 32767)
    setup.ids.bump()
    assert setup.ids.current == NO_PRODUCER
