"""Partitions as listeners: which stand in `partition.listeners`, and for how long."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.cached_partition import NEVER_TOLD, CachedPartition
from tests.support.requests.fetching import Fetcher, Session, asked


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def caught_up(fetcher: Fetcher) -> Session:
    session = fetcher.open(("t", asked(0, fetcher.partition().log_end_offset)))
    session.fetch()
    return session


def test_a_new_one_has_been_told_nothing() -> None:
    """fetch E-13."""
    cached = CachedPartition("t", bytes(16), asked(0))
    assert (cached.high_watermark, cached.log_start_offset) == (NEVER_TOLD, NEVER_TOLD)
    assert cached.is_abandoned


def test_it_listens_once_while_it_is_quiet(fetcher: Fetcher) -> None:
    """From when its session has looked until the next change."""
    session = caught_up(fetcher)
    listeners = fetcher.partition().listeners
    (cached,) = session.real.partitions.values()
    assert listeners == [cached]
    session.fetch()
    assert listeners == [cached]
    assert session.real.dirty == []


def test_a_change_takes_it_off_until_its_session_has_looked(fetcher: Fetcher) -> None:
    """So an append costs the same however many sessions lag behind."""
    sessions = [caught_up(fetcher) for _ in range(10)]
    assert len(fetcher.partition().listeners) == 10
    fetcher.append()
    fetcher.append()
    assert fetcher.partition().listeners == []
    for session in sessions:
        session.fetch()
    assert fetcher.partition().listeners == [], "they have data to fetch"
    sessions[0].fetch(("t", asked(0, 2)))
    assert len(fetcher.partition().listeners) == 1


def test_a_dropped_one_hears_nothing(fetcher: Fetcher) -> None:
    """fetch E-15: forgotten by its client."""
    session = caught_up(fetcher)
    (cached,) = session.real.partitions.values()
    session.fetch(("t", 1), forgotten=(("t", 0),))
    cached.partition_changed()
    assert cached not in session.real.dirty
    assert cached.is_abandoned


def test_sessions_that_come_and_go_do_not_pile_up(fetcher: Fetcher) -> None:
    """Rule 5 of the architecture: over a partition where nothing happens."""
    keeping = [caught_up(fetcher) for _ in range(5)]
    for _ in range(200):
        session = caught_up(fetcher)
        fetcher.fetch(session=(session.id, -1))
    assert len(fetcher.partition().listeners) <= 2 * len(keeping) + 4
    fetcher.append()
    assert all(session.real.dirty for session in keeping)


def test_one_forgotten_and_taken_up_again_does_not_pile_up(fetcher: Fetcher) -> None:
    session = fetcher.open(("t", 0), ("t", 1))
    for _ in range(100):
        session.fetch()
        session.fetch(forgotten=(("t", 0),))
        session.fetch(("t", 0))
    assert len(fetcher.partition().listeners) <= 8
    fetcher.append()
    assert len(session.fetch().responses) == 1


def test_a_parked_fetch_of_a_closed_session_still_hears(fetcher: Fetcher) -> None:
    """fetch E-51: it is not abandoned before it is answered."""
    session = caught_up(fetcher)
    (cached,) = session.real.partitions.values()
    pending = session.send()
    fetcher.fetch(session=(session.id, -1))
    assert not cached.is_abandoned
    for _ in range(20):
        caught_up(fetcher)
    fetcher.append()
    assert pending.done
    assert cached.is_abandoned
