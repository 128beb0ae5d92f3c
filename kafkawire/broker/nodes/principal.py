"""A principal as the bytes that a broker hands to the controller: a version, then the fields."""

from __future__ import annotations

from struct import error as StructError
from struct import pack, unpack_from
from typing import NamedTuple

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError, ProtocolError
from kafkawire.protocol.messages.default_principal_data import DefaultPrincipalData

VERSIONS = DefaultPrincipalData.VERSIONS


class Principal(NamedTuple):
    """The identity of a client: type and name, in text `User:alice`."""

    type: str
    name: str
    token_authenticated: bool = False
    """Whether the client has authenticated with a delegation token."""

    def __str__(self) -> str:
        return f"{self.type}:{self.name}"


def principal_of(text: str) -> Principal:
    """Return the principal of a text such as `User:alice`; a name may have colons."""
    kind, _, name = text.partition(":")
    return Principal(kind, name)


def encode_principal(principal: Principal) -> bytes:
    """Return the bytes of a principal."""
    version = VERSIONS[1]
    data = DefaultPrincipalData(
        type=principal.type,
        name=principal.name,
        token_authenticated=principal.token_authenticated,
    )
    return pack(">h", version) + data.encode(version)


def decode_principal(data: bytes | None) -> Principal:
    """Return the principal of these bytes. Bytes after it are ignored, as in Kafka.

    Raises `ApiError` with PRINCIPAL_DESERIALIZATION_FAILURE.
    """
    try:
        if data is None:
            raise DecodeError("the principal is null")
        (version,) = unpack_from(">h", data)
        read, _ = DefaultPrincipalData.decode_from(data, version, 2)
    except (StructError, ProtocolError) as error:
        raise ApiError(ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE, str(error)) from error
    return Principal(read.type, read.name, read.token_authenticated)
