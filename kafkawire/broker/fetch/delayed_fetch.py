"""A fetch that waits (Kafka's `DelayedFetch`), told from other waiting requests to be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.delayed import Delayed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from kafkawire.broker.fetch.terms import FetchTerms
    from kafkawire.broker.metrics import Metrics
    from kafkawire.protocol.messages.fetch_response import FetchResponse


class DelayedFetch(Delayed):
    """Waits as long as `terms` say; its expiration counts by who asks (fetch D-12)."""

    __slots__ = ("_is_follower", "_metrics")

    operation = "Fetch"

    def __init__(
        self,
        watch: Collection[Hashable],
        terms: FetchTerms,
        metrics: Metrics,
        is_ready: Callable[[], bool],
        respond: Callable[[int], FetchResponse],
    ) -> None:
        super().__init__(watch, terms.deadline_ms, is_ready, respond)
        self._metrics = metrics
        self._is_follower = terms.is_follower

    def on_expiration(self) -> None:
        """As `DelayedFetchMetrics` of Kafka counts it."""
        if self._is_follower:
            self._metrics.follower_fetches_expired += 1
        else:
            self._metrics.consumer_fetches_expired += 1
