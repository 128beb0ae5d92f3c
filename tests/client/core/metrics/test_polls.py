"""Asks of the application, counted."""

from __future__ import annotations

import math

from kafkawire.client.core.metrics.polls import Poller, Polls
from kafkawire.client.core.metrics.readings import Scope

SCOPE = Scope("consumer-metrics", {})


def values(polls: Polls, now_ms: int) -> dict[str, float]:
    return {each.name: each.value for each in polls.readings(SCOPE, now_ms)}


def test_the_idle_ratio_is_the_part_of_the_time_that_is_spent_waiting() -> None:
    """client K-30."""
    polls = Polls()
    poller = Poller(polls)
    poller.began(0)
    poller.ended(10)
    poller.began(40)  # worked for 30 ms
    poller.ended(50)  # and waited for 10
    found = values(polls, 3_050)
    assert found["poll-idle-ratio-avg"] == 0.25
    assert (found["time-between-poll-avg"], found["time-between-poll-max"]) == (40, 40)
    assert found["last-poll-seconds-ago"] == 3


def test_before_the_first_ask_there_is_nothing() -> None:
    found = values(Polls(), 5)
    assert found["last-poll-seconds-ago"] == -1
    assert math.isnan(found["poll-idle-ratio-avg"])


def test_asks_within_a_millisecond_are_no_division_by_zero() -> None:
    polls = Polls()
    poller = Poller(polls)
    for _ in range(3):
        poller.began(7)
        poller.ended(7)
    assert values(polls, 7)["poll-idle-ratio-avg"] == 0


def test_the_asks_of_each_task_are_measured_by_themselves() -> None:
    """client K-30: the time between asks is what max.poll.interval.ms is compared with."""
    polls = Polls()
    slow, quick = Poller(polls), Poller(polls)
    slow.began(0)
    for now_ms in (10, 20, 30):
        quick.began(now_ms)
        quick.ended(now_ms)
    slow.began(1000)
    found = values(polls, 3000)
    assert (found["time-between-poll-avg"], found["time-between-poll-max"]) == (340, 1000)
    assert found["last-poll-seconds-ago"] == 2
