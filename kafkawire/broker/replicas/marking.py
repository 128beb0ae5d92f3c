"""Transaction markers in the logs of partitions: what ends a transaction where its records are.

A marker needs no transaction to end, nor a producer that the partition has heard of: it takes an
offset and its epoch counts from then on (produce C-96, C-97). What it must not do is end what a
newer owner of the transactional id has begun, so an older epoch, or one from a coordinator that
has been replaced, is refused (C-94).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.append import AppendOrigin
from kafkawire.log.producer_state import EndTransactionMarker
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import EPOCH_BUMPS_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager

NO_PRODUCER = -1


class Marker(NamedTuple):
    """How a transaction ends; `transaction_version` is that of the client that began it."""

    producer_id: int
    producer_epoch: int
    is_commit: bool
    coordinator_epoch: int
    transaction_version: int = 0

    @property
    def has_producer(self) -> bool:
        """Whether there is anything that a batch of a transaction could be made of."""
        return self.producer_id != NO_PRODUCER and self.producer_epoch != NO_PRODUCER


def write_marker(
    replicas: ReplicaManager, partition: Partition, marker: Marker, now_ms: int
) -> None:
    """Append a marker to a partition that is led here.

    Raises `ApiError`: INVALID_PRODUCER_EPOCH and TRANSACTION_COORDINATOR_FENCED as in C-94,
    UNKNOWN_SERVER_ERROR for a negative version (C-95) and for no producer, NOT_ENOUGH_REPLICAS,
    and what `ReplicaManager.append` raises.
    """
    from kafkawire.records.control import encode_end_transaction_marker

    if not marker.has_producer:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    partition.check_leader()
    if len(partition.image.isr) < partition.min_isr:
        raise ApiError(ErrorCode.NOT_ENOUGH_REPLICAS)
    time_ms = replicas.wall_clock.time_ms(now_ms)
    _check(partition, marker, time_ms)
    batch = encode_end_transaction_marker(
        producer_id=marker.producer_id,
        producer_epoch=marker.producer_epoch,
        commit=marker.is_commit,
        coordinator_epoch=marker.coordinator_epoch,
        timestamp=time_ms,
    )
    replicas.append(partition, batch, now_ms=now_ms, origin=AppendOrigin.COORDINATOR)


def _check(partition: Partition, marker: Marker, time_ms: int) -> None:
    producers = partition.log.producer_state
    known = producers.get(marker.producer_id)
    is_older = known is not None and marker.producer_epoch < known.producer_epoch
    if marker.transaction_version < 0 and not is_older:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    producers.check_marker(
        EndTransactionMarker(
            marker.producer_id,
            marker.producer_epoch,
            marker.coordinator_epoch,
            marker.is_commit,
            partition.log.log_end_offset,
            time_ms,
        ),
        raises_epoch=marker.transaction_version >= EPOCH_BUMPS_SINCE,
    )
