"""Simulated time: trio's clock jumps to the next deadline, and a seed orders tasks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar
from unittest import mock

import trio
import trio._core._run as trio_run
from trio.testing import MockClock

T = TypeVar("T")
HOUR_S = 3600.0


def simulate(main: Callable[[], Awaitable[T]], seed: int) -> T:
    """Run `main` in simulated time. The same seed schedules tasks in the same order.

    Sets of strings need PYTHONHASHSEED besides.
    """
    trio_run._r.seed(seed)
    with mock.patch.object(trio_run, "_ALLOW_DETERMINISTIC_SCHEDULING", True):
        return trio.run(main, clock=MockClock(autojump_threshold=0))


def now_ms() -> int:
    """Return the simulated milliseconds since the start, as clients count them."""
    return int(trio.current_time() * 1000)


def clock() -> str:
    """Return the time of the day, for people."""
    seconds = now_ms() // 1000
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
