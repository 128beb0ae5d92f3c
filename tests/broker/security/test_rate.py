"""Rates over samples, and the throttle times that follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.security.rate import Rate, Window

NOW_MS = 1_700_000_000_000
WINDOW = Window(11, 1)


def test_ten_windows_may_be_used_at_once() -> None:
    """admin E-20, scenario 125: 1000 bytes a second, 20090 of them within a moment."""
    rate = Rate(WINDOW, NOW_MS)
    told = []
    for size in (5_100, 4_900, 10_090):
        rate.record(size, NOW_MS)
        told.append(rate.throttle_ms(1000.0, NOW_MS))
    assert told == [0, 0, 10_090]


@pytest.mark.parametrize(("size", "told"), [(9, 0), (10, 0), (11, 1_000), (63, 53_000)])
def test_the_first_of_a_quiet_client_is_exact(size: int, told: int) -> None:
    """fetch B-60: 1000 x (size - rate x ten windows) / rate."""
    rate = Rate(WINDOW, NOW_MS)
    rate.record(size, NOW_MS)
    assert rate.throttle_ms(1.0, NOW_MS) == told


def test_time_that_passes_is_time_that_need_not_be_waited() -> None:
    """admin E-20: throttle ms = 1000 x bytes / bound - covered ms."""
    rate = Rate(WINDOW, NOW_MS)
    rate.record(30, NOW_MS)
    assert [rate.throttle_ms(1.0, NOW_MS + ms) for ms in (0, 1, 999)] == [20_000, 19_999, 19_001]
    # Whole windows that have passed are among the ten.
    assert [rate.throttle_ms(1.0, NOW_MS + ms) for ms in (1_000, 1_001)] == [20_000, 19_999]


def test_what_is_older_than_all_windows_is_forgotten() -> None:
    rate = Rate(WINDOW, NOW_MS)
    rate.record(1_000, NOW_MS)
    assert rate.throttle_ms(1.0, NOW_MS + 10_999) > 0
    assert rate.throttle_ms(1.0, NOW_MS + 11_000) == 0


def test_what_is_taken_back_was_never_there() -> None:
    """fetch B-60."""
    rate = Rate(WINDOW, NOW_MS)
    rate.record(5, NOW_MS)
    rate.record(63, NOW_MS)
    rate.record(-63, NOW_MS)
    assert rate.throttle_ms(0.5, NOW_MS) == 0
    assert rate.throttle_ms(0.25, NOW_MS) == 10_000


def test_a_window_of_one_sample_does_not_divide_by_nothing() -> None:
    rate = Rate(Window(1, 1), NOW_MS)
    rate.record(10, NOW_MS)
    assert rate.throttle_ms(10.0, NOW_MS) == 999


class NaiveRate:
    """All samples since the beginning; those that count are chosen at each look."""

    def __init__(self, samples: int, now_ms: int) -> None:
        self.number = samples
        self.samples = [[now_ms, now_ms, 0.0]]  # start, latest event, sum

    def record(self, value: float, now_ms: int) -> None:
        if now_ms - self.samples[-1][0] >= 1_000:
            self.samples.append([now_ms, now_ms, 0.0])
        self.samples[-1][1] = now_ms
        self.samples[-1][2] += value

    def look(self, now_ms: int) -> tuple[float, float]:
        """What is counted, and the time that it covers."""
        kept = self.samples[-self.number - 1 :]
        live = [each for each in kept if now_ms - each[1] < self.number * 1_000]
        if self.samples[-1] not in live:
            self.samples.append([now_ms, now_ms, 0.0])
        covered = now_ms - min([each[0] for each in live], default=now_ms)
        whole = covered // 1_000
        if whole < self.number - 1:
            covered += (self.number - 1 - whole) * 1_000
        return sum(each[2] for each in live), max(covered, 1)


STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 0, 1, 300, 700, 999, 1_000, 1_001, 2_500, 5_000, 30_000]),
        st.integers(0, 100),
    ),
    max_size=60,
)


@given(STEPS, st.integers(1, 5))
def test_rates_are_those_of_the_definition(steps: list[tuple[int, int]], samples: int) -> None:
    """admin E-18, E-20: against all samples since the beginning."""
    now_ms = NOW_MS
    rate, naive = Rate(Window(samples, 1), now_ms), NaiveRate(samples, now_ms)
    for wait_ms, value in steps:
        now_ms += wait_ms
        rate.record(value, now_ms)
        naive.record(value, now_ms)
        counted, covered_ms = naive.look(now_ms)
        told = rate.throttle_ms(7.0, now_ms)
        expected = max(0.0, 1000 * counted / 7 - covered_ms)
        assert told == pytest.approx(expected, abs=1)


def test_one_more_sample_counts_than_the_window_has() -> None:
    """admin E-20: the oldest sample overlaps the beginning of the window with its latest event."""
    rate = Rate(Window(2, 1), NOW_MS)
    for value, when in ((10, 0), (10, 999), (1, 1_000), (1, 2_000)):
        rate.record(value, NOW_MS + when)
    # 22 in the two seconds since the oldest sample began: 11 a second.
    assert rate.throttle_ms(1.0, NOW_MS + 2_000) == 20_000
