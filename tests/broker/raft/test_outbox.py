"""Calls to other replicas."""

from __future__ import annotations

from kafkawire.broker.raft.outbox import Destination, Outbox
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.vote_request import VoteRequest

TWO = Destination(2, "host", 9002)


def test_one_call_is_in_flight_to_each_replica() -> None:
    outbox = Outbox(2000, 20)
    outbox.send(TWO, VoteRequest(), 100)
    assert not outbox.is_ready(2, 100)
    assert outbox.is_ready(3, 100)
    assert outbox.has_in_flight((VoteRequest,))
    assert not outbox.has_in_flight((FetchRequest,))
    (call,) = outbox.take()
    assert outbox.take() == []
    assert outbox.finish(call, 150, is_failure=False)
    assert outbox.is_ready(2, 150)
    assert not outbox.finish(call, 160, is_failure=False)


def test_a_failure_rests() -> None:
    """replication A-22."""
    outbox = Outbox(2000, 20)
    outbox.send(TWO, VoteRequest(), 100)
    outbox.finish(outbox.take()[0], 100, is_failure=True)
    assert outbox.is_backing_off(2, 119)
    assert outbox.next_deadline_ms(100) == 120
    assert outbox.is_ready(2, 120)


def test_a_call_without_a_response_is_given_up() -> None:
    """replication A-22."""
    outbox = Outbox(2000, 20)
    outbox.send(TWO, VoteRequest(), 100)
    (call,) = outbox.take()
    assert outbox.next_deadline_ms(100) == 2100
    assert outbox.expire(2099) == []
    assert outbox.expire(2100) == [call]
    assert not outbox.finish(call, 2100, is_failure=False)
    assert not outbox.is_ready(2, 2119)


def test_a_new_role_forgets_all() -> None:
    outbox = Outbox(2000, 20)
    outbox.send(TWO, VoteRequest(), 100)
    outbox.back_off(3, 100)
    outbox.reset()
    assert outbox.take() == []
    assert outbox.is_ready(2, 100)
    assert outbox.is_ready(3, 100)
    assert outbox.next_deadline_ms(100) == (1 << 63) - 1
