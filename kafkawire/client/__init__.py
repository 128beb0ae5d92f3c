"""A client for Kafka on trio: consumer, producer and admin.

    consumer      reads partitions, assigned by the application or by a group
    producer, delivery, transaction
                  writes records, alone or in transactions
    admin         topics, configurations, groups, offsets, the cluster
    batch, held, record, stream
                  what a consumer hands out
    codecs        how keys and values become bytes, and bytes keys and values
    values, descriptions, outcomes
                  what the client takes and gives
    hooks         what an application does when partitions come and go
    interceptors, opentelemetry
                  what sees and changes records on their way
    events        what an `observer` gets
    options       the options of clients, by Kafka's names
    errors        what the client raises

`core` makes all decisions, without sockets, clock and randomness; `shell` runs it on trio, and
`blocking` in one thread without an event loop.

The names below are promised. Their modules are imported when they are first asked for, so that
programs pay for the parts that they use.
"""

from __future__ import annotations

from kafkawire.lazy_names import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.client.accepting import Partitioner, ProducerRecord
    from kafkawire.client.admin import (
        Admin,
    )
    from kafkawire.client.batch import (
        SKIP,
        Batch,
        OnBadRecord,
    )
    from kafkawire.client.codecs import (
        BYTES,
        INT64,
        JSON,
        UTF8,
        Codec,
        Decode,
        Deserializer,
        Deserializers,
        Encode,
        JsonValue,
        Serializer,
        Serializers,
    )
    from kafkawire.client.consumer import (
        Consumer,
    )
    from kafkawire.client.delivery import (
        Deliveries,
        Delivery,
    )
    from kafkawire.client.descriptions import (
        AclBinding,
        AclFilter,
        ClusterDescription,
        ConfigEntry,
        ConfigResource,
        CreatedTopic,
        DelegationToken,
        Endpoint,
        FeatureDescription,
        FencedProducer,
        GroupDescription,
        GroupListing,
        ListedOffset,
        LogDirDescription,
        LogDirReplica,
        MemberDescription,
        NewTopic,
        PartitionDescription,
        ProducerState,
        QuorumDescription,
        QuorumReplica,
        QuotaEntity,
        Reassignment,
        Replica,
        ReplicaLogDir,
        TopicDescription,
        TopicListing,
        TransactionDescription,
        TransactionListing,
    )
    from kafkawire.client.errors import (
        AbortableError,
        AuthenticationError,
        BootstrapError,
        BufferFull,
        ClientError,
        Closed,
        ClusterAuthorizationFailed,
        CommitFailed,
        ConfigurationError,
        ConnectionLost,
        CorruptRecords,
        DeliveryFailed,
        FencedInstance,
        GroupAuthorizationFailed,
        GroupMaxSizeReached,
        InvalidTopic,
        LogTruncation,
        MetadataMissing,
        NoOffsetForPartition,
        NotAssigned,
        OffsetOutOfRange,
        ProducerFenced,
        RebalanceInProgress,
        RecordDeserializationError,
        RecordTooLarge,
        RecoverableError,
        RefreshError,
        RequestTimedOut,
        RetriableError,
        SerializationError,
        ServerError,
        TimedOut,
        TopicAuthorizationFailed,
        TransactionAborted,
        TransactionalIdAuthorizationFailed,
        TransactionRequired,
        TransactionUnresolved,
        UnknownTopic,
        UnreadableAnswer,
        UnsupportedVersion,
    )
    from kafkawire.client.group_descriptions import (
        InternalTopic,
        SharePartitionOffset,
        StreamsAssignment,
        StreamsGroupDescription,
        StreamsMember,
        Subtopology,
        TopologyGraph,
        TopologyNode,
    )
    from kafkawire.client.hooks import (
        GroupHooks,
        Hook,
        RemotePattern,
    )
    from kafkawire.client.interceptors import ConsumerInterceptor, ProducerInterceptor
    from kafkawire.client.options import (
        AdminOptions,
        ConsumerOptions,
        ProducerOptions,
    )
    from kafkawire.client.outcomes import (
        AdminErrors,
        Outcomes,
    )
    from kafkawire.client.producer import Producer
    from kafkawire.client.record import (
        ConsumerRecord,
        TimestampType,
    )
    from kafkawire.client.stream import (
        PartitionStream,
    )
    from kafkawire.client.transaction import (
        Transaction,
    )
    from kafkawire.client.values import (
        GroupMetadata,
        Node,
        OffsetAndMetadata,
        OffsetAndTimestamp,
        RecordMetadata,
        TopicPartition,
    )

__all__ = [
    "BYTES",
    "INT64",
    "JSON",
    "SKIP",
    "UTF8",
    "AbortableError",
    "AclBinding",
    "AclFilter",
    "Admin",
    "AdminErrors",
    "AdminOptions",
    "AuthenticationError",
    "Batch",
    "BootstrapError",
    "BufferFull",
    "ClientError",
    "Closed",
    "ClusterAuthorizationFailed",
    "ClusterDescription",
    "Codec",
    "CommitFailed",
    "ConfigEntry",
    "ConfigResource",
    "ConfigurationError",
    "ConnectionLost",
    "Consumer",
    "ConsumerInterceptor",
    "ConsumerOptions",
    "ConsumerRecord",
    "CorruptRecords",
    "CreatedTopic",
    "Decode",
    "DelegationToken",
    "Deliveries",
    "Delivery",
    "DeliveryFailed",
    "Deserializer",
    "Deserializers",
    "Encode",
    "Endpoint",
    "FeatureDescription",
    "FencedInstance",
    "FencedProducer",
    "GroupAuthorizationFailed",
    "GroupDescription",
    "GroupHooks",
    "GroupListing",
    "GroupMaxSizeReached",
    "GroupMetadata",
    "Hook",
    "InternalTopic",
    "InvalidTopic",
    "JsonValue",
    "ListedOffset",
    "LogDirDescription",
    "LogDirReplica",
    "LogTruncation",
    "MemberDescription",
    "MetadataMissing",
    "NewTopic",
    "NoOffsetForPartition",
    "Node",
    "NotAssigned",
    "OffsetAndMetadata",
    "OffsetAndTimestamp",
    "OffsetOutOfRange",
    "OnBadRecord",
    "Outcomes",
    "PartitionDescription",
    "PartitionStream",
    "Partitioner",
    "Producer",
    "ProducerFenced",
    "ProducerInterceptor",
    "ProducerOptions",
    "ProducerRecord",
    "ProducerState",
    "QuorumDescription",
    "QuorumReplica",
    "QuotaEntity",
    "Reassignment",
    "RebalanceInProgress",
    "RecordDeserializationError",
    "RecordMetadata",
    "RecordTooLarge",
    "RecoverableError",
    "RefreshError",
    "RemotePattern",
    "Replica",
    "ReplicaLogDir",
    "RequestTimedOut",
    "RetriableError",
    "SerializationError",
    "Serializer",
    "Serializers",
    "ServerError",
    "SharePartitionOffset",
    "StreamsAssignment",
    "StreamsGroupDescription",
    "StreamsMember",
    "Subtopology",
    "TimedOut",
    "TimestampType",
    "TopicAuthorizationFailed",
    "TopicDescription",
    "TopicListing",
    "TopicPartition",
    "TopologyGraph",
    "TopologyNode",
    "Transaction",
    "TransactionAborted",
    "TransactionDescription",
    "TransactionListing",
    "TransactionRequired",
    "TransactionUnresolved",
    "TransactionalIdAuthorizationFailed",
    "UnknownTopic",
    "UnreadableAnswer",
    "UnsupportedVersion",
]

_HOMES = {
    home: tuple(names.split())
    for home, names in {
        "accepting": "Partitioner ProducerRecord",
        "admin": "Admin",
        "batch": "Batch OnBadRecord SKIP",
        "codecs": """
            BYTES Codec Decode Deserializer Deserializers Encode INT64 JSON JsonValue
            Serializer Serializers UTF8
        """,
        "consumer": "Consumer",
        "delivery": "Deliveries Delivery",
        "descriptions": """
            AclBinding AclFilter ClusterDescription ConfigEntry ConfigResource
            CreatedTopic DelegationToken Endpoint FeatureDescription FencedProducer
            GroupDescription GroupListing ListedOffset LogDirDescription LogDirReplica
            MemberDescription NewTopic PartitionDescription ProducerState
            QuorumDescription QuorumReplica QuotaEntity Reassignment Replica ReplicaLogDir
            TopicDescription TopicListing TransactionDescription TransactionListing
        """,
        "errors": """
            AbortableError AuthenticationError BootstrapError BufferFull ClientError
            Closed ClusterAuthorizationFailed CommitFailed ConfigurationError
            ConnectionLost CorruptRecords DeliveryFailed FencedInstance
            GroupAuthorizationFailed GroupMaxSizeReached InvalidTopic LogTruncation
            MetadataMissing NoOffsetForPartition NotAssigned OffsetOutOfRange
            ProducerFenced RebalanceInProgress RecordDeserializationError RecordTooLarge
            RecoverableError RefreshError RequestTimedOut RetriableError
            SerializationError ServerError TimedOut TopicAuthorizationFailed
            TransactionAborted TransactionalIdAuthorizationFailed TransactionRequired
            TransactionUnresolved UnknownTopic UnreadableAnswer UnsupportedVersion
        """,
        "group_descriptions": """
            InternalTopic SharePartitionOffset StreamsAssignment StreamsGroupDescription
            StreamsMember Subtopology TopologyGraph TopologyNode
        """,
        "hooks": "GroupHooks Hook RemotePattern",
        "interceptors": "ConsumerInterceptor ProducerInterceptor",
        "options": "AdminOptions ConsumerOptions ProducerOptions",
        "outcomes": "AdminErrors Outcomes",
        "producer": "Producer",
        "record": "ConsumerRecord TimestampType",
        "stream": "PartitionStream",
        "transaction": "Transaction",
        "values": """
            GroupMetadata Node OffsetAndMetadata OffsetAndTimestamp RecordMetadata
            TopicPartition
        """,
    }.items()
}

__getattr__ = lazy_names(__name__, _HOMES)
