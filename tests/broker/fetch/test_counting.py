"""Fetches, and the bytes they bring, are counted as Kafka counts them, by topic and over all."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metrics.topics import TopicCounts
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, asked, fetch_request

V = 12
TOPICS = ("t", "u")
PARTITIONS = 3

topics = st.sampled_from(TOPICS)
names = st.tuples(topics, st.integers(0, PARTITIONS - 1))
few_names = st.lists(names, max_size=4, unique=True).map(tuple)
waits = st.sampled_from([0, 0, 0, 50])


class World:
    """One client with at most one session; what Kafka would have counted, in the plainest way."""

    def __init__(self) -> None:
        self.fetcher = Fetcher(PARTITIONS)
        self.existing = {"t"}
        self.session = (0, 0)
        self.wanted: dict[tuple[str, int], None] = {}
        self.by_topic: Counter[str] = Counter()
        self.total = 0

    def count(self, wanted: tuple[tuple[str, int], ...]) -> None:
        for topic, _ in wanted:
            if topic in self.existing:
                self.by_topic[topic] += 1
                self.total += 1

    def fetch_full(self, wanted: tuple[tuple[str, int], ...], wait_ms: int) -> None:
        """Open a session, closing the one before."""
        response = self.send(wanted, (), (self.session[0], 0), wait_ms)
        self.count(wanted)
        self.wanted = dict.fromkeys(wanted)
        self.session = (response.session_id, 1)

    def fetch_on(
        self,
        added: tuple[tuple[str, int], ...],
        forgotten: tuple[tuple[str, int], ...],
        wait_ms: int,
    ) -> None:
        if not self.session[0]:
            return
        response = self.send(added, forgotten, self.session, wait_ms)
        self.wanted |= dict.fromkeys(added)
        for name in forgotten:
            self.wanted.pop(name, None)
        # A session that has nothing left is served as a full fetch of what is listed (E-16).
        self.count(tuple(self.wanted) if self.wanted else added)
        self.session = (response.session_id, self.session[1] + 1)
        if not response.session_id:
            self.wanted = {}

    def send(
        self,
        wanted: tuple[tuple[str, int], ...],
        forgotten: tuple[tuple[str, int], ...],
        session: tuple[int, int],
        wait_ms: int,
    ) -> FetchResponse:
        request = fetch_request(
            *((topic, asked(index)) for topic, index in wanted),
            forgotten=forgotten,
            session=session,
            max_wait_ms=wait_ms,
        )
        pending = self.fetcher.client.send(request, V)
        self.fetcher.harness.advance(wait_ms)
        assert pending.done
        response: FetchResponse = pending.response
        assert response.error_code == 0
        return response

    def toggle(self, topic: str) -> None:
        """Delete a topic or make it anew, by the controller."""
        harness = self.fetcher.harness
        if topic in self.existing:
            request = DeleteTopicsRequest(topic_names=[topic], timeout_ms=1000)
            self.fetcher.client.request(request, 5)
            self.existing.discard(topic)
            del self.by_topic[topic]
        else:
            harness.create_topic(topic, PARTITIONS)
            self.existing.add(topic)

    def counted(self) -> tuple[dict[str, int], int]:
        broker = self.fetcher.broker
        broker.fetch_sessions.settle_fetches()
        stats = broker.replicas.topic_stats
        found = {name: counts.fetches for name, counts in stats.topics.items() if counts.fetches}
        return found, stats.all_topics().fetches


steps = st.one_of(
    st.tuples(st.just(World.fetch_full), few_names, waits),
    st.tuples(st.just(World.fetch_on), few_names, few_names, waits),
    st.tuples(st.just(World.fetch_on), st.just(()), st.just(()), waits),
    st.tuples(st.just(World.toggle), topics),
    st.tuples(st.just(World.counted)),
)


@given(st.lists(steps, max_size=12))
def test_sessions_count_what_a_reading_of_every_partition_would_count(history: list[Any]) -> None:
    """fetch B-65: at each arrival each partition that is not refused, quiet ones as well."""
    world = World()
    for step, *arguments in history:
        step(world, *arguments)
    assert world.counted() == (dict(+world.by_topic), world.total)


def counts_of(fetcher: Fetcher) -> TopicCounts:
    return fetcher.broker.replicas.topic_stats.of("t")


def test_a_fetch_that_waits_is_counted_once() -> None:
    """fetch B-65, D-13, J 115: it is read twice, and counted when it came."""
    fetcher = Fetcher()
    fetcher.append(1, size=5)
    before = counts_of(fetcher).fetches
    pending = fetcher.client.send(fetch_request(("t", 0), ("t", 2), max_wait_ms=500), V)
    assert counts_of(fetcher).fetches == before + 2
    fetcher.append(0)
    assert pending.done
    assert counts_of(fetcher).fetches == before + 2


def test_a_parked_fetch_of_a_session_is_counted_once() -> None:
    """fetch B-65, D-13, J 115: also when its session knows its partitions to be quiet."""
    fetcher = Fetcher()
    opened = fetcher.client.request(fetch_request(("t", 0), ("t", 1), session=(0, 0)), V)
    session = opened.session_id
    fetcher.client.request(fetch_request(session=(session, 1)), V)
    pending = fetcher.client.send(fetch_request(session=(session, 2), max_wait_ms=500), V)
    fetcher.append(0)
    assert pending.done
    fetcher.broker.fetch_sessions.settle_fetches()
    assert counts_of(fetcher).fetches == 2 + 2 + 2


def test_what_is_refused_before_reading_is_not_counted() -> None:
    """fetch B-65: neither for a topic that nobody has, nor for a partition that it lacks."""
    fetcher = Fetcher()
    fetcher.client.request(fetch_request(("gone", 0), ("t", 7)), V)
    assert fetcher.broker.replicas.topic_stats.topics == {}
    assert fetcher.broker.replicas.topic_stats.all_topics().fetches == 0


def test_a_session_that_is_evicted_or_closed_leaves_its_counts() -> None:
    """fetch B-65: whatever becomes of the session."""
    fetcher = Fetcher(max_incremental_fetch_session_cache_slots="8")
    opened = fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), V)
    for epoch in (1, 2, 3):
        fetcher.client.request(fetch_request(session=(opened.session_id, epoch)), V)
    fetcher.client.request(fetch_request(session=(opened.session_id, -1)), V)
    assert counts_of(fetcher).fetches == 4


def test_the_time_of_a_fetch_does_not_grow_with_its_quiet_partitions() -> None:
    """fetch B-65: a request adds one number, the topics' are made when they are read."""
    fetcher = Fetcher(partitions=50)
    opened = fetcher.client.request(
        fetch_request(*(("t", index) for index in range(50)), session=(0, 0)), V
    )
    fetcher.client.request(fetch_request(session=(opened.session_id, 1)), V)
    session = fetcher.broker.fetch_sessions.get(opened.session_id)
    assert session is not None
    assert session.fetches.requests == 1
    assert list(session.fetches) == [counts_of(fetcher)]
    assert counts_of(fetcher).fetches == 50
    fetcher.broker.fetch_sessions.settle_fetches()
    assert counts_of(fetcher).fetches == 100


def test_bytes_out_are_the_records_of_answers() -> None:
    """fetch B-65: those of consumers by topic, those of followers in one number."""
    fetcher = Fetcher()
    size = fetcher.append(0)
    reassign(fetcher.partition(1), replicas=(1, 7))
    fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), V)
    assert counts_of(fetcher).bytes_out == size
    other = fetcher.append(1)
    fetcher.client.request(fetch_request(("t", 1), replica_id=7), V)
    assert counts_of(fetcher).bytes_out == size
    assert fetcher.broker.replicas.topic_stats.replication_bytes_out == other


def test_bytes_out_of_sessions_are_counted_each_time_they_are_sent() -> None:
    """fetch B-65: a client that does not move on gets, and costs, the same again."""
    fetcher = Fetcher()
    size = fetcher.append(0)
    opened = fetcher.client.request(fetch_request(("t", 0), ("t", 1), session=(0, 0)), V)
    for epoch in (1, 2):
        fetcher.client.request(fetch_request(session=(opened.session_id, epoch)), V)
    assert counts_of(fetcher).bytes_out == 3 * size


def test_expected_errors_are_no_failures() -> None:
    """fetch B-32: offsets out of range and wrong epochs are the client's affair."""
    fetcher = Fetcher()
    for partition in (asked(0, 99), asked(0, current_leader_epoch=9), asked(7)):
        fetcher.client.request(fetch_request(("t", partition)), V)
    fetcher.client.request(fetch_request(("t", 0), replica_id=7), V)
    assert counts_of(fetcher).failed_fetches == 0


def test_unexpected_errors_are_failures() -> None:
    """fetch B-32: a negative size is one, in a session each time it is met."""
    fetcher = Fetcher()
    fetcher.append(0)
    opened = fetcher.client.request(fetch_request(("t", asked(0, max_bytes=-1)), session=(0, 0)), V)
    fetcher.client.request(fetch_request(session=(opened.session_id, 1)), V)
    assert counts_of(fetcher).failed_fetches == 2


@pytest.mark.parametrize(("version", "converted"), [(0, 5), (3, 5), (4, 0)])
def test_records_that_are_converted_for_old_clients_are_counted(
    version: int, converted: int
) -> None:
    """fetch A-53: versions below 4 are, by brokers up to 3.9; FetchMessageConversionsPerSec."""
    fetcher = Fetcher()
    fetcher.append(0, count=2)
    fetcher.append(0, count=3)
    fetcher.client.request(fetch_request(("t", 0)), version)
    assert counts_of(fetcher).fetch_conversions == converted
