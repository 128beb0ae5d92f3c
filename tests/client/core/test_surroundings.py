"""What the parts of a reader share."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.client.core.surroundings import Surroundings
from kafkawire.timers import Timers


def test_backoffs_have_the_times_of_the_client() -> None:
    """client C.1: retry.backoff.ms and its greatest value."""
    nothing: Any = None
    backoff = Surroundings(nothing, nothing, Timers(), Random(1), 200, 300).backoff()
    waits = [backoff.next_ms() for _ in range(4)]
    assert 160 <= waits[0] <= 240
    assert all(240 <= wait <= 360 for wait in waits[1:])
