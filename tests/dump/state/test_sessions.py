"""Fetch sessions rebuilt: against a naive broker, Kafka's rules, and our own broker."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state import session_memory
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.uuids import uuid_text
from tests.support.dump.dumped_sessions import (
    Naive,
    Watched,
    asked,
    of,
    opened,
    said,
    step_of,
    told,
    wanted,
)
from tests.support.dump.talking import Conversation
from tests.support.requests.fetching import fetch_request

ORDERS = bytes(range(16))


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_sessions_are_what_a_naive_broker_has(random: Random, steps: int) -> None:
    naive = Naive(random)
    for _ in range(steps):
        does = [naive.open, naive.go_on, naive.go_on, naive.go_on, naive.err, naive.evict]
        random.choice([*does, naive.close])()
        naive.compare()


@pytest.mark.parametrize("seed", range(4))
def test_sessions_are_what_our_own_broker_has(seed: int) -> None:
    watched = Watched(seed)
    watched.go(250)
    assert watched.compared > 10
    assert {"opened", "continued", "refused"} <= watched.kinds


def test_an_idle_session_says_what_it_left_out() -> None:
    talk = opened(*range(120), session=42)
    exchange = talk.say(wanted(3, 5, session=(42, 1)), said(session=42), 12)
    assert step_of(exchange).summary == (
        "session 42 epoch 1: holds 120 partitions, 2 changed in the request, "
        "120 left out of the answer: nothing new"
    )


def test_an_opening_names_what_it_replaces() -> None:
    talk = opened(0, 1, session=42)
    exchange = talk.say(wanted(0, session=(42, 0)), said(0, session=43), 12)
    assert step_of(exchange).summary == (
        "session 43 opened with 1 partition: in place of session 42"
    )


def test_who_is_behind_is_left_out_for_lack_of_room() -> None:
    """fetch C-2: the answer's size is shared in the session's order."""
    talk = opened(0, 1, 2)
    full = said(told(0, records=b"x" * 100), session=42)
    step = step_of(talk.say(wanted(asked(1, 4), session=(42, 1), max_bytes=150), full, 12))
    assert step.left_out == {"nothing new": 1, "no room in the answer": 1}
    assert step.left_out_partitions == dict(
        zip(of(1, 2), ["no room in the answer", "nothing new"], strict=True)
    )
    assert step.summary.endswith("2 left out of the answer: 1 nothing new, 1 no room in the answer")
    step = step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12))
    assert step.left_out == {"nothing new": 2, "not read this time": 1}


def test_an_open_transaction_keeps_a_partition_out() -> None:
    talk = Conversation()
    stable = told(0, last_stable_offset=7)
    talk.say(wanted(asked(0, 7), session=(0, 0), isolation_level=1), said(stable, session=42), 12)
    exchange = talk.say(wanted(session=(42, 1), isolation_level=1), said(session=42), 12)
    assert step_of(exchange).left_out == {"an open transaction": 1}


def test_a_throttled_answer_leaves_everything_out() -> None:
    """fetch B-60."""
    talk = opened(0, 1)
    throttled = said(session=42, throttle_time_ms=500)
    step = step_of(talk.say(wanted(session=(42, 1)), throttled, 12))
    assert step.left_out == {"throttled": 2}
    assert step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12)).detail == ""


def test_eviction_says_how_long_the_session_was_unused() -> None:
    talk = opened(0)
    talk.now_ms += 130_000
    lost = said(error_code=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
    step = step_of(talk.say(wanted(session=(42, 1)), lost, 12))
    assert step.is_evicted
    assert step.summary == (
        "session 42 epoch 1 refused: the broker has lost it, 2.2 min after its latest use: "
        "evicted for another, or the broker was restarted; it held 1 partition"
    )
    again = step_of(talk.say(wanted(session=(42, 1)), lost, 12))
    assert not again.is_evicted
    assert again.detail == "it has ended 1 ms before"


def test_a_request_that_fails_as_a_whole_uses_up_its_epoch() -> None:
    """fetch E-35, E-52."""
    talk = opened(0)
    failed = said(error_code=ErrorCode.UNKNOWN_SERVER_ERROR, session=42)
    step = step_of(talk.say(wanted(session=(42, 1)), failed, 12))
    assert step.summary == "session 42 epoch 1 refused: error UNKNOWN_SERVER_ERROR"
    assert step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12)).detail == ""
    step = step_of(talk.say(wanted(session=(2**31 - 1, 0)), failed, 12))
    assert step.summary == "asked for a session and got none: error UNKNOWN_SERVER_ERROR"


def test_a_wrong_epoch_is_compared_with_the_right_one() -> None:
    talk = opened(0)
    talk.say(wanted(session=(42, 1)), said(session=42), 12)
    wrong = said(error_code=ErrorCode.INVALID_FETCH_SESSION_EPOCH)
    step = step_of(talk.say(wanted(session=(42, 1)), wrong, 12))
    assert step.summary == (
        "session 42 epoch 1 refused: the broker expects epoch 2: this one was used already"
    )


@pytest.mark.parametrize(
    ("epoch", "said_of_it"),
    [(4, "2 requests of it not seen"), (1, "not in order: epoch 2 was to come")],
)
def test_a_gap_makes_a_session_known_in_part(epoch: int, said_of_it: str) -> None:
    talk = opened(0)
    talk.say(wanted(session=(42, 1)), said(session=42), 12)
    step = step_of(talk.say(wanted(session=(42, epoch)), said(session=42), 12))
    assert (step.is_whole, step.detail) == (False, said_of_it)
    assert "holds at least 1 partition" in step.summary


def test_a_session_from_before_the_capture_is_known_in_part() -> None:
    step = step_of(Conversation().say(wanted(0, session=(42, 7)), said(1, session=42), 12))
    assert (step.held, step.is_whole, step.kind) == (2, False, "continued")


def test_epochs_wrap_past_zero() -> None:
    talk = Conversation()
    talk.say(wanted(0, session=(42, 2**31 - 1)), said(session=42), 12)
    step = step_of(talk.say(wanted(session=(42, 1)), said(session=42), 12))
    assert step.detail == "its beginning was not seen"


def test_a_request_without_answer_has_changed_the_session_all_the_same() -> None:
    talk = opened(0)
    step = step_of(talk.say(wanted(1, session=(42, 1)), None, 12))
    assert (step.kind, step.held) == ("unanswered", 2)
    assert step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12)).detail == ""


def test_a_session_closed_while_a_request_waits_does_not_come_back() -> None:
    """fetch E-51."""
    talk = opened(0)
    parked = talk.ask(wanted(session=(42, 1)), 12)
    talk.say(wanted(session=(42, -1)), said(), 12)
    step = step_of(talk.answer(parked, said(session=42)))
    assert step.detail == "it had ended before this was answered"
    assert talk.state.sessions.find(talk.connection.server, 42) is None


def test_no_session_is_worth_no_step() -> None:
    talk = Conversation()
    assert talk.say(wanted(0), said(0), 12).session is None
    assert talk.say(wanted(0), said(0), 4).session is None
    exchange = talk.ask(wanted(0), 12)
    exchange.request = None
    assert talk.answer(exchange, said(0), 12).session is None


def test_asking_in_vain_says_why() -> None:
    talk = Conversation()
    assert step_of(talk.say(wanted(0, session=(0, 0)), said(0), 12)).summary == (
        "asked for a session and got none: the broker has no room for one, or has them switched off"
    )
    throttled = said(throttle_time_ms=9)
    assert "throttled" in step_of(talk.say(wanted(0, session=(0, 0)), throttled, 12)).summary


def test_brokers_have_sessions_of_the_same_id() -> None:
    talk = opened(0, 1)
    other = talk.connect(broker=2)
    step = step_of(talk.say(wanted(session=(42, 1)), said(session=42), 12, on=other))
    assert not step.is_whole
    assert step_of(talk.say(wanted(session=(42, 1)), said(session=42), 12)).held == 2


def test_partitions_get_their_names_when_these_are_known() -> None:
    talk = Conversation()
    request = fetch_request((ORDERS, asked(0)), session=(0, 0))
    topics = [FetchResponse.FetchableTopicResponse(topic_id=ORDERS, partitions=[told(0)])]
    step = step_of(talk.say(request, FetchResponse(session_id=42, responses=topics)))
    assert step.added == (TopicPartition(uuid_text(ORDERS), 0),)
    talk.state.topics.learn(ORDERS, "orders")
    request = fetch_request((ORDERS, asked(0)), session=(42, 1))
    step = step_of(talk.say(request, FetchResponse(session_id=42)))
    assert step.changed == (TopicPartition("orders", 0),)


def test_sessions_and_their_partitions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_memory, "PARTITIONS_HELD_MAX", 10)
    talk = opened(*range(6), session=1)
    talk.say(wanted(*range(4), session=(0, 0)), said(*range(4), session=2), 12)
    talk.say(wanted(session=(1, 1)), said(session=1), 12)
    talk.say(wanted(7, session=(0, 0)), said(7, session=3), 12)
    known = [talk.state.sessions.find(talk.connection.server, each) for each in (1, 2, 3)]
    assert [each is not None for each in known] == [True, False, True]


def test_a_request_that_cannot_be_read_makes_a_session_known_in_part() -> None:
    talk = opened(0)
    exchange = talk.ask(wanted(1, session=(42, 1)), 12)
    assert exchange.request is not None
    exchange.request.data = exchange.request.data[:-2]
    del exchange.request.facts
    assert talk.answer(exchange, said(session=42)).session is None
    step = step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12))
    assert not step.is_whole
