"""Validation of values by a JSON Schema: the part of the language that our schemas use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": (list, tuple),
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
KNOWN = {
    *("$schema", "$defs", "$ref", "title", "description", "contentEncoding"),
    *("type", "const", "enum", "minimum", "maximum", "pattern"),
    *("properties", "required", "additionalProperties", "maxProperties", "items"),
    *("anyOf", "oneOf", "allOf", "if", "then"),
}


def complaints(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    """What is wrong with the value, with the place of it; nothing if it is as described."""
    return list(_complaints(value, schema, document, "$"))


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, _TYPES[name])


def _complaints(value: Any, schema: dict[str, Any], document: Any, at: str) -> Iterator[str]:
    unknown = schema.keys() - KNOWN
    assert not unknown, f"{unknown} is not checked here"
    if "$ref" in schema:
        target = document["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        yield from _complaints(value, target, document, at)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        yield f"{at}: {value!r} is no {kinds}"
        return
    yield from _about_values(value, schema, at)
    yield from _about_parts(value, schema, document, at)
    yield from _about_choices(value, schema, document, at)


def _about_values(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: {value!r} is not like {schema['pattern']}"
    least, most = schema.get("minimum", value), schema.get("maximum", value)
    if isinstance(value, int | float) and not least <= value <= most:
        yield f"{at}: {value} is out of range"


def _about_parts(value: Any, schema: dict[str, Any], document: Any, at: str) -> Iterator[str]:
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for name in set(schema.get("required", ())) - value.keys():
            yield f"{at}: {name} is missing"
        if len(value) > schema.get("maxProperties", len(value)):
            yield f"{at}: it has too many keys"
        for name, part in value.items():
            inner = known.get(name, schema.get("additionalProperties", True))
            if inner is False:
                yield f"{at}.{name}: it should not be there"
            elif inner is not True:
                yield from _complaints(part, inner, document, f"{at}.{name}")
    elif isinstance(value, list | tuple) and "items" in schema:
        for number, part in enumerate(value):
            yield from _complaints(part, schema["items"], document, f"{at}[{number}]")


def _about_choices(value: Any, schema: dict[str, Any], document: Any, at: str) -> Iterator[str]:
    def fits(part: dict[str, Any]) -> bool:
        return not any(True for _ in _complaints(value, part, document, at))

    if "anyOf" in schema and not any(fits(part) for part in schema["anyOf"]):
        for part in schema["anyOf"]:
            yield from _complaints(value, part, document, at)
    if "oneOf" in schema and sum(fits(part) for part in schema["oneOf"]) != 1:
        yield f"{at}: not just one of {len(schema['oneOf'])} descriptions fits"
    for part in schema.get("allOf", ()):
        yield from _complaints(value, part, document, at)
    if "if" in schema and fits(schema["if"]):
        yield from _complaints(value, schema["then"], document, at)
