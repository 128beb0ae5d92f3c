"""Values of the newest windows of time."""

from __future__ import annotations

import math

import pytest

from kafkawire.client.core.metrics.samples import Samples, Windows


def test_sums_and_counts_go_back_to_the_beginning() -> None:
    """client K-30."""
    samples = Samples(Windows(2, 1_000))
    for at_ms in (0, 1_500, 60_000):
        samples.record(2.5, at_ms)
    assert (samples.count, samples.total, samples.last_ms) == (3, 7.5, 60_000)


def test_the_windows_before_the_newest_count_as_whole_ones() -> None:
    """client K-30: as Kafka's `Rate`, so that the first values are no burst."""
    samples = Samples(Windows(2, 30_000))
    samples.record(90, 0)
    assert samples.rate(0) == 3.0
    assert samples.rate(15_000) == 2.0
    samples.record(30, 30_000)
    assert samples.rate(40_000) == 3.0
    assert samples.count_rate(40_000) == 0.05


def test_old_windows_count_no_more() -> None:
    """client K-30."""
    samples = Samples(Windows(2, 1_000))
    samples.record(100, 0)
    samples.record(2, 1_000)
    assert (samples.maximum(1_999), samples.average(1_999)) == (100, 51)
    assert (samples.maximum(2_000), samples.average(2_000)) == (2, 2)
    assert samples.rate(2_000) == 2.0
    assert math.isnan(samples.maximum(3_000))
    assert samples.rate(3_000) == 0.0


@pytest.mark.parametrize("windows", [Windows(), Windows(1, 0), Windows(1, 10)])
def test_nothing_is_no_number(windows: Windows) -> None:
    """client K-30."""
    samples = Samples(windows)
    assert samples.last_ms is None
    assert math.isnan(samples.average(5))
    assert math.isnan(samples.maximum(5))
    assert (samples.rate(5), samples.count_rate(5)) == (0.0, 0.0)
