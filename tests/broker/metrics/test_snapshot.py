"""A snapshot has every metric of the catalogue under Kafka's name for it."""

from __future__ import annotations

import re

import pytest

from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.broker.metrics.families import COUNT, Family
from kafkawire.broker.metrics.snapshot import Snapshot
from tests.support.requests.fetching import Fetcher, asked, fetch_request
from tests.support.requests.harness import BrokerHarness

V = 12
SESSIONS = "kafka.server:type=FetchSessionCache,name="
FETCHES = "kafka.server:type=BrokerTopicMetrics,name=TotalFetchRequestsPerSec"


def test_names_are_those_of_kafka() -> None:
    harness = BrokerHarness()
    harness.create_topic("orders")
    snapshot = harness.broker.metrics.snapshot()
    for key in (
        "kafka.server:type=ReplicaManager,name=PartitionCount:Value",
        "kafka.log:type=Log,name=LogEndOffset,topic=orders,partition=0:Value",
        "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=CreateTopics,version=7:Count",
        "kafka.network:type=RequestMetrics,name=ErrorsPerSec,request=CreateTopics,error=NONE:Count",
        "kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=consumer:Count",
        "kafka.server:type=socket-server-metrics,listener=PLAINTEXT,networkProcessor=0"
        ":connection-count",
    ):
        assert key in snapshot


def test_names_are_told_apart() -> None:
    harness = BrokerHarness()
    harness.create_topic("t", partitions=2)
    snapshot = harness.broker.metrics.snapshot()
    assert len(set(snapshot)) == len(snapshot) == len(snapshot.samples)


def test_a_snapshot_stays_as_it_was() -> None:
    harness = BrokerHarness()
    before = harness.broker.metrics.snapshot()
    harness.create_topic("t")
    assert before["kafka.controller:type=KafkaController,name=GlobalTopicCount:Value"] == 0


def test_what_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Snapshot([])["kafka.server:type=ReplicaManager,name=PartitionCount:Value"]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: f"{family.type}-{family.name}")
def test_families_are_well_formed(family: Family) -> None:
    assert re.fullmatch(r"kafka(\.[a-z]+)+", family.domain)
    assert family.help
    counts = family.attribute == COUNT or family.attribute.endswith(("-total", "-rebalance-count"))
    assert family.is_counter == counts
    assert (family.attribute == COUNT) == family.name.endswith(("PerSec", "TimeMs"))


def test_tags_are_those_that_are_declared() -> None:
    fetcher = Fetcher()
    fetcher.client.request(fetch_request(("t", 0), replica_id=7), V)
    for family, tags, _ in fetcher.broker.metrics.snapshot().samples:
        names = [name for name, _ in tags]
        assert names in ([], list(family.tag_names))


def sessions(fetcher: Fetcher) -> tuple[int, int, int]:
    """Sessions, their partitions, and evictions."""
    snapshot = fetcher.broker.metrics.snapshot()
    return (
        snapshot[f"{SESSIONS}NumIncrementalFetchSessions:Value"],
        snapshot[f"{SESSIONS}NumIncrementalFetchPartitionsCached:Value"],
        snapshot[f"{SESSIONS}IncrementalFetchSessionEvictionsPerSec:Count"],
    )


def test_the_gauges_of_sessions_follow_what_is_added_and_forgotten() -> None:
    """fetch E-46, J 148: at the session's next use."""
    fetcher = Fetcher()
    wanted = [("t", index) for index in range(2)]
    opened = fetcher.client.request(fetch_request(*wanted, session=(0, 0)), V)
    assert sessions(fetcher) == (1, 2, 0)
    fetcher.client.request(fetch_request(("t", 2), session=(opened.session_id, 1)), V)
    assert sessions(fetcher) == (1, 3, 0)
    forget = (("t", 0), ("t", 1))
    fetcher.client.request(fetch_request(forgotten=forget, session=(opened.session_id, 2)), V)
    assert sessions(fetcher) == (1, 1, 0)


def test_only_sessions_that_give_way_count_as_evicted() -> None:
    """fetch E-46, J 148: not those that are closed, replaced or emptied."""
    fetcher = Fetcher(max_incremental_fetch_session_cache_slots="8")
    for close in ((-1, ()), (0, ()), (1, (("t", 0),))):
        opened = fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), V)
        epoch, forgotten = close
        request = fetch_request(forgotten=forgotten, session=(opened.session_id, epoch))
        closed = fetcher.client.request(request, V)
        if closed.session_id:
            fetcher.client.request(fetch_request(session=(closed.session_id, -1)), V)
    assert sessions(fetcher) == (0, 0, 0)
    for _ in range(8):
        fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), V)
    fetcher.harness.advance(120_001)
    fetcher.client.request(fetch_request(("t", 0), ("t", 1), session=(0, 0)), V)
    assert sessions(fetcher) == (8, 9, 1)


def test_fetches_that_sessions_have_not_settled_are_in_a_snapshot() -> None:
    """fetch B-65: in the topic's number and in that of all topics."""
    fetcher = Fetcher()
    opened = fetcher.client.request(fetch_request(("t", 0), ("t", 1), session=(0, 0)), V)
    for epoch in (1, 2, 3):
        fetcher.client.request(fetch_request(session=(opened.session_id, epoch)), V)
    snapshot = fetcher.broker.metrics.snapshot()
    assert snapshot[f"{FETCHES}:Count"] == snapshot[f"{FETCHES},topic=t:Count"] == 8


def test_fetches_are_shown_by_who_asks() -> None:
    fetcher = Fetcher()
    for replica_id in (-1, -1, 7):
        fetcher.client.request(fetch_request(("t", asked(0)), replica_id=replica_id), V)
    snapshot = fetcher.broker.metrics.snapshot()
    requests = "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=Fetch"
    found = [snapshot[f"{requests}{who},version=12:Count"] for who in ("", "Consumer", "Follower")]
    assert found == [3, 2, 1]


def test_those_who_wait_are_shown_by_operation() -> None:
    fetcher = Fetcher()
    fetcher.client.send(fetch_request(("t", 0), ("t", 1), max_wait_ms=100), V)
    snapshot = fetcher.broker.metrics.snapshot()
    where = "kafka.server:type=DelayedOperationPurgatory,name"
    assert snapshot[f"{where}=NumDelayedOperations,delayedOperation=Fetch:Value"] == 1
    assert snapshot[f"{where}=PurgatorySize,delayedOperation=Fetch:Value"] == 2
    assert snapshot[f"{where}=PurgatorySize,delayedOperation=Produce:Value"] == 0
