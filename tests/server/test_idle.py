"""Watching for silence costs a timer, and nothing per request."""

from types import SimpleNamespace
from typing import Any

from kafkawire.server.idle import IdleWatch
from kafkawire.timers import Timers

PARKED_PAUSE_MS = 1_000


class FakeLink:
    def __init__(self) -> None:
        self.active_ms = 0
        self.ended = False
        self.why = ""
        self.connection = SimpleNamespace(parked=False)

    def end(self, why: str) -> None:
        self.ended = True
        self.why = why


def watched(idle_ms_max: int) -> tuple[Any, Timers, IdleWatch]:
    link, timers = FakeLink(), Timers()
    return link, timers, IdleWatch(link, timers, idle_ms_max)  # type: ignore[arg-type]


def test_silence_ends_a_connection() -> None:
    link, timers, _ = watched(100)
    timers.run(99, 10)
    assert not link.ended
    timers.run(100, 10)
    assert link.ended
    assert link.why == "the broker: idle for 100 ms"
    assert len(timers) == 0


def test_activity_puts_the_end_off() -> None:
    link, timers, _ = watched(100)
    link.active_ms = 60
    timers.run(100, 10)
    assert timers.next_deadline_ms() == 160
    timers.run(160, 10)
    assert link.ended


def test_a_parked_request_is_activity() -> None:
    link, timers, _ = watched(100)
    link.connection.parked = True
    timers.run(100, 10)
    assert not link.ended
    assert timers.next_deadline_ms() == 100 + PARKED_PAUSE_MS


def test_a_cancelled_watch_leaves_nothing() -> None:
    _, timers, watch = watched(100)
    watch.cancel()
    assert len(timers) == 0


def test_a_negative_limit_is_no_limit() -> None:
    _, timers, watch = watched(-1)
    assert len(timers) == 0
    watch.cancel()


def test_a_limit_of_zero_ends_a_connection_at_once() -> None:
    link, timers, _ = watched(0)
    timers.run(0, 10)
    assert link.ended
