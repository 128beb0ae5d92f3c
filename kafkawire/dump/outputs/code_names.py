"""Names of numbers that stand for something, where the field's name alone says for what.

Kafka's schemas have them as plain integers; what they mean is in its enumerations:
`IsolationLevel`, `CoordinatorType`, `ConfigSource` and `ConfigType` of `DescribeConfigsResponse`,
`OpType` of `AlterConfigOp`, `AclOperation`, `AclPermissionType`, `PatternType`, `ElectionType`,
`UpgradeType`, `ScramMechanism`, and the match types of `DescribeClientQuotasRequest`.
`resource_type` is not among them: it is one thing for configurations and another for ACLs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


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


def code_name(field: str, value: float) -> str | None:
    """What Kafka calls this value of the field, None if it is only a number."""
    names = CODE_NAMES.get(field)
    return None if names is None else names.get(int(value))
