"""The same histories as in test_session.py, step by step: what fails here shrinks to the few steps
and the few partitions that it takes.

Every decision is one of hypothesis; the longer walks by seed next door find what needs many steps.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.support.broker.fetch_history import REQUESTS, History
from tests.support.broker.fetch_world import HAPPENINGS

IS_THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
DECISIONS = st.randoms(use_true_random=False)


class Sessions(RuleBasedStateMachine):
    """fetch E-1 to E-25, E-27 to E-46, E-48, E-50 to E-54, D-1 to D-4, D-9 to D-14, D-16 to D-19,
    D-24: sessions in O(changes) against the naive reading, step by step."""

    history: History

    @initialize(decisions=DECISIONS, slots=st.sampled_from([16, 8, 24, 7]))
    def begin(self, decisions: Random, slots: int) -> None:
        self.history = History(decisions, slots)
        for _ in range(2):
            self.history.step("fetch_all")


def _rule(name: str) -> Any:
    def happen(self: Sessions, decisions: Random) -> None:
        self.history.random = decisions
        self.history.step(name)

    happen.__name__ = name
    return rule(decisions=DECISIONS)(happen)


_RULES = {
    f"{name}_{number}": _rule(name)
    for name, weight in (REQUESTS | HAPPENINGS).items()
    for number in range(max(1, round(weight / 3)))
}

_Sessions = type("Sessions", (Sessions,), _RULES)
TestSessions = pytest.mark.slow(_Sessions.TestCase)  # type: ignore[attr-defined]
TestSessions.settings = settings(
    deadline=None,
    max_examples=1_000 if IS_THOROUGH else 40,
    stateful_step_count=60 if IS_THOROUGH else 40,
)
