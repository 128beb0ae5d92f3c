"""Storms of rebalances; `python -m tools.storm` makes two hundred of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.broker.classic_storm import classic_storm
from tests.support.broker.consumer_storm import consumer_storm
from tests.support.broker.storm import Claims, Storm, StormError

SEEDS = range(25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("storm", [classic_storm, consumer_storm])
def test_a_storm_has_one_owner_at_most_and_an_end(storm: Callable[[int], Storm], seed: int) -> None:
    """groups B-2, B-43, D-56, D-57: in each generation, and in bounded time."""
    storm(seed).run()


def test_two_owners_are_found() -> None:
    claims = Claims()
    claims.claim(1, 0, "a")
    claims.claim(2, 0, "b")
    claims.claim(1, 0, "a")
    with pytest.raises(StormError):
        claims.claim(1, 0, "b")
