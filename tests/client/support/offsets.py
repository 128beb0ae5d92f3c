"""Consumers of which only the offsets matter: outcomes, and answers with error codes."""

from __future__ import annotations

from typing import Any

from kafkawire.client.errors import ClientError
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.support.group import Client, join

COMMIT, FETCH = 8, 9
ZERO, ONE = TopicPartition("orders", 0), TopicPartition("orders", 1)


class Outcomes:
    """What calls ended with, in order."""

    def __init__(self) -> None:
        self.of: list[Any] = []
        self.uncommitted: list[dict[TopicPartition, int]] = []

    def __call__(self, outcome: Any, now_ms: int) -> None:
        self.of.append(outcome)

    def of_auto_commit(self, offsets: Any, error: ClientError | None) -> None:
        """Take the outcome of an auto-commit; a failure has the offsets that it concerns."""
        self.of.append(error)
        self.uncommitted.append({key: each.offset for key, each in offsets.items()})


def at(offset: int) -> OffsetAndMetadata:
    """Return an offset without an epoch."""
    return OffsetAndMetadata(offset)


def member(**options: Any) -> Client:
    """A member that owns a topic of two partitions."""
    client = Client(**options)
    join(client, count=2)
    return client


def commit(client: Client, offset: int, outcomes: Outcomes, wait_ms: int = 60_000) -> Any:
    """Commit an offset of the first partition."""
    deadline_ms = client.now_ms + wait_ms
    return client.offsets.commit({ZERO: at(offset)}, outcomes, deadline_ms, client.now_ms)


def refuse(client: Client, api: int, codes: list[int], partition: int = -1) -> None:
    """Have the next answers carry error codes, for one partition or for all."""

    def edit(key: int, answer: Any) -> Any:
        if key != api or not codes:
            return None
        code = codes.pop(0)
        if api == FETCH and partition < 0:
            answer.groups[0].error_code = code
            answer.groups[0].topics = []
            return answer
        topics = answer.groups[0].topics if api == FETCH else answer.topics
        for topic in topics:
            for each in topic.partitions:
                if partition in (-1, each.partition_index):
                    each.error_code = code
        return answer

    client.world.edit = edit


def error_in(outcomes: Outcomes) -> ClientError:
    """Return the one outcome, which is an error."""
    (error,) = outcomes.of
    assert isinstance(error, ClientError)
    return error
