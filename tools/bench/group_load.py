"""Members of groups on plain sockets, many at a time: all ask, then all are answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from tools.bench.brokers import Contender
from tools.bench.load import ask, connect

TOPIC = "bench-groups"
SESSION_MS, REBALANCE_MS = 45_000, 300_000
JOIN, SYNC, BEAT, CONSUMER_BEAT = 9, 5, 4, 1
MEMBER_ID_REQUIRED = 79
READY_LIMIT_S, AGAIN_S = 60.0, 0.02
_NAMED = len(TOPIC).to_bytes(2, "big") + TOPIC.encode()
SUBSCRIPTION = b"\0\1\0\0\0\1" + _NAMED + b"\xff\xff\xff\xff\0\0\0\0"


class Line:
    """One connection; the answer to a request is taken later."""

    def __init__(self, broker: Contender) -> None:
        self.sock = connect(broker)
        self._asked: tuple[int, int] = (0, 0)

    def send(self, request: Message, version: int) -> None:
        """Ask."""
        self._asked = request.API_KEY, version
        self.sock.sendall(encode_request(request.API_KEY, version, 1, "bench", request))

    def receive(self) -> Any:
        """The answer to what was asked."""
        size = int.from_bytes(self._exactly(4), "big")
        return decode_response(self._exactly(size), *self._asked)[1]

    def _exactly(self, size: int) -> bytes:
        parts = b""
        while len(parts) < size:
            part = self.sock.recv(size - len(parts))
            assert part, "the broker closed the connection"
            parts += part
        return parts


class Member:
    """A member of a group, of either protocol."""

    def __init__(self, broker: Contender, group: str, number: int) -> None:
        self.line = Line(broker)
        self.group = group
        self.id = f"member-{number:05}"
        self.epoch = 0
        self.owned: list[Any] = []
        self.has_news = False

    def classic_beat(self) -> HeartbeatRequest:
        """The heartbeat of a classic member."""
        return HeartbeatRequest(group_id=self.group, member_id=self.id, generation_id=self.epoch)

    def consumer_beat(self) -> ConsumerGroupHeartbeatRequest:
        """The heartbeat of a member of KIP-848, with what it owns if that has changed."""
        fields: dict[str, Any] = {}
        if self.epoch == 0:
            fields = {
                "rebalance_timeout_ms": REBALANCE_MS,
                "subscribed_topic_names": [TOPIC],
                "topic_partitions": [],
            }
        elif self.has_news:
            fields = {"topic_partitions": self.owned}
        return ConsumerGroupHeartbeatRequest(
            group_id=self.group, member_id=self.id, member_epoch=self.epoch, **fields
        )

    def take(self, answer: Any) -> None:
        """What the answer to a consumer's heartbeat says."""
        assert not answer.error_code, answer
        self.epoch, self.has_news = answer.member_epoch, answer.assignment is not None
        if answer.assignment is not None:
            make = ConsumerGroupHeartbeatRequest.TopicPartitions
            self.owned = [
                make(topic_id=each.topic_id, partitions=list(each.partitions))
                for each in answer.assignment.topic_partitions
            ]


def ready(broker: Contender, *groups: str) -> None:
    """Wait until the groups' coordinator is there and has read what it keeps."""
    limit = time.monotonic() + READY_LIMIT_S
    with connect(broker) as sock:
        for group in groups:
            while True:
                found: Any = ask(sock, FindCoordinatorRequest(key=group), 3)
                if not found.error_code:
                    fetched: Any = ask(sock, OffsetFetchRequest(group_id=group, topics=[]), 7)
                    if not fetched.error_code:
                        break
                assert time.monotonic() < limit, "no coordinator"
                time.sleep(AGAIN_S)


def form_classic(members: Sequence[Member], partitions: int) -> None:
    """All join, in one group or several, and each leader deals out as many partitions."""
    _join_all(members)
    for member in members:
        answer = member.line.receive()
        assert answer.error_code == MEMBER_ID_REQUIRED, answer
        member.id = answer.member_id
    _join_all(members)
    answers = [member.line.receive() for member in members]
    for member, answer in zip(members, answers, strict=True):
        assert not answer.error_code, answer
        member.epoch = answer.generation_id
    make = SyncGroupRequest.SyncGroupRequestAssignment
    for member, answer in zip(members, answers, strict=True):
        assignments = [
            make(
                member_id=each.member_id,
                assignment=_assignment(at, len(answer.members), partitions),
            )
            for at, each in enumerate(answer.members)
        ]
        request = SyncGroupRequest(
            group_id=member.group,
            member_id=member.id,
            generation_id=member.epoch,
            protocol_type="consumer",
            protocol_name="range",
            assignments=assignments,
        )
        member.line.send(request, SYNC)
    for member in members:
        answer = member.line.receive()
        assert not answer.error_code, answer


def _join_all(members: Sequence[Member]) -> None:
    offered = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=SUBSCRIPTION)
    for member in members:
        request = JoinGroupRequest(
            group_id=member.group,
            member_id=member.id if member.epoch else "",
            session_timeout_ms=SESSION_MS,
            rebalance_timeout_ms=REBALANCE_MS,
            protocol_type="consumer",
            protocols=[offered],
        )
        member.line.send(request, JOIN)
        member.epoch = 1


def _assignment(at: int, members: int, partitions: int) -> bytes:
    mine = range(at, partitions, members)
    listed = b"".join(each.to_bytes(4, "big") for each in mine)
    return b"\0\1\0\0\0\1" + _NAMED + len(mine).to_bytes(4, "big") + listed + b"\xff\xff\xff\xff"


def form_consumer(members: Sequence[Member], partitions: int) -> None:
    """All join, and beat once in a second until each has its share, and knows it.

    They may be members of several groups, each of which reads as many partitions.
    """
    wanted = partitions * len({member.group for member in members})
    while True:
        begun = time.monotonic()
        for member in members:
            member.line.send(member.consumer_beat(), CONSUMER_BEAT)
        for member in members:
            member.take(member.line.receive())
        held = sum(len(each.partitions) for member in members for each in member.owned)
        if held == wanted and not any(member.has_news for member in members):
            return
        time.sleep(max(0.0, 1.0 - (time.monotonic() - begun)))


def beat_steadily(
    members: Sequence[Member],
    request_of: Callable[[Member], Message],
    *,
    version: int,
    interval_s: float,
    seconds: float,
) -> int:
    """Each member beats once in an interval, evenly spread; how many heartbeats that were."""
    beats, begun, slice_s = 0, time.monotonic(), 0.05
    per_slice = max(1, round(len(members) * slice_s / interval_s))
    while time.monotonic() - begun < seconds:
        chosen = [members[(beats + at) % len(members)] for at in range(per_slice)]
        for member in chosen:
            member.line.send(request_of(member), version)
        for member in chosen:
            answer = member.line.receive()
            assert not answer.error_code, answer
        beats += per_slice
        time.sleep(max(0.0, begun + beats / len(members) * interval_s - time.monotonic()))
    return beats


def close(members: Sequence[Member]) -> None:
    """End all connections."""
    for member in members:
        member.line.sock.close()
