"""Partitions as listeners: who stands in `partition.quiet`, and for how long."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.cached_partition import NEVER_TOLD, CachedPartition
from kafkawire.broker.replicas.partition import Partition
from tests.support.fetching import Fetcher, Session, asked


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
    """hot-path 6: from when its session has looked until the next change."""
    session = caught_up(fetcher)
    quiet = fetcher.partition().quiet
    (cached,) = session.real.partitions.values()
    assert quiet == [cached]
    session.fetch()
    assert quiet == [cached]
    assert session.real.dirty == []


def test_a_change_takes_it_off_until_its_session_has_looked(fetcher: Fetcher) -> None:
    """hot-path 6: an append costs the same however many sessions lag behind."""
    sessions = [caught_up(fetcher) for _ in range(10)]
    assert len(fetcher.partition().quiet) == 10
    fetcher.append()
    fetcher.append()
    assert fetcher.partition().quiet == []
    for session in sessions:
        session.fetch()
    assert fetcher.partition().quiet == [], "they have data to fetch"
    sessions[0].fetch(("t", asked(0, 2)))
    assert len(fetcher.partition().quiet) == 1


class Stranger:
    """A listener of another kind, as a coordinator is one."""

    def __init__(self) -> None:
        self.told = 0

    def partition_changed(self, partition: Partition, appended_bytes: int) -> None:
        self.told += appended_bytes

    def partition_changed_quietly(self, partition: Partition) -> None:
        raise AssertionError("an append is no quiet change")

    def tell_all(self, listeners: list, partition: Partition, appended_bytes: int) -> None:
        for listener in listeners:
            listener.partition_changed(partition, appended_bytes)


@pytest.mark.parametrize("comes_first", [True, False])
def test_listeners_of_another_kind_may_stand_beside_it(fetcher: Fetcher, comes_first: bool) -> None:
    """hot-path 6: all in the list are told together, whoever is the first."""
    stranger = Stranger()
    sessions = [caught_up(fetcher) for _ in range(2)]
    fetcher.partition().quiet.insert(0 if comes_first else 1, stranger)
    size = fetcher.append()
    assert stranger.told == size
    assert [len(session.real.dirty) for session in sessions] == [1, 1]


def test_a_dropped_one_hears_nothing(fetcher: Fetcher) -> None:
    """fetch E-15: forgotten by its client."""
    session = caught_up(fetcher)
    (cached,) = session.real.partitions.values()
    session.fetch(("t", 1), forgotten=(("t", 0),))
    cached.partition_changed(fetcher.partition(), 1)
    assert cached not in session.real.dirty
    assert cached.is_abandoned


def test_sessions_that_come_and_go_do_not_pile_up(fetcher: Fetcher) -> None:
    """Rule 5 of the architecture: over a partition where nothing happens."""
    keeping = [caught_up(fetcher) for _ in range(5)]
    for _ in range(200):
        session = caught_up(fetcher)
        fetcher.fetch(session=(session.id, -1))
    assert len(fetcher.partition().quiet) <= 2 * len(keeping) + 4
    fetcher.append()
    assert all(session.real.dirty for session in keeping)


def test_one_forgotten_and_taken_up_again_does_not_pile_up(fetcher: Fetcher) -> None:
    session = fetcher.open(("t", 0), ("t", 1))
    for _ in range(100):
        session.fetch()
        session.fetch(forgotten=(("t", 0),))
        session.fetch(("t", 0))
    assert len(fetcher.partition().quiet) <= 8
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
