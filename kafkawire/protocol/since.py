"""First versions of requests in which something is different, where several modules depend on it.

A name is the API and the difference: `FETCH_TOPIC_IDS_SINCE`. A difference that one handler alone
looks at is a constant of that handler. From which version on a message is flexible is generated
(`api_keys.FLEXIBLE_SINCE`).
"""

from __future__ import annotations

PRODUCE_TRANSACTIONS_SINCE = 3
"""The request begins with a transactional id (KIP-98)."""
PRODUCE_ADDS_PARTITIONS_SINCE = 12
"""A transactional batch adds its partition to the transaction (KIP-890)."""
PRODUCE_TOPIC_IDS_SINCE = 13
"""Topics have ids instead of names (KIP-516)."""

FETCH_MAX_BYTES_SINCE = 3
"""The request limits the whole response, not only each partition (KIP-74)."""
FETCH_ISOLATION_SINCE = 4
"""The request has an isolation level (KIP-98)."""
FETCH_SESSIONS_SINCE = 7
"""Request and response name a fetch session (KIP-227)."""
FETCH_TOPIC_IDS_SINCE = 13
"""Topics have ids instead of names (KIP-516)."""
FETCH_REPLICA_STATE_SINCE = 15
"""A follower names itself in a tagged field; the field replica_id is gone (KIP-903)."""

JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE = 4
"""A member without an id gets one with MEMBER_ID_REQUIRED, and joins again (KIP-394)."""

OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE = 2
"""The response has an error code of its own, until it has one for each group."""
OFFSET_FETCH_STABLE_SINCE = 7
"""The request may require stable offsets (KIP-447)."""
OFFSET_FETCH_SEVERAL_GROUPS_SINCE = 8
"""A request is about several groups (KIP-709)."""

FIND_COORDINATOR_SEVERAL_KEYS_SINCE = 4
"""A request is about several coordinators (KIP-699)."""

API_VERSIONS_SOFTWARE_SINCE = 3
"""The request names the client's software and its version (KIP-511)."""

ADD_PARTITIONS_TO_TXN_BROKERS_SINCE = 4
"""A broker sends the request, about several transactions (KIP-890)."""

TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE = 5
"""The commit adds the group's partition to the transaction (KIP-890)."""

EPOCH_BUMPS_SINCE = 2
"""The level of the feature transaction.version with an epoch for each transaction (KIP-890)."""

JOIN_GROUP_INSTANCE_SINCE = 5
"""A member may be static (KIP-345)."""
JOIN_GROUP_REASON_SINCE = 8
"""A member tells why it joins (KIP-800)."""
SYNC_GROUP_INSTANCE_SINCE = 3
"""A member may be static (KIP-345)."""
SYNC_GROUP_PROTOCOL_SINCE = 5
"""The request names the protocol that was agreed on (KIP-559)."""
HEARTBEAT_INSTANCE_SINCE = 3
"""A member may be static (KIP-345)."""
LEAVE_GROUP_SEVERAL_MEMBERS_SINCE = 3
"""Several members leave at once (KIP-345)."""
LEAVE_GROUP_REASON_SINCE = 5
"""A member tells why it leaves (KIP-800)."""

OFFSET_COMMIT_EPOCH_SINCE = 6
"""An offset has the epoch of the record before it (KIP-320)."""
OFFSET_COMMIT_INSTANCE_SINCE = 7
"""A member may be static (KIP-345)."""
OFFSET_COMMIT_TOPIC_IDS_SINCE = 10
"""Topics have ids instead of names (KIP-848); so have they in OffsetFetch."""

METADATA_RELIABLE_EPOCHS_SINCE = 9
"""Before it a response may have epochs that were never the leader's (KAFKA-7440)."""

DELETE_TOPICS_IDS_SINCE = 6
"""Topics may have ids instead of names (KIP-516)."""

LIST_CONFIG_RESOURCES_TYPES_SINCE = 1
"""The request names the types of resources (KIP-1142)."""

STREAMS_GRAPH_SINCE = 1
"""Descriptions of streams groups may have the processing graph (KIP-1331)."""

DESCRIBE_CLUSTER_ENDPOINTS_SINCE = 1
"""The request names brokers or controllers (KIP-919)."""
