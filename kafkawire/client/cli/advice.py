"""Errors as a person reads them: what is wrong, and what to do."""

from __future__ import annotations

from kafkawire.client.errors import ClientError, ServerError, TimedOut, UnsupportedVersion
from kafkawire.protocol.error_codes import ErrorCode

# Members of a group in use keep their offsets to themselves.
_IN_USE = "stop the group's members first; `kafkawire groups describe` shows them"
_BY_CODE: dict[int, str] = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: "`kafkawire topics list` shows what there is",
    ErrorCode.INVALID_TOPIC_EXCEPTION: (
        "letters, digits, '.', '_' and '-' make a name, at most 249 of them"
    ),
    ErrorCode.INVALID_GROUP_ID: "a group is named by any text that is not empty",
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "ask for rights on the topic",
    ErrorCode.GROUP_AUTHORIZATION_FAILED: "ask for rights on the group",
    ErrorCode.CLUSTER_AUTHORIZATION_FAILED: "ask for rights on the cluster",
    ErrorCode.TOPIC_ALREADY_EXISTS: (
        "`kafkawire topics describe` shows it; --if-not-exists passes over it"
    ),
    ErrorCode.INVALID_PARTITIONS: (
        "a topic can only grow, to at least one partition more than it has"
    ),
    ErrorCode.INVALID_REPLICATION_FACTOR: (
        "`kafkawire cluster info` shows the brokers that can have replicas"
    ),
    ErrorCode.INVALID_CONFIG: "`kafkawire configs show TYPE/NAME --all` shows names and values",
    ErrorCode.NON_EMPTY_GROUP: "stop its members first; `kafkawire groups describe` shows them",
    ErrorCode.GROUP_ID_NOT_FOUND: "`kafkawire groups list` shows what there is",
    ErrorCode.SECURITY_DISABLED: "the broker has no authorizer (authorizer.class.name)",
    ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED: "the broker has no delegation.token.secret.key",
    ErrorCode.DELEGATION_TOKEN_NOT_FOUND: "`kafkawire tokens list` shows what there is",
    ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED: (
        "tokens are for connections that log in, by TLS or SASL and not by a token"
    ),
    ErrorCode.INVALID_UPDATE_VERSION: "`kafkawire cluster features` shows what is possible",
    ErrorCode.FEATURE_UPDATE_FAILED: "`kafkawire cluster features` shows what is possible",
    ErrorCode.BROKER_ID_NOT_REGISTERED: "`kafkawire cluster info` shows the brokers",
    ErrorCode.VOTER_NOT_FOUND: "`kafkawire cluster quorum` shows the voters and their directories",
    ErrorCode.DUPLICATE_VOTER: "`kafkawire cluster quorum` shows the voters and their directories",
    ErrorCode.NO_REASSIGNMENT_IN_PROGRESS: "`kafkawire cluster reassign` shows what moves",
    ErrorCode.RESOURCE_NOT_FOUND: "`kafkawire users list` shows what there is",
    ErrorCode.TRANSACTIONAL_ID_NOT_FOUND: "`kafkawire transactions list` shows what there is",
    ErrorCode.OFFSET_OUT_OF_RANGE: "`kafkawire topics describe` shows the offsets that there are",
    ErrorCode.UNKNOWN_MEMBER_ID: _IN_USE,
    ErrorCode.ILLEGAL_GENERATION: _IN_USE,
}


def reason(error: ClientError) -> str:
    """Return the broker's code and text without the request's name, or the error's own text."""
    if not isinstance(error, ServerError):
        return str(error)
    name = error.code.name if isinstance(error.code, ErrorCode) else f"error code {error.code}"
    return f"{name}: {error.message.removesuffix('.')}" if error.message else name


def advice(error: ClientError) -> str:
    """Return what to do about an error, or nothing."""
    if isinstance(error, ServerError):
        return _BY_CODE.get(int(error.code), "")
    if isinstance(error, UnsupportedVersion):
        return "the broker is too old for it, or has it switched off"
    if isinstance(error, TimedOut):
        return "--timeout gives it more seconds"
    return ""
