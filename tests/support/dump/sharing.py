"""Share sessions: requests and answers in few words, and a naive broker that has them."""

from __future__ import annotations

from random import Random

from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.state import State
from kafkawire.dump.state.share_step import ShareSessionStep
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.share_acknowledge_request import ShareAcknowledgeRequest
from kafkawire.protocol.messages.share_acknowledge_response import ShareAcknowledgeResponse
from kafkawire.protocol.messages.share_fetch_request import ShareFetchRequest
from kafkawire.protocol.messages.share_fetch_response import ShareFetchResponse
from tests.support.dump.talking import Conversation

ORDERS = bytes(range(16))
GROUP, MEMBER = "jobs", "m-1"

Batch = tuple[int, int, list[int]]
"""First offset, last offset, types."""
Range = tuple[int, int, int]
"""First offset, last offset, delivery count."""


def fetch(
    epoch: int,
    *partitions: int,
    forgotten: list[int] | None = None,
    batches: dict[int, list[Batch]] | None = None,
    is_renew_ack: bool = False,
    max_bytes: int = 0,
) -> ShareFetchRequest:
    """Of partitions of one topic; only version 0 has bytes."""
    kind = ShareFetchRequest
    said = batches or {}
    entries = [
        kind.FetchPartition(
            partition_index=number,
            partition_max_bytes=max_bytes if number in partitions else 0,
            acknowledgement_batches=[
                kind.AcknowledgementBatch(first_offset=a, last_offset=b, acknowledge_types=types)
                for a, b, types in said.get(number, [])
            ],
        )
        for number in dict.fromkeys([*partitions, *said])
    ]
    return kind(
        group_id=GROUP,
        member_id=MEMBER,
        share_session_epoch=epoch,
        is_renew_ack=is_renew_ack,
        topics=[kind.FetchTopic(topic_id=ORDERS, partitions=entries)] if entries else [],
        forgotten_topics_data=[kind.ForgottenTopic(topic_id=ORDERS, partitions=forgotten)]
        if forgotten
        else [],
    )


def fetched(
    acquired: dict[int, list[Range]] | None = None,
    error_code: int = 0,
    *,
    wrong: dict[int, int] | None = None,
    throttle_time_ms: int = 0,
) -> ShareFetchResponse:
    """An answer: what was acquired of which partition, or an error of the whole."""
    kind = ShareFetchResponse
    entries = [
        kind.PartitionData(
            partition_index=number,
            records=b"",
            acknowledge_error_code=(wrong or {}).get(number, 0),
            acquired_records=[
                kind.AcquiredRecords(first_offset=a, last_offset=b, delivery_count=count)
                for a, b, count in (acquired or {}).get(number, [])
            ],
        )
        for number in dict.fromkeys([*(acquired or {}), *(wrong or {})])
    ]
    topics = [kind.ShareFetchableTopicResponse(topic_id=ORDERS, partitions=entries)]
    return kind(
        error_code=error_code,
        throttle_time_ms=throttle_time_ms,
        responses=topics if entries else [],
    )


def acknowledge(epoch: int, batches: dict[int, list[Batch]]) -> ShareAcknowledgeRequest:
    """What became of records."""
    kind = ShareAcknowledgeRequest
    entries = [
        kind.AcknowledgePartition(
            partition_index=number,
            acknowledgement_batches=[
                kind.AcknowledgementBatch(first_offset=a, last_offset=b, acknowledge_types=types)
                for a, b, types in found
            ],
        )
        for number, found in batches.items()
    ]
    topics = [kind.AcknowledgeTopic(topic_id=ORDERS, partitions=entries)]
    return kind(group_id=GROUP, member_id=MEMBER, share_session_epoch=epoch, topics=topics)


def acknowledged(
    error_code: int = 0, wrong: dict[int, int] | None = None
) -> ShareAcknowledgeResponse:
    """An answer to that."""
    kind = ShareAcknowledgeResponse
    entries = [
        kind.PartitionData(partition_index=number, error_code=code)
        for number, code in (wrong or {}).items()
    ]
    topics = [kind.ShareAcknowledgeTopicResponse(topic_id=ORDERS, partitions=entries)]
    return kind(error_code=error_code, responses=topics if entries else [])


def share_step_of(exchange: Exchange) -> ShareSessionStep:
    step = exchange.session
    assert isinstance(step, ShareSessionStep)
    return step


def sharing(*partitions: int) -> Conversation:
    """A conversation in which a session was opened."""
    talk = Conversation(State({ORDERS: "orders"}))
    talk.say(fetch(0, *partitions), fetched())
    return talk


class NaiveShareBroker:
    """One member's session as a broker has it: a set and a number, or nothing."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.talk = Conversation(State({ORDERS: "orders"}))
        self.held: set[int] | None = None
        self.epoch = 1

    def some(self) -> list[int]:
        return self.random.sample(range(6), self.random.randint(0, 6))

    def open(self) -> None:
        wanted = self.some()
        if self.random.random() < 0.2:
            self.held = None
            full = fetched(error_code=ErrorCode.SHARE_SESSION_LIMIT_REACHED)
            assert self.step(fetch(0, *wanted), full).kind == "none"
            return
        self.held, self.epoch = set(wanted), 1
        assert self.step(fetch(0, *wanted), fetched()).kind == "opened"

    def go_on(self) -> None:
        wanted, forgotten = self.some(), self.some()
        request = fetch(self.epoch, *wanted, forgotten=forgotten)
        if self.held is None:
            lost = fetched(error_code=ErrorCode.SHARE_SESSION_NOT_FOUND)
            assert self.step(request, lost).kind == "refused"
            return
        before = set(self.held)
        self.held = (self.held | set(wanted)) - set(forgotten)
        self.epoch += 1
        told = self.random.sample(sorted(self.held), min(len(self.held), 2))
        step = self.step(request, fetched({each: [(0, 4, 1)] for each in told}))
        assert {each.partition for each in step.added} == set(wanted) - before
        assert {each.partition for each in step.changed} == set(wanted) & before
        assert {each.partition for each in step.forgotten} == (before | set(wanted)) & set(
            forgotten
        )
        assert sum(step.left_out.values()) == len(self.held) - len(told)
        assert step.acquired_records == ({1: 5 * len(told)} if told else {})

    def acknowledge(self) -> None:
        if self.held is not None:
            self.step(acknowledge(self.epoch, {0: [(0, 1, [1])]}), acknowledged())
            self.epoch += 1

    def err(self) -> None:
        if self.held is not None:
            wrong = fetched(error_code=ErrorCode.INVALID_SHARE_SESSION_EPOCH)
            step = self.step(fetch(self.epoch + 1, 0), wrong)
            assert step.detail == f"the broker expects epoch {self.epoch}"

    def lose(self) -> None:
        self.held = None
        self.talk.connection = self.talk.connect()

    def close(self) -> None:
        if self.held is not None:
            self.held = None
            assert self.step(fetch(-1), fetched()).kind == "closed"

    def step(self, request: object, response: object) -> ShareSessionStep:
        return share_step_of(self.talk.say(request, response))  # type: ignore[arg-type]

    def compare(self, connection: Connection) -> None:
        known = self.talk.state.share_sessions.find(connection.server, GROUP, MEMBER)
        if self.held is not None:
            assert known is not None
            assert known.is_whole
            assert {number for _, number in known.partitions} == self.held
            assert known.epoch == self.epoch
