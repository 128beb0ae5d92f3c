"""Whether a transactional batch may go to a partition (KIP-890, produce A.13).

Kafka asks the coordinator of the transactional id: is the partition in the ongoing transaction
(Produce up to 11), or add it to that (from 12 on). This broker has no transaction coordinator
yet. While the coordinators' topic does not exist either, the answer is that of a Kafka without
it: NOT_ENOUGH_REPLICAS, which clients try again. If somebody has created the topic, it is the
answer to an id that no coordinator knows: INVALID_PRODUCER_ID_MAPPING. What Kafka decides without
the coordinator is decided here as there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.replicas.record_set import PRODUCER_ID_END, SEQUENCE_END
from kafkawire.log.append import Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.record_set import RecordSet
    from kafkawire.records.batch import BatchHeader

ADDS_PARTITIONS_SINCE = 12
"""The Produce version from which on a batch adds its partition to the transaction."""
NO_COORDINATOR = (
    "Unable to verify the partition has been added to the transaction. "
    "Underlying error: COORDINATOR_NOT_AVAILABLE"
)
MIXED_PRODUCERS = "Transactional records contained more than one producer ID"


def check_producers(sent: Iterable[RecordSet]) -> None:
    """Refuse the whole request if its transactional batches have several producers (A-100).

    So it is if a batch is too short for the numbers that are looked at (A-19).
    """
    producers: set[tuple[int, int]] = set()
    for header in [each.header for each in sent if each.header is not None]:
        is_verified = header.is_transactional and header.producer_id >= 0
        if header.size < (SEQUENCE_END if is_verified else PRODUCER_ID_END):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        if is_verified:
            producers.add((header.producer_id, header.producer_epoch))
    if len(producers) > 1:
        raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, MIXED_PRODUCERS)


def verify(
    header: BatchHeader,
    partition: Partition,
    config: BrokerConfig,
    *,
    transactional_id: str,
    version: int,
    has_coordinator: bool,
) -> Verification:
    """Clear a transactional batch for `partition`, or raise `ApiError` for that partition.

    `has_coordinator`: the topic that coordinators keep their state in exists.
    """
    if header.producer_id < 0:
        return Verification.MISSING
    producers = partition.log.producer_state
    if producers.has_open_transaction(header.producer_id, header.producer_epoch):
        return Verification.VERIFIED
    if version < ADDS_PARTITIONS_SINCE and not config.boolean(
        "transaction.partition.verification.enable"
    ):
        return Verification.VERIFIED
    partition.check_leader()
    known = producers.get(header.producer_id)
    if known is not None and header.producer_epoch < known.producer_epoch:
        raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
    if not has_coordinator:
        raise ApiError(ErrorCode.NOT_ENOUGH_REPLICAS, NO_COORDINATOR)
    if not transactional_id:
        raise ApiError(ErrorCode.INVALID_REQUEST)
    raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
