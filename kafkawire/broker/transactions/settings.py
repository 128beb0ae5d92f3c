"""The settings of the transaction coordinator, read once: none of them can change while it runs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.config import BrokerConfig


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
