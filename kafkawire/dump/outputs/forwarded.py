"""What an Envelope forwards: a broker hands a client's request on to the controller (KIP-590).

The request is a frame of its own. With it goes who sent it: a principal as Kafka writes it by
default, two bytes of version and `DefaultPrincipalData`, and the client's address.
"""

from __future__ import annotations

from ipaddress import ip_address
from struct import Struct as Packing
from struct import error as StructError

from kafkawire.dump.api_names import api_name
from kafkawire.dump.model import Message
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.messages.default_principal_data import DefaultPrincipalData
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.visible_text import visible

_VERSION = Packing(">h")


def forwarded_text(request: Message) -> str:
    """`CreateTopics v7 of admin-1 as User:alice from 192.0.2.7`, as far as it can be read."""
    try:
        found = EnvelopeRequest.decode(request.data, request.api_version, request.body_offset)
        header = decode_request_header(bytes(found.request_data))
    except ProtocolError:
        return ""
    parts = [f"{api_name(header.api_key)} v{header.api_version}"]
    for word, name in (
        ("of", header.client_id),
        ("as", _principal(bytes(found.request_principal or b""))),
        ("from", _address(bytes(found.client_host_address))),
    ):
        if name:
            parts.append(f"{word} {visible(name)}")
    return " ".join(parts)


def _principal(data: bytes) -> str:
    """Empty for what a broker with a principal builder of its own has written."""
    try:
        (version,) = _VERSION.unpack_from(data)
        found, _ = DefaultPrincipalData.decode_from(data, version, _VERSION.size)
    except (StructError, ProtocolError):
        return ""
    return f"{found.type}:{found.name}"


def _address(data: bytes) -> str:
    return str(ip_address(data)) if len(data) in (4, 16) else ""
