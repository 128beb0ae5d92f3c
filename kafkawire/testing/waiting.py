"""Waiting in tests for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

LOOK_AGAIN_S = 0.001


def wait_until(condition: Callable[[], object], what: str, *, limit_s: float = 20.0) -> None:
    """Wait until the condition is true, and ask again each millisecond.

    `what` names the condition in the error. Raises AssertionError after `limit_s` seconds.
    """
    limit = time.monotonic() + limit_s
    pause = Event()
    while not condition():
        assert time.monotonic() < limit, f"not within {limit_s:g} seconds: {what}"
        pause.wait(LOOK_AGAIN_S)
