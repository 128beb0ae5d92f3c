"""Which replica a consumer should read from (KIP-392, fetch B.7).

A leader that is told so by `replica.selector.class` sends consumers to a replica nearer to them.
Kafka loads any class of that name; here its own two are known. The default, none, and
`LeaderSelector` come to the same: everybody reads from the leader, and nobody is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.config.values import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.remote_replica import RegisteredBroker, RemoteReplica

CONFIG = "replica.selector.class"
_PACKAGE = "org.apache.kafka.common.replica."
RACK_AWARE = _PACKAGE + "RackAwareReplicaSelector"
LEADER_ONLY = _PACKAGE + "LeaderSelector"


class Client(NamedTuple):
    """A consumer: where it says it is, when it asks, and by which listener it finds brokers."""

    rack_id: str
    listener_name: str


class RackAwareSelector:
    """Prefers a replica in the client's own rack (Kafka's `RackAwareReplicaSelector`).

    `brokers` is the image's own mapping and follows it.
    """

    __slots__ = ("_brokers",)

    def __init__(self, brokers: Mapping[int, RegisteredBroker]) -> None:
        self._brokers = brokers

    def select(
        self, partition: Partition, client: Client, fetch_offset: int, now_ms: int
    ) -> int | None:
        """The follower that `client` should ask instead of this leader, None to serve it here.

        Only in-sync followers that have the offset are offered (fetch B-41). Of those in the rack
        the one with the larger log end, then with the least time since it had caught up, then
        with the larger id is the best (B-42).
        """
        followers = partition.followers
        if followers is None or self._is_in_rack(partition.image.leader, client):
            return None
        best = max(
            (
                (replica.log_end_offset, replica.last_caught_up_ms - now_ms, replica.node_id)
                for replica in self._offered(followers, partition.image.isr, fetch_offset)
                if self._is_in_rack(replica.node_id, client)
            ),
            default=None,
        )
        return None if best is None else best[-1]

    def _offered(
        self, followers: Iterable[RemoteReplica], isr: tuple[int, ...], fetch_offset: int
    ) -> Iterable[RemoteReplica]:
        return (
            replica
            for replica in followers
            if replica.node_id in isr
            and replica.log_start_offset <= fetch_offset <= replica.log_end_offset
        )

    def _is_in_rack(self, node_id: int, client: Client) -> bool:
        broker = self._brokers.get(node_id)
        return (
            broker is not None
            and not broker.fenced
            and broker.rack == client.rack_id
            and client.listener_name in broker.endpoints
        )


def selector_of(
    config: BrokerConfig, brokers: Mapping[int, RegisteredBroker]
) -> RackAwareSelector | None:
    """The selector that is configured, None where the leader serves everybody.

    Raises `ConfigError` for a class that is not known here.
    """
    name = config.overrides.get(CONFIG)
    if name is None or name == LEADER_ONLY:
        return None
    if name != RACK_AWARE:
        raise ConfigError(CONFIG, name, f"Only {RACK_AWARE} and {LEADER_ONLY} are known here")
    return RackAwareSelector(brokers)
