"""Asynchronous tests run under trio, in simulated time if they ask for `autojump_clock`."""

import inspect
from typing import Any

import pytest
import trio.testing


@pytest.fixture
def autojump_clock() -> trio.testing.MockClock:
    """A clock that jumps to the next deadline as soon as every task waits."""
    return trio.testing.MockClock(autojump_threshold=0)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> None:
    """Run a coroutine test by trio (trio's own plugin pattern, without pytest-trio)."""
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = trio.testing.trio_test(pyfuncitem.obj)
