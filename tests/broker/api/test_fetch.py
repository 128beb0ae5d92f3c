"""Fetch as a whole: every version, through real bytes."""

from __future__ import annotations

import pytest

from kafkawire.broker.api.fetch import VERSIONS
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.requests.fetching import (
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    fetch_request,
)

ALL_VERSIONS = range(VERSIONS.min, VERSIONS.max + 1)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def topic(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_every_version_reads(fetcher: Fetcher, version: int) -> None:
    """fetch A-8, A-60, J 14: what is there, and zero bytes where nothing is."""
    fetcher.append(count=2)
    key = topic(fetcher, version)
    response = fetcher.fetch((key, 0), (key, 1), version=version)
    assert entries(response) == [(key, 0, 0), (key, 1, 0)]
    full, empty = response.responses[0].partitions
    assert full.records
    assert empty.records == b""
    assert full.high_watermark == 2
    if version >= 4:
        assert base_offsets(full.records) == [0]
        assert full.last_stable_offset == 2
    if version >= 5:
        assert full.log_start_offset == 0


@pytest.mark.parametrize("version", [4, 7, 12, 13, 18])
def test_stored_bytes_are_sent_as_they_are(fetcher: Fetcher, version: int) -> None:
    """fetch A-59, J 18."""
    fetcher.append(count=3)
    fetcher.append(size=5_000)
    log = fetcher.partition().log
    found = log.read(0, max_bytes=1 << 20, upper_bound=4, minimum_one=True)
    response = fetcher.fetch((topic(fetcher, version), 0), version=version)
    assert bytes(data_of(response).records) == joined(found.buffers)


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_every_version_waits(fetcher: Fetcher, version: int) -> None:
    """fetch D-4, D-9."""
    pending = fetcher.send((topic(fetcher, version), 0), version=version)
    assert not pending.done
    fetcher.append()
    assert data_of(pending.response).records


def test_what_follows_a_parked_fetch_waits_behind_it(fetcher: Fetcher) -> None:
    """fetch A-7, D-20, J 17: on one connection; others go on."""
    first = fetcher.client.send(fetch_request(("t", 0), max_wait_ms=500), 12)
    second = fetcher.client.send(fetch_request(("t", 1)), 12)
    assert not second.done
    assert fetcher.send(("t", 1), max_wait_ms=0).done
    fetcher.append()
    assert first.done
    assert second.done


def test_unknown_tags_and_trailing_bytes_are_passed_over(fetcher: Fetcher) -> None:
    """fetch A-4, A-28, J 7."""
    request = fetch_request(("t", 0))
    request.unknown_tags = {99: b"new"}
    request.topics[0].partitions[0].unknown_tags = {7: b""}
    assert entries(fetcher.client.request(request, 12)) == [("t", 0, 0)]


def test_the_tag_of_kraft_observers_is_ignored(fetcher: Fetcher) -> None:
    """fetch A-8, J 10: a high watermark of -1, 40 or none at v18."""
    for fields in ({}, {"high_watermark": -1}, {"high_watermark": 40}):
        response = fetcher.fetch((fetcher.topic_id, asked(0, **fields)), version=18)
        assert data_of(response).error_code == 0


def test_a_follower_is_one_by_its_tag(fetcher: Fetcher) -> None:
    """fetch A-10, J 9: without ReplicaState a consumer."""
    request = fetch_request((fetcher.topic_id, 0))
    assert data_of(fetcher.client.request(request, 15)).error_code == 0
    request.replica_state = FetchRequest.ReplicaState(replica_id=5, replica_epoch=1)
    assert data_of(fetcher.client.request(request, 15)).error_code == 6


def test_a_session_of_many_partitions_tells_only_what_changed() -> None:
    """One append among many is one partition looked at."""
    fetcher = Fetcher(200)
    session = fetcher.open(*[("t", index) for index in range(200)])
    session.fetch()
    assert session.real.dirty == []
    fetcher.append(123)
    assert len(session.real.dirty) == 1
    assert entries(session.fetch()) == [("t", 123, 0)]
    assert entries(session.fetch(("t", asked(123, 1)))) == []
