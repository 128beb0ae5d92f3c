"""Bytes and messages as values of JSON, named as Kafka's declarations name them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from kafkawire.protocol.message import Struct
from kafkawire.protocol.uuids import uuid_text

_FIELD = re.compile(
    r"^ *- (\w+): (\S+),\s+(\d+)(\+|-(\d+))?(?:,\s+null)?(,\s+tag\s+\d+)?", re.MULTILINE
)

_BLANKS = dict.fromkeys(b"\t\n\r", " ")


class Field(NamedTuple):
    """A field of a declaration: our name and Kafka's, and how it is written."""

    name: str
    kafka_name: str
    is_uuid: bool
    is_tagged: bool


@cache
def fields_of(kind: type[Struct], version: int) -> tuple[Field, ...]:
    """The fields that a struct has in a version, in order.

    Read from the generated class's own documentation, the one place at run time that has it.
    """
    found = []
    for name, form, first, more, last, tag in _FIELD.findall(kind.__doc__ or ""):
        end = int(last or first) if more != "+" else version
        if int(first) <= version <= end:
            is_uuid = form.removeprefix("[]") == "uuid"
            found.append(Field(name, camel_case(name), is_uuid, bool(tag)))
    return tuple(found)


def camel_case(name: str) -> str:
    """`topic_id` as Kafka writes it: `topicId`."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def struct_value(struct: Struct, version: int) -> dict[str, object]:
    """A message as a JSON object; tagged fields that were not written are left out."""
    kind = type(struct)
    default = kind()
    found: dict[str, object] = {}
    for field in fields_of(kind, version):  # type: ignore[arg-type] # a class can be hashed
        value = getattr(struct, field.name)
        if not (field.is_tagged and value == getattr(default, field.name)):
            found[field.kafka_name] = _value(value, version, is_uuid=field.is_uuid)
    for tag, unknown in sorted((struct.unknown_tags or {}).items()):
        found[f"tag{tag}"] = unknown.hex()
    return found


def _value(value: object, version: int, *, is_uuid: bool) -> object:
    if isinstance(value, Struct):
        return struct_value(value, version)
    if isinstance(value, bytes | bytearray | memoryview):
        return uuid_text(bytes(value)) if is_uuid else bytes(value).hex()
    if isinstance(value, str | int | float | None):
        return value
    if hasattr(value, "__iter__"):
        return [_value(each, version, is_uuid=is_uuid) for each in value]
    return str(value)


def bytes_value(name: str, data: bytes | None) -> dict[str, object]:
    """A key or value under its name: as text where it is some, else in hexadecimal digits."""
    if data is None:
        return {name: None}
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {f"{name}_hex": data.hex()}
    is_text = text.translate(_BLANKS).isprintable()
    return {name: text} if is_text else {f"{name}_hex": data.hex()}
