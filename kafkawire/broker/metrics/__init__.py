"""What a broker counts, under the names by which Kafka's operators know it.

Counting and reading are apart. What is counted is a plain integer, added to where things happen
and found without a search: on the partition, the session, the API. What can be known from the
broker's state (gauges) is not counted at all. `Metrics.snapshot` puts both together when somebody
asks, from a catalogue that is imported then; its work follows what exists, and nobody waits for it.

A rate of Kafka's (`...PerSec`, a meter) is the number of its events since the start, which is the
attribute `Count` of its MBean; whoever reads twice has the rate.
"""

from typing import TYPE_CHECKING

from kafkawire.broker.metrics.requests import RequestCounts, counts_for
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.broker.metrics.observed import Observed
    from kafkawire.broker.metrics.snapshot import Snapshot


class Metrics:
    """The counters of one broker, and the way to all of its metrics."""

    __slots__ = (
        "_broker",
        "apis",
        "connections",
        "connections_total",
    )

    def __init__(self, broker: "Observed") -> None:
        self._broker = broker
        self.apis: dict[int, RequestCounts] = {}
        """By API key; there from the first request on."""
        self.connections: int = 0
        """Open now."""
        self.connections_total: int = 0

    @property
    def requests(self) -> int:
        """Requests that have been answered, or wanted no answer."""
        return sum(sum(counts.versions.values()) for counts in self.settled().values())

    def settled(self) -> dict[int, RequestCounts]:
        """`apis`, every count of them as of now."""
        for counts in self.apis.values():
            counts.settle()
        return self.apis

    def counts_of(self, key: ApiKey, version_max: int) -> RequestCounts:
        """The counts of an API's requests, made at the first of them."""
        counts = self.apis.get(key)
        if counts is None:
            counts = self.apis[key] = counts_for(key, range(version_max + 1))
        return counts

    def snapshot(self) -> "Snapshot":
        """All metrics as they are now."""
        from kafkawire.broker.metrics.snapshot import take_snapshot

        return take_snapshot(self._broker)
