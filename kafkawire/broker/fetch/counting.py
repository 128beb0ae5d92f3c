"""What a fetch adds to the counts of topics (fetch B-65; Kafka's `ReplicaManager.fetchMessages`).

Partitions that were refused before reading do not count. The others count once per request, when
it arrives; those of a session through `SessionFetches`, which is told here when one begins or
ceases to be readable, so that a request costs the same however many it reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.partition_read import PartitionRead
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.metrics.topics import TopicCounts


def count_fetches(readable: Iterable[CachedPartition], broker: FetchingBroker) -> None:
    """Count a request of its own that is to read these partitions."""
    for cached in readable:
        cached.counts = counts = _counts_of(cached, broker)
        counts.fetches += 1


def join_session(session: FetchSession, opened_with: Iterable[CachedPartition]) -> None:
    """Count these from the session's first request on, those that were not refused."""
    for cached in opened_with:
        if cached.counts is not None:
            session.fetches.join(cached.counts)


def note_resolved(session: FetchSession, cached: CachedPartition, broker: FetchingBroker) -> None:
    """Count a session's partition, or cease to, now that it was looked for anew."""
    counts = None if cached.rejected else _counts_of(cached, broker)
    if counts is cached.counts:
        return
    if cached.counts is not None:
        session.fetches.leave(cached.counts)
    if counts is not None:
        session.fetches.join(counts)
    cached.counts = counts


def count_bytes_out(told: Iterable[PartitionRead], plan: FetchPlan, broker: FetchingBroker) -> None:
    """Count the records of an answer, once nothing keeps it back."""
    if plan.view.is_follower:
        broker.replicas.topic_stats.replication_bytes_out += sum([read.size for read in told])
        return
    for cached, _, size in told:
        if size:
            (cached.counts or _counts_of(cached, broker)).bytes_out += size


def count_failure(cached: CachedPartition) -> None:
    """Count a failure in the read that Kafka does not expect (fetch B-32)."""
    if cached.counts is not None:
        cached.counts.failed_fetches += 1


def count_conversions(cached: CachedPartition, records: int) -> None:
    """Count records that were converted for an old client, as Kafka up to 3.9 does."""
    if cached.counts is not None:
        cached.counts.fetch_conversions += records


def _counts_of(cached: CachedPartition, broker: FetchingBroker) -> TopicCounts:
    partition = cached.partition
    if partition is not None:
        return partition.counts or broker.replicas.counts_of(partition)
    assert cached.topic is not None
    return broker.replicas.topic_stats.of(cached.topic)
