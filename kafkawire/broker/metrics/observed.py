"""The sides of a broker's components that metrics look at.

A family of metrics names the one component that it reads (`HasReplicas`); the component is a
Protocol with what is read of it. `Observed` is all of them together: the broker has it. Metrics
import no class of a component, so that components can count with the classes of this package.
"""

from collections.abc import Mapping, Sequence, Sized
from typing import Protocol

from kafkawire.broker.metrics.expirations import Expirations
from kafkawire.broker.metrics.requests import RequestCounts
from kafkawire.broker.metrics.topics import BrokerTopicStats
from kafkawire.log.topic_partition import TopicPartition

# Partitions and their logs


class ReplicaSets(Protocol):
    """Node ids of all replicas of a partition, and of those in sync."""

    @property
    def replicas(self) -> Sized: ...
    @property
    def isr(self) -> Sized: ...


class ObservedLog(Protocol):
    """The log of one partition."""

    @property
    def size(self) -> int: ...
    @property
    def segments(self) -> Sized: ...
    @property
    def producer_state(self) -> Sized: ...


class ObservedPartition(Protocol):
    """One hosted partition."""

    @property
    def is_leader(self) -> bool: ...
    @property
    def image(self) -> ReplicaSets: ...
    @property
    def min_isr(self) -> int: ...
    @property
    def log(self) -> ObservedLog: ...
    @property
    def high_watermark(self) -> int: ...
    @property
    def last_stable_offset(self) -> int: ...
    @property
    def log_start_offset(self) -> int: ...
    @property
    def log_end_offset(self) -> int: ...


class ObservedLogs(Protocol):
    """The files of all logs together."""

    @property
    def directory(self) -> str: ...
    @property
    def failed(self) -> Sized: ...
    @property
    def flushes(self) -> int: ...


class CleaningStats(Protocol):
    """Bytes of one cleaning, and how full its map of keys was, 0 to 1."""

    @property
    def bytes_read(self) -> int: ...
    @property
    def bytes_written(self) -> int: ...
    @property
    def utilization(self) -> float: ...


class CleaningRound(Protocol):
    """One cleaning of a log."""

    @property
    def stats(self) -> CleaningStats: ...


class ObservedCleaner(Protocol):
    """The log cleaner."""

    @property
    def last_round(self) -> CleaningRound | None: ...
    @property
    def duration_ms(self) -> int: ...
    @property
    def delay_ms(self) -> int: ...
    @property
    def dirtiest_ratio(self) -> float: ...
    @property
    def uncleanable(self) -> Sized: ...


class ObservedHousekeeping(Protocol):
    """The periodic work on logs."""

    @property
    def cleaner(self) -> ObservedCleaner: ...


class ObservedReplicas(Protocol):
    """All hosted partitions."""

    @property
    def partitions(self) -> Mapping[TopicPartition, ObservedPartition]: ...
    @property
    def offline(self) -> Sized: ...
    @property
    def logs(self) -> ObservedLogs: ...
    @property
    def housekeeping(self) -> ObservedHousekeeping: ...
    @property
    def topic_stats(self) -> BrokerTopicStats: ...


class HasReplicas(Protocol):
    """A broker with hosted partitions."""

    @property
    def replicas(self) -> ObservedReplicas: ...


# Groups and transactions


class ObservedGroup(Protocol):
    """A group of any kind."""

    @property
    def group_type(self) -> str: ...
    @property
    def state_name(self) -> str: ...


class CommittedOffsets(Protocol):
    """The committed offsets of some groups."""

    def count(self) -> int: ...


class GroupShard(Protocol):
    """The groups of one coordinator partition."""

    @property
    def groups(self) -> Mapping[str, ObservedGroup]: ...
    @property
    def offsets(self) -> CommittedOffsets: ...
    @property
    def rebalances(self) -> int: ...


class ObservedGroups(Protocol):
    """The group coordinator."""

    @property
    def shards(self) -> Mapping[int, GroupShard]: ...


class HasGroups(Protocol):
    """A broker with a group coordinator."""

    @property
    def groups(self) -> ObservedGroups: ...


class ObservedCompletion(Protocol):
    """The completion of decided transactions."""

    def waiting(self, *, for_markers: bool) -> int: ...


class TransactionShard(Protocol):
    """The transactional ids of one coordinator partition."""

    @property
    def completion(self) -> ObservedCompletion: ...


class ObservedTransactions(Protocol):
    """The transaction coordinator."""

    @property
    def shards(self) -> Mapping[int, TransactionShard]: ...


class HasTransactions(Protocol):
    """A broker with a transaction coordinator."""

    @property
    def transactions(self) -> ObservedTransactions: ...


# Fetch sessions, requests that wait, requests, the cluster


class ObservedSessions(Protocol):
    """All fetch sessions."""

    @property
    def sessions_count(self) -> int: ...
    @property
    def partitions_cached(self) -> int: ...
    @property
    def evictions(self) -> int: ...
    def settle_fetches(self) -> None: ...


class HasSessions(Protocol):
    """A broker with fetch sessions."""

    @property
    def fetch_sessions(self) -> ObservedSessions: ...


class HasTopicCounts(Protocol):
    """A broker whose replicas and fetch sessions count for topics."""

    @property
    def replicas(self) -> ObservedReplicas: ...
    @property
    def fetch_sessions(self) -> ObservedSessions: ...


class ObservedPurgatory(Protocol):
    """Requests that wait; `census` has their number and their keys' by operation."""

    @property
    def expirations(self) -> Expirations: ...
    def census(self) -> Mapping[str, tuple[int, int]]: ...


class HasPurgatory(Protocol):
    """A broker with requests that wait."""

    @property
    def purgatory(self) -> ObservedPurgatory: ...


class ObservedRequests(Protocol):
    """Counters of requests and connections."""

    @property
    def connections(self) -> int: ...
    @property
    def connections_total(self) -> int: ...
    def settled(self) -> Mapping[int, RequestCounts]: ...


class HasRequests(Protocol):
    """A broker that counts requests and connections."""

    @property
    def metrics(self) -> ObservedRequests: ...


class ClusterPartition(Protocol):
    """A partition of the cluster."""

    @property
    def leader(self) -> int: ...
    @property
    def replicas(self) -> Sequence[int]: ...


class ClusterTopic(Protocol):
    """A topic of the cluster."""

    @property
    def partitions(self) -> Mapping[int, ClusterPartition]: ...


class ClusterNode(Protocol):
    """A broker of the cluster."""

    @property
    def fenced(self) -> bool: ...


class ObservedCluster(Protocol):
    """The metadata of the cluster."""

    @property
    def topics(self) -> Mapping[str, ClusterTopic]: ...
    @property
    def brokers(self) -> Mapping[int, ClusterNode]: ...


class HasCluster(Protocol):
    """A broker with the metadata of its cluster."""

    @property
    def metadata(self) -> ObservedCluster: ...


class Observed(
    HasReplicas,
    HasGroups,
    HasTransactions,
    HasSessions,
    HasPurgatory,
    HasRequests,
    HasCluster,
    Protocol,
):
    """All that metrics look at: the broker."""
