"""The verbs that the scenarios need of a client in Python, and what travels through them.

A client is a program of its own that implements these and hands itself to `scenarios.main`. What
its library has nothing for stays as it is here: `Absent`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

LATEST, EARLIEST, NEWEST = -1, -2, -3
"""Times that `Client.offset` takes besides real ones."""
PATIENCE_SECONDS = 60.0
LITTLE_MORE_SECONDS = 0.5
"""How long readers poll on after they have what was expected."""
TIME_MS = 1_700_000_000_000


class Absent(Exception):
    """The library has no such feature."""


class Record(NamedTuple):
    """A record as it was sent or received; None is null."""

    partition: int
    offset: int
    key: str | None
    value: str | None
    headers: Mapping[str, str] | None
    timestamp: int


def numbered(numbers: range, partitions: int = 1) -> list[Record]:
    """The records of these numbers, spread over partitions."""
    return [
        Record(each % partitions, -1, f"k{each}", f"v{each}", {"h": f"h{each}"}, TIME_MS + each)
        for each in numbers
    ]


def as_bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def as_text(data: bytes | None) -> str | None:
    return None if data is None else data.decode()


class Joining(NamedTuple):
    """What kind of member a consumer is; `protocol` is "", "cooperative" or "consumer"."""

    group: str
    topic: str = ""
    protocol: str = ""
    instance: str = ""
    pattern: str = ""


class Member:
    """A consumer in a group, which does its work as it is polled."""

    def __init__(self) -> None:
        self.partitions: set[int] = set()
        self.records: list[Record] = []
        self.revoked: list[list[int]] = []
        self.rebalances = 0
        self.failure: Exception | None = None

    def on_assigned(self, partitions: list[int], *, added: bool) -> None:
        """`added`: to those that it has, as cooperative members are told."""
        self.rebalances += 1
        self.partitions = (self.partitions if added else set()) | set(partitions)

    def on_revoked(self, partitions: list[int]) -> None:
        if partitions:
            self.revoked.append(partitions)
        self.partitions -= set(partitions)

    def poll(self, seconds: float) -> None:
        raise NotImplementedError

    def commit(self) -> None:
        """Commit what was read, and wait for the answer."""
        raise NotImplementedError

    def verify(self) -> None:
        """Have `failure` set, where polling alone does not show that its heartbeats failed."""

    def close(self) -> None:
        """Leave the group; a static member only goes away."""
        raise NotImplementedError


class Transactor:
    """A producer of transactions."""

    def begin(self) -> None:
        raise NotImplementedError

    def send(self, topic: str, records: Sequence[Record]) -> None:
        """Send records, and wait until the broker has them."""
        raise NotImplementedError

    def commit(self) -> None:
        raise NotImplementedError

    def abort(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class Copier(Transactor):
    """A transactor that also reads, and whose commit takes its positions along."""

    def poll(self, most: int) -> list[Record]:
        """Up to so many records, none where nothing came for a while."""
        raise NotImplementedError

    def abort(self) -> None:
        """Give the transaction up, and have `poll` bring its records once more."""
        raise NotImplementedError


class GroupState(NamedTuple):
    """What the description of a group says; partitions None where it is hidden."""

    state: str
    members: int
    partitions: int | None


def none(*_: object, **__: object) -> Absent:
    return Absent("no such API")


class Client:
    """A verb for each thing that scenarios do."""

    def code(self, error: Exception) -> int | str:
        """Kafka's code of an error, or the library's own word for it."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def create_topic(
        self, name: str, partitions: int, replicas: int, configs: Mapping[str, str]
    ) -> None:
        raise NotImplementedError

    def delete_topic(self, name: str) -> None:
        raise NotImplementedError

    def topics(self) -> set[str]:
        raise NotImplementedError

    def describe(self, topic: str) -> tuple[int, int]:
        """The number of partitions, and of those with a leader."""
        raise NotImplementedError

    def grow(self, topic: str, partitions: int) -> None:
        raise none()

    def send(
        self, topic: str, records: Sequence[Record], *, codec: str = "none", max_bytes: int = 0
    ) -> list[int]:
        """The offsets, in order."""
        raise NotImplementedError

    def read(
        self, topic: str, partitions: int, count: int, *, committed: bool = False, group: str = ""
    ) -> list[Record]:
        """What comes from the beginning by assignment, until `count` came, and a little more."""
        raise NotImplementedError

    def join(self, how: Joining) -> Member:
        raise NotImplementedError

    def offset(self, topic: str, at: int) -> int | None:
        """That of partition 0 at a time."""
        raise NotImplementedError

    def committed(self, group: str, topic: str) -> dict[int, tuple[int, str | None]]:
        """Offset and metadata of those partitions that have one."""
        raise NotImplementedError

    def commit_alone(self, group: str, topic: str, offset: int, metadata: str) -> None:
        """Commit for partition 0 without being a member."""
        raise NotImplementedError

    def transactor(self, name: str) -> Transactor:
        raise NotImplementedError

    def copier(self, group: str, source: str, target: str, name: str) -> Copier:
        raise NotImplementedError

    def config(self, kind: str, name: str, key: str) -> str | None:
        """`kind` is topic or broker."""
        raise NotImplementedError

    def set_config(self, topic: str, key: str, value: str) -> None:
        raise NotImplementedError

    def remove_config(self, topic: str, key: str) -> None:
        raise none()

    def groups(self) -> set[str]:
        raise NotImplementedError

    def describe_group(self, group: str) -> GroupState:
        raise NotImplementedError

    def delete_group(self, group: str) -> None:
        raise none()

    def alter_offset(self, group: str, topic: str, offset: int) -> None:
        raise none()

    def remove_member(self, group: str, instance: str) -> None:
        raise none()

    def delete_records(self, topic: str, before: int) -> int | None:
        """The low watermark."""
        raise NotImplementedError

    def directory_size(self, topic: str) -> int:
        raise none()

    def brokers(self) -> tuple[list[str], int | None]:
        raise NotImplementedError

    def cluster_id(self) -> str:
        raise none()

    def features(self) -> list[str]:
        raise none()

    def quorum_leader(self) -> int:
        raise none()

    def list_transaction(self, name: str) -> str | None:
        """Its state."""
        raise Absent("no administration of transactions")

    def describe_transaction(self, name: str) -> tuple[str, list[str]]:
        """Its state and partitions."""
        raise none()

    def producers(self, topic: str) -> int:
        raise none()

    def fence_producer(self, name: str) -> None:
        raise none()
