"""What the transaction coordinator counts: decided transactions that cannot be completed now."""

from __future__ import annotations

from kafkawire.broker.metrics.families import gauge, single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.metrics.observed import HasTransactions

_CHANNEL = "kafka.coordinator.transaction:TransactionMarkerChannelManager"


def _waiting(broker: HasTransactions, *, for_markers: bool) -> int:
    return sum(
        shard.completion.waiting(for_markers=for_markers)
        for shard in broker.transactions.shards.values()
    )


TRANSACTION_FAMILIES = (
    gauge(
        _CHANNEL,
        "UnknownDestinationQueueSize",
        "Decided transactions with markers that cannot be written now",
        single(lambda broker: _waiting(broker, for_markers=True)),
    ),
    gauge(
        _CHANNEL,
        "LogAppendRetryQueueSize",
        "Transactions whose completion cannot be recorded now",
        single(lambda broker: _waiting(broker, for_markers=False)),
    ),
)
"""By the names of Kafka's `TransactionMarkerChannelManager`."""
