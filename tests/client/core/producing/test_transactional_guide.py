"""Sending within transactions, under faults."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.transaction_states import State
from tests.client.support.producing import PRODUCE, Producing, Refusals, refused

OPTIONS = ProducerOptions(transactional_id="t", linger_ms=2, batch_size=300)
FAULTS = (3, 6, 7, 14, 19, 20, 45, 47, 51, 59, 74, 87)


def faults(random: Random) -> Any:
    """Refuse some Produce requests without the broker seeing them."""
    return lambda api, request: (
        refused(request, random.choice(FAULTS), log_start=0)
        if api == PRODUCE and random.random() < 0.1
        else None
    )


def edits(random: Random) -> Any:
    """Have some answers of the coordinator say that it is not the one, or busy."""

    def edit(api: int, answer: Any) -> Any:
        if api == 26 and random.random() < 0.2:
            answer.error_code = random.choice((14, 15, 16, 51))
            return answer
        return None

    return edit


def records(producing: Producing, random: Random, number: int) -> dict[int, list[bytes]]:
    """Send some records, as long as the transaction takes them."""
    sent: dict[int, list[bytes]] = {0: [], 1: []}
    for each in range(random.randrange(25)):
        if producing.transaction.state is not State.IN_TRANSACTION:
            break
        partition, value = random.randrange(2), b"%d-%d" % (number, each)
        producing.send(value, partition=partition)
        sent[partition].append(value)
        if random.random() < 0.3:
            producing.world.advance(random.randrange(30))
        if random.random() < 0.03:
            producing.world.drop_connections()
    return sent


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("seed", range(10))
def test_transactions_are_all_or_nothing(seed: int, level: int) -> None:
    """client N-10 d, I-4, I-26: whatever fails, read_committed has whole transactions in order."""
    random = Random(seed)
    producing = Producing(OPTIONS, transaction_version=level, topics={"orders": 2})
    world, transaction = producing.world, producing.transaction
    expected: dict[int, list[bytes]] = {0: [], 1: []}
    for number in range(12):
        world.instead = world.edit = lambda api, answer: None
        producing.begin()
        world.instead, world.edit = faults(random), edits(random)
        sent = records(producing, random, number)
        commits = transaction.state is State.IN_TRANSACTION and random.random() < 0.8
        if commits:
            transaction.commit(world.now_ms)
            world.advance(20_000)
        if transaction.state is not State.READY:
            transaction.abort(world.now_ms)
            world.instead = lambda api, request: None
            world.advance(20_000)
        assert transaction.state is State.READY, (transaction.state, transaction.error)
        if commits and transaction.is_committed:
            for partition, values in sent.items():
                expected[partition] += values
    world.advance(1000)
    for partition, values in expected.items():
        assert producing.committed(partition=partition) == values
    assert producing.core.memory_free == 33554432


def test_a_batch_is_not_sent_again_to_be_aborted() -> None:
    """client I-4: what failed once fails, once the transaction is being aborted."""
    producing = Producing(OPTIONS._replace(linger_ms=0))
    producing.begin()
    producing.world.swallow = lambda api: api == PRODUCE
    flying = producing.send()
    producing.world.settle()
    producing.transaction.abort(producing.world.now_ms)
    assert not flying.is_done
    producing.world.swallow = lambda api: False
    producing.world.drop_connections()
    producing.world.advance(3000)
    assert producing.transaction.state is State.READY
    assert flying.error is not None


def test_sequences_go_on_while_nothing_failed() -> None:
    """client I-1, H-30: order is kept within a transaction."""
    producing = Producing(OPTIONS._replace(linger_ms=0))
    producing.begin()
    producing.world.instead = Refusals({1: 19, 3: 6})
    for number in range(5):
        producing.send(b"%d" % number)
        producing.flush(0)
    producing.world.advance(3000)
    assert producing.commit()
    assert producing.committed() == [b"0", b"1", b"2", b"3", b"4"]
