"""The controller's side of a forwarded request (KIP-590; Kafka's `EnvelopeUtils`)."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.nodes.controller_channel import has_error
from kafkawire.broker.nodes.principal import decode_principal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, MalformedText, ProtocolError, invalid_request
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from kafkawire.protocol.registry import request_class

if TYPE_CHECKING:
    from kafkawire.broker.nodes.principal import Principal
    from kafkawire.protocol.exchange import RequestHeader
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.envelope_request import EnvelopeRequest

FORWARDABLE = frozenset(
    {
        ApiKey.CREATE_TOPICS,
        ApiKey.DELETE_TOPICS,
        ApiKey.CREATE_ACLS,
        ApiKey.DELETE_ACLS,
        ApiKey.ALTER_CONFIGS,
        ApiKey.CREATE_PARTITIONS,
        ApiKey.CREATE_DELEGATION_TOKEN,
        ApiKey.RENEW_DELEGATION_TOKEN,
        ApiKey.EXPIRE_DELEGATION_TOKEN,
        ApiKey.ELECT_LEADERS,
        ApiKey.INCREMENTAL_ALTER_CONFIGS,
        ApiKey.ALTER_PARTITION_REASSIGNMENTS,
        ApiKey.LIST_PARTITION_REASSIGNMENTS,
        ApiKey.ALTER_CLIENT_QUOTAS,
        ApiKey.ALTER_USER_SCRAM_CREDENTIALS,
        ApiKey.DESCRIBE_QUORUM,
        ApiKey.UPDATE_FEATURES,
        ApiKey.UNREGISTER_BROKER,
        ApiKey.ALLOCATE_PRODUCER_IDS,
        ApiKey.ADD_RAFT_VOTER,
        ApiKey.REMOVE_RAFT_VOTER,
        ApiKey.UNREGISTER_CONTROLLER,
    }
)
"""The APIs that a controller accepts in an envelope (`forwardable` of Kafka's `ApiKeys`)."""
LENGTH_BYTES = 4
"""The length in front of a frame, which an envelope does not have."""


class Enveloped(NamedTuple):
    """A client's request as it came out of an envelope."""

    header: RequestHeader
    request: Message
    principal: Principal
    address: str
    """The client's address as text."""


def open_envelope(envelope: EnvelopeRequest, *, is_authorized: bool) -> Enveloped:
    """Return the request in an envelope.

    Args:
        envelope: The envelope.
        is_authorized: Whether its sender has CLUSTER_ACTION on the cluster.

    Raises:
        ApiError: The code is that of the envelope's response; the order is Kafka's.
    """
    if not is_authorized:
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    principal = decode_principal(envelope.request_principal)
    address = _address(envelope.client_host_address)
    frame = envelope.request_data
    try:
        header = decode_request_header(frame)
    except ProtocolError as error:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION, str(error)) from error
    if header.api_key not in FORWARDABLE:
        name = ApiKey(header.api_key).name
        raise invalid_request(f"{name} cannot be forwarded in an envelope")
    try:
        request = _decoded(header, frame)
    except ProtocolError as error:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION, str(error)) from error
    return Enveloped(header, request, principal, address)


def envelope_response(header: RequestHeader, response: Message) -> EnvelopeResponse:
    """Return the envelope with the response to the request that had this header.

    If the controller turns out not to be active, the envelope has the error and no response, so
    that the broker looks for the active controller.
    """
    inactive = ErrorCode.NOT_CONTROLLER
    if header.api_key == ApiKey.DESCRIBE_QUORUM:
        inactive = ErrorCode.NOT_LEADER_OR_FOLLOWER
    if has_error(response, inactive):
        return EnvelopeResponse(error_code=ErrorCode.NOT_CONTROLLER)
    buffers = encode_response(header.correlation_id, header.api_key, header.api_version, response)
    frame = b"".join(map(bytes, buffers))  # type: ignore[arg-type]
    return EnvelopeResponse(response_data=frame[LENGTH_BYTES:])


def _address(packed: bytes) -> str:
    """Return 4 or 16 raw bytes as text; an IPv4 address mapped to IPv6 is IPv4, as in Java."""
    try:
        address = ip_address(packed)
    except ValueError as error:
        raise invalid_request(f"the client's address has {len(packed)} bytes") from error
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def _decoded(header: RequestHeader, frame: bytes) -> Message:
    """Return the request of a frame; text that is no UTF-8 is read with replacements."""
    kind = request_class(header.api_key)
    try:
        return kind.decode_from(frame, header.api_version, header.body_offset)[0]
    except MalformedText:
        from kafkawire.protocol.text import Lenient  # hardly ever needed

        return kind.decode_from(Lenient(frame), header.api_version, header.body_offset)[0]
