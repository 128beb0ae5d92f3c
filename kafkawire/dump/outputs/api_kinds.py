"""Kinds of APIs, for colours: which belong together in a user's mind."""

from __future__ import annotations

READING, WRITING, GROUPS, TRANSACTIONS, IDENTITY, OTHER = range(6)

_KINDS = (
    (READING, "Fetch ListOffsets OffsetForLeaderEpoch ShareFetch ShareAcknowledge FetchSnapshot"),
    (WRITING, "Produce DeleteRecords"),
    (GROUPS, "JoinGroup SyncGroup Heartbeat LeaveGroup OffsetCommit OffsetFetch FindCoordinator"),
    (GROUPS, "ConsumerGroupHeartbeat ConsumerGroupDescribe DescribeGroups ListGroups DeleteGroups"),
    (GROUPS, "OffsetDelete ShareGroupHeartbeat ShareGroupDescribe StreamsGroupHeartbeat"),
    (GROUPS, "StreamsGroupDescribe"),
    (TRANSACTIONS, "InitProducerId AddPartitionsToTxn AddOffsetsToTxn EndTxn WriteTxnMarkers"),
    (TRANSACTIONS, "TxnOffsetCommit DescribeTransactions ListTransactions"),
    (IDENTITY, "SaslHandshake SaslAuthenticate SaslToken ApiVersions"),
)
_KIND_OF = {name: kind for kind, names in _KINDS for name in names.split()}


def kind_of(name: str) -> int:
    """The kind of an API by Kafka's name."""
    return _KIND_OF.get(name, OTHER)
