"""Shared by the components of a producer: brokers, the view of them, time and randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kafkawire.client.core.calls import Outbox
    from kafkawire.client.core.merging import Hint
    from kafkawire.client.core.view import ClusterView, Node
    from kafkawire.timers import Timers


class MetadataLike(Protocol):
    """The part of `Metadata` that a producer uses."""

    view: ClusterView
    last_failure: Exception | None
    """Why the last request for metadata had no answer."""

    def want(self, topics: Iterable[str], now_ms: int) -> None:
        """Keep asking for topics."""

    def forget(self, topics: Iterable[str]) -> None:
        """Stop asking for topics."""

    def request_update(self, now_ms: int) -> None:
        """Ask anew."""

    def leader_hints(self, hints: Iterable[Hint], nodes: Iterable[Node], now_ms: int) -> None:
        """Apply newer leaders that an answer names (KIP-951)."""


class Cluster(NamedTuple):
    """See the module's docstring."""

    outbox: Outbox
    metadata: MetadataLike
    timers: Timers
    random: Random
