"""What a parked fetch may count in one partition, without reading."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.readiness import ENOUGH, bytes_ready, diverging_epoch
from kafkawire.broker.fetch.terms import FetchTerms
from kafkawire.log.read import LogPosition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.fetching import Fetcher, asked

BATCH = 78


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def terms(version: int = 12, **fields: int) -> FetchTerms:
    request = FetchRequest(**{"max_wait_ms": 100, "min_bytes": 1, **fields})
    return FetchTerms(request, version, fetch_max_bytes=1_000, now_ms=0)


def parked(fetcher: Fetcher, offset: int = 0, **fields: int) -> CachedPartition:
    """A partition as it is when a fetch of it was parked."""
    cached = CachedPartition("t", bytes(16), asked(0, offset, **fields))
    cached.partition = fetcher.partition()
    cached.position = cached.partition.log.position_of(offset)
    return cached


def test_bytes_between_places_count(fetcher: Fetcher) -> None:
    """fetch D-8: up to the bound, at most the partition's limit."""
    cached = parked(fetcher)
    assert bytes_ready(cached, terms()) == 0
    for n in (1, 2, 3):
        fetcher.append()
        assert bytes_ready(cached, terms()) == n * BATCH
    cached.asked = asked(0, max_bytes=100)
    assert bytes_ready(cached, terms()) == 100


def test_only_what_may_be_shown_counts(fetcher: Fetcher) -> None:
    """fetch D-10: the bound of the request's view."""
    cached = parked(fetcher)
    fetcher.append()
    fetcher.hold_back()
    fetcher.append()
    fetcher.partition().replicas = (1, 5)
    assert bytes_ready(cached, terms()) == BATCH
    assert bytes_ready(cached, terms(replica_id=5)) == 2 * BATCH


def test_a_place_beyond_the_bound_or_in_an_older_segment_is_enough(fetcher: Fetcher) -> None:
    """fetch D-6, D-7; equal offsets never are, even across a roll."""
    fetcher.configure(segment_bytes="100")
    fetcher.append()
    old = parked(fetcher, 0)
    at_end = parked(fetcher, 1)
    assert bytes_ready(at_end, terms()) == 0
    fetcher.append()
    assert bytes_ready(old, terms()) == ENOUGH
    assert bytes_ready(at_end, terms()) == ENOUGH
    assert bytes_ready(parked(fetcher, 2), terms()) == 0
    beyond = parked(fetcher, 2)
    beyond.position = LogPosition(1, 3, 0)
    assert bytes_ready(beyond, terms()) == ENOUGH


def test_whatever_ends_in_an_error_is_enough(fetcher: Fetcher) -> None:
    """fetch D-5, D-8a: another epoch, no leader for who needs one, divergence, deletion."""
    with_epoch = parked(fetcher, current_leader_epoch=0)
    plain = parked(fetcher)
    assert bytes_ready(with_epoch, terms()) == 0
    fetcher.elect(leader_id=2)
    assert bytes_ready(with_epoch, terms()) == ENOUGH
    assert bytes_ready(plain, terms(10)) == ENOUGH
    assert bytes_ready(plain, terms(11)) == 0
    assert bytes_ready(parked(fetcher, last_fetched_epoch=8), terms()) == ENOUGH
    plain.partition.deleted = True  # type: ignore[union-attr]
    assert bytes_ready(plain, terms()) == ENOUGH


def test_what_was_not_read_counts_nothing(fetcher: Fetcher) -> None:
    """fetch B-10, D.2: refused before reading, or no place known."""
    fetcher.append()
    refused = CachedPartition("t", bytes(16), asked(9))
    refused.rejected = 3
    unknown = parked(fetcher)
    unknown.position = None
    assert bytes_ready(refused, terms()) == 0
    assert bytes_ready(unknown, terms()) == 0


def test_divergence_is_checked_if_an_epoch_is_given(fetcher: Fetcher) -> None:
    """fetch B-36: any negative one is none."""
    partition = fetcher.partition()
    assert diverging_epoch(parked(fetcher, 5, last_fetched_epoch=0), partition) == (0, 0)
    assert diverging_epoch(parked(fetcher, 0, last_fetched_epoch=0), partition) is None
    assert diverging_epoch(parked(fetcher, 5, last_fetched_epoch=-5), partition) is None
