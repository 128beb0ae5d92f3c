"""Asynchronous tests run under trio, in simulated time if they ask for `autojump_clock`.

Property tests are kept modest by default; `HYPOTHESIS_PROFILE=thorough` gives them ten times the
examples.
"""

import inspect
import os
from typing import Any

import pytest
import trio.testing
from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture
def autojump_clock() -> trio.testing.MockClock:
    """A clock that jumps to the next deadline as soon as every task waits."""
    return trio.testing.MockClock(autojump_threshold=0)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> None:
    """Run a coroutine test by trio (trio's own plugin pattern, without pytest-trio)."""
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = trio.testing.trio_test(pyfuncitem.obj)
