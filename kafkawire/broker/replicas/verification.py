"""Whether a transactional batch may go to a partition (KIP-890, produce A.13).

Kafka asks the coordinator of the transactional id: is the partition in the ongoing transaction
(Produce up to 11), or add it to that (from 12 on). This broker has no transaction coordinator
yet, so no id is known to it, and every such question is answered as Kafka answers for an unknown
id: INVALID_PRODUCER_ID_MAPPING. What is decided without the coordinator is decided here as there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.append import Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.records.batch import BatchHeader

ADDS_PARTITIONS_SINCE = 12
"""The Produce version from which on a batch adds its partition to the transaction."""
MIXED_PRODUCERS = "Transactional records contained more than one producer ID"


def check_single_producer(headers: Iterable[BatchHeader]) -> None:
    """Refuse the whole request if its transactional batches have several producers (A-100)."""
    producers = {
        (header.producer_id, header.producer_epoch)
        for header in headers
        if header.is_transactional and header.producer_id >= 0
    }
    if len(producers) > 1:
        raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, MIXED_PRODUCERS)


def verify(
    header: BatchHeader,
    partition: Partition,
    config: BrokerConfig,
    *,
    transactional_id: str,
    version: int,
) -> Verification:
    """Clear a transactional batch for `partition`, or raise `ApiError` for that partition."""
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
    if not transactional_id:
        raise ApiError(ErrorCode.INVALID_REQUEST)
    raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
