"""A fetch that waits (Kafka's `DelayedFetch`), told from other waiting requests to be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.delayed import Delayed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.metrics.expirations import Expirations
    from kafkawire.protocol.messages.fetch_response import FetchResponse


class DelayedFetch(Delayed):
    """Waits until the deadline of its plan; expirations count by kind of client (fetch D-12)."""

    __slots__ = ("_expirations", "_is_follower")

    operation = "Fetch"

    def __init__(
        self,
        watch: Collection[Hashable],
        plan: FetchPlan,
        expirations: Expirations,
        is_ready: Callable[[], bool],
        respond: Callable[[int], FetchResponse],
    ) -> None:
        super().__init__(watch, plan.deadline_ms, is_ready, respond)
        self._expirations = expirations
        self._is_follower = plan.view.is_follower

    def on_expiration(self) -> None:
        """As `DelayedFetchMetrics` of Kafka counts it."""
        if self._is_follower:
            self._expirations.follower_fetches += 1
        else:
            self._expirations.consumer_fetches += 1
