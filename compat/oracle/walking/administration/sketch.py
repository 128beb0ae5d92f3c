"""What a plan of administration believes: which topics there are, and how many partitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from compat.oracle.scripts.kit import TIMEOUT_MS, Part
from compat.oracle.steps import InForce
from compat.oracle.walking.ground import NO_ID, UNKNOWN_ID, Ground, Request
from compat.oracle.walking.sketch import SNOWMAN, Sketch

T = TypeVar("T")

STEMS = ("ant", "bee", "cat", "d.x", "d_x", "Eel", "fox-1", "gnu" * 60)
ILLEGAL = ("", ".", "..", "a b", "x" * 250, SNOWMAN, "a/b")
INTERNAL = ("__consumer_offsets", "__cluster_metadata")
NOT_THERE = "nope"
PARTITIONS_MAX = 6


class Name(NamedTuple):
    """A topic's name; those of a walk's own topics begin with its prefix."""

    text: str
    is_own: bool = True

    def on(self, ground: Ground) -> str:
        """The name as it is sent."""
        return ground.prefix + self.text if self.is_own else self.text


class AdministrationSketch(Sketch):
    """`there` are the partitions of topics by stem, as the plan believes."""

    def __init__(self, random: Random, ranges: Mapping[int, tuple[int, int]]) -> None:
        super().__init__(random, ranges)
        self.there: dict[str, int] = {}

    def some(self, values: Sequence[T], most: int = 3) -> list[T]:
        """A few of them, mostly one, some twice."""
        count = self.random.choice((1, 1, 1, 2, 2, most))
        return [self.random.choice(values) for _ in range(count)]

    def name(self) -> Name:
        """Mostly a topic that is there."""
        at = self.random.random()
        if at < 0.75 and self.there:
            return Name(self.random.choice(list(self.there)))
        if at < 0.88:
            return Name(self.random.choice(STEMS))
        return Name(self.random.choice((*ILLEGAL, *INTERNAL, NOT_THERE)), is_own=False)

    def own_name(self) -> Name:
        """The same, but no internal topic: these outlast the walk."""
        name = self.name()
        return Name(NOT_THERE, is_own=False) if name.text in INTERNAL else name

    def new_name(self) -> Name:
        """Mostly a topic that is not there yet."""
        if self.random.random() < 0.85:
            return Name(self.random.choice(STEMS))
        return Name(self.random.choice((*ILLEGAL, "__cluster_metadata")), is_own=False)

    def index(self, name: Name) -> int:
        """Mostly a partition that the topic has."""
        count = self.there.get(name.text, 1)
        if self.random.random() < 0.1:
            return self.random.choice((-1, count, 1000))
        return self.random.randrange(count)

    def indexes(self, name: Name, most: int = 3) -> list[int]:
        """Some partitions."""
        return [self.index(name) for _ in range(self.random.randint(0, most))]

    def timeout_ms(self) -> int:
        """Mostly time enough."""
        return self.random.choice((0, -1)) if self.random.random() < 0.04 else TIMEOUT_MS

    def seldom(self, chance: float = 0.15) -> bool:
        """Whether to do what is not usual."""
        return self.random.random() < chance


def key_of(name: Name) -> int:
    """Under what number the ground keeps the id of a topic."""
    return -1 - STEMS.index(name.text) if name.is_own else 0


def id_of(ground: Ground, name: Name) -> bytes:
    """The id that this side last gave to a topic, or one that nobody has."""
    return ground.ids.get(key_of(name), UNKNOWN_ID if name.text else NO_ID)


class Asked:
    """A request as a move.

    It `looks` at what a broker knows, so that this must be in force; it `changes` something at the
    controller, which knows that at once; or both.
    """

    __slots__ = ("changes", "looks", "request")

    def __init__(self, request: Request, *, looks: bool = False, changes: bool = False) -> None:
        self.request = request
        self.looks = looks
        self.changes = changes

    def __call__(self, ground: Ground) -> Part[None]:
        """Make it."""
        if self.looks:
            yield from settled(ground)
        yield from self.request(ground)
        ground.is_behind = ground.is_behind or self.changes


def changing(request: Request) -> Asked:
    """A request that the controller answers."""
    return Asked(request, changes=True)


def looking(request: Request) -> Asked:
    """A request that the broker answers."""
    return Asked(request, looks=True)


def looking_and_changing(request: Request) -> Asked:
    """A request that a broker judges before its controller changes something."""
    return Asked(request, looks=True, changes=True)


def settled(ground: Ground) -> Part[None]:
    """Wait until the broker acts upon all that was changed."""
    if ground.is_behind:
        yield InForce()
        ground.is_behind = False
