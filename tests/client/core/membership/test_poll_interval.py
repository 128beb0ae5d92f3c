"""The time for which records may be held."""

from __future__ import annotations

from kafkawire.client.core.membership.poll_interval import PollInterval
from kafkawire.timers import Timers


class Expiries(list[int]):
    """When the interval was over."""


def made() -> tuple[PollInterval, Timers, Expiries]:
    timers, expiries = Timers(), Expiries()
    return PollInterval(timers, 1000, expiries.append), timers, expiries


def run(timers: Timers, until_ms: int) -> None:
    while timers.next_deadline_ms() <= until_ms:
        timers.run(timers.next_deadline_ms(), 10)


def test_the_interval_runs_while_records_are_held() -> None:
    """client G-30, G-31."""
    interval, timers, expiries = made()
    interval.holding(0)
    run(timers, 999)
    assert expiries == []
    run(timers, 1000)
    assert expiries == [1000]
    run(timers, 10_000)
    assert expiries == [1000], "once"


def test_waiting_for_records_is_polling() -> None:
    """client G-30: an application that holds nothing may wait for ever."""
    interval, timers, expiries = made()
    interval.holding(0)
    interval.holding(None)
    run(timers, 100_000)
    assert expiries == []


def test_each_batch_begins_the_interval_anew() -> None:
    """client G-30: with one timer for all of them."""
    interval, timers, expiries = made()
    for now_ms in range(0, 5000, 100):
        run(timers, now_ms)
        interval.holding(None)
        interval.holding(now_ms)
        assert len(timers) == 1
    run(timers, 5899)
    assert expiries == []
    run(timers, 5900)
    assert expiries == [5900]


def test_still_working_begins_the_interval_anew() -> None:
    """client G-33."""
    interval, timers, expiries = made()
    interval.still_working(0)
    run(timers, 5000)
    assert expiries == [], "nothing was held"
    interval.holding(5000)
    interval.still_working(5900)
    run(timers, 6899)
    assert expiries == []
    run(timers, 6900)
    assert expiries == [6900]


def test_the_interval_runs_while_a_hook_runs() -> None:
    """client G-30: the elder of both counts, and each ends for itself."""
    interval, timers, expiries = made()
    interval.hook_runs(0)
    run(timers, 999)
    interval.hook_runs(None)
    run(timers, 5000)
    assert expiries == []
    interval.holding(6000)
    interval.hook_runs(6500)
    interval.holding(None)
    assert not interval.is_held
    run(timers, 7499)
    assert expiries == []
    interval.still_working(7499)
    run(timers, 8498)
    assert expiries == []
    run(timers, 8499)
    assert expiries == [8499]
    run(timers, 20_000)
    assert expiries == [8499]
