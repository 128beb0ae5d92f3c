"""The course of a fetch, which is the same for full and incremental ones."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch.lifecycle import is_enough
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.fetch_plans import plan_of
from tests.support.requests.fetching import Fetcher, asked, data_of, entries, fetch_request
from tests.support.requests.quotas import alter_quotas, quota_entry

KINDS = ["full", "incremental"]


class Read:
    def __init__(self, size: int, *, ends_wait: bool = False) -> None:
        self.size = size
        self.ends_wait = ends_wait


class Reading:
    """A fetch with a plan, of which some partitions may be left."""

    def __init__(self, *, all_refused: bool = False, **fields: Any) -> None:
        request = FetchRequest(**{"max_wait_ms": 100, "min_bytes": 10, **fields})
        self.plan = plan_of(request, 12)
        self._all_refused = all_refused

    def all_refused(self) -> bool:
        return self._all_refused


@pytest.mark.parametrize(
    ("reads", "fields", "enough"),
    [
        ([], {}, False),
        ([], {"all_refused": True}, True),
        ([], {"max_wait_ms": 0}, True),
        ([], {"max_wait_ms": -1}, True),
        ([], {"min_bytes": 0}, True),
        ([Read(9)], {}, False),
        ([Read(4), Read(6)], {}, True),
        ([Read(0), Read(0, ends_wait=True)], {}, True),
    ],
)
def test_enough_is_what_need_not_wait(reads: list[Any], fields: Any, enough: bool) -> None:
    """fetch D-1: the size, an error, a divergence; nothing to wait for, or no time."""
    assert is_enough(reads, Reading(**fields)) == enough  # type: ignore[arg-type]


class Both:
    """A fetcher whose requests are full, or incremental in a session of their own."""

    def __init__(self, kind: str, **overrides: Any) -> None:
        self.fetcher = Fetcher(**overrides)
        self.session = (0, -1)
        if kind == "incremental":
            self.session = (self.fetcher.open(("t", 2)).id, 1)

    def request(self, *wanted: Any, **fields: Any) -> FetchRequest:
        return fetch_request(*wanted, session=self.session, **fields)


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_come_behind_what_was_read(kind: str) -> None:
    """fetch A-16."""
    both = Both(kind)
    both.fetcher.append(1)
    request = both.request(("nope", 0), ("t", 1), ("t", 9))
    found = entries(both.fetcher.client.request(request, 12))
    assert found == [("t", 1, 0), ("nope", 0, 3), ("t", 9, 3)]


@pytest.mark.parametrize("kind", KINDS)
def test_over_its_quota_a_client_gets_a_time_and_nothing_is_counted(kind: str) -> None:
    """fetch B-60, B-65."""
    both = Both(kind)
    both.fetcher.append(1, size=5_000)
    alter_quotas(both.fetcher.harness, quota_entry({"client-id": "test"}, consumer_byte_rate=1.0))
    response = both.fetcher.client.request(both.request(("t", 1)), 12)
    assert response.throttle_time_ms > 0
    assert response.session_id == both.session[0]
    assert entries(response) == []
    assert both.fetcher.broker.replicas.topic_stats.of("t").bytes_out == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("waits", [False, True])
def test_bytes_are_counted_once(kind: str, waits: bool) -> None:
    """fetch B-65: whether the fetch has waited or not."""
    both = Both(kind)
    if waits:
        pending = both.fetcher.client.send(both.request(("t", 1), max_wait_ms=500), 12)
        assert not pending.done
        size = both.fetcher.append(1)
        response = pending.response
    else:
        size = both.fetcher.append(1)
        response = both.fetcher.client.request(both.request(("t", 1)), 12)
    assert len(data_of(response, 1).records) == size
    assert both.fetcher.broker.replicas.topic_stats.of("t").bytes_out == size


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_ends_the_wait_before_it_begins(kind: str) -> None:
    """fetch D-1."""
    both = Both(kind)
    response = both.fetcher.client.request(both.request(("t", asked(1, 7)), max_wait_ms=500), 12)
    assert data_of(response, 1).error_code == 1
