"""Doing one thing after another on a leader, and noting what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compat.oracle.followers.leaders import ANSWER_SECONDS, Leader
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import asked, fetch_request
from tests.support.requests.produce import produce_request

TOPIC_IDS_FROM = 13
REPLICA_STATE_FROM = 15
Note = tuple[object, ...]
NOTHING: Note = ("nothing",)


def part(index: int, offset: int = 0, max_bytes: int = 1 << 20, **fields: Any) -> Any:
    """What is asked of one partition, as a follower whose log begins at 0 asks it."""
    return asked(index, offset, max_bytes, **{"log_start_offset": 0, **fields})


class Player:
    """One side of a comparison: everything that is done is noted, with its answer.

    With the notes of the side that was first, an answer is waited for as long as it takes where
    that one had one.
    """

    def __init__(self, leader: Leader, expected: Sequence[Note] = ()) -> None:
        self.leader = leader
        self.notes: list[Note] = []
        self._expected = expected

    def produce(self, index: int = 0, count: int = 1, **fields: Any) -> None:
        """One batch, with acks=1 unless `fields` say otherwise."""
        self.produce_later("producer", index, count, **fields)
        self.produced("producer")

    def produce_later(self, name: str, index: int = 0, count: int = 1, **fields: Any) -> None:
        """Send it, on a connection of that name."""
        fields = {"acks": 1, "timeout_ms": 5_000, **fields}
        request = produce_request((self.leader.topic, index, make_batch(count)), **fields)
        self.leader.send(name, request, 11)

    def produced(self, name: str) -> None:
        """Note the answer to it."""
        response = self.leader.receive(name)
        self.notes += [
            (name, each.index, each.error_code, each.base_offset)
            for topic in response.responses
            for each in topic.partition_responses
        ]

    def fetch(self, *wanted: Any, by: int = -1, version: int = 12, **fields: Any) -> FetchResponse:
        """A fetch of broker `by`, or of a consumer, with its answer."""
        self.fetch_later(f"broker {by}", *wanted, by=by, version=version, **fields)
        response: FetchResponse = self.answer(f"broker {by}", ANSWER_SECONDS)
        return response

    def fetch_later(
        self, name: str, *wanted: Any, by: int = -1, version: int = 12, **fields: Any
    ) -> None:
        """Send a fetch; `age` is what its broker epoch is more than the present one."""
        age = fields.pop("age", None)
        topic: Any = self.leader.topic_id if version >= TOPIC_IDS_FROM else self.leader.topic
        fields = {"max_wait_ms": 0, "min_bytes": 1, **fields}
        request = fetch_request(*((topic, each) for each in wanted), **fields)
        if version >= REPLICA_STATE_FROM:
            epoch = -1 if age is None else self.leader.epochs[by] + age
            request.replica_state = FetchRequest.ReplicaState(replica_id=by, replica_epoch=epoch)
        else:
            request.replica_id = by
        self.leader.send(name, request, version)

    def answer(self, name: str, seconds: float = 0.3) -> Any:
        """Note what has come on that connection, or comes within this time."""
        self.leader.serve()
        at = len(self.notes)
        if at < len(self._expected) and self._expected[at] != (name, *NOTHING):
            seconds = ANSWER_SECONDS
        response = self.leader.receive(name, seconds)
        self.notes.append((name, *noted(response)))
        return response


def noted(response: FetchResponse | None) -> Note:
    """All of an answer but its ids and bytes, which differ from run to run."""
    if response is None:
        return NOTHING
    partitions = [
        (
            data.partition_index,
            data.error_code,
            (data.high_watermark, data.last_stable_offset, data.log_start_offset),
            ("aborted", data.aborted_transactions),
            ("preferred", data.preferred_read_replica),
            ("diverging", data.diverging_epoch.epoch, data.diverging_epoch.end_offset),
            ("leader", data.current_leader.leader_id, data.current_leader.leader_epoch),
            ("bytes", None if data.records is None else len(data.records)),
        )
        for topic in response.responses
        for data in topic.partitions
    ]
    nodes = [(each.node_id, each.rack) for each in response.node_endpoints]
    return response.error_code, response.session_id > 0, partitions, nodes
