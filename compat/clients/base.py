"""The verbs that every adapter offers, and the values that travel through them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tests.support.suite.patience import patient

WAIT_SECONDS_MAX = patient(30.0)
"""How long a verb waits for its broker before it gives the scenario up."""


class UnknownTopic(Exception):
    """The client reported that there is no such topic."""


class OutOfRange(Exception):
    """The client reported that the offset asked for is not (or no longer) there."""


class ToSend(NamedTuple):
    """A record as a scenario sends it; `timestamp` in epoch milliseconds, None for now."""

    value: bytes | None
    key: bytes | None = None
    headers: tuple[tuple[str, bytes | None], ...] = ()
    timestamp: int | None = None
    partition: int = 0


class Received(NamedTuple):
    """A record as a client hands it over."""

    partition: int
    offset: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    timestamp: int


class Member(Protocol):
    """A consumer in a group."""

    def poll(self, seconds: float) -> list[Received]:
        """What came within that time, perhaps nothing; keeps the membership alive."""

    def assignment(self) -> set[int]:
        """The partitions of the topic that this member owns now."""

    def commit(self) -> None:
        """Commit the positions, and wait until the broker has them."""

    def close(self) -> None:
        """Leave the group."""

    def vanish(self) -> None:
        """Be gone without a word, as a killed process is."""


class Reader(Protocol):
    """A consumer of one partition, outside of any group."""

    def poll(self, seconds: float) -> list[Received]:
        """What came within that time, perhaps nothing."""

    def position(self) -> int | None:
        """The offset that the client itself says it reads next; None while it cannot tell."""

    def close(self) -> None:
        """Let go of its connections."""


class Client(Protocol):
    """A stock client (or our own codec speaking raw) behind the verbs of the scenarios."""

    name: str
    sends_null_headers: bool
    """Whether the library lets its users send a header without a value."""

    def create_topic(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> None:
        """Create a topic and wait until it can be used."""

    def delete_topic(self, name: str) -> None:
        """Delete a topic."""

    def topics(self) -> set[str]:
        """The names of all topics that are not internal."""

    def send(
        self, topic: str, records: Sequence[ToSend], *, acks: int = -1, codec: str = "none"
    ) -> list[int]:
        """Send all, wait for the broker's word on each; the offsets, -1 where acks is 0."""

    def read(
        self, topic: str, partition: int, offset: int, count: int, **options: int
    ) -> list[Received]:
        """`count` records from an offset on, by assignment. Options: fetch_max_bytes.

        Raises OutOfRange, UnknownTopic, TimeoutError.
        """

    def reader(self, topic: str, offset: int, reset: str) -> Reader:
        """Partition 0 from an offset on; where that is out of range, from `reset` on."""

    def offsets_for_time(self, topic: str, partition: int, timestamp: int) -> int | None:
        """The first offset whose timestamp is at least that, or None."""

    def join(self, group: str, topic: str, *, session_seconds: float = 10.0) -> Member:
        """A new member of a group, subscribed to one topic, from the earliest offset on."""

    def close(self) -> None:
        """Let go of all connections."""
