"""Messages of every kind as wire-dump sees them, and what it must say of them, worked out naively.

    message = random_message("FetchResponse", seed)
    message = dumped(spec, version, frame_of(spec, version, made))

What is expected comes from the codec's objects and the schemas, never from wire-dump's own readers
or its declarations.
"""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

from kafkawire.dump.model import Connection, Header, Message, seen_at
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import decode_request_header, encode_request, encode_response
from kafkawire.protocol.message import Message as CodecMessage
from kafkawire.protocol.message import Struct
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import FieldSpec, MessageSpec, StructSpec

CORRELATION_ID = 7
NAMES = sorted(name for name, spec in SPECS.items() if spec.kind in ("request", "response"))
"""All requests and responses."""


def connection() -> Connection:
    return Connection(1, 0, Endpoint("10.0.0.1", 50000), Endpoint("10.0.0.2", 9092), 0)


def frame_of(spec: MessageSpec, version: int, message: CodecMessage) -> bytes:
    """A request's or response's frame without its length."""
    if spec.kind == "request":
        return encode_request(spec.api_key, version, CORRELATION_ID, "me", message)[4:]
    buffers = encode_response(CORRELATION_ID, spec.api_key, version, message)
    return joined(buffers)[4:]


def body_offset(spec: MessageSpec, version: int, frame: bytes) -> int:
    if spec.kind == "request":
        return decode_request_header(frame).body_offset
    return 5 if spec.is_flexible_in(version) and spec.name != "ApiVersionsResponse" else 4


def dumped(spec: MessageSpec, version: int, frame: bytes, offset: int | None = None) -> Message:
    """The frame as the engine would hand it out; its body is at `offset` if that is given."""
    offset = body_offset(spec, version, frame) if offset is None else offset
    header = Header(spec.api_key, version, CORRELATION_ID, offset)
    is_request = spec.kind == "request"
    return Message(connection(), frame, header, seen_at(0), is_request=is_request)


def random_message(name: str, seed: int) -> Message:
    """A message of one of `NAMES`, of a version and with values that follow from the seed."""
    spec = SPECS[name]
    version = versions(spec)[seed % len(versions(spec))]
    return dumped(spec, version, frame_of(spec, version, draw(spec, version, seed)))


def camel(name: str) -> str:
    return name[0].lower() + name[1:]


def fields_on_the_wire(
    struct: Struct, declared: StructSpec, version: int
) -> Iterator[tuple[FieldSpec, Any]]:
    """Fields that are in a struct's bytes, in their order: tagged ones last, without defaults."""
    tagged = []
    for field in declared.fields:
        value = getattr(struct, field.attribute)
        if field.is_plain_in(version):
            yield field, value
        elif field.is_tagged_in(version) and value != getattr(type(struct)(), field.attribute):
            tagged.append((field, value))
    yield from sorted(tagged, key=lambda pair: pair[0].tag or 0)


def expected_values(struct: Struct, declared: StructSpec, spec: MessageSpec, version: int) -> Any:
    """A codec's object as Kafka's JSON."""
    found: dict[str, Any] = {}
    for field, value in fields_on_the_wire(struct, declared, version):
        if field.is_array and value is not None:
            found[camel(field.name)] = [_shown(field, each, spec, version) for each in value]
        else:
            found[camel(field.name)] = _shown(field, value, spec, version)
    if struct.unknown_tags:
        tags = sorted(struct.unknown_tags.items())
        found["_unknownTaggedFields"] = {str(tag): b64encode(data).decode() for tag, data in tags}
    return found


def _shown(field: FieldSpec, value: Any, spec: MessageSpec, version: int) -> Any:
    if value is None:
        return None
    if field.is_struct:
        return expected_values(value, spec.structs[field.type], spec, version)
    if field.type == "uuid":
        return urlsafe_b64encode(value).decode().rstrip("=")
    if field.type == "bytes":
        return b64encode(value).decode()
    return {"sizeInBytes": len(value)} if field.type == "records" else value


def leaves_of(
    struct: Struct, declared: StructSpec, spec: MessageSpec, version: int
) -> Iterator[tuple[FieldSpec, Any]]:
    """Every value in a message that is no struct, elements of arrays one by one."""
    for field, value in fields_on_the_wire(struct, declared, version):
        for each in (value or ()) if field.is_array else (value,):
            if field.is_struct and each is not None:
                yield from leaves_of(each, spec.structs[field.type], spec, version)
            elif not field.is_struct:
                yield field, each
