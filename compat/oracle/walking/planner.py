"""A plan from a seed: what a walk begins with and the moves that it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Generic, NamedTuple, TypeVar

from compat.oracle.side import Side
from compat.oracle.walking.ground import Act, PlannedTopic
from compat.oracle.walking.sketch import Sketch

MOVES_MIN = 30
MOVES_MAX = 100
WALKS = 500
WALKS_IN_TESTS = 25
TOGETHER = 20

Ranges = Mapping[int, tuple[int, int]]
S = TypeVar("S", bound=Sketch)


class Plan(NamedTuple):
    """A walk: its topics at the start, and its moves."""

    seed: int
    topics: tuple[PlannedTopic, ...]
    moves: tuple[Act, ...]

    @property
    def prefix(self) -> str:
        """What the names of its topics begin with: alike in each replay, as names are hashed."""
        return f"w{self.seed:x}-"


class Kind:
    """A kind of walks: how they are planned, and what they need of a side besides topics."""

    name: str
    walks = WALKS
    """How many are made unless told otherwise."""
    walks_in_tests = WALKS_IN_TESTS
    together = TOGETHER
    """Walks whose topics are made with one request, and there while any of them is made."""

    def plan(self, seed: int, ranges: Ranges) -> Plan:
        """The walk of that seed, for a Kafka that speaks these versions."""
        raise NotImplementedError

    def prepare(self, side: Side) -> None:
        """Make a side ready, once for all walks."""

    def clear(self, side: Side, plans: Sequence[Plan]) -> None:
        """Take away what walks left, topics of theirs excepted; those go by their prefix."""

    @property
    def script(self) -> str:
        """The script that known gaps name for all these walks."""
        return "walk" if self.name == "log" else f"walk-{self.name}"


def nothing_more(_sketch: Sketch) -> tuple[Act, ...]:
    """What a walk ends with that has nothing to finish."""
    return ()


class Drawn(Kind, Generic[S]):
    """A kind that draws each move from a list of weighted ones.

    A move is drawn from what a sketch of the kind's own believes by then. The walk begins with one
    or more of `topics`, unless there are none, and ends with what `finish` says.
    """

    def __init__(
        self,
        name: str,
        sketch: Callable[[Random, Ranges], S],
        moves: Sequence[tuple[int, Callable[[S], Act]]],
        *,
        topics: tuple[str, ...] = (),
        finish: Callable[[S], Iterable[Act]] = nothing_more,
        walks: int = WALKS,
        walks_in_tests: int = WALKS_IN_TESTS,
    ) -> None:
        self.name = name
        self.walks = walks
        self.walks_in_tests = walks_in_tests
        self._sketch = sketch
        self._weights = [weight for weight, _ in moves]
        self._moves = [move for _, move in moves]
        self._topics = topics
        self._finish = finish

    def plan(self, seed: int, ranges: Ranges) -> Plan:
        """See `Kind.plan`."""
        random = Random(f"{self.script} {seed}")
        sketch = self._sketch(random, ranges)
        names = self._topics[: random.randint(1, len(self._topics))] if self._topics else ()
        topics = tuple(sketch.new_topic(name) for name in names)
        count = random.randint(MOVES_MIN, MOVES_MAX)
        chosen = random.choices(self._moves, self._weights, k=count)
        moves = tuple(move(sketch) for move in chosen)
        return Plan(seed, topics, (*moves, *self._finish(sketch)))
