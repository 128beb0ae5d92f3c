"""Hooks of an application for gained and lost partitions, and patterns that brokers match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from kafkawire.client.values import TopicPartition

Hook = Callable[[frozenset[TopicPartition]], Awaitable[None]]
"""Gets the partitions concerned."""


class GroupHooks(NamedTuple):
    """Async functions that run while the application waits in its ask.

    Attributes:
        assigned: Partitions were given, before they are fetched: the place to seek.
        revoked: Partitions are about to be taken, and still owned: the last chance to commit.
        lost: Partitions are another member's already; committing them raises CommitFailed.
    """

    assigned: Hook | None = None
    revoked: Hook | None = None
    lost: Hook | None = None


class RemotePattern(str):
    """A regular expression in RE2's syntax, which the broker matches (KIP-848)."""

    __slots__ = ()
