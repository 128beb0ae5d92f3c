"""The number of the fetcher of a partition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.followers.assignment import fetcher_number


def test_fetchers_are_chosen_as_in_java() -> None:
    """replication D-4, fetch G-40: 31 times the topic's hash, plus the partition."""
    assert fetcher_number("a", 0, 4) == 3
    assert fetcher_number("a", 1, 4) == 0
    assert fetcher_number("a", 5, 1) == 0
    # "polygenelubricants" has the hash -2^31 in Java, and 31 times it wraps to the same.
    assert fetcher_number("polygenelubricants", 0, 7) == 0
    assert fetcher_number("polygenelubricants", 1, 7) == 1  # 2^31 - 1 modulo 7


@given(st.text(max_size=20), st.integers(0, (1 << 31) - 1), st.integers(1, 16))
def test_a_number_is_one_of_the_fetchers(topic: str, partition: int, fetchers: int) -> None:
    """replication D-4: any topic has a fetcher among those that exist."""
    assert 0 <= fetcher_number(topic, partition, fetchers) < fetchers
