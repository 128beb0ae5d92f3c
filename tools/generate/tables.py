"""Emits `error_codes.py` and `api_keys.py`."""

from __future__ import annotations

from typing import NamedTuple

from tools.generate.model import FOREVER, MessageSpec
from tools.generate.names import snake

HEAD = '''"""Generated from {source}; do not edit.

Remake it with: python -m tools.generate
"""

from __future__ import annotations

from enum import IntEnum
'''


class ErrorSpec(NamedTuple):
    """One row of `schemas/errors.json`."""

    code: int
    name: str
    retriable: bool
    invalid_metadata: bool


def error_codes(errors: list[ErrorSpec]) -> str:
    """The module with Kafka's error codes and the sets that clients act upon."""
    text = HEAD.format(source="schemas/errors.json")
    text += '\n\nclass ErrorCode(IntEnum):\n    """Kafka\'s error codes (`Errors.java`)."""\n\n'
    text += "".join(f"    {error.name} = {error.code}\n" for error in errors)
    for name, note, chosen in (
        ("RETRIABLE", "A client may send the same request again.", "retriable"),
        ("INVALID_METADATA", "A client must refresh its metadata first.", "invalid_metadata"),
    ):
        text += f"\n\n{name} = frozenset(\n    {{\n"
        text += "".join(
            f"        ErrorCode.{error.name},\n" for error in errors if getattr(error, chosen)
        )
        text += f'    }}\n)\n"""{note}"""\n'
    return text


def api_keys(messages: list[MessageSpec]) -> str:
    """The module with Kafka's api keys and what is known of each without its message classes."""
    requests = sorted(
        (spec for spec in messages if spec.kind == "request"), key=lambda spec: spec.api_key
    )
    responses = {spec.api_key: spec for spec in messages if spec.kind == "response"}
    text = HEAD.format(source="schemas/messages")
    text += '\n\nclass ApiKey(IntEnum):\n    """Kafka\'s api keys (`ApiKeys.java`)."""\n\n'
    names = {spec.api_key: spec.name.removesuffix("Request") for spec in requests}
    text += "".join(f"    {snake(name).upper()} = {key}\n" for key, name in names.items())
    text += _table(
        "API_NAMES",
        "str",
        "Kafka's names in CamelCase; messages add Request or Response.",
        {key: f'"{name}"' for key, name in names.items()},
    )
    ranges = {spec.api_key: f"({spec.versions.first}, {spec.versions.last})" for spec in requests}
    text += _table(
        "REQUEST_VERSIONS",
        "tuple[int, int]",
        "First and last version of the request's declaration.",
        ranges,
    )
    ranges = {
        key: f"({responses[key].versions.first}, {responses[key].versions.last})" for key in names
    }
    text += _table(
        "RESPONSE_VERSIONS",
        "tuple[int, int]",
        "First and last version of the response's declaration.",
        ranges,
    )
    since = {
        spec.api_key: str(FOREVER + 1 if spec.flexible.is_empty else spec.flexible.first)
        for spec in requests
    }
    text += _table(
        "FLEXIBLE_SINCE",
        "int",
        "First version with compact lengths, tag sections and flexible headers; 32768 is never.",
        since,
    )
    unstable = sorted(spec.api_key for spec in requests if spec.unstable)
    text += f"\nLATEST_UNSTABLE = frozenset({{{', '.join(map(str, unstable))}}})\n"
    text += '"""Api keys whose last version is still being worked on."""\n'
    return text


def _table(name: str, kind: str, note: str, rows: dict[int, str]) -> str:
    body = "".join(f"    {key}: {value},\n" for key, value in rows.items())
    return f'\n{name}: dict[int, {kind}] = {{\n{body}}}\n"""{note}"""\n'
