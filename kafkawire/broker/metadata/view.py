"""The cluster as one client sees it: brokers, leaders and replicas on the listener it came by.

A broker is *reachable* when it is registered, unfenced and has that listener. This broker is
reached where the client reached it, whatever address it registered: the same broker may stand
behind several (admin A-28 to A-33).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metadata.parts import NO_LEADER
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from random import Random

    from kafkawire.broker.context import ConnectionContext
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import BrokerImage, PartitionImage

UNASSIGNED_DIRECTORY = ZERO_UUID
RESERVED_DIRECTORIES = 100
"""Directory ids below this number are no directories (KIP-858): unassigned, lost, migrating."""


class ReachableBroker(NamedTuple):
    """Where a broker is on the client's listener."""

    node_id: int
    host: str
    port: int
    rack: str | None
    fenced: bool


class ClusterView:
    """The image of the broker `node_id` as seen from `connection`; valid within one request."""

    __slots__ = ("_image", "_listening", "_offline")

    def __init__(self, image: MetadataImage, node_id: int, connection: ConnectionContext) -> None:
        self._image = image
        self._listening: dict[int, ReachableBroker] = {}
        """Every registered broker that has the listener."""
        self._offline: dict[tuple[tuple[int, ...], tuple[bytes, ...]], list[int]] = {}
        for other_id in sorted(image.brokers):
            registered = image.brokers[other_id]
            if other_id == node_id:
                host, port = connection.host, connection.port
            elif connection.listener_name in registered.endpoints:
                host, port, _ = registered.endpoints[connection.listener_name]
            else:
                continue
            self._listening[other_id] = ReachableBroker(
                other_id, host, port, registered.rack, registered.fenced
            )

    def brokers(self, *, include_fenced: bool = False) -> list[ReachableBroker]:
        """The brokers to tell the client of, by ascending id."""
        return [each for each in self._listening.values() if include_fenced or not each.fenced]

    def random_broker(self, random: Random) -> int:
        """What is told as the controller: any unfenced broker, -1 if there is none (A-29)."""
        ids = [broker.node_id for broker in self._image.brokers.values() if not broker.fenced]
        return random.choice(ids) if ids else -1

    def leader(self, partition: PartitionImage) -> tuple[int, ErrorCode]:
        """The leader's id, and NONE; else -1 and why the client cannot be told (admin A-31)."""
        leader = partition.leader
        if leader in self._listening:
            return leader, ErrorCode.NONE
        if leader == NO_LEADER or leader not in self._image.brokers:
            return NO_LEADER, ErrorCode.LEADER_NOT_AVAILABLE
        return NO_LEADER, ErrorCode.LISTENER_NOT_FOUND

    def is_reachable(self, node_id: int) -> bool:
        """Whether the client can be sent to that broker."""
        broker = self._listening.get(node_id)
        return broker is not None and not broker.fenced

    def offline(self, partition: PartitionImage) -> list[int]:
        """The replicas that are out of reach, in the order of the assignment; not to be changed.

        Partitions placed alike share one list.
        """
        key = partition.replicas, partition.directories
        found = self._offline.get(key)
        if found is None:
            directories = partition.directories or (UNASSIGNED_DIRECTORY,) * len(key[0])
            found = self._offline[key] = [
                node_id
                for node_id, directory in zip(partition.replicas, directories, strict=False)
                if not self.is_reachable(node_id)
                or not _has_directory(self._image.brokers[node_id], directory)
            ]
        return found


def _has_directory(broker: BrokerImage, directory: bytes) -> bool:
    return directory in broker.log_dirs or int.from_bytes(directory, "big") < RESERVED_DIRECTORIES
