"""Connections, requests and responses of a client, by node and by API.

`Traffic` is a watcher of the client's connections (`core/wire.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.bounded import Bounded
from kafkawire.client.core.metrics.logins import Logins
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading
    from kafkawire.client.core.wire import Link, Login, Seen
    from kafkawire.protocol.message import Message

NODES_MAX = 1000
"""The number of nodes with metrics; one more drops those of the node that was used first."""


class NodeTraffic:
    """Requests to one node, and responses of it."""

    __slots__ = ("latencies", "received", "sent")

    def __init__(self, windows: Windows) -> None:
        self.sent = Samples(windows)
        """The sizes of requests."""
        self.received = Samples(windows)
        """The sizes of responses."""
        self.latencies = Samples(windows)


class ApiTraffic:
    """Requests of one API."""

    __slots__ = ("latencies", "sent", "sizes", "throttles")

    def __init__(self, windows: Windows) -> None:
        self.sent = Samples(windows)
        self.sizes = Samples(windows)
        """The sizes of responses."""
        self.latencies = Samples(windows)
        self.throttles = Samples(windows)


class Traffic:
    """See the module's docstring."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self._windows = windows
        self._opened = Samples(windows)
        self._closed = Samples(windows)
        self._logins = Logins(windows)
        self._all = NodeTraffic(windows)
        self._nodes = Bounded[int, NodeTraffic](NODES_MAX, lambda: NodeTraffic(windows))
        self._apis: dict[int, ApiTraffic] = {}

    # What happens on connections

    def opened(self, link: Link, now_ms: int) -> None:
        """Count a connection."""
        del link
        self._opened.record(1, now_ms)

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        """Count nothing: no connection was made."""

    def authenticated(self, link: Link, login: Login, now_ms: int) -> None:
        """Count an authentication, which may have failed."""
        del link
        self._logins.ended(login, now_ms)

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        """Count the end of a connection."""
        del link, why
        self._closed.record(1, now_ms)

    def sent(self, link: Link, seen: Seen, data: bytes, now_ms: int) -> None:
        """Count a request."""
        size = len(data)
        self._all.sent.record(size, now_ms)
        self._nodes[link.node_id].sent.record(size, now_ms)
        self.of(seen.api).sent.record(size, now_ms)

    def came(
        self, link: Link, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        """Count a response."""
        size, latency_ms = len(frame), now_ms - seen.sent_ms
        node, api = self._nodes[link.node_id], self.of(seen.api)
        self._all.received.record(size, now_ms)
        self._all.latencies.record(latency_ms, now_ms)
        node.received.record(size, now_ms)
        node.latencies.record(latency_ms, now_ms)
        api.sizes.record(size, now_ms)
        api.latencies.record(latency_ms, now_ms)
        api.throttles.record(getattr(message, "throttle_time_ms", 0), now_ms)

    def of(self, api: int) -> ApiTraffic:
        """Return what was counted of an API."""
        found = self._apis.get(api)
        if found is None:
            found = self._apis[api] = ApiTraffic(self._windows)
        return found

    # Reading

    def readings(self, scope: Scope, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the group `KIND-metrics`, and those of nodes."""
        yield scope.gauge("connection-count", self._opened.count - self._closed.count)
        yield from scope.events("connection-creation", self._opened, now_ms)
        yield from scope.events("connection-close", self._closed, now_ms)
        yield from self._logins.readings(scope, now_ms)
        yield from _of_node(scope, self._all, now_ms)
        rates = self._all.sent.count_rate(now_ms) + self._all.received.count_rate(now_ms)
        yield scope.gauge("network-io-rate", rates)
        yield scope.total("network-io-total", self._all.sent.count + self._all.received.count)
        group = scope.group.removesuffix("-metrics") + "-node-metrics"
        for node_id, node in self._nodes.items():
            own = Scope(group, {**scope.tags, "node-id": f"node-{node_id}"})
            yield from _of_node(own, node, now_ms)
            yield from own.sizes("request-latency", node.latencies, now_ms)


def _of_node(scope: Scope, node: NodeTraffic, now_ms: int) -> Iterator[Reading]:
    yield from scope.events("request", node.sent, now_ms)
    yield from scope.sizes("request-size", node.sent, now_ms)
    yield from scope.amounts("outgoing-byte", node.sent, now_ms)
    yield from scope.events("response", node.received, now_ms)
    yield from scope.amounts("incoming-byte", node.received, now_ms)
