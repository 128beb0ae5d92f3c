"""Shared by the parts of a reader: calls, the view of the cluster, deadlines, randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.metrics.samples import DEFAULT, Windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from kafkawire.client.core.calls import Outbox
    from kafkawire.client.core.merging import Hint
    from kafkawire.client.core.view import ClusterView, Node
    from kafkawire.client.values import TopicPartition
    from kafkawire.timers import Timers


class Cluster(Protocol):
    """The part of `Metadata` that a reader uses."""

    view: ClusterView

    def want(self, topics: Iterable[str], now_ms: int) -> None:
        """Keep asking for these topics."""

    def forget(self, topics: Iterable[str]) -> None:
        """Give back what `want` was told."""

    def request_update(self, now_ms: int) -> None:
        """Ask anew, since the view is wrong."""

    def leader_hints(self, hints: Iterable[Hint], nodes: Iterable[Node], now_ms: int) -> None:
        """Apply newer leaders that an answer names (KIP-951)."""

    def seen_epoch(self, partition: TopicPartition, epoch: int, now_ms: int) -> None:
        """Ask for an update if the epoch is newer."""

    def listen(self, listener: Callable[[ClusterView, ClusterView, int], None]) -> None:
        """Call the listener with each new view."""


class Surroundings(NamedTuple):
    """See the module's docstring."""

    outbox: Outbox
    cluster: Cluster
    timers: Timers
    random: Random
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000
    windows: Windows = DEFAULT

    def backoff(self) -> Backoff:
        """Return a new back-off with the client's times."""
        return Backoff(self.retry_backoff_ms, self.retry_backoff_max_ms, self.random)
