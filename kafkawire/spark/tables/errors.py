"""Rows of `errors`: each code in a response that is not 0, with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.dump.error_names import error_name
from kafkawire.dump.fields.facts import NOTHING
from kafkawire.protocol.error_codes import RETRIABLE
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.declared import ERRORS
from kafkawire.spark.tables.identity import exchange_columns

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

NESTING_MAX = 16
_CODES = frozenset(map(int, RETRIABLE))
_TOPICS = ("name", "topicName", "topic", "topicId")
_PARTITIONS = ("partitionIndex", "partition", "index")


class _About(NamedTuple):
    """What the structs around an error are about."""

    topic: str | None = None
    partition: int | None = None


def error_rows(exchange: Exchange) -> Iterator[Row]:
    """In the order of their fields; what cannot be decoded has none."""
    response = exchange.response
    if response is None or not response.facts.error_codes:
        return
    request = exchange.request
    asked = NOTHING if request is None else request.facts
    head = exchange_columns(exchange)
    group = next(iter(asked.groups), None)
    transactional_id = next(iter(asked.transactional_ids), None)
    for path, code, values, about in _errors(response.values, "", _About(), 0):
        yield ERRORS.row(
            **head,
            code=code,
            error=error_name(code),
            is_retriable=code in _CODES,
            path=path,
            message=values.get("errorMessage"),
            topic=about.topic,
            partition=about.partition,
            group=group,
            transactional_id=transactional_id,
        )


_Error = tuple[str, int, dict[str, Any], _About]


def _errors(values: dict[str, Any], path: str, about: _About, depth: int) -> Iterator[_Error]:
    """Every field that is named after errors, with its struct."""
    about = _about(values, about)
    for name, value in values.items():
        at = f"{path}.{name}" if path else name
        if isinstance(value, int):
            if value and name.lower().endswith("errorcode"):
                yield at, value, values, about
        elif depth < NESTING_MAX:
            if isinstance(value, dict):
                yield from _errors(value, at, about, depth + 1)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for number, each in enumerate(value):
                    yield from _errors(each, f"{at}[{number}]", about, depth + 1)


def _about(values: dict[str, Any], about: _About) -> _About:
    topic = next((values[name] for name in _TOPICS if isinstance(values.get(name), str)), None)
    if topic is not None:
        about = about._replace(topic=topic)
    partition = next(
        (values[name] for name in _PARTITIONS if isinstance(values.get(name), int)), None
    )
    return about if partition is None else about._replace(partition=partition)
