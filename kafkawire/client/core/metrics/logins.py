"""Authentications of a client's connections: TLS handshakes and SASL, first ones and later ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading, Scope
    from kafkawire.client.core.wire import Login


class Logins:
    """Counts of a client's authentications."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        kinds = [(success, again) for success in (True, False) for again in (False, True)]
        self._counts = {kind: Samples(windows) for kind in kinds}
        self._latencies = Samples(windows)

    def ended(self, login: Login, now_ms: int) -> None:
        """Count an authentication."""
        self._counts[login.is_success, login.is_again].record(1, now_ms)
        if login.is_success and login.is_again:
            self._latencies.record(login.took_ms, now_ms)

    def readings(self, scope: Scope, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the group `KIND-metrics` about authentication."""
        for (is_success, is_again), samples in self._counts.items():
            outcome = "successful" if is_success else "failed"
            what = "reauthentication" if is_again else "authentication"
            yield from scope.events(f"{outcome}-{what}", samples, now_ms)
        # Only a broker sees whether its peer supports re-authentication (KIP-368). In Kafka's
        # Selector no connection of a client counts as one that does.
        first = self._counts[True, False].count
        yield scope.total("successful-authentication-no-reauth-total", first)
        yield from scope.sizes("reauthentication-latency", self._latencies, now_ms)
