"""Fetches that wait are told apart by who waits, and counted when they waited in vain."""

from __future__ import annotations

from kafkawire.broker.metrics.expirations import Expirations
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, fetch_request

V = 12


def expired(expirations: Expirations) -> tuple[int, int]:
    return expirations.consumer_fetches, expirations.follower_fetches


def test_a_wait_in_vain_is_counted_for_a_consumer() -> None:
    """fetch D-12: ExpiresPerSec, fetcherType consumer; sessions as well."""
    fetcher = Fetcher()
    fetcher.client.send(fetch_request(("t", 0), max_wait_ms=100), V)
    fetcher.harness.advance(99)
    assert expired(fetcher.broker.purgatory.expirations) == (0, 0)
    fetcher.harness.advance(1)
    assert expired(fetcher.broker.purgatory.expirations) == (1, 0)
    opened = fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), V)
    fetcher.client.send(fetch_request(session=(opened.session_id, 1), max_wait_ms=100), V)
    fetcher.harness.advance(100)
    assert expired(fetcher.broker.purgatory.expirations) == (2, 0)


def test_a_wait_in_vain_is_counted_for_a_follower() -> None:
    """fetch D-12: ExpiresPerSec, fetcherType follower."""
    fetcher = Fetcher()
    reassign(fetcher.partition(), replicas=(1, 7))
    fetcher.client.send(fetch_request(("t", 0), max_wait_ms=100, replica_id=7), V)
    fetcher.harness.advance(100)
    assert expired(fetcher.broker.purgatory.expirations) == (0, 1)


def test_what_is_answered_in_time_or_at_once_has_not_expired() -> None:
    """fetch D-12: neither data in time nor a request that does not wait."""
    fetcher = Fetcher()
    pending = fetcher.client.send(fetch_request(("t", 0), max_wait_ms=100), V)
    fetcher.append(0)
    assert pending.done
    fetcher.client.request(fetch_request(("t", 1)), V)
    fetcher.harness.advance(1000)
    assert expired(fetcher.broker.purgatory.expirations) == (0, 0)


def test_those_who_wait_are_counted_with_what_they_watch() -> None:
    """fetch D-9: a session watches its partitions, though it is found by one key."""
    fetcher = Fetcher()
    wanted = [("t", index) for index in range(3)]
    opened = fetcher.client.request(fetch_request(*wanted, session=(0, 0)), V)
    fetcher.client.send(fetch_request(session=(opened.session_id, 1), max_wait_ms=100), V)
    other = fetcher.harness.connect()
    other.send(fetch_request(*wanted[:2], max_wait_ms=100), V)
    assert fetcher.broker.purgatory.census() == {"Fetch": (2, 5)}
    fetcher.harness.advance(100)
    assert fetcher.broker.purgatory.census() == {}
