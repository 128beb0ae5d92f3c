"""The declarations as data for wire-dump, which reads messages by them at run time.

One JSON file a message, loaded when that message is first met. It says what the declaration says
in the form in which a reader wants it: version ranges as closed pairs, array types split, names
also in our spelling, nested structs in one flat table, and nothing where the usual holds.
"""

from __future__ import annotations

import json
from pathlib import Path

from tools.generate.model import FOREVER, FieldSpec, MessageSpec, StructSpec, Versions

FOLDER = Path("kafkawire/dump/declarations/data")


def render(messages: list[MessageSpec]) -> dict[Path, str]:
    """A file for each message, by its path from the repository's root."""
    return {FOLDER / f"{spec.name}.json": _message(spec) for spec in messages}


def _message(spec: MessageSpec) -> str:
    head = {
        "name": spec.name,
        "kind": spec.kind,
        "apiKey": spec.api_key,
        "versions": list(spec.versions),
        "flexible": list(spec.flexible),
        "about": spec.root.about,
    }
    structs = [_struct(struct) for struct in (spec.root, *spec.structs.values())]
    lines = [f"{_text(key)}: {_text(value)}," for key, value in head.items()]
    return "{\n" + "\n".join(lines) + '\n"structs": {\n' + ",\n".join(structs) + "\n}\n}\n"


def _struct(struct: StructSpec) -> str:
    rows = ",\n".join(f" {_text(_field(field))}" for field in struct.fields)
    return f"{_text(struct.name)}: [\n{rows}\n]" if rows else f"{_text(struct.name)}: []"


def _field(field: FieldSpec) -> dict[str, object]:
    found: dict[str, object] = {"name": field.name, "snake": field.attribute.rstrip("_")}
    found["type"] = field.type
    found["versions"] = list(field.versions)
    usual: dict[str, tuple[object, object]] = {
        "array": (field.is_array, False),
        "struct": (field.is_struct, False),
        "nullable": (_range(field.nullable), None),
        "tagged": (_range(field.tagged), None),
        "tag": (field.tag, None),
        "flexible": (None if field.flexible is None else list(field.flexible), None),
        "entity": (field.entity_type, ""),
        "about": (field.about, ""),
    }
    found |= {key: value for key, (value, common) in usual.items() if value != common}
    if not field.tagged.is_empty:
        found["default"] = _default(field.default)
    return found


def _range(versions: Versions) -> list[int] | None:
    return None if versions.is_empty else [versions.first, min(versions.last, FOREVER)]


def _default(value: object) -> object:
    """As JSON has it; a struct that is there by default is true."""
    if isinstance(value, bytes):
        return "A" * 22 if value else ""
    return value


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
