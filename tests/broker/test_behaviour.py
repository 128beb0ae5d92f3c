"""The table of what changed when."""

from __future__ import annotations

from itertools import pairwise

from kafkawire.broker.behaviour import HISTORY, UNION, Behaviour, behaviour_of
from kafkawire.broker.emulation.releases import RELEASES, number_of


def test_every_difference_has_a_history_from_the_first_release_on() -> None:
    named = {name for name in vars(Behaviour) if not name.startswith("_")}
    assert HISTORY.keys() == named
    for changes in HISTORY.values():
        numbers = [since for since, _ in changes]
        assert numbers[0] == (0,)
        assert numbers == sorted(set(numbers))
        values = [value for _, value in changes]
        assert all(before != after for before, after in pairwise(values))


def test_the_newest_release_differs_from_the_union_in_nothing() -> None:
    assert behaviour_of(number_of(RELEASES[-1])) == UNION


def test_a_change_holds_from_its_release_on() -> None:
    assert behaviour_of((2, 0, 1)).zstd_gate_below == 0
    assert behaviour_of((2, 1)).zstd_gate_below == 10
    assert behaviour_of((3, 9, 2)).zstd_gate_below == 10
    assert behaviour_of((4, 0)).zstd_gate_below == 0


def test_every_release_behaves_in_its_own_way() -> None:
    found = [behaviour_of(number_of(release)) for release in RELEASES]
    assert len(set(found)) == len(RELEASES)
