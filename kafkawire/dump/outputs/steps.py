"""Steps of sessions, groups and transactions as plain objects and as sentences.

A step is a tuple with names, made by `kafkawire.dump.state`, with a `summary` for people; its names
are spelled as Kafka spells them in JSON. What it holds may be such tuples again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.dump.json_values import camel_case
from kafkawire.dump.log.words import inline
from kafkawire.protocol.uuids import uuid_text
from kafkawire.protocol.visible_text import visible

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

STEPS = ("session", "group", "transaction")
"""What an exchange may have steps of, by the names of its attributes."""
_PLAIN = (int, str, float, type(None))
_fields_of_kind: dict[type[Any], tuple[tuple[str, str], ...]] = {}


def steps_of(exchange: Exchange) -> list[tuple[str, Any]]:
    """The steps that an exchange has, each with the name of what it is a step of."""
    steps = [(name, getattr(exchange, name)) for name in STEPS]
    return [(name, step) for name, step in steps if step is not None]


def step_object(step: object) -> Any:
    """What JSON can hold of it, with camelCase names."""
    if isinstance(step, _PLAIN):
        return step
    if isinstance(step, bytes):
        return uuid_text(step)
    if isinstance(step, Mapping):
        return {_key(name): step_object(value) for name, value in step.items()}
    names = _fields(type(step))
    if names:
        found = {camel: step_object(getattr(step, name)) for name, camel in names}
        summary = getattr(step, "summary", None)
        return found if summary is None else {"summary": summary, **found}
    if isinstance(step, tuple | list):
        return [step_object(each) for each in step]
    if isinstance(step, set | frozenset):
        return [step_object(each) for each in sorted(step)]
    return str(step)


def step_text(step: object) -> str:
    """What it says in a sentence: its `summary`, or all its values."""
    summary = getattr(step, "summary", None)
    return visible(inline(step_object(step)) if summary is None else str(summary))


def _key(name: object) -> str:
    if isinstance(name, bytes):
        return str(step_object(name))
    names = _fields(type(name))
    if names:
        return "-".join(str(each) for each in name)  # type: ignore[attr-defined]
    return str(name)


def _fields(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """Its names with their camelCase forms, if it is a class with names."""
    found = _fields_of_kind.get(kind)
    if found is None:
        names = tuple(getattr(kind, "_fields", ()) or getattr(kind, "__slots__", ()))
        found = tuple((name, camel_case(name)) for name in names if not name.startswith("_"))
        _fields_of_kind[kind] = found
    return found
