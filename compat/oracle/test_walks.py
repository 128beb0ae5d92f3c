"""Random walks against the real Kafka; and how a walk is planned and shrunk.

Here the seeds are the same in every run, so that a change is judged by what it changed; they stand
in the summary. `make oracle` walks further, with fresh ones, and one walk is made again with
`python -m compat.oracle.walks --walks 1 --seed SEED`.
"""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compat.oracle.comparing import Comparison
from compat.oracle.reports import lines
from compat.oracle.runner import Runner
from compat.oracle.scripts.kit import World
from compat.oracle.walking.ground import Ground, Request
from compat.oracle.walking.kinds import KINDS, USUAL
from compat.oracle.walking.planner import MOVES_MAX, MOVES_MIN, Kind, Plan
from compat.oracle.walking.shrinking import shrunk
from compat.oracle.walking.walker import Walker
from compat.oracle.walks import Against, shortest

OLD_WALKS = 25
FIRST_SEED = 1


def check(walker: Walker, against: Against, walks: int, walked: list[str]) -> None:
    """Make so many walks; the first that shows a difference is shrunk and shown."""
    seed = FIRST_SEED
    steps = 0
    made = f"{walks} walks ({against.kind.name}) against Kafka {against.version}"
    walked.append(f"{made}: seeds {seed} to {seed + walks - 1}")
    for found, report in walker.walk(range(seed, seed + walks)):
        steps += report.steps
        if report.findings:
            first = lines(report, walker.sides)
            pytest.fail("\n".join((*first, *shortest(walker, against, found))), pytrace=False)
    walked[-1] += f", {steps} requests, no difference"


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_no_walk_shows_a_difference(
    runner: Runner, new_comparison: Comparison, walked: list[str], kind: Kind
) -> None:
    with contextlib.closing(Walker(runner.sides, new_comparison.gaps(), kind)) as walker:
        against = Against(new_comparison.version, emulates=False, kind=kind)
        check(walker, against, kind.walks_in_tests, walked)


def test_no_walk_shows_a_difference_from_the_release_that_ours_emulates(
    emulated_runner: Runner, old_comparison: Comparison, walked: list[str]
) -> None:
    kind = KINDS[USUAL]
    gaps = old_comparison.gaps(emulates=True)
    with contextlib.closing(Walker(emulated_runner.sides, gaps, kind)) as walker:
        check(walker, Against(old_comparison.version, emulates=True, kind=kind), OLD_WALKS, walked)


RANGES = {0: (3, 13), 1: (4, 18), 2: (1, 11), 21: (0, 2), 23: (2, 4)}
OLD_RANGES = RANGES | {0: (0, 11), 1: (0, 17), 2: (0, 9), 23: (0, 4)}
"""By api key: Produce, Fetch, ListOffsets, DeleteRecords, OffsetForLeaderEpoch."""


def requests(found: Plan, ranges: dict[int, tuple[int, int]]) -> list[bytes]:
    """The bytes of those moves that are one request, as a side that said nothing yet sends them."""
    ground = Ground(World("walk", ranges, found.seed, 0), found.prefix)
    moves = [move for move in found.moves if isinstance(move, Request)]
    return [move.build(ground).encode(move.version) for move in moves]


@pytest.mark.slow
@pytest.mark.parametrize("ranges", [RANGES, OLD_RANGES])
def test_a_seed_is_a_walk(ranges: dict[int, tuple[int, int]]) -> None:
    """Every request of it can be written in its version, and is the same in every replay."""
    plan = KINDS[USUAL].plan
    for seed in range(40):
        first = requests(plan(seed, ranges), ranges)
        assert first == requests(plan(seed, ranges), ranges)
        assert first != requests(plan(seed + 1, ranges), ranges)
        sessions = 5
        assert MOVES_MIN <= len(plan(seed, ranges).moves) <= MOVES_MAX + sessions


@given(st.sets(st.integers(0, 60), min_size=1, max_size=5), st.randoms())
def test_of_a_list_that_fails_what_matters_is_left(needed: set[int], random: Random) -> None:
    elements = list(range(61))
    random.shuffle(elements)
    left = shrunk(elements, lambda some: needed <= set(some), 1000)
    assert set(left) == needed
    assert sorted(left, key=elements.index) == list(left)


def test_shrinking_ends_in_time() -> None:
    tried: list[int] = []

    def fails(some: object) -> bool:
        tried.append(1)
        return False

    assert shrunk(range(100), fails, 20) == tuple(range(100))
    assert len(tried) == 20
