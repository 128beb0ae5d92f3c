"""Fetches of clients that are over a quota."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch.quotas import throttled
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import (
    MAX32,
    Fetcher,
    Session,
    asked,
    data_of,
    entries,
    fetch_request,
    sizes,
)
from tests.support.requests.quotas import alter_quotas, quota_entry

VERSIONS = list(range(19))
POOR = "poor"


class Throttling(Fetcher):
    """A fetcher whose quotas concern only clients of the id POOR."""

    def __init__(self, **overrides: Any) -> None:
        super().__init__(**overrides)
        self.limit(1.0)

    def limit(self, rate: float | None, key: str = "consumer_byte_rate") -> None:
        """A rate for POOR from now on."""
        alter_quotas(self.harness, quota_entry({"client-id": POOR}, **{key: rate}))

    def poorly(self, *wanted: Any, version: int = 12, **fields: Any) -> FetchResponse:
        """The answer to POOR on a new connection, which must come at once."""
        response: FetchResponse = self.harness.connect(POOR).request(
            fetch_request(*wanted, **fields), version
        )
        return response

    def topic(self, version: int) -> str | bytes:
        return self.topic_id if version >= 13 else "t"


@pytest.fixture
def fetcher() -> Throttling:
    return Throttling()


def size_of(response: FetchResponse, version: int) -> int:
    """fetch B-61: four bytes and the body, without time, error, session and endpoints."""
    return 4 + len(FetchResponse(responses=response.responses).encode(version))


def is_throttled(response: FetchResponse, session_id: int = 0) -> bool:
    told = response.error_code, response.session_id, response.responses
    return response.throttle_time_ms > 0 and told == (0, session_id, [])


# What is told


@pytest.mark.parametrize("version", VERSIONS)
def test_nothing_is_told_but_a_time(fetcher: Throttling, version: int) -> None:
    """fetch A-14, A-21, B-60, B-61: 1000 x (size - ten windows) / rate, at every version."""
    fetcher.append()
    wanted = (fetcher.topic(version), asked(0))
    served = fetcher.fetch(wanted, version=version, max_bytes=10)
    answer = fetcher.poorly(wanted, version=version)
    assert (answer.error_code, answer.session_id, answer.responses) == (0, 0, [])
    counted = size_of(served, version)
    if version <= 3:
        # Sizes are counted before records are converted.
        counted += len(data_of(fetcher.fetch(("t", 0), max_bytes=10)).records)
        counted -= len(data_of(served).records)
        counted -= _hard_limit(fetcher, version)
    assert answer.throttle_time_ms == (1000 * counted - 10_000 if version >= 1 else 0)


def _hard_limit(fetcher: Throttling, version: int) -> int:
    """What versions without a guaranteed first batch do not get of it (fetch C-1)."""
    if version > 2:
        return 0
    return len(data_of(fetcher.fetch(("t", 0), max_bytes=10)).records) - 10


@pytest.mark.parametrize("version", [4, 7, 12, 13, 18])
def test_an_answer_without_partitions_counts_too(fetcher: Throttling, version: int) -> None:
    """fetch B-60, B-61: sixteen bytes at version 12."""
    answer = fetcher.poorly(version=version)
    size = size_of(FetchResponse(), version)
    assert answer.throttle_time_ms == 1000 * size - 10_000
    if version == 12:
        assert size == 16


def test_rejected_partitions_alone_are_throttled_too(fetcher: Throttling) -> None:
    """fetch B-60."""
    served = fetcher.fetch(("nope", 0))
    assert entries(served) == [("nope", 0, 3)]
    answer = fetcher.poorly(("nope", 0))
    assert is_throttled(answer)
    assert answer.throttle_time_ms == 1000 * size_of(served, 12) - 10_000


def test_endpoints_are_not_counted(fetcher: Throttling) -> None:
    """fetch B-61."""
    fetcher.elect(leader_id=1)
    wanted = (fetcher.topic_id, asked(0, current_leader_epoch=0))
    served = fetcher.fetch(wanted, version=16)
    assert len(served.node_endpoints) == 1
    answer = fetcher.poorly(wanted, version=16)
    assert answer.throttle_time_ms == 1000 * size_of(served, 16) - 10_000


def test_it_is_decided_after_the_wait(fetcher: Throttling) -> None:
    """fetch B-60: nothing is told, nor charged, before."""
    client = fetcher.harness.connect(POOR)
    pending = client.send(fetch_request(("t", 0), max_wait_ms=500, min_bytes=1), 12)
    fetcher.harness.advance(499)
    assert not pending.done
    fetcher.harness.advance(1)
    assert is_throttled(pending.response)
    assert client.muted_until_ms == fetcher.harness.now_ms + pending.response.throttle_time_ms


def test_what_was_not_sent_is_not_counted(fetcher: Throttling) -> None:
    """fetch B-60: each tells the same as the first, at the same time."""
    fetcher.append()
    told = {fetcher.poorly(("t", 0)).throttle_time_ms for _ in range(3)}
    assert len(told) == 1
    fetcher.limit(1_000.0)
    assert sizes(fetcher.poorly(("t", 0)))[0] > 0


def test_the_data_come_when_the_time_has_passed() -> None:
    """fetch B-60, E-24: a client that obeys gets everything, at its rate."""
    fetcher = Throttling()
    size = fetcher.append()
    served = fetcher.fetch(("t", 0))
    rate = size_of(served, 12) / 8 // 1
    fetcher.limit(rate)
    client = fetcher.harness.connect(POOR)
    begun_ms, got = fetcher.harness.now_ms, 0
    while got < 20 * size:
        answer = client.request(fetch_request(("t", 0)), 12)
        got += sizes(answer).get(0, 0)
        fetcher.harness.advance(answer.throttle_time_ms)
    seconds = (fetcher.harness.now_ms - begun_ms) / 1000
    assert rate * seconds / 2 <= 20 * size_of(served, 12) <= rate * (seconds + 11)


def test_thread_time_takes_the_data_away_as_well(fetcher: Throttling) -> None:
    """fetch B-60: and the bytes are not counted then."""
    fetcher.append()
    fetcher.limit(1_000_000.0)
    fetcher.limit(1e-9, "request_percentage")
    quotas = fetcher.broker.quotas
    assert quotas is not None
    ticks = iter(range(0, 10**12, 10**6))
    quotas.thread_time_ns = lambda: next(ticks)
    answer = fetcher.poorly(("t", 0))
    assert is_throttled(answer)
    assert answer.throttle_time_ms == 1_000
    (rate,) = quotas.fetch._counters.values()
    assert rate.throttle_ms(1e-9, fetcher.harness.now_ms) == 0


# Sessions


@pytest.mark.parametrize("version", [7, 12, 13, 18])
def test_no_session_is_made(fetcher: Throttling, version: int) -> None:
    """fetch B-60, E-33, J 152."""
    wanted = (fetcher.topic(version), 0)
    assert is_throttled(fetcher.poorly(wanted, version=version, session=(0, 0)))
    assert fetcher.broker.fetch_sessions.sessions_count == 0


def poor_fetch(fetcher: Throttling, session: Session, *wanted: Any, **fields: Any) -> FetchResponse:
    epoch, session.epoch = session.epoch, session.epoch + 1
    return fetcher.poorly(*wanted, version=session.version, session=(session.id, epoch), **fields)


@pytest.mark.parametrize("version", [7, 12, 13, 18])
def test_a_session_keeps_what_it_has_to_tell(fetcher: Throttling, version: int) -> None:
    """fetch B-60, E-26, J 152: the id stays, what was not told is told next time."""
    topic = fetcher.topic(version)
    session = fetcher.open((topic, 0), (topic, 1), (topic, asked(2)), version=version)
    fetcher.append(1)
    fetcher.append(2)
    for _ in range(2):
        assert is_throttled(poor_fetch(fetcher, session), session.id)
    # Nothing of it has moved: the order is that of before, with what has changed since.
    answer = session.fetch()
    assert list(sizes(answer)) == [1, 2]
    assert all(sizes(answer).values())
    assert list(sizes(session.fetch((topic, asked(1, 1)), (topic, asked(2, 1))))) == []


def test_its_epoch_and_what_was_asked_have_moved_on(fetcher: Throttling) -> None:
    """fetch B-60."""
    session = fetcher.open(("t", 0), ("t", 1))
    fetcher.append(0)
    fetcher.append(1)
    answer = poor_fetch(fetcher, session, ("t", asked(0, 1)), forgotten=(("t", 1),))
    assert is_throttled(answer, session.id)
    stale = fetcher.fetch(session=(session.id, session.epoch - 1))
    assert stale.error_code == 71
    # Partition 0 was told nothing of, so it is told now, though there are no records at 1.
    assert sizes(session.fetch()) == {0: 0}


def test_rejected_partitions_are_told_when_it_can_be(fetcher: Throttling) -> None:
    """fetch B-60, E-32."""
    session = fetcher.open(("t", 0), ("new", 0))
    assert is_throttled(poor_fetch(fetcher, session), session.id)
    fetcher.harness.create_topic("new")
    assert is_throttled(poor_fetch(fetcher, session), session.id)
    assert entries(session.fetch()) == [("new", 0, 0)]


@pytest.mark.parametrize("version", [7, 12, 18])
@pytest.mark.parametrize(("which", "epoch"), [(0, 9), (1, 1)])
def test_a_refused_session_loses_its_error(
    fetcher: Throttling, version: int, which: int, epoch: int
) -> None:
    """fetch A-20, B-60, B-61: without error, without id, and as large as an empty answer."""
    session = fetcher.open((fetcher.topic(version), 0), version=version)
    wrong = (session.id + which, epoch)
    assert fetcher.fetch(version=version, session=wrong).error_code in (70, 71)
    answer = fetcher.poorly(version=version, session=wrong)
    assert is_throttled(answer)
    assert answer.throttle_time_ms == 1000 * size_of(FetchResponse(), version) - 10_000
    assert session.fetch().error_code == 0


def test_who_was_overtaken_hears_it_and_waits(fetcher: Throttling) -> None:
    """fetch B-60, D-18: 71 with the session's id, and the time."""
    session = fetcher.open(("t", 0))
    client = fetcher.harness.connect(POOR)
    pending = client.send(fetch_request(session=(session.id, 1), max_wait_ms=500, min_bytes=1), 12)
    session.epoch = 2
    session.fetch()
    fetcher.harness.advance(500)
    answer = pending.response
    assert (answer.error_code, answer.session_id, answer.responses) == (71, session.id, [])
    assert answer.throttle_time_ms == 1000 * size_of(FetchResponse(), 12) - 10_000
    assert client.muted_until_ms > fetcher.harness.now_ms


def test_a_divergence_that_cannot_be_told_stays_a_failure(fetcher: Throttling) -> None:
    """A session that goes back to an older version: 35, throttled or not."""
    session = fetcher.open(("t", asked(0, last_fetched_epoch=-1)))
    session.fetch(("t", asked(0, 3, last_fetched_epoch=0)))
    session.version = 11
    epoch = session.epoch
    answer = fetcher.poorly(version=11, session=(session.id, epoch))
    assert answer.error_code == 35


# Limits


@pytest.mark.parametrize("version", [3, 4, 12, 18])
@pytest.mark.parametrize("min_bytes", [1, MAX32])
def test_records_are_limited_to_what_ten_windows_permit(version: int, min_bytes: int) -> None:
    """fetch B-12, B-64: min_bytes with them, so that nothing waits for more."""
    fetcher = Throttling(quota_window_num="3", quota_window_size_seconds="2")
    fetcher.limit(150.0)
    for _ in range(20):
        fetcher.append(size=40)
    wanted = (fetcher.topic(version), asked(0))
    limited = fetcher.fetch(wanted, version=version, max_bytes=150 * 2 * 2)
    answer = fetcher.poorly(wanted, version=version, min_bytes=min_bytes, max_wait_ms=500)
    if version == 3:
        assert answer.throttle_time_ms >= 0
        return
    # It was filled to the limit, and what is around the records is too much.
    assert sizes(limited)[0] == 600
    over = size_of(limited, version) - 600
    assert answer.throttle_time_ms == round(1000 * over / 150)
    assert is_throttled(answer)


def test_the_retry_after_that_gets_the_data() -> None:
    """admin E-24, fetch B-64, E-24."""
    fetcher = Throttling()
    fetcher.limit(100.0)
    for _ in range(20):
        fetcher.append(size=40)
    client = fetcher.harness.connect(POOR)
    answer = client.request(fetch_request(("t", 0)), 12)
    assert 0 < answer.throttle_time_ms < 1_000
    fetcher.harness.advance(answer.throttle_time_ms)
    answer = client.request(fetch_request(("t", 0)), 12)
    assert answer.throttle_time_ms == 0
    assert sizes(answer) == {0: 1_000}


def test_a_batch_beyond_ten_windows_never_comes() -> None:
    """admin E-24, H 129: a short wait each time, and no data, for ever."""
    fetcher = Throttling()
    fetcher.limit(10.0)
    fetcher.append(size=400)
    client = fetcher.harness.connect(POOR)
    for _ in range(20):
        answer = client.request(fetch_request(("t", 0)), 12)
        assert is_throttled(answer)
        assert answer.throttle_time_ms > 0
        fetcher.harness.advance(answer.throttle_time_ms)


def test_less_than_the_limit_is_not_throttled() -> None:
    """fetch B-64."""
    fetcher = Throttling()
    size = fetcher.append(size=40)
    fetcher.limit(float(size_of(fetcher.fetch(("t", 0)), 12) // 10 + 1))
    assert sizes(fetcher.poorly(("t", 0))) == {0: size}


@pytest.mark.parametrize("version", [4, 12, 14, 15, 18])
def test_followers_are_exempt(fetcher: Throttling, version: int) -> None:
    """admin E-29, fetch B-63, E-29: neither limited nor charged, their refused sessions neither."""
    fetcher.limit(1e-9, "request_percentage")
    quotas = fetcher.broker.quotas
    assert quotas is not None
    quotas.thread_time_ns = iter(range(0, 10**12, 10**6)).__next__
    fetcher.append(size=100)
    fetcher.append(size=100)
    partition = fetcher.partition()
    reassign(partition, replicas=(1, 5))
    fields = (
        {"replica_state": FetchRequest.ReplicaState(replica_id=5)}
        if version >= 15
        else {"replica_id": 5}
    )
    wanted = (fetcher.topic(version), asked(0))
    for _ in range(2):
        answer = fetcher.poorly(wanted, version=version, **fields)
        assert answer.throttle_time_ms == 0
        assert sizes(answer)[0] > 300
    if version >= 7:
        answer = fetcher.poorly(wanted, version=version, session=(7, 7), **fields)
        assert (answer.error_code, answer.throttle_time_ms) == (70, 0)
    assert {level.client_id for level in quotas.request._counters} == {"quotas"}
    assert len(quotas.fetch) == 0


def test_without_a_meter_nothing_is_looked_at() -> None:
    class Unmetered:
        meter = None

    assert throttled(Unmetered(), FetchResponse()) is None  # type: ignore[arg-type]
