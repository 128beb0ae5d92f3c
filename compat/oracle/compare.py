"""Two trees, field by field: where they differ, and what stands there on each side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from compat.oracle.trees import Tree

ABSENT = "<absent>"
VALUE_SHOWN_MAX = 300
_KEYED_BY = {"api_key": "min_version", "name": "config_source"}
"""Lists whose elements have both of these fields are compared by the first, so that one element
too few is one difference; the order is compared by itself."""


class Difference(NamedTuple):
    """A place in an answer, and what each side has there."""

    path: str
    first: Tree
    second: Tree

    def __str__(self) -> str:
        return f"{self.path}: {_short(self.first)} | {_short(self.second)}"


def _short(value: Tree) -> str:
    text = repr(value)
    return text if len(text) <= VALUE_SHOWN_MAX else text[:VALUE_SHOWN_MAX] + "..."


def differences(first: Tree, second: Tree, path: str = "") -> Iterator[Difference]:
    """All places where two trees differ. Paths look like `topics[0].error_code`."""
    if isinstance(first, dict) and isinstance(second, dict):
        for field in first | second:
            where = f"{path}.{field}" if path else field
            yield from differences(first.get(field, ABSENT), second.get(field, ABSENT), where)
    elif isinstance(first, list) and isinstance(second, list):
        yield from _of_lists(first, second, path)
    elif type(first) is not type(second) or first != second:
        yield Difference(path, first, second)


def _of_lists(first: list[Tree], second: list[Tree], path: str) -> Iterator[Difference]:
    key = _key(first) or _key(second)
    if key is not None:
        by_first, by_second = _keyed(first, key), _keyed(second, key)
        for each in by_first | by_second:
            one, other = by_first.get(each, ABSENT), by_second.get(each, ABSENT)
            yield from differences(one, other, f"{path}[{key}={each}]")
        first, second = list(by_first), list(by_second)
        common = set(first) & set(second)
        orders = [[each for each in keys if each in common] for keys in (first, second)]
        if orders[0] != orders[1]:
            yield Difference(f"{path}.order", *orders)
        return
    if len(first) != len(second):
        yield Difference(f"{path}.length", len(first), len(second))
    shorter = min(len(first), len(second))
    for at in range(max(len(first), len(second))):
        one = first[at] if at < len(first) else ABSENT
        other = second[at] if at < len(second) else ABSENT
        if at >= shorter or one != other:
            yield from differences(one, other, f"{path}[{at}]")


def _key(elements: list[Tree]) -> str | None:
    if not elements or not isinstance(elements[0], dict):
        return None
    first = elements[0]
    return next((key for key, mark in _KEYED_BY.items() if key in first and mark in first), None)


def _keyed(elements: list[Tree], key: str) -> dict[str, Tree]:
    return {str(each[key]): each for each in elements if isinstance(each, dict)}


def pattern(path: str) -> re.Pattern[str]:
    """A path of known_gaps.toml: `[*]` stands for any element, a final `*` for the rest."""
    text = re.escape(path).replace(r"\[\*\]", r"\[[^\]]*\]")
    if text.endswith(r"\*"):
        text = text[:-2] + ".*"
    return re.compile(text)
