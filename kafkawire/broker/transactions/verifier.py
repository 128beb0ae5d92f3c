"""Who knows which partitions belong to a producer's ongoing transaction.

A partition's leader asks before it appends a transaction's first batch (KIP-890). There is no
transaction coordinator yet; `NoTransactions` answers as Kafka's coordinators do that have never
heard of the id, or, while the topic of their state does not exist, as a Kafka without any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.topic_names import TRANSACTION_STATE
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.replicas.verification import Claim


class NoTransactions:
    """Where nobody has ever begun a transaction."""

    __slots__ = ("_metadata",)

    def __init__(self, metadata: MetadataImage) -> None:
        self._metadata = metadata

    def verify(self, claim: Claim) -> ErrorCode:
        """See `TransactionVerifier.verify`."""
        if TRANSACTION_STATE not in self._metadata.topics:
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        if not claim.transactional_id:
            return ErrorCode.INVALID_REQUEST
        return ErrorCode.INVALID_PRODUCER_ID_MAPPING
