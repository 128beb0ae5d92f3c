"""The broker as a whole: bounded ticks, deadlines, identity."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.delayed import NEVER, Delayed

COMPLETIONS_PER_TICK = 64
TIMERS_PER_TICK = 256


def made(seed: int = 0, cluster_id: str = "", overrides: dict[str, str] | None = None) -> Broker:
    return Broker(
        BrokerConfig(overrides or {}), random=Random(seed), now_ms=0, cluster_id=cluster_id
    )


def park(broker: Broker, deadline_ms: int, answers: list[int]) -> None:
    delayed = Delayed(["key"], deadline_ms, lambda: deadline_ms == NEVER and waking[0], echo)
    broker.purgatory.add(delayed, answers.append, 0)  # type: ignore[arg-type]


waking = [False]


def echo(now_ms: int) -> Any:
    return now_ms


def test_a_tick_answers_a_bounded_number_of_woken_requests() -> None:
    broker = made()
    answers: list[int] = []
    waking[0] = False
    for _ in range(2 * COMPLETIONS_PER_TICK + 1):
        park(broker, NEVER, answers)
    waking[0] = True
    broker.purgatory.wake("key")
    counts = []
    while broker.next_deadline_ms() <= 5:
        broker.tick(5)
        counts.append(len(answers))
    assert counts == [COMPLETIONS_PER_TICK, 2 * COMPLETIONS_PER_TICK, 2 * COMPLETIONS_PER_TICK + 1]


def test_a_tick_runs_a_bounded_number_of_timers() -> None:
    broker = made()
    answers: list[int] = []
    for _ in range(TIMERS_PER_TICK + 1):
        park(broker, 10, answers)
    broker.tick(9)
    assert answers == []
    broker.tick(10)
    assert len(answers) == TIMERS_PER_TICK
    assert broker.next_deadline_ms() == 10
    broker.tick(10)
    assert len(answers) == TIMERS_PER_TICK + 1


def test_nothing_is_due_in_a_broker_that_was_not_started() -> None:
    assert made().next_deadline_ms() == NEVER


@given(st.integers(0, 2**32))
def test_a_cluster_id_is_kafkas_kind_of_text(seed: int) -> None:
    cluster_id = made(seed).cluster_id
    assert len(cluster_id) == 22
    assert not cluster_id.startswith("-")
    assert cluster_id.replace("-", "").replace("_", "").isalnum()


def test_identity_comes_from_the_configuration() -> None:
    broker = made(cluster_id="mine", overrides={"node.id": "7"})
    assert (broker.node_id, broker.cluster_id) == (7, "mine")


def test_the_same_seed_makes_the_same_broker() -> None:
    assert made(3).cluster_id == made(3).cluster_id != made(4).cluster_id
