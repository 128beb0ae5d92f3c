"""How many examples property tests try: few in the inner rings, and the same in each run.

`HYPOTHESIS_PROFILE` chooses another profile: `thorough` tries ten times as many as usual.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

DEFAULT = "default"
EXAMPLES_MAX = {"quick": 10, "test": 50}
"""By the profile of a ring. A test that asks for more examples gets these."""

for _name, _examples in EXAMPLES_MAX.items():
    settings.register_profile(_name, deadline=None, max_examples=_examples, derandomize=True)
settings.register_profile(DEFAULT, deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=1000)


def load(profile: str | None, ring: str | None) -> str:
    """Load a profile, else the profile of the ring, else the default; return its name."""
    name = profile or (ring if ring in EXAMPLES_MAX else DEFAULT)
    settings.load_profile(name)
    return name


def limit(items: Iterable[pytest.Item], profile: str) -> None:
    """Let no property test try more examples than the profile of a ring allows."""
    most = EXAMPLES_MAX.get(profile)
    if most is None:
        return
    for item in items:
        test: Any = getattr(item, "obj", None)
        # Hypothesis has no public way to the settings of a decorated test.
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None and own.max_examples > most:
            changed = settings(own, max_examples=most, derandomize=True, database=None)
            getattr(test, "__func__", test)._hypothesis_internal_use_settings = changed
