"""Where markers go: into logs of partitions, and by way of the group coordinator into its own.

Offsets that were committed in a transaction wait in the state of their group for its marker, so a
marker for `__consumer_offsets` is the group coordinator's to write. The transaction coordinator
knows nothing of groups: a group coordinator that cannot serve looks to it like a partition whose
leader has moved (produce C-93).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.broker.replicas.marking import write_marker
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.groups.group_coordinator import GroupCoordinator
    from kafkawire.broker.replicas.marking import Marker
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.log.topic_partition import TopicPartition

_NOT_COORDINATING = frozenset(
    (
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.NOT_COORDINATOR,
    )
)


class MarkerWriter:
    """Writes markers to the partitions that this broker leads."""

    __slots__ = ("_groups", "_replicas")

    def __init__(self, replicas: ReplicaManager, groups: GroupCoordinator) -> None:
        self._replicas = replicas
        self._groups = groups

    def write(self, marker: Marker, topic_partition: TopicPartition, now_ms: int) -> Partition:
        """Write a marker; returns the partition, whose log now ends behind it.

        It counts when the high watermark has come there. Raises `ApiError` with
        UNKNOWN_TOPIC_OR_PARTITION where the partition is not served here, and as
        `marking.write_marker`.
        """
        partition = self._replicas.get(topic_partition)
        if partition is None:
            raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        if topic_partition.topic == CONSUMER_OFFSETS:
            self._write_to_groups(marker, topic_partition.partition, now_ms)
        else:
            write_marker(self._replicas, partition, marker, now_ms)
        return partition

    def _write_to_groups(self, marker: Marker, index: int, now_ms: int) -> None:
        try:
            self._groups.shard_at(index).log.end_transaction(marker, now_ms)
        except ApiError as error:
            if error.code in _NOT_COORDINATING:
                raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER) from error
            raise
