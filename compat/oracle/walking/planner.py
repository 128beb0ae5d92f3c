"""A plan from a seed: what a walk begins with and the moves that it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from compat.oracle.walking import asking, changing, fetching, producing, wires
from compat.oracle.walking.ground import Act, PlannedTopic
from compat.oracle.walking.sketch import Sketch

MOVES_MIN = 30
MOVES_MAX = 100
TOPICS = ("ant", "bee", "cat")

Ranges = Mapping[int, tuple[int, int]]

MOVES: tuple[tuple[int, Callable[[Sketch], Act]], ...] = (
    (20, producing.put),
    (8, producing.put_broken),
    (12, producing.put_in_sequence),
    (8, producing.put_message_set),
    (16, fetching.look),
    (6, fetching.open_session),
    (30, fetching.go_on),
    (3, fetching.misuse),
    (2, fetching.close),
    (9, asking.list_offsets),
    (5, asking.delete_records),
    (5, asking.leader_epochs),
    (1, changing.make_or_delete),
    (1, changing.make_again),
    (1, changing.grow),
    (6, wires.burst),
    (3, wires.poll),
    (1, wires.hang_up),
    (6, wires.malformed),
)


class Plan(NamedTuple):
    """A walk: its topics at the start, and its moves."""

    seed: int
    topics: tuple[PlannedTopic, ...]
    moves: tuple[Act, ...]

    @property
    def prefix(self) -> str:
        """What the names of its topics begin with: alike in each replay, as names are hashed."""
        return f"w{self.seed:x}-"


def plan(seed: int, ranges: Ranges) -> Plan:
    """The walk of that seed, for a Kafka that speaks these versions."""
    random = Random(f"walk {seed}")
    sketch = Sketch(random, ranges)
    topics = tuple(sketch.new_topic(name) for name in TOPICS[: random.randint(1, len(TOPICS))])
    weights = [weight for weight, _ in MOVES]
    count = random.randint(MOVES_MIN, MOVES_MAX)
    chosen = random.choices([move for _, move in MOVES], weights, k=count)
    moves = tuple(move(sketch) for move in chosen)
    return Plan(seed, topics, (*moves, *fetching.close_all(sketch)))
