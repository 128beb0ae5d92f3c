"""What differs between two values, by path: `responses[orders].partitions[0].errorCode`.

Elements of arrays belong together by what names them (a topic, a partition, a node ...), not by
where they stand; without names by their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.dump.diff.meaning import SET, is_absent

DEPTH_MAX = 64
NAMES = (
    "name",
    "topic",
    "topicName",
    "topicId",
    "partitionIndex",
    "partition",
    "partitionId",
    "index",
    "nodeId",
    "brokerId",
    "groupId",
    "apiKey",
    "configName",
    "resourceName",
    "transactionalId",
    "key",
    "offset",
)
"""Fields that name an element among others, the best first."""


class Difference(NamedTuple):
    """Two values in one place; `ABSENT` where there is none."""

    path: str
    left: object
    right: object


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


ABSENT = _Absent()


def differences(left: object, right: object, path: str = "") -> Iterator[Difference]:
    """What differs, in the order of the left one."""
    if left == right and type(left) is type(right):
        return
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _of_structs(left, right, path)
    elif isinstance(left, list) and isinstance(right, list):
        yield from _of_arrays(left, right, path)
    else:
        yield Difference(path, left, right)


def _of_structs(
    left: dict[str, object], right: dict[str, object], path: str
) -> Iterator[Difference]:
    for name in dict.fromkeys([*left, *right]):
        one, other = left.get(name, ABSENT), right.get(name, ABSENT)
        # A tagged field that is not there means what it is without a value.
        if (one is ABSENT and is_absent(other)) or (other is ABSENT and is_absent(one)):
            continue
        yield from differences(one, other, f"{path}.{name}" if path else name)


def _of_arrays(left: list[object], right: list[object], path: str) -> Iterator[Difference]:
    names = _names(left, right)
    if names is None:
        if _are_plain(left) and _are_plain(right):
            if sorted(map(repr, left)) != sorted(map(repr, right)):
                yield Difference(path, left, right)
            return
        named_left: dict[object, object] = dict(enumerate(left))
        named_right: dict[object, object] = dict(enumerate(right))
    else:
        named_left = dict(zip(names[0], left, strict=True))
        named_right = dict(zip(names[1], right, strict=True))
    for name in dict.fromkeys([*named_left, *named_right]):
        one, other = named_left.get(name, ABSENT), named_right.get(name, ABSENT)
        yield from differences(one, other, f"{path}[{name}]")


def _are_plain(values: list[object]) -> bool:
    return not any(isinstance(each, dict | list) for each in values)


def _names(left: list[object], right: list[object]) -> tuple[list[object], list[object]] | None:
    """What names the elements on either side, if something does: set, and in each but once."""
    for field in NAMES:
        found = _values_of(left, field), _values_of(right, field)
        if found[0] is not None and found[1] is not None:
            return found[0], found[1]
    return None


def _values_of(values: list[object], field: str) -> list[object] | None:
    found = []
    for each in values:
        name = each.get(field) if isinstance(each, dict) else None
        if name is None or isinstance(name, dict | list) or name in ("", SET):
            return None
        found.append(name)
    return found if len(set(found)) == len(found) else None
