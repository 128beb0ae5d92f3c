"""What a parked fetch may count in one partition, without reading."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.readiness import bytes_ready, diverging_epoch
from kafkawire.broker.fetch.view import View, view_of
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.read import LogPosition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.errors import CorruptRecord
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, asked

ENOUGH = 1 << 40

BATCH = 78


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def view(version: int = 12, **fields: Any) -> View:
    return view_of(FetchRequest(**fields), version)


def parked(fetcher: Fetcher, offset: int = 0, **fields: int) -> CachedPartition:
    """A partition as it is when a fetch of it was parked."""
    cached = CachedPartition("t", bytes(16), asked(0, offset, **fields))
    cached.partition = fetcher.partition()
    cached.position = cached.partition.log.position_of(offset)
    return cached


def test_bytes_between_places_count(fetcher: Fetcher) -> None:
    """fetch D-8: up to the bound, at most the partition's limit."""
    cached = parked(fetcher)
    assert bytes_ready(cached, view()) == 0
    for n in (1, 2, 3):
        fetcher.append()
        assert bytes_ready(cached, view()) == n * BATCH
    cached.asked = asked(0, max_bytes=100)
    assert bytes_ready(cached, view()) == 100


def test_only_what_may_be_shown_counts(fetcher: Fetcher) -> None:
    """fetch D-10: the bound of the request's view."""
    cached = parked(fetcher)
    fetcher.append()
    fetcher.hold_back()
    fetcher.append()
    reassign(fetcher.partition(), replicas=(1, 5))
    assert bytes_ready(cached, view()) == BATCH
    assert bytes_ready(cached, view(replica_id=5)) == 2 * BATCH


def test_damage_at_the_bound_ends_the_wait(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fetch B-32: the read that follows answers with its code."""
    cached = parked(fetcher)
    fetcher.append()

    def damaged(*_: object) -> NoReturn:
        raise CorruptRecord("a batch at byte 0 cannot have -1 bytes")

    monkeypatch.setattr(PartitionLog, "position_of", damaged)
    assert bytes_ready(cached, view()) == ENOUGH


def test_a_place_beyond_the_bound_or_in_an_older_segment_is_enough(fetcher: Fetcher) -> None:
    """fetch D-6, D-7; equal offsets never are, even across a roll."""
    fetcher.configure(segment_bytes="100")
    fetcher.append()
    old = parked(fetcher, 0)
    at_end = parked(fetcher, 1)
    assert bytes_ready(at_end, view()) == 0
    fetcher.append()
    assert bytes_ready(old, view()) == ENOUGH
    assert bytes_ready(at_end, view()) == ENOUGH
    assert bytes_ready(parked(fetcher, 2), view()) == 0
    beyond = parked(fetcher, 2)
    beyond.position = LogPosition(1, 3, 0)
    assert bytes_ready(beyond, view()) == ENOUGH


def test_whatever_ends_in_an_error_is_enough(fetcher: Fetcher) -> None:
    """fetch D-5, D-8a: another epoch, no leader for who needs one, divergence, deletion."""
    with_epoch = parked(fetcher, current_leader_epoch=0)
    plain = parked(fetcher)
    assert bytes_ready(with_epoch, view()) == 0
    fetcher.elect(leader_id=2)
    assert bytes_ready(with_epoch, view()) == ENOUGH
    assert bytes_ready(plain, view(10)) == ENOUGH
    assert bytes_ready(plain, view(11)) == 0
    assert bytes_ready(parked(fetcher, last_fetched_epoch=8), view()) == ENOUGH
    plain.partition.deleted = True  # type: ignore[union-attr]
    assert bytes_ready(plain, view()) == ENOUGH


def test_what_was_not_read_counts_nothing(fetcher: Fetcher) -> None:
    """fetch B-10, D.2: refused before reading, or no place known."""
    fetcher.append()
    refused = CachedPartition("t", bytes(16), asked(9))
    refused.rejected = 3
    unknown = parked(fetcher)
    unknown.position = None
    assert bytes_ready(refused, view()) == 0
    assert bytes_ready(unknown, view()) == 0


def test_divergence_is_checked_if_an_epoch_is_given(fetcher: Fetcher) -> None:
    """fetch B-36: any negative one is none."""
    partition = fetcher.partition()
    assert diverging_epoch(parked(fetcher, 5, last_fetched_epoch=0), partition) == (0, 0)
    assert diverging_epoch(parked(fetcher, 0, last_fetched_epoch=0), partition) is None
    assert diverging_epoch(parked(fetcher, 5, last_fetched_epoch=-5), partition) is None
