"""Waits that grow, vary and begin anew."""

from __future__ import annotations

from random import Random

from kafkawire.client.core.backoff import Backoff


class Middle(Random):
    """Takes the middle of every range."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


def test_waits_double_up_to_the_greatest() -> None:
    """client D-14, D-27."""
    backoff = Backoff(100, 1000, Middle())
    assert [backoff.next_ms() for _ in range(6)] == [100, 200, 400, 800, 1000, 1000]
    backoff.reset()
    assert backoff.next_ms() == 100


def test_waits_vary_by_a_fifth() -> None:
    """client D-27."""
    waits = [Backoff(1000, 1000, Random(seed)).next_ms() for seed in range(300)]
    assert 800 <= min(waits) < 830
    assert 1170 < max(waits) <= 1200


def test_a_first_wait_above_the_greatest_is_kept() -> None:
    assert Backoff(500, 100, Middle()).next_ms() == 500


def test_many_attempts_overflow_nothing() -> None:
    backoff = Backoff(1, 1000, Middle())
    assert max(backoff.next_ms() for _ in range(5000)) == 1000
