"""Fetch sessions rebuilt: against a naive broker, Kafka's rules, and our own broker."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.model import Exchange
from kafkawire.dump.state import sessions
from kafkawire.dump.state.session_step import SessionStep
from kafkawire.dump.state.topics import id_text
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.fetch_history import History
from tests.support.fetching import fetch_request
from tests.support.talking import Conversation

ORDERS = bytes(range(16))


def said(*partitions: int | Any, topic: str = "t", session: int = 0, **fields: Any) -> Any:
    """A response about partitions, each a number or what `told` makes."""
    entries = [told(each) if isinstance(each, int) else each for each in partitions]
    topics = [FetchResponse.FetchableTopicResponse(topic=topic, partitions=entries)]
    return FetchResponse(session_id=session, responses=topics if entries else [], **fields)


def told(partition: int, high_watermark: int = 10, **fields: Any) -> Any:
    fields = {"last_stable_offset": high_watermark, "log_start_offset": 0, "records": b""} | fields
    return FetchResponse.PartitionData(
        partition_index=partition, high_watermark=high_watermark, **fields
    )


def asked(partition: int, offset: int = 10) -> Any:
    return FetchRequest.FetchPartition(
        partition=partition, fetch_offset=offset, partition_max_bytes=1
    )


def wanted(*partitions: int | Any, **fields: Any) -> FetchRequest:
    entries = [asked(each) if isinstance(each, int) else each for each in partitions]
    return fetch_request(*(("t", each) for each in entries), **fields)


def step_of(exchange: Exchange) -> SessionStep:
    step = exchange.session
    assert isinstance(step, SessionStep)
    return step


def opened(*partitions: int, session: int = 42) -> Conversation:
    talk = Conversation()
    talk.say(wanted(*partitions, session=(0, 0)), said(*partitions, session=session), 12)
    return talk


def of(*partitions: int) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition("t", each) for each in partitions)


class Naive:
    """A broker's sessions as plain lists, and a client that does anything at all."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.talk = Conversation()
        self.sessions: dict[int, list[int]] = {}
        self.epochs: dict[int, int] = {}
        self.ids = 0

    def open(self) -> None:
        old = self.random.choice([0, 0, *self.sessions])
        partitions = self._some()
        self.ids += 1
        refused = self.random.random() < 0.1
        response = said(*partitions, session=0 if refused else self.ids)
        step = step_of(
            self.talk.say(wanted(*partitions, session=(old, 0)), response, self._version())
        )
        self.sessions.pop(old, None)
        if refused:
            assert step.kind == "none"
            return
        self.sessions[self.ids], self.epochs[self.ids] = partitions, 1
        assert (step.kind, step.held) == ("opened", len(partitions))
        assert step.reported == step.added == of(*partitions)

    def go_on(self) -> None:
        if not self.sessions:
            return
        session = self.random.choice(list(self.sessions))
        held, epoch = self.sessions[session], self.epochs[session]
        named, gone = self._some(), self._some()[:2]
        request = wanted(*named, forgotten=tuple(("t", each) for each in gone))
        request.session_id, request.session_epoch = session, epoch
        added = [each for each in named if each not in held]
        changed = [each for each in named if each in held]
        forgotten = [each for each in gone if each in held + added]
        held = [each for each in held + added if each not in gone]
        self.sessions[session], self.epochs[session] = held, epoch + 1
        reported = [each for each in held if self.random.random() < 0.3]
        response = said(*reported, session=session if held else 0)
        step = step_of(self.talk.say(request, response, self._version()))
        assert step.added == of(*added)
        assert step.changed == of(*changed)
        assert step.forgotten == of(*forgotten)
        if not held:
            del self.sessions[session]
            assert step.kind == "emptied"
            return
        assert (step.kind, step.held, step.is_whole) == ("continued", len(held), True)
        assert step.reported == of(*reported)
        assert sum(step.left_out.values()) == len(held) - len(reported)
        left_out = of(*(each for each in held if each not in reported))
        assert tuple(step.left_out_partitions) == left_out[:8]

    def err(self) -> None:
        """A wrong epoch changes nothing."""
        if self.sessions:
            session = self.random.choice(list(self.sessions))
            epoch = self.epochs[session] + self.random.choice([-1, 1]) or 2
            request = wanted(*self._some(), session=(session, epoch))
            response = said(error_code=ErrorCode.INVALID_FETCH_SESSION_EPOCH)
            step = step_of(self.talk.say(request, response, 12))
            assert (step.kind, step.is_evicted) == ("refused", False)

    def evict(self) -> None:
        if self.sessions:
            session = self.random.choice(list(self.sessions))
            del self.sessions[session]
            request = wanted(*self._some(), session=(session, self.epochs[session]))
            response = said(error_code=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
            assert step_of(self.talk.say(request, response, 12)).is_evicted

    def close(self) -> None:
        if self.sessions:
            session = self.random.choice(list(self.sessions))
            del self.sessions[session]
            exchange = self.talk.say(wanted(session=(session, -1)), said(), 12)
            assert step_of(exchange).kind == "closed"

    def compare(self) -> None:
        broker = self.talk.connection.server
        for session, held in self.sessions.items():
            known = self.talk.state.sessions.find(broker, session)
            assert known is not None
            assert [number for _, number in known.partitions] == held
            assert known.epoch == self.epochs[session]
        assert not [
            each
            for each in range(1, self.ids + 1)
            if each not in self.sessions and self.talk.state.sessions.find(broker, each)
        ]

    def _version(self) -> int:
        return self.random.choice([7, 11, 12])

    def _some(self) -> list[int]:
        return self.random.sample(range(12), self.random.choice([1, 2, 3, 8]))


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_sessions_are_what_a_naive_broker_has(random: Random, steps: int) -> None:
    naive = Naive(random)
    for _ in range(steps):
        does = [naive.open, naive.go_on, naive.go_on, naive.go_on, naive.err, naive.evict]
        random.choice([*does, naive.close])()
        naive.compare()


class Answered(list[Any]):
    """A list that remembers what was ever appended to it."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Any] = []

    def append(self, item: Any) -> None:
        super().append(item)
        self.all.append(item[0])


class Watched:
    """A history of our own broker whose every answered fetch is observed."""

    def __init__(self, seed: int) -> None:
        self.history = History(Random(seed))
        self.history.answered = self.answered = Answered()
        self.talk = Conversation()
        self.compared = 0
        self.kinds: set[str] = set()

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.history.go(1)
            steps_seen = [self._observe(each) for each in self.answered.all]
            self.answered.all.clear()
            for step in steps_seen:
                if step is not None:
                    self.kinds.add(step.kind)
                    self._compare(step.session_id)

    def _observe(self, pending: Any) -> SessionStep | None:
        header = decode_request_header(pending.frame)
        request = FetchRequest.decode(pending.frame, header.api_version, header.body_offset)
        exchange = self.talk.say(request, pending.response, header.api_version)
        step: SessionStep | None = exchange.session
        return step

    def _compare(self, session_id: int) -> None:
        """What is parked has changed its session already, but is seen when it is answered."""
        history = self.history
        known = self.talk.state.sessions.find(self.talk.connection.server, session_id)
        session = None if known is None else history.broker.fetch_sessions.get(session_id)
        if session is None or known is None or not known.is_whole or history.waiting:
            return
        if session.epoch == sessions.EPOCH_MAX:  # the history has jumped there
            return
        held = [
            (key if isinstance(key, str) else id_text(key), number)
            for key, number in session.partitions
        ]
        assert (sorted(known.partitions), known.epoch) == (sorted(held), session.epoch)
        self.compared += 1


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
    """fetch.md C-2: the answer's size is shared in the session's order."""
    talk = opened(0, 1, 2)
    full = said(told(0, records=b"x" * 100), session=42)
    step = step_of(talk.say(wanted(asked(1, 4), session=(42, 1)), full, 12))
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
    """fetch.md B-60."""
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
    assert "it was closed" in again.detail


def test_a_request_that_fails_as_a_whole_uses_up_its_epoch() -> None:
    """fetch.md E-35, E-52."""
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
    assert step_of(talk.say(wanted(session=(42, 1)), said(session=42), 12)).detail == ""


def test_a_request_without_answer_has_changed_the_session_all_the_same() -> None:
    talk = opened(0)
    step = step_of(talk.say(wanted(1, session=(42, 1)), None, 12))
    assert (step.kind, step.held) == ("unanswered", 2)
    assert step_of(talk.say(wanted(session=(42, 2)), said(session=42), 12)).detail == ""


def test_a_session_closed_while_a_request_waits_does_not_come_back() -> None:
    """fetch.md E-51."""
    talk = opened(0)
    parked = talk.ask(wanted(session=(42, 1)), 12)
    talk.say(wanted(session=(42, -1)), said(), 12)
    step = step_of(talk.answer(parked, said(session=42)))
    assert step.detail == "closed before it was answered"
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
    assert step.added == (TopicPartition(id_text(ORDERS), 0),)
    talk.state.topics.learn(id_text(ORDERS), "orders")
    request = fetch_request((ORDERS, asked(0)), session=(42, 1))
    step = step_of(talk.say(request, FetchResponse(session_id=42)))
    assert step.changed == (TopicPartition("orders", 0),)


def test_sessions_and_their_partitions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PARTITIONS_HELD_MAX", 10)
    talk = opened(*range(6), session=1)
    talk.say(wanted(*range(4), session=(0, 0)), said(*range(4), session=2), 12)
    talk.say(wanted(session=(1, 1)), said(session=1), 12)
    talk.say(wanted(7, session=(0, 0)), said(7, session=3), 12)
    known = [talk.state.sessions.find(talk.connection.server, each) for each in (1, 2, 3)]
    assert [each is not None for each in known] == [True, False, True]


def test_an_answer_that_cannot_be_read_makes_a_session_known_in_part() -> None:
    talk = Conversation()
    exchange = talk.ask(wanted(0, session=(0, 0)), 12)
    response = said(0, session=42)
    exchange.request.data = exchange.request.data[:-2]  # type: ignore[union-attr]
    step = step_of(talk.answer(exchange, response))
    assert not step.is_whole
