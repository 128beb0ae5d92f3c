"""Pairs the requests of two recordings, and names the fields in which those of a pair differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from compat.client.streams.normal import Said

REQUEST = "request"
"""The field of a difference that is a whole request."""
ORDER = "order"
"""The field of a difference that is a request's place in its lane."""
NONE = "-"


class Difference(NamedTuple):
    """A field in which two requests differ, or a whole request that only one client sends."""

    api: str
    field: str
    java: str
    ours: str


class Pair(NamedTuple):
    """Two requests that belong together, or one alone."""

    java: Said | None
    ours: Said | None
    is_moved: bool = False
    """Whether others stand between them: one client sends its request earlier in the lane."""

    @property
    def either(self) -> Said:
        """The request, Java's if there are both."""
        found = self.java or self.ours
        assert found is not None, "a pair of no requests"
        return found

    def differences(self) -> list[Difference]:
        """Return what differs; nothing if both are equal."""
        api, java, ours = self.either.api, self.java, self.ours
        if java is None or ours is None:
            shown = [NONE if each is None else each.shape for each in (java, ours)]
            return [Difference(api, REQUEST, *shown)]
        moved = [Difference(api, ORDER, java.shape, ours.shape)] if self.is_moved else []
        return moved + [
            Difference(api, name, java.fields.get(name, NONE), ours.fields.get(name, NONE))
            for name in dict.fromkeys([*java.fields, *ours.fields])
            if java.fields.get(name) != ours.fields.get(name)
        ]


def pairs(java: Sequence[Said], ours: Sequence[Said]) -> list[Pair]:
    """Return the requests of both in pairs, consumer by consumer and lane by lane."""
    lanes = dict.fromkeys((each.client, each.lane) for each in (*java, *ours))
    found: list[Pair] = []
    for lane in lanes:
        left, right = ([each for each in side if each[:2] == lane] for side in (java, ours))
        found += _aligned(left, right)
    return found


def _aligned(java: Sequence[Said], ours: Sequence[Said]) -> Iterator[Pair]:
    shapes = [[(each.api, each.shape) for each in side] for side in (java, ours)]
    matcher = SequenceMatcher(a=shapes[0], b=shapes[1], autojunk=False)
    left: list[Said] = []
    right: list[Said] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield from map(Pair, java[i1:i2], ours[j1:j2])
        else:
            left += java[i1:i2]
            right += ours[j1:j2]
    yield from _rest(left, right)


def _rest(java: Sequence[Said], ours: list[Said]) -> Iterator[Pair]:
    """Pair what stands at different places: first the same shapes, then the same APIs in order."""
    alone: list[Said] = []
    for each in java:
        same = _taken(ours, each.api, each.shape)
        if same is None:
            alone.append(each)
        else:
            yield Pair(each, same, is_moved=True)
    for each in alone:
        yield Pair(each, _taken(ours, each.api))
    for each in ours:
        yield Pair(None, each)


def _taken(ours: list[Said], api: str, shape: str | None = None) -> Said | None:
    """Take the first request of an API out of a list, of a shape if there is one."""
    for each in ours:
        if each.api == api and shape in (None, each.shape):
            ours.remove(each)
            return each
    return None
