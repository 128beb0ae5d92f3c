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
from kafkawire.protocol.primitives import tag_head, uvarint
from kafkawire.protocol.registry import response_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.message import Message

JOIN_BYTES_MAX = 16 * 1024
"""Responses up to this size are one buffer: copying it is cheaper than sending several."""
SMALL_BYTES_MAX = 4 * 1024
"""In larger responses, neighbouring buffers below this size are joined."""

_API_VERSIONS = 18
_CONTROLLED_SHUTDOWN = 7
_UNSUPPORTED_VERSION = 35

_head = Format(">hhi").unpack_from
_head_and_length = Format(">hhih").unpack_from
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
    try:
        return _request_header(frame)
    except (StructError, IndexError, UnicodeDecodeError) as error:
        raise DecodeError(f"request header: {error}") from error


def _request_header(frame: bytes | bytearray) -> RequestHeader:
    if frame[1] == _CONTROLLED_SHUTDOWN and frame[:4] == b"\0\7\0\0":
        api_key, api_version, correlation_id = _head(frame, 0)
        size, end = -1, 8
    else:
        api_key, api_version, correlation_id, size = _head_and_length(frame, 0)
        end = 10
    client_id = None
    if size >= 0:
        end += size
        if end > len(frame):
            raise DecodeError("request header: client id exceeds the frame")
        client_id = frame[10:end].decode()
    since = FLEXIBLE_SINCE.get(api_key)
    if since is not None and api_version >= since:
        end = _skip_tags(frame, end)
    header = RequestHeader(
        api_key=api_key,
        api_version=api_version,
        correlation_id=correlation_id,
        client_id=client_id,
        body_offset=end,
    )
    if since is None:
        raise UnknownApiKey(f"unknown api key {api_key}", header)
    return header


def _skip_tags(frame: bytes | bytearray, pos: int) -> int:
    """The position after a header's tag section, in which Kafka knows no fields."""
    count = frame[pos]
    pos += 1
    if not count:
        return pos
    if count > 127:
        count, pos = uvarint(frame, pos)
    for _ in range(count):
        _tag, size, pos = tag_head(frame, pos)
        pos += size
    return pos


def _has_flexible_header(api_key: int, api_version: int) -> bool:
    return api_version >= FLEXIBLE_SINCE[api_key]


def encode_response(
    correlation_id: int, api_key: int, api_version: int, response: Message
) -> list[Buffer]:
    """A response frame with its length, as buffers to be sent one after another.

    Small responses are one buffer. In large ones record data stands as it was given, uncopied.
    Raises `EncodeError` and `UnsupportedVersion`.
    """
    chunks: list[Buffer] = [b""]
    response.encode_into(api_version, chunks)
    size = sum(map(len, chunks))
    if api_key != _API_VERSIONS and api_version >= FLEXIBLE_SINCE[api_key]:
        chunks[0] = _pack_response_v1(size + 5, correlation_id)
    else:
        chunks[0] = _pack_response_v0(size + 4, correlation_id)
    if size <= JOIN_BYTES_MAX:
        return [b"".join(chunks)]
    return _gathered(chunks)


def _gathered(chunks: list[Buffer]) -> list[Buffer]:
    """The same bytes in fewer buffers: runs of small ones are joined, large ones are kept."""
    found: list[Buffer] = []
    small: list[Buffer] = []
    for chunk in chunks:
        if len(chunk) < SMALL_BYTES_MAX:
            small.append(chunk)
        else:
            if small:
                found.append(b"".join(small))
                small = []
            found.append(chunk)
    if small:
        found.append(b"".join(small))
    return found


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
    if _has_flexible_header(api_key, api_version):
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
        elif _has_flexible_header(api_key, api_version):
            pos = _skip_tags(frame, pos)
    except (StructError, IndexError) as error:
        raise DecodeError(f"response header: {error}") from error
    return correlation_id, cls.decode(frame, api_version, pos)
