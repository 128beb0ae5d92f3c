"""All metrics of a broker, by Kafka's names (seen on Apache Kafka 4.4.0 through JMX).

A topic's counts are there from its first use to its deletion, those over all topics always;
versions and errors when they have occurred. Everything is in the order in which it is shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kafkawire.broker.metrics.cleaner import CLEANER_FAMILIES
from kafkawire.broker.metrics.families import NO_TAGS, Family, Reading, gauge, meter, single
from kafkawire.broker.metrics.groups import GROUP_FAMILIES
from kafkawire.broker.metrics.logs import LOG_FAMILIES
from kafkawire.broker.metrics.partitions import PARTITION_FAMILIES, REPLICA_FAMILIES
from kafkawire.broker.metrics.transactions import TRANSACTION_FAMILIES
from kafkawire.protocol.api_keys import API_NAMES, ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.metrics.observed import (
        HasCluster,
        HasPurgatory,
        HasRequests,
        HasTopicCounts,
    )

_TOPICS = "kafka.server:BrokerTopicMetrics"
_SESSIONS = "kafka.server:FetchSessionCache"
_PURGATORY = "kafka.server:DelayedOperationPurgatory"
_REQUESTS = "kafka.network:RequestMetrics"
_CONTROLLER = "kafka.controller:KafkaController"

_FETCH = int(ApiKey.FETCH)
_OPERATIONS = ("DeleteRecords", "Fetch", "Produce")
_RUNNING = 3
"""BrokerState of a broker that serves."""


# Topics


def _by_topic(counter: str) -> "Callable[[HasTopicCounts], Iterable[Reading]]":
    def read(broker: "HasTopicCounts") -> Iterator[Reading]:
        broker.fetch_sessions.settle_fetches()
        stats = broker.replicas.topic_stats
        yield NO_TAGS, getattr(stats.all_topics(), counter)
        for topic, counts in stats.topics.items():
            yield (("topic", topic),), getattr(counts, counter)

    return read


def _topic(name: str, help: str, counter: str) -> Family:
    return meter(_TOPICS, name, help, _by_topic(counter), tags=("topic",))


def _all_topics(name: str, help: str, counter: str) -> Family:
    return meter(
        _TOPICS,
        name,
        help,
        single(lambda broker: getattr(broker.replicas.topic_stats, counter)),
    )


_TOPIC_FAMILIES = (
    _topic("MessagesInPerSec", "Records appended", "messages_in"),
    _topic("BytesInPerSec", "Bytes of records appended, as they were sent", "bytes_in"),
    _topic("BytesOutPerSec", "Bytes of records sent to consumers", "bytes_out"),
    _topic("BytesRejectedPerSec", "Bytes of batches that were too large", "bytes_rejected"),
    _topic("TotalFetchRequestsPerSec", "Partitions that fetches were to read", "fetches"),
    _topic("FailedFetchRequestsPerSec", "Reads that failed unexpectedly", "failed_fetches"),
    _topic("TotalProduceRequestsPerSec", "Partitions that produces were for", "produces"),
    _topic("FailedProduceRequestsPerSec", "Appends that failed unexpectedly", "failed_produces"),
    _topic(
        "ProduceMessageConversionsPerSec",
        "Records produced that were written anew in another format or codec",
        "produce_conversions",
    ),
    _topic(
        "FetchMessageConversionsPerSec",
        "Records fetched that were converted for an old client",
        "fetch_conversions",
    ),
    _all_topics("ReplicationBytesOutPerSec", "Bytes sent to followers", "replication_bytes_out"),
    _all_topics("ReplicationBytesInPerSec", "Bytes fetched from leaders", "replication_bytes_in"),
    _all_topics(
        "InvalidMagicNumberRecordsPerSec",
        "Batches refused for a magic unlike the others",
        "invalid_magic_number",
    ),
    _all_topics(
        "InvalidMessageCrcRecordsPerSec",
        "Batches refused for their checksum",
        "invalid_message_crc",
    ),
    _all_topics(
        "InvalidOffsetOrSequenceRecordsPerSec",
        "Batches refused for their offsets, count or sequence number",
        "invalid_offset_or_sequence",
    ),
    _all_topics(
        "NoKeyCompactedTopicRecordsPerSec",
        "Records without a key for a compacted topic",
        "no_key_compacted_topic",
    ),
)


# Fetch sessions, and what waits

_SESSION_FAMILIES = (
    gauge(
        _SESSIONS,
        "NumIncrementalFetchSessions",
        "Fetch sessions",
        single(lambda broker: broker.fetch_sessions.sessions_count),
    ),
    gauge(
        _SESSIONS,
        "NumIncrementalFetchPartitionsCached",
        "Partitions of all fetch sessions together",
        single(lambda broker: broker.fetch_sessions.partitions_cached),
    ),
    meter(
        _SESSIONS,
        "IncrementalFetchSessionEvictionsPerSec",
        "Fetch sessions that had to give way to others",
        single(lambda broker: broker.fetch_sessions.evictions),
    ),
)


def _waiting(field: int) -> "Callable[[HasPurgatory], Iterable[Reading]]":
    def read(broker: "HasPurgatory") -> Iterator[Reading]:
        census = broker.purgatory.census()
        for operation in _OPERATIONS:
            yield (("delayedOperation", operation),), census.get(operation, (0, 0))[field]

    return read


def _fetches_expired(broker: "HasPurgatory") -> Iterator[Reading]:
    yield (("fetcherType", "consumer"),), broker.purgatory.expirations.consumer_fetches
    yield (("fetcherType", "follower"),), broker.purgatory.expirations.follower_fetches


_WAITING_FAMILIES = (
    gauge(
        _PURGATORY,
        "NumDelayedOperations",
        "Requests that wait",
        _waiting(0),
        tags=("delayedOperation",),
    ),
    gauge(
        _PURGATORY,
        "PurgatorySize",
        "What the requests that wait watch, partitions mostly",
        _waiting(1),
        tags=("delayedOperation",),
    ),
    meter(
        "kafka.server:DelayedFetchMetrics",
        "ExpiresPerSec",
        "Fetches that were answered because their time was up",
        _fetches_expired,
        tags=("fetcherType",),
    ),
    meter(
        "kafka.server:DelayedProduceMetrics",
        "ExpiresPerSec",
        "Partitions that were not replicated in time for their produce request",
        single(lambda broker: broker.purgatory.expirations.produces),
    ),
)


# Requests and connections


def _requests(broker: "HasRequests") -> Iterator[Reading]:
    for key, counts in list(broker.metrics.settled().items()):
        name = API_NAMES[key]
        yield from _versions(name, counts.versions)
        if key == _FETCH:
            followers = counts.followers
            consumers = {
                version: count - followers.get(version, 0)
                for version, count in counts.versions.items()
            }
            yield from _versions(f"{name}Consumer", consumers)
            yield from _versions(f"{name}Follower", followers)


def _versions(name: str, versions: dict[int, int]) -> Iterator[Reading]:
    for version, count in versions.items():
        if count:
            yield (("request", name), ("version", str(version))), count


def _errors(broker: "HasRequests") -> Iterator[Reading]:
    for key, counts in list(broker.metrics.settled().items()):
        for code, count in counts.errors.items():
            if count:
                yield (("request", API_NAMES[key]), ("error", ErrorCode(code).name)), count


_LISTENER = (("listener", "PLAINTEXT"), ("networkProcessor", "0"))


def _connections(attribute: str, help: str, value: "Callable[[HasRequests], int]") -> Family:
    return Family(
        "kafka.server",
        "socket-server-metrics",
        "",
        attribute,
        attribute.endswith("-total"),
        help,
        ("listener", "networkProcessor"),
        lambda broker: ((_LISTENER, value(broker)),),
    )


_REQUEST_FAMILIES = (
    meter(
        _REQUESTS,
        "RequestsPerSec",
        "Requests that were answered, or wanted no answer",
        _requests,
        tags=("request", "version"),
    ),
    meter(
        _REQUESTS,
        "ErrorsPerSec",
        "Error codes in answers, one for each partition, topic or group; NONE is one as well",
        _errors,
        tags=("request", "error"),
    ),
    _connections("connection-count", "Open connections", lambda broker: broker.metrics.connections),
    _connections(
        "connection-creation-total",
        "Connections accepted",
        lambda broker: broker.metrics.connections_total,
    ),
    _connections(
        "connection-close-total",
        "Connections closed",
        lambda broker: broker.metrics.connections_total - broker.metrics.connections,
    ),
)


# Cluster, broker


def _partitions_of_cluster(broker: "HasCluster") -> int:
    return sum(len(topic.partitions) for topic in broker.metadata.topics.values())


def _without_leader(broker: "HasCluster") -> int:
    return sum(
        partition.leader < 0
        for topic in broker.metadata.topics.values()
        for partition in topic.partitions.values()
    )


def _led_by_another(broker: "HasCluster") -> int:
    return sum(
        partition.leader != partition.replicas[0]
        for topic in broker.metadata.topics.values()
        for partition in topic.partitions.values()
    )


def _brokers(*, fenced: bool) -> "Callable[[HasCluster], int]":
    return lambda broker: sum(node.fenced == fenced for node in broker.metadata.brokers.values())


_CLUSTER_FAMILIES = (
    gauge(_CONTROLLER, "ActiveControllerCount", "Controllers here", single(lambda broker: 1)),
    gauge(_CONTROLLER, "ActiveBrokerCount", "Brokers that serve", single(_brokers(fenced=False))),
    gauge(
        _CONTROLLER, "FencedBrokerCount", "Brokers that are fenced", single(_brokers(fenced=True))
    ),
    gauge(
        _CONTROLLER,
        "GlobalTopicCount",
        "Topics of the cluster",
        single(lambda broker: len(broker.metadata.topics)),
    ),
    gauge(
        _CONTROLLER,
        "GlobalPartitionCount",
        "Partitions of the cluster",
        single(_partitions_of_cluster),
    ),
    gauge(
        _CONTROLLER,
        "OfflinePartitionsCount",
        "Partitions without a leader",
        single(_without_leader),
    ),
    gauge(
        _CONTROLLER,
        "PreferredReplicaImbalanceCount",
        "Partitions whose leader is not the preferred replica",
        single(_led_by_another),
    ),
    gauge(
        "kafka.server:KafkaServer",
        "BrokerState",
        "3: this broker serves",
        single(lambda broker: _RUNNING),
    ),
)

FAMILIES: Sequence[Family] = (
    *_TOPIC_FAMILIES,
    *_SESSION_FAMILIES,
    *_WAITING_FAMILIES,
    *_REQUEST_FAMILIES,
    *REPLICA_FAMILIES,
    *GROUP_FAMILIES,
    *TRANSACTION_FAMILIES,
    *_CLUSTER_FAMILIES,
    *LOG_FAMILIES,
    *CLEANER_FAMILIES,
    *PARTITION_FAMILIES,
)
