"""FindCoordinator: which broker keeps a group's, a transaction's or a share group's state.

State lives in partitions of internal topics, and the leader of a key's partition coordinates it
(groups A.5). A topic that does not exist yet is created now, and the client told to ask again.
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.topic_names import (
    CONSUMER_OFFSETS,
    SHARE_GROUP_STATE,
    TRANSACTION_STATE,
)
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import partition_for_key
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.since import FIND_COORDINATOR_SEVERAL_KEYS_SINCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest

VERSIONS = Versions(0, 6)
RESTS = True

GROUP = 0
TRANSACTION = 1
SHARE = 2
TOPICS = {GROUP: CONSUMER_OFFSETS, TRANSACTION: TRANSACTION_STATE, SHARE: SHARE_GROUP_STATE}

SHARE_SINCE = 6

SHARE_KEY_PARTS = 3
UUID_BYTES = 16
PARTITION_MAX = (1 << 31) - 1

TEXTS: dict[int, str] = {
    ErrorCode.NONE: "NONE",
    ErrorCode.COORDINATOR_NOT_AVAILABLE: "The coordinator is not available.",
    ErrorCode.INVALID_REQUEST: (
        "This most likely occurs because of a request being malformed by the client library or "
        "the message was sent to an incompatible broker. See the broker logs for more details."
    ),
    ErrorCode.GROUP_AUTHORIZATION_FAILED: "Group authorization failed.",
    ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: "Transactional Id authorization failed.",
}
"""What versions 1 to 3 say beside the code; later ones say nothing (groups A-38)."""

Coordinator = FindCoordinatorResponse.Coordinator


def handle(
    broker: Broker, request: FindCoordinatorRequest, context: RequestContext
) -> FindCoordinatorResponse:
    """One key up to version 3, then as many as are asked for, in their order."""
    several = context.api_version >= FIND_COORDINATOR_SEVERAL_KEYS_SINCE
    keys = request.coordinator_keys if several else [request.key]
    if request.key_type not in TOPICS:
        return _response([_refused(key, ErrorCode.INVALID_REQUEST) for key in keys], several, True)
    found = []
    for key in keys:
        try:
            found.append(_found(broker, request.key_type, key, context))
        except ApiError as error:
            found.append(_refused(key, error.code))
    return _response(found, several, False)


def _response(
    found: list[Coordinator], several: bool, is_malformed: bool
) -> FindCoordinatorResponse:
    """The answer in the form of its version."""
    if several:
        for coordinator in found:
            code = ErrorCode(coordinator.error_code)
            coordinator.error_message = TEXTS[code] if is_malformed else ""
        return FindCoordinatorResponse(coordinators=found)
    (only,) = found
    return FindCoordinatorResponse(
        error_code=only.error_code,
        error_message=TEXTS[only.error_code],
        node_id=only.node_id,
        host=only.host,
        port=only.port,
    )


def _refused(key: str, code: int) -> Coordinator:
    return Coordinator(key=key, node_id=-1, host="", port=-1, error_code=code)


def _found(broker: Broker, key_type: int, key: str, context: RequestContext) -> Coordinator:
    """The coordinator of one key; raises `ApiError` if there is none now."""
    access = access_of(broker, context)
    if access is not None:
        _check_access(access, key_type, key)
    if key_type == SHARE:
        _check_share_key(key, context.api_version, access)
    topic = TOPICS[key_type]
    if topic not in broker.metadata.topics:
        broker.controller.create_internal_topic(topic, context.now_ms)
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    if key_type == GROUP:
        partition = broker.groups.partition_of(key)
    elif key_type == TRANSACTION:
        partition = broker.transactions.partition_of(key)
    else:
        partition = partition_for_key(key, len(broker.metadata.topics[topic].partitions))
    return _leader(broker.metadata, key, (topic, partition), context.connection.listener_name)


def _check_access(access: Access, key_type: int, key: str) -> None:
    """Who may not know of a group or of a transactional id may not ask for its coordinator."""
    if key_type == GROUP and not access.to_group(Operation.DESCRIBE, key):
        raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    if key_type == TRANSACTION and not access.to_transactional_id(Operation.DESCRIBE, key):
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)


def _leader(
    metadata: MetadataImage, key: str, place: tuple[str, int], listener_name: str
) -> Coordinator:
    """The leader of a partition, where the client's listener reaches it."""
    topic, partition_index = place
    partition = metadata.topics[topic].partitions.get(partition_index)
    node = None if partition is None else metadata.brokers.get(partition.leader)
    endpoint = None if node is None or node.fenced else node.endpoints.get(listener_name)
    if node is None or endpoint is None:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    return Coordinator(
        key=key, node_id=node.node_id, host=endpoint.host, port=endpoint.port, error_code=0
    )


def _check_share_key(key: str, api_version: int, access: Access | None) -> None:
    """A share group's key is `group:topic id in base64:partition`, for brokers (groups A-36).

    Raises `ApiError` with INVALID_REQUEST or CLUSTER_AUTHORIZATION_FAILED.
    """
    if api_version < SHARE_SINCE:
        raise ApiError(ErrorCode.INVALID_REQUEST)
    if access is not None and not access.to_cluster(Operation.CLUSTER_ACTION):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    parts = key.rsplit(":", SHARE_KEY_PARTS - 1)
    is_wanted = len(parts) == SHARE_KEY_PARTS
    if not (is_wanted and parts[0] and _is_uuid(parts[1]) and _is_partition(parts[2])):
        raise ApiError(ErrorCode.INVALID_REQUEST)


def _is_uuid(text: str) -> bool:
    """Whether this is a uuid as Kafka writes it: 22 characters of URL-safe base64."""
    try:
        data = a2b_base64(text.translate(_TO_STANDARD_ALPHABET) + "==")
    except (Base64Error, ValueError):
        return False
    return len(data) == UUID_BYTES


def _is_partition(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= PARTITION_MAX


_TO_STANDARD_ALPHABET = str.maketrans("-_", "+/")
