"""Checks of tables of states, which are `TRANSITIONS[state][event]` with a function beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeVar

import pytest

S = TypeVar("S", bound=Enum)
E = TypeVar("E", bound=Enum)


def assert_moves(next_state: Callable[[S, E], S], state: S, event: E, expected: S | None) -> None:
    """Check one pair of a table: the next state, or a failed assertion if there is none."""
    if expected is None:
        with pytest.raises(AssertionError, match=f"{event.name} in {state.name}"):
            next_state(state, event)
    else:
        assert next_state(state, event) is expected


def reachable(transitions: Mapping[S, Mapping[E, S]], start: S) -> set[S]:
    """Return the states that events lead to from a state, that one included."""
    found = {start}
    while further := {end for each in found for end in transitions[each].values()} - found:
        found |= further
    return found
