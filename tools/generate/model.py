"""The declarations of `schemas/` as Python values.

A `MessageSpec` has one flat table of its structs, because Kafka requires struct names to be
unique within a message whether they stand under a field or under `commonStructs`. Version
ranges are closed pairs; "none" is an empty one and "3+" ends at `FOREVER`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tools.generate.names import snake

FOREVER = 32767
INTEGERS = {
    "int8": ("b", 1),
    "int16": ("h", 2),
    "uint16": ("H", 2),
    "int32": ("i", 4),
    "uint32": ("I", 4),
    "int64": ("q", 8),
}
FIXED = {**INTEGERS, "bool": ("?", 1), "float64": ("d", 8), "uuid": ("16s", 16)}
"""Types of fixed size: their `struct` code and their bytes."""


class Versions(NamedTuple):
    """A closed range of versions; empty when `first` is above `last`."""

    first: int
    last: int

    def __contains__(self, version: object) -> bool:
        assert isinstance(version, int)
        return self.first <= version <= self.last

    @property
    def is_empty(self) -> bool:
        return self.first > self.last

    def __str__(self) -> str:
        if self.is_empty:
            return "none"
        if self.last == FOREVER:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


NEVER = Versions(1, 0)


def parse_versions(text: str | None) -> Versions:
    """Read "3+", "1-4", "2" or "none"."""
    if text is None or text == "none":
        return NEVER
    if text.endswith("+"):
        return Versions(int(text[:-1]), FOREVER)
    first, _, last = text.partition("-")
    return Versions(int(first), int(last or first))


@dataclass(slots=True)
class FieldSpec:
    """One field. `type` is the element's type when `is_array`."""

    name: str
    type: str
    is_array: bool
    versions: Versions
    nullable: Versions
    tagged: Versions
    tag: int | None
    default: object
    ignorable: bool
    is_struct: bool
    flexible: Versions | None
    about: str
    entity_type: str

    @property
    def attribute(self) -> str:
        return snake(self.name)

    def is_plain_in(self, version: int) -> bool:
        """Whether the field stands in the body, outside the tag section."""
        return version in self.versions and version not in self.tagged

    def is_tagged_in(self, version: int) -> bool:
        return version in self.versions and version in self.tagged

    @property
    def is_shared_default(self) -> bool:
        """Whether an absent value is the shared, frozen default of a struct."""
        return (
            self.is_struct
            and not self.is_array
            and not self.tagged.is_empty
            and self.default is not None
        )


@dataclass(slots=True)
class StructSpec:
    """A struct with its fields in the order of the declaration."""

    name: str
    fields: list[FieldSpec]
    about: str = ""


@dataclass(slots=True)
class MessageSpec:
    """A message: the root struct and the structs nested in it, by name."""

    name: str
    kind: str
    api_key: int
    versions: Versions
    flexible: Versions
    root: StructSpec
    structs: dict[str, StructSpec] = field(default_factory=dict)
    source: str = ""
    unstable: bool = False

    @property
    def module(self) -> str:
        return snake(self.name)

    def is_flexible_in(self, version: int) -> bool:
        return version in self.flexible


def _default(raw: dict[str, object], kind: str, is_array: bool, is_struct: bool) -> object:
    """The Python value of an absent field; for structs, True stands for "a default struct".

    Only the word "null" makes it None. Kafka's generator takes JSON's null for no default at all,
    and so must we: the value of an absent tagged field depends on it.
    """
    if raw.get("default") == "null":
        return None
    if is_array:
        return []
    if is_struct:
        return True
    given = "" if raw.get("default") is None else raw["default"]
    if kind in INTEGERS:
        return int(str(given), 0) if given != "" else 0
    if kind == "bool":
        return str(given).lower() == "true"
    if kind == "float64":
        return float(str(given or 0.0))
    if kind == "string":
        return str(given)
    if kind == "records":
        return None
    return b"\0" * 16 if kind == "uuid" else b""


def _field(raw: dict[str, object], spec: MessageSpec) -> FieldSpec:
    kind = str(raw["type"])
    is_array = kind.startswith("[]")
    kind = kind.removeprefix("[]")
    is_struct = kind[0].isupper()
    if "fields" in raw:
        _struct({**raw, "name": kind}, spec)
    tagged = parse_versions(_text(raw, "taggedVersions"))
    versions = parse_versions(_text(raw, "versions")) if "versions" in raw else tagged
    own_flexible = _text(raw, "flexibleVersions")
    return FieldSpec(
        name=str(raw["name"]),
        type=kind,
        is_array=is_array,
        versions=versions,
        nullable=parse_versions(_text(raw, "nullableVersions")),
        tagged=tagged,
        tag=int(str(raw["tag"])) if "tag" in raw else None,
        default=_default(raw, kind, is_array, is_struct),
        ignorable=bool(raw.get("ignorable", False)),
        is_struct=is_struct,
        flexible=None if own_flexible is None else parse_versions(own_flexible),
        about=str(raw.get("about", "")),
        entity_type=str(raw.get("entityType", "")),
    )


def _text(raw: dict[str, object], key: str) -> str | None:
    return str(raw[key]) if key in raw else None


def _struct(raw: dict[str, object], spec: MessageSpec) -> StructSpec:
    fields = raw["fields"]
    assert isinstance(fields, list)
    name = str(raw["name"])
    assert name not in spec.structs, f"{spec.name}: two structs named {name}"
    struct = StructSpec(name, [], str(raw.get("about", "")))
    spec.structs[name] = struct
    struct.fields.extend(_field(entry, spec) for entry in fields)
    return struct


def parse(raw: dict[str, object], source: str) -> MessageSpec:
    """Read one declaration. `source` is what its generated file names as its origin."""
    spec = MessageSpec(
        name=str(raw["name"]),
        kind=str(raw["type"]),
        api_key=int(str(raw.get("apiKey", -1))),
        versions=parse_versions(_text(raw, "validVersions")),
        flexible=parse_versions(_text(raw, "flexibleVersions")),
        root=StructSpec(str(raw["name"]), [], str(raw.get("about", ""))),
        source=source,
        unstable=bool(raw.get("latestVersionUnstable", False)),
    )
    for common in raw.get("commonStructs", []) or []:  # type: ignore[attr-defined]
        _struct(common, spec)
    fields = raw["fields"]
    assert isinstance(fields, list)
    spec.root.fields.extend(_field(entry, spec) for entry in fields)
    return spec


def load(schemas: Path) -> list[MessageSpec]:
    """Every message and record under `schemas`, sorted by name."""
    found = []
    for folder in ("messages", "records"):
        for path in sorted((schemas / folder).glob("*.json")):
            text = path.read_text(encoding="utf-8")
            found.append(parse(json.loads(text), f"schemas/{folder}/{path.name}"))
    return sorted(found, key=lambda spec: spec.name)
