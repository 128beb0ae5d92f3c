"""JSON Schemas (2020-12) of message bodies as `values` makes them, from the declarations.

A body's schema is of one version, or of all of them: then a field is required if it stands in every
version, may be null if it may be so in any, and its description names its versions. Nothing that is
not declared may be there, but for tags that no declaration knows.
"""

from __future__ import annotations

from typing import Any

from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration, VersionRange
from kafkawire.dump.fields.values import UNKNOWN_TAGS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOREVER = 32767
"""The last version of a range that has no end."""

Schema = dict[str, Any]

_NON_FINITE = ["NaN", "Infinity", "-Infinity"]
_BASE64: Schema = {"type": "string", "contentEncoding": "base64"}
_UUID: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}
_RECORDS: Schema = {
    "type": "object",
    "properties": {"sizeInBytes": {"type": "integer", "minimum": 0}},
    "required": ["sizeInBytes"],
}
_UNKNOWN_TAGS: Schema = {
    "description": "Tagged fields that the declaration lacks, by their tags.",
    "type": "object",
    "additionalProperties": _BASE64,
}
_BITS = {"int8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32, "int64": 64}


def body_schema(declaration: MessageDeclaration, version: int | None = None) -> Schema:
    """The schema of a message's body, in a version or in all of them."""
    versions = declaration.versions if version is None else VersionRange(version, version)
    title = declaration.name if version is None else f"{declaration.name} v{version}"
    found = {"title": title, "description": declaration.about}
    return found | _struct(declaration, declaration.name, versions)


def _struct(declaration: MessageDeclaration, name: str, versions: VersionRange) -> Schema:
    fields = [field for field in declaration.structs[name] if _overlap(field.versions, versions)]
    properties = {field.camel: _field(declaration, field, versions) for field in fields}
    if _overlap(declaration.flexible, versions):
        properties[UNKNOWN_TAGS] = _UNKNOWN_TAGS
    return {
        "type": "object",
        "properties": properties,
        "required": [field.camel for field in fields if _is_always_there(field, versions)],
        "additionalProperties": False,
    }


def _overlap(one: VersionRange, other: VersionRange) -> bool:
    return max(one.first, other.first) <= min(one.last, other.last)


def _is_always_there(field: FieldDeclaration, versions: VersionRange) -> bool:
    is_in_all = field.versions.first <= versions.first and versions.last <= field.versions.last
    return is_in_all and not _overlap(field.tagged, versions)


def _field(
    declaration: MessageDeclaration, field: FieldDeclaration, versions: VersionRange
) -> Schema:
    schema = _type(declaration, field, versions)
    if field.is_array:
        schema = {"type": "array", "items": schema}
    if _overlap(field.nullable, versions):
        schema = _or_null(schema)
    return {"description": _description(field), **schema} if field.about else schema


def _description(field: FieldDeclaration) -> str:
    first, last = field.versions
    if last >= FOREVER:
        known = f"Versions {first}+." if first else ""
    else:
        known = f"Version {first}." if first == last else f"Versions {first}-{last}."
    return f"{field.about} {known}".rstrip()


def _type(
    declaration: MessageDeclaration, field: FieldDeclaration, versions: VersionRange
) -> Schema:
    if field.is_struct:
        return _struct(declaration, field.type, versions)
    if field.type in _BITS:
        return _integer(_BITS[field.type], is_signed=not field.type.startswith("u"))
    simple: dict[str, Schema] = {
        "bool": {"type": "boolean"},
        "string": {"type": "string"},
        "uuid": _UUID,
        "bytes": _BASE64,
        "records": _RECORDS,
        "float64": {"anyOf": [{"type": "number"}, {"enum": _NON_FINITE}]},
    }
    return simple[field.type]


def _integer(bits: int, *, is_signed: bool) -> Schema:
    least = -(1 << (bits - 1)) if is_signed else 0
    return {"type": "integer", "minimum": least, "maximum": least + (1 << bits) - 1}


def _or_null(schema: Schema) -> Schema:
    if "type" in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
