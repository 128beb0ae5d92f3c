"""Generate the definitions and the topics' defaults of configurations from `schemas/configs.json`.

The broker must not read JSON when it starts, so the declarations become Python data. Logs are below
the broker and need no more than the defaults of topics, so they have a module of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypedDict

SOURCE = Path("schemas/configs.json")
TARGET = Path("kafkawire/broker/config/definitions.py")
TOPIC_DEFAULTS = Path("kafkawire/log/topic_defaults.py")
TABLES = {
    "broker": "BROKER",
    "topic": "TOPIC",
    "group": "GROUP",
    "client_metrics": "CLIENT_METRICS",
}

HEAD = '''\
# Generated from schemas/configs.json: do not edit.
# fmt: off
# To make it anew: python -m tools.generate
"""Configuration names of Apache Kafka {release}: types, defaults, accepted values."""

from kafkawire.broker.config.definition import ConfigType, Definition

_D = Definition
_BOOLEAN = ConfigType.BOOLEAN
_STRING = ConfigType.STRING
_INT = ConfigType.INT
_SHORT = ConfigType.SHORT
_LONG = ConfigType.LONG
_DOUBLE = ConfigType.DOUBLE
_LIST = ConfigType.LIST
_CLASS = ConfigType.CLASS
_PASSWORD = ConfigType.PASSWORD

RELEASE = "{release}"
"""The release of Apache Kafka that these are taken from."""


def _by_name(*definitions: Definition) -> dict[str, Definition]:
    return {{definition.name: definition for definition in definitions}}

'''


DEFAULTS_HEAD = '''\
# Generated from schemas/configs.json: do not edit.
# To make it anew: python -m tools.generate
"""Defaults of the topic configurations of Apache Kafka {release}, as text."""

TOPIC_DEFAULTS = {{
'''


class Declaration(TypedDict, total=False):
    """One entry of `schemas/configs.json`."""

    name: str
    type: str
    default: str | bool | int | float | None
    valid: str
    importance: str
    described: bool
    readOnly: bool
    internal: bool
    synonyms: list[str]


def render(root: Path) -> dict[Path, str]:
    """The generated files below `root`: path from the root, and text."""
    declared = json.loads((root / SOURCE).read_text(encoding="utf-8"))
    return {
        TARGET: render_definitions(declared),
        TOPIC_DEFAULTS: render_topic_defaults(declared),
    }


def render_definitions(declared: dict[str, Any]) -> str:
    """The module's text, from the parsed JSON."""
    parts = [HEAD.format(release=declared["release"])]
    for section, constant in TABLES.items():
        entries = sorted(declared[section], key=lambda entry: entry["name"])
        lines = [_entry(entry) for entry in entries]
        parts.append(f"\n{constant}: dict[str, Definition] = _by_name(\n{''.join(lines)})\n")
    return "".join(parts)


def render_topic_defaults(declared: dict[str, Any]) -> str:
    """The text of the module with the topics' defaults, from the parsed JSON."""
    texts = {entry["name"]: java_text(entry.get("default")) for entry in declared["topic"]}
    lines = [
        f'    "{name}": "{text}",\n' for name, text in sorted(texts.items()) if text is not None
    ]
    return f"{DEFAULTS_HEAD.format(release=declared['release'])}{''.join(lines)}}}\n"


def java_text(value: str | bool | int | float | None) -> str | None:
    """A default as Java prints it, which is what DescribeConfigs shows."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).replace("e+", "E").replace("e", "E")
    return str(value)


def _entry(entry: Declaration) -> str:
    name = entry["name"]
    arguments = [repr(name), f"_{entry['type']}"]
    default = java_text(entry.get("default"))
    valid = entry.get("valid")
    if default is not None:
        arguments.append(f"default={default!r}")
    if valid is not None:
        arguments.append(f"valid={valid!r}")
    if entry["importance"] != "MEDIUM":
        arguments.append(f"importance={entry['importance']!r}")
    if not entry.get("readOnly", True):
        arguments.append("read_only=False")
    if not entry.get("described", False):
        arguments.append("described=False")
    if entry.get("internal", False):
        arguments.append("internal=True")
    if entry.get("synonyms"):
        arguments.append(f"broker_name={entry['synonyms'][0]!r}")
    return f"    _D({', '.join(arguments)}),\n"
