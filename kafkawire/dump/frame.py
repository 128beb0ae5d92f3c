"""One frame as text: its header, then every field of its message, indented.

Fields that the version does not have are left out. Which those are is read from the generated
classes' own documentation, the one place at run time that has it.

A request frame says by itself what it is. A response frame does not: its reader has to know which
API and version was asked for. A leading four-byte length is recognised and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import UnsupportedVersion
from kafkawire.protocol.exchange import decode_request_header, decode_response
from kafkawire.protocol.message import Struct
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class

BYTES_SHOWN_MAX = 32
_FIELD = re.compile(r"^ *- (\w+): \S+, (\d+)(\+|-(\d+))?", re.MULTILINE)


def without_length(frame: bytes) -> bytes:
    """The frame without its length, if it begins with just that."""
    if len(frame) > 4 and int.from_bytes(frame[:4], "big") == len(frame) - 4:
        return frame[4:]
    return frame


def request_lines(frame: bytes) -> Iterator[str]:
    """A request, line by line. Raises `ProtocolError` on bytes that are none."""
    header = decode_request_header(frame)
    name = ApiKey(header.api_key).name
    first, last = request_class(header.api_key).VERSIONS
    if not first <= header.api_version <= last:
        raise UnsupportedVersion(f"{name} has versions {first} to {last}, not {header.api_version}")
    request = request_class(header.api_key).decode(frame, header.api_version, header.body_offset)
    yield (
        f"{name} v{header.api_version} request, correlation {header.correlation_id}, "
        f"client {header.client_id!r}, {len(frame):,} bytes"
    )
    yield from _fields(request, header.api_version, 1)


def response_lines(frame: bytes, api_key: int, api_version: int) -> Iterator[str]:
    """A response to that API and version, line by line. Raises `ProtocolError`."""
    correlation_id, response = decode_response(frame, api_key, api_version)
    name = ApiKey(api_key).name
    yield f"{name} v{api_version} response, correlation {correlation_id}, {len(frame):,} bytes"
    yield from _fields(response, _version_of_answer(response, api_version), 1)


def _version_of_answer(response: Struct, api_version: int) -> int:
    """The layout that was read: a refused ApiVersions request is answered in version 0."""
    is_refusal = getattr(response, "error_code", 0) == ErrorCode.UNSUPPORTED_VERSION
    return 0 if is_refusal and isinstance(response, ApiVersionsResponse) else api_version


@cache
def fields_of(kind: type[Struct], version: int) -> tuple[str, ...]:
    """The names of the fields that a struct has in a version, in order."""
    found = []
    for name, first, more, last in _FIELD.findall(kind.__doc__ or ""):
        end = int(last or first) if more != "+" else version
        if int(first) <= version <= end:
            found.append(name)
    return tuple(found)


def _fields(struct: Struct, version: int, depth: int) -> Iterator[str]:
    # Its objects cannot be hashed, but the class can.
    for name in fields_of(type(struct), version):  # type: ignore[arg-type]
        yield from _field(name, getattr(struct, name), version, depth)
    for tag, value in sorted((struct.unknown_tags or {}).items()):
        yield from _field(f"unknown tag {tag}", value, version, depth)


def _field(name: str, value: object, version: int, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(value, Struct):
        yield f"{indent}{name}:"
        yield from _fields(value, version, depth + 1)
    elif isinstance(value, list | tuple) and value and isinstance(value[0], Struct):
        for at, element in enumerate(value):
            yield from _field(f"{name}[{at}]", element, version, depth)
    else:
        yield f"{indent}{name}: {_shown(name, value)}"


def _shown(name: str, value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        start = bytes(value[:BYTES_SHOWN_MAX]).hex(" ")
        more = " ..." if len(value) > BYTES_SHOWN_MAX else ""
        return f"{len(value):,} bytes {start}{more}".rstrip()
    if name == "error_code" and isinstance(value, int):
        known = ErrorCode._value2member_map_
        return f"{value} {ErrorCode(value).name}" if value in known else str(value)
    return repr(value)
