"""client N-10: random schedules of cancellations and faults violate nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.cancellation.schedules import Schedule


@pytest.mark.slow
@given(st.integers(0, 1 << 32))
def test_random_cancellations_violate_nothing(seed: int) -> None:
    """client N 143, L-20, L-21, G-61, H-12, I-20."""
    assert Schedule(seed).run() == []


def test_a_seed_is_one_schedule() -> None:
    """What has failed once can be looked at again."""
    ones = [Schedule(8), Schedule(8)]
    assert [each.run() for each in ones] == [[], []]
    assert ones[0].stage.net.carried == ones[1].stage.net.carried != []
