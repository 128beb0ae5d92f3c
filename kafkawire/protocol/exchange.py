"""The headers around a request's or response's body, and whole frames.

    request header  v0  api_key i16, api_version i16, correlation_id i32   ControlledShutdown v0
                    v1  ... client_id, a nullable string                   not flexible
                    v2  ... client_id as in v1 (never compact), tags       flexible versions
    response header v0  correlation_id i32                                 not flexible; ApiVersions
                    v1  ... tags                                           flexible versions

An ApiVersions response has header v0 in every version, so that a client can read the answer to a
version that the broker does not know (KIP-511); its body is then in version 0's layout.
"""

from __future__ import annotations

from struct import Struct as Format
from struct import error as StructError

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE
from kafkawire.protocol.errors import DecodeError, EncodeError, UnknownApiKey
from kafkawire.protocol.gathering import gathered
from kafkawire.protocol.long_arrays import check_tags
from kafkawire.protocol.primitives import make, tag_head, uvarint
from kafkawire.protocol.registry import response_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer, Sendable
    from kafkawire.protocol.message import Message

JOIN_BYTES_MAX = 16 * 1024
"""Responses up to this size are one buffer: copying it is cheaper than sending several."""

_API_VERSIONS = 18
_CONTROLLED_SHUTDOWN = 7
_UNSUPPORTED_VERSION = 35

_head = Format(">hhih").unpack_from
_int16 = Format(">h").unpack_from
_int32 = Format(">i").unpack_from
_pack_response_v0 = Format(">ii").pack
_pack_response_v1 = Format(">iix").pack
_pack_request = Format(">ihhih").pack
_pack_request_v0 = Format(">ihhi").pack


class RequestHeader:
    """What stands before a request's body, which begins at `body_offset` of the frame."""

    __slots__ = ("api_key", "api_version", "body_offset", "client_id", "correlation_id")

    def __init__(
        self,
        *,
        api_key: int,
        api_version: int,
        correlation_id: int,
        client_id: str | None,
        body_offset: int,
    ) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        self.body_offset = body_offset

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"RequestHeader({shown})"


def decode_request_header(frame: bytes | bytearray) -> RequestHeader:
    """Read the header of a request frame (without its length).

    Raises `DecodeError`; and `UnknownApiKey`, holding what a version 1 header says.
    """
    header = make(RequestHeader)
    try:
        header.api_key, header.api_version, header.correlation_id, size = _head(frame, 0)
        since = FLEXIBLE_SINCE.get(header.api_key)
        end = 10
        if header.api_key == _CONTROLLED_SHUTDOWN and not header.api_version:
            size, end = -1, 8
        if size < 0:
            header.client_id = None
        else:
            end += size
            # Kafka reads text that is no UTF-8 with replacement characters, and answers.
            header.client_id = frame[10:end].decode(errors="replace")
        if since is not None and header.api_version >= since:
            if frame[end]:
                end = _skip_tags(frame, end)
            else:
                end += 1
    except (StructError, IndexError) as error:
        raise DecodeError(f"request header: {error}") from error
    if end > len(frame):
        raise DecodeError("request header: the client id or a tag exceeds the frame")
    header.body_offset = end
    if since is None:
        raise UnknownApiKey(f"unknown api key {header.api_key}", header)
    return header


def _skip_tags(frame: bytes | bytearray, pos: int) -> int:
    """The position after a header's tag section, in which Kafka knows no fields."""
    count = frame[pos]
    pos += 1
    if not count:
        return pos
    if count > 127:
        count, pos = uvarint(frame, pos)
        check_tags(count)
    for _ in range(count):
        _tag, size, pos = tag_head(frame, pos)
        pos += size
    return pos


def encode_response(
    correlation_id: int, api_key: int, api_version: int, response: Message
) -> list[Sendable]:
    """A response frame with its length, as buffers to be sent one after another.

    Small responses are one buffer. In large ones record data stands as it was given, uncopied.
    Raises `EncodeError` and `UnsupportedVersion`.
    """
    chunks: list[Sendable] = [b""]
    response.encode_into(api_version, chunks)
    size = sum(map(len, chunks))
    if api_version >= FLEXIBLE_SINCE[api_key] and api_key != _API_VERSIONS:
        chunks[0] = _pack_response_v1(size + 5, correlation_id)
    else:
        chunks[0] = _pack_response_v0(size + 4, correlation_id)
    if size <= JOIN_BYTES_MAX:
        return [b"".join(chunks)]  # type: ignore[arg-type]  # a slice of a file is larger
    return gathered(chunks)


def encode_request(
    api_key: int, api_version: int, correlation_id: int, client_id: str | None, request: Message
) -> bytes:
    """A request frame with its length. Raises `EncodeError` and `UnsupportedVersion`."""
    chunks: list[Buffer] = [b"", b""]
    request.encode_into(api_version, chunks)
    size = sum(map(len, chunks))
    if api_key == _CONTROLLED_SHUTDOWN and api_version == 0:
        chunks[0] = _pack_request_v0(size + 8, api_key, api_version, correlation_id)
        return b"".join(chunks)
    client = b"" if client_id is None else client_id.encode()
    length = -1 if client_id is None else len(client)
    if api_version >= FLEXIBLE_SINCE[api_key]:
        client += b"\0"
    try:
        size += 10 + len(client)
        chunks[0] = _pack_request(size, api_key, api_version, correlation_id, length)
    except StructError as error:
        raise EncodeError(f"request header: {error}") from error
    chunks[1] = client
    return b"".join(chunks)


def decode_response(
    frame: bytes | bytearray, api_key: int, api_version: int
) -> tuple[int, Message]:
    """Read a response frame (without its length): its correlation id and its message.

    A refused ApiVersions request is answered in version 0's layout whatever was asked, and is read
    so. Raises `DecodeError`, `UnknownApiKey` and `UnsupportedVersion`.
    """
    cls = response_class(api_key)
    try:
        (correlation_id,) = _int32(frame, 0)
        pos = 4
        if api_key == _API_VERSIONS:
            if _int16(frame, pos)[0] == _UNSUPPORTED_VERSION:
                api_version = 0
        elif api_version >= FLEXIBLE_SINCE[api_key]:
            pos = _skip_tags(frame, pos)
    except (StructError, IndexError) as error:
        raise DecodeError(f"response header: {error}") from error
    return correlation_id, cls.decode(frame, api_version, pos)
