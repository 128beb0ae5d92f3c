"""The transaction coordinator of a broker: its transactional ids, by partition of their topic.

The decisions are in modules of their own: `initializing` (InitProducerId), `adding` (what belongs
to a transaction), `ending` (EndTxn), `timeouts`, `expiry`. Each looks at what is known of an id,
refuses with an `ApiError`, or writes the transition; the caller holds its answer back until that
is committed. Kafka's `TransactionCoordinator` and `TransactionStateManager`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.coordinated_topic import CoordinatedTopic
from kafkawire.broker.metadata.features import TRANSACTION_VERSION
from kafkawire.broker.metadata.topic_names import TRANSACTION_STATE
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.coordinator import CoordinatorParts
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.verification import Claim
    from kafkawire.broker.transactions.markers import MarkerWriter
    from kafkawire.broker.transactions.producer_ids import ProducerIdManager
    from kafkawire.broker.transactions.shard import TransactionShard

NEWEST_VERSION = 2


class TransactionSettings:
    """Times in milliseconds."""

    __slots__ = (
        "abort_interval_ms",
        "allows_two_phase",
        "commit_timeout_ms",
        "expiration_ms",
        "expiry_interval_ms",
        "max_timeout_ms",
        "partitions",
    )

    def __init__(self, config: BrokerConfig) -> None:
        self.partitions = config.int("transaction.state.log.num.partitions")
        self.max_timeout_ms = config.int("transaction.max.timeout.ms")
        self.abort_interval_ms = config.int(
            "transaction.abort.timed.out.transaction.cleanup.interval.ms"
        )
        self.expiration_ms = config.int("transactional.id.expiration.ms")
        self.expiry_interval_ms = config.int(
            "transaction.remove.expired.transaction.cleanup.interval.ms"
        )
        self.allows_two_phase = config.boolean("transaction.two.phase.commit.enable")
        self.commit_timeout_ms = config.int("request.timeout.ms")
        """How long an answer may wait for the commit of what it tells."""


class TransactionCoordinator(CoordinatedTopic["TransactionShard"]):
    """All transactional ids that this broker coordinates."""

    __slots__ = (
        "markers",
        "metadata",
        "producer_ids",
        "purgatory",
        "replicas",
        "settings",
        "started_ms",
        "timers",
        "version_max",
        "wall_clock",
    )

    def __init__(
        self,
        parts: CoordinatorParts,
        *,
        markers: MarkerWriter,
        producer_ids: ProducerIdManager,
        now_ms: int,
        version_max: int = NEWEST_VERSION,
    ) -> None:
        self.settings = TransactionSettings(parts.config)
        self.metadata = parts.metadata
        self.replicas = parts.replicas
        self.wall_clock = parts.replicas.wall_clock
        self.purgatory = parts.purgatory
        self.timers = parts.timers
        self.markers = markers
        self.producer_ids = producer_ids
        self.started_ms = now_ms
        """From here on the intervals count at which Kafka looks for what has expired."""
        self.version_max = version_max
        """The greatest transaction.version that this broker would finalize."""
        super().__init__(TRANSACTION_STATE, self.settings.partitions, parts)

    def make_shard(self, partition: Partition) -> TransactionShard:
        """See `CoordinatedTopic`."""
        from kafkawire.broker.transactions.shard import TransactionShard

        return TransactionShard(partition, self)

    @property
    def transaction_version(self) -> int:
        """The finalized level of the feature (produce C-130)."""
        return min(self.metadata.features.get(TRANSACTION_VERSION, 0), self.version_max)

    @property
    def brokers_version(self) -> int:
        """What partitions' leaders speak that add them to transactions (produce C-45, C-48)."""
        return NEWEST_VERSION if self.version_max == NEWEST_VERSION else 0

    def shard_for(self, transactional_id: str | None) -> TransactionShard:
        """The shard of an id that a request names; raises `ApiError` (produce C-3, C-43)."""
        if not transactional_id:
            raise ApiError(ErrorCode.INVALID_REQUEST)
        return self.shard_of(transactional_id)

    def verify(self, claim: Claim) -> ErrorCode:
        """See `verification.TransactionVerifier`."""
        return self.verify_all([claim])[0]

    def verify_all(self, claims: Sequence[Claim]) -> list[ErrorCode]:
        """See `verification.TransactionVerifier`."""
        if TRANSACTION_STATE not in self.metadata.topics:
            return [ErrorCode.COORDINATOR_NOT_AVAILABLE] * len(claims)
        from kafkawire.broker.transactions.adding import verify_claims

        return verify_claims(self, claims)
