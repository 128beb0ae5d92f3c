"""Names of numbers that stand for something, by the field and, where that matters, the message.

Kafka's schemas have them as plain integers; what they mean is in its enumerations:
`IsolationLevel`, `CoordinatorType`, `ConfigSource` and `ConfigType` of `DescribeConfigsResponse`,
`OpType` of `AlterConfigOp`, `AclOperation`, `AclPermissionType`, `PatternType`, `ElectionType`,
`UpgradeType`, `ScramMechanism`, and the match types of `DescribeClientQuotasRequest`.
Some fields mean different things in different messages: `resource_type` is a `ConfigResource.Type`
in messages about configurations and a `ResourceType` in those about ACLs; the timestamps below zero
that ListOffsets asks for are those of `ListOffsetsRequest`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache


def _from(first: int, *names: str) -> dict[int, str]:
    return dict(enumerate(names, first))


_PATTERNS = _from(0, "UNKNOWN", "ANY", "MATCH", "LITERAL", "PREFIXED")
_PERMISSIONS = _from(0, "UNKNOWN", "ANY", "DENY", "ALLOW")
_OPERATIONS: Sequence[str] = (
    "UNKNOWN",
    "ANY",
    "ALL",
    "READ",
    "WRITE",
    "CREATE",
    "DELETE",
    "ALTER",
    "DESCRIBE",
    "CLUSTER_ACTION",
    "DESCRIBE_CONFIGS",
    "ALTER_CONFIGS",
    "IDEMPOTENT_WRITE",
    "CREATE_TOKENS",
    "DESCRIBE_TOKENS",
    "TWO_PHASE_COMMIT",
)
_SOURCES: Sequence[str] = (
    "UNKNOWN",
    "TOPIC_CONFIG",
    "DYNAMIC_BROKER_CONFIG",
    "DYNAMIC_DEFAULT_BROKER_CONFIG",
    "STATIC_BROKER_CONFIG",
    "DEFAULT_CONFIG",
    "DYNAMIC_BROKER_LOGGER_CONFIG",
    "CLIENT_METRICS_CONFIG",
    "GROUP_CONFIG",
)
_ACL_RESOURCE_TYPES: Sequence[str] = (
    "UNKNOWN",
    "ANY",
    "TOPIC",
    "GROUP",
    "CLUSTER",
    "TRANSACTIONAL_ID",
    "DELEGATION_TOKEN",
    "USER",
)
NO_CODES: Mapping[int, str] = {}
_TYPES = "UNKNOWN BOOLEAN STRING INT SHORT LONG DOUBLE LIST CLASS PASSWORD".split()

CODE_NAMES: Mapping[str, Mapping[int, str]] = {
    "config_operation": _from(0, "SET", "DELETE", "APPEND", "SUBTRACT"),
    "config_source": _from(0, *_SOURCES),
    "config_type": _from(0, *_TYPES),
    "election_type": _from(0, "PREFERRED", "UNCLEAN"),
    "isolation_level": _from(0, "READ_UNCOMMITTED", "READ_COMMITTED"),
    "key_type": _from(0, "GROUP", "TRANSACTION", "SHARE"),
    "match_type": _from(0, "EXACT", "DEFAULT", "SPECIFIED"),
    "mechanism": _from(0, "UNKNOWN", "SCRAM_SHA_256", "SCRAM_SHA_512"),
    "operation": _from(0, *_OPERATIONS),
    "pattern_type": _PATTERNS,
    "pattern_type_filter": _PATTERNS,
    "permission_type": _PERMISSIONS,
    "resource_pattern_type": _PATTERNS,
    "upgrade_type": _from(1, "UPGRADE", "SAFE_DOWNGRADE", "UNSAFE_DOWNGRADE"),
}
"""By the field's name in snake case: what its values are called."""


_ACL_RESOURCES = _from(0, *_ACL_RESOURCE_TYPES)
_CONFIG_RESOURCES = {
    0: "UNKNOWN",
    2: "TOPIC",
    4: "BROKER",
    8: "BROKER_LOGGER",
    16: "CLIENT_METRICS",
    32: "GROUP",
}
_RESOURCE_FIELDS = ("resource_type", "resource_types", "resource_type_filter")
_OF_MESSAGES: Mapping[tuple[str, str], Mapping[int, str]] = {
    ("ProduceRequest", "acks"): {-1: "ALL", 0: "NONE", 1: "LEADER"},
    ("ListOffsetsRequest", "timestamp"): {
        -1: "LATEST",
        -2: "EARLIEST",
        -3: "MAX_TIMESTAMP",
        -4: "EARLIEST_LOCAL",
        -5: "LATEST_TIERED",
        -6: "EARLIEST_PENDING_UPLOAD",
    },
}


@cache
def codes_of(message: str, field: str) -> Mapping[int, str]:
    """The names of a field's values; none if they are only numbers.

    `message` is as the schemas call it (`ProduceRequest`), `field` in snake case.
    """
    if field in _RESOURCE_FIELDS:
        return _ACL_RESOURCES if "Acls" in message else _CONFIG_RESOURCES
    return _OF_MESSAGES.get((message, field)) or CODE_NAMES.get(field, NO_CODES)
