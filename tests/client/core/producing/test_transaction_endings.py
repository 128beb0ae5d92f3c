"""Ends of transactions that are late, or refused."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.transaction_states import State
from tests.client.support.producing import Producing

INIT, END = 22, 26


def sent() -> Producing:
    """A producer whose transaction has a record in the log."""
    producing = Producing(ProducerOptions(transactional_id="t", linger_ms=0))
    producing.begin()
    producing.send()
    producing.flush(500)
    producing.world.requests.clear()
    return producing


def test_a_commit_that_was_sent_is_not_cancelled() -> None:
    """client I-25: it cannot be taken back."""
    producing = sent()
    producing.world.is_down = True
    producing.world.drop_connections()
    producing.commit(1000)
    assert producing.transaction.is_ending
    producing.transaction.cancel_commit()
    assert producing.transaction.state is State.COMMITTING
    producing.world.is_down = False
    producing.world.advance(10_000)
    assert producing.transaction.is_committed


def test_an_abort_that_is_refused_begins_a_new_epoch() -> None:
    """client I-30: the epoch fences what is left of the transaction."""
    producing = sent()
    before = producing.transaction.producer

    def edit(api: int, answer: Any) -> Any:
        if api != END:
            return None
        answer.error_code = 120
        return answer

    producing.world.edit = edit
    producing.abort()
    assert producing.world.apis().count(INIT) == 1
    assert producing.transaction.state is State.READY
    assert producing.transaction.producer.epoch > before.epoch
