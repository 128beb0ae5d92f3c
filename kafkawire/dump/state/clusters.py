"""Which cluster a broker belongs to, so that groups of one name in two clusters stay apart.

Clusters have ids, which Metadata and DescribeCluster tell. A broker is of the cluster whose id it
has answered, or by which it was advertised at that address. Where brokers are advertised by name,
packets do not show that; then it is of the cluster that the same client was told of elsewhere.
Whoever is not known at all is of the first cluster: captures of one cluster, which most are, need
not show what belongs together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.state.memory import Memory
from kafkawire.dump.transport import Endpoint

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange, Message

CLUSTERS_MAX = 1000
BROKERS_MAX = 10_000
CLIENTS_MAX = 10_000

FIRST = 0
"""The number of the cluster that was met first, and of whoever is not known."""

Client = tuple[str, str | None]
"""Where it runs, and its client id."""


class Clusters:
    """Clusters by their numbers, from 0 in the order in which they were met."""

    def __init__(self) -> None:
        self._numbers: Memory[str, int] = Memory(CLUSTERS_MAX)
        self._brokers: Memory[Endpoint, int] = Memory(BROKERS_MAX)
        self._clients: Memory[Client, int] = Memory(CLIENTS_MAX)
        self._met = 0

    def of(self, connection: Connection) -> int:
        """The number of the cluster that a connection leads to."""
        if self._met < 2:
            return FIRST
        number = self._brokers.get(connection.server)
        return self._clients.get(_client(connection), FIRST) if number is None else number

    def answered(self, exchange: Exchange) -> None:
        """Take a Metadata or DescribeCluster; it is read once for each broker."""
        connection, response = exchange.connection, exchange.response
        if response is None:
            return
        number = self._brokers.get(connection.server)
        if number is None:
            number = self._told(connection.server, response)
        if number is not None:
            self._clients.keep(_client(connection), number)

    def _told(self, server: Endpoint, response: Message) -> int | None:
        """Which cluster a broker is of, by its own answer; None if that does not say."""
        cluster_id = response.values.get("clusterId")
        if not cluster_id:
            return None
        number = self._numbers.use(cluster_id)
        if number is None:
            number, self._met = self._met, self._met + 1
            self._numbers.keep(cluster_id, number)
        advertised = (Endpoint(each["host"], each["port"]) for each in response.values["brokers"])
        for broker in (*advertised, server):
            if broker not in self._brokers:
                self._brokers.keep(broker, number)
        return number


def _client(connection: Connection) -> Client:
    return connection.client.host, connection.client_id
