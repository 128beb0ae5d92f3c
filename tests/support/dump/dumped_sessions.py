"""Fetch sessions as a naive broker and our own have them, beside what a dump makes of them."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.dump.model import Exchange
from kafkawire.dump.state.session_step import SessionStep
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.broker.fetch_history import History
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.talking import Conversation
from tests.support.requests.fetching import fetch_request

ORDERS = bytes(range(16))


def said(*partitions: int | Any, topic: str = "t", session: int = 0, **fields: Any) -> Any:
    """A response about partitions, each a number or what `told` makes."""
    entries = [told(each) if isinstance(each, int) else each for each in partitions]
    topics = [FetchResponse.FetchableTopicResponse(topic=topic, partitions=entries)]
    return FetchResponse(session_id=session, responses=topics if entries else [], **fields)


def told(partition: int, high_watermark: int = 10, **fields: Any) -> Any:
    usual: dict[str, Any] = {
        "last_stable_offset": high_watermark,
        "log_start_offset": 0,
        "records": b"",
    }
    return FetchResponse.PartitionData(
        partition_index=partition, high_watermark=high_watermark, **(usual | fields)
    )


def asked(partition: int, offset: int = 10) -> Any:
    return FetchRequest.FetchPartition(
        partition=partition, fetch_offset=offset, partition_max_bytes=1
    )


def wanted(*partitions: int | Any, **fields: Any) -> FetchRequest:
    entries = [asked(each) if isinstance(each, int) else each for each in partitions]
    return fetch_request(*(("t", each) for each in entries), **fields)


def session_capture() -> bytes:
    """A fetch session of a topic by its id, whose name comes later, and an error."""
    dialogue = Dialogue()
    on = dialogue.connect()
    opened = said(told(0), session=7)
    opened.responses[0].topic_id = ORDERS
    refused = HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    said_so = [
        (fetch_request((ORDERS, 0), session=(0, 0)), opened, 13),
        (fetch_request(session=(7, 1)), said(session=7), 13),
        (HeartbeatRequest(group_id="bills", generation_id=3, member_id="m"), refused, 3),
        (MetadataRequest(), MetadataResponse(topics=[topic]), 12),
    ]
    return capture_of(dialogue.exchange(on, *each) for each in said_so)


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
        if session.epoch == 2**31 - 1:  # the history has jumped there
            return
        assert (set(known.partitions), known.epoch) == (set(session.partitions), session.epoch)
        self.compared += 1
