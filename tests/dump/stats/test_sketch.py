"""The histogram, held against sorted lists."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.stats.sketch import Sketch

BUCKETS_MAX = 1_375
HIGHEST_NS = 24 * 3600 * 1_000_000_000
LOWEST_NS = 100
RELATIVE_ERROR = 0.01

LATENCIES = st.lists(st.integers(LOWEST_NS, HIGHEST_NS), min_size=1, max_size=100)
SHARES = st.sampled_from([0.0, 0.01, 0.5, 0.9, 0.99, 1.0])


def sketch_of(numbers: list[int]) -> Sketch:
    made = Sketch()
    for number in numbers:
        made.add(number)
    return made


@given(LATENCIES, SHARES)
def test_a_quantile_is_within_the_stated_error(numbers: list[int], share: float) -> None:
    exact = sorted(numbers)[max(1, ceil(share * len(numbers))) - 1]

    found = sketch_of(numbers).quantile(share)

    assert found is not None
    assert abs(found - exact) <= exact * RELATIVE_ERROR + 1


@pytest.mark.parametrize("number", [0, 1, 10**18])
def test_what_is_out_of_range_is_kept_as_it_is_at_the_ends(number: int) -> None:
    assert sketch_of([number]).quantile(0.5) == number


def test_an_empty_sketch_knows_nothing() -> None:
    assert Sketch().quantile(0.5) is None


def test_the_number_of_buckets_is_bounded() -> None:
    sketch = sketch_of([int(1.005**power) for power in range(9000)])

    assert sketch.buckets <= BUCKETS_MAX < 1500
