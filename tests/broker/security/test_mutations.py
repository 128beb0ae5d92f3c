"""Quotas of mutations: buckets, and who is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security import mutations
from kafkawire.broker.security.mutations import MutationQuota, Throttled
from kafkawire.broker.security.quota_levels import ABSENT, DEFAULT, Level
from kafkawire.broker.security.rate import Window
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.quotas import set_quota

NOW_MS = 1_700_000_000_000
ME = ("ANONYMOUS", "me")


def quota(rate: float = 1.0) -> MutationQuota:
    found = MutationQuota(Window(11, 1))
    found.set(Level(ABSENT, DEFAULT), rate)
    return found


def test_a_full_bucket_holds_what_all_windows_permit() -> None:
    """admin E-26: and goes below zero by one operation."""
    found = quota()
    assert found.charge(ME, 12, NOW_MS, strict=True) == 0
    with pytest.raises(Throttled) as caught:
        found.charge(ME, 1, NOW_MS + 65, strict=True)
    assert (caught.value.code, caught.value.message) == (89, None)
    assert caught.value.throttle_ms == 935
    assert found.charge(ME, 1, NOW_MS + 1000, strict=True) == 0


def test_what_is_refused_takes_no_tokens() -> None:
    """admin E-26."""
    found = quota()
    found.charge(ME, 12, NOW_MS, strict=True)
    for _ in range(9):
        with pytest.raises(Throttled):
            found.charge(ME, 100, NOW_MS, strict=True)
    assert found.charge(ME, 0, NOW_MS + 1000, strict=True) == 0


def test_old_clients_are_only_told_to_wait() -> None:
    """admin E-26: 3 more partitions, 149 ms after 12."""
    found = quota()
    assert found.charge(ME, 12, NOW_MS, strict=False) == 1000
    assert found.charge(ME, 3, NOW_MS + 149, strict=False) == 3851


def test_clients_have_buckets_of_their_own() -> None:
    """admin E-19."""
    found = quota()
    found.charge(ME, 12, NOW_MS, strict=True)
    assert found.charge(("ANONYMOUS", "other"), 12, NOW_MS, strict=True) == 0


def test_without_a_limit_nothing_is_counted() -> None:
    found = MutationQuota(Window(11, 1))
    assert found.charge(ME, 10**9, NOW_MS, strict=True) == 0
    found.set(Level(ABSENT, "other"), 1.0)
    assert found.charge(ME, 10**9, NOW_MS, strict=True) == 0


def test_the_longest_unused_bucket_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutations, "BUCKETS_MAX", 2)
    found = quota()
    for name in ("a", "b", "a", "c"):
        found.charge(("u", name), 6, NOW_MS, strict=False)
    assert len(found._buckets) == 2
    assert found.charge(("u", "a"), 0, NOW_MS, strict=False) == 1000
    assert found.charge(("u", "b"), 6, NOW_MS, strict=False) == 0


def limited() -> BrokerHarness:
    harness = BrokerHarness()
    for name in ("a", "b", "c"):
        harness.create_topic(name, 6)
    set_quota(harness, controller_mutation_rate=1.0)
    return harness


def create(harness: BrokerHarness, version: int, *partitions: int, **fields: Any) -> Any:
    make = CreateTopicsRequest.CreatableTopic
    topics = [
        make(name=f"t{version}-{at}-{count}", num_partitions=count, replication_factor=1)
        for at, count in enumerate(partitions)
    ]
    request = CreateTopicsRequest(topics=topics, timeout_ms=1000, **fields)
    return harness.connect().request(request, version)


def codes(response: Any) -> list[int]:
    found = getattr(response, "topics", None) or getattr(response, "results", None)
    return [each.error_code for each in found or response.responses]


@pytest.mark.parametrize("version", [6, 7])
def test_topics_beyond_the_quota_are_refused_one_by_one(version: int) -> None:
    """admin B-15, E-26, H 128: a request may be half done."""
    harness = limited()
    response = create(harness, version, 12, 1)
    assert (codes(response), response.throttle_time_ms) == ([0, 89], 1000)
    assert response.topics[1].error_message is None
    harness.advance(65)
    response = create(harness, version, 2)
    assert (codes(response), response.throttle_time_ms) == ([89], 935)
    harness.advance(935)
    assert codes(create(harness, version, 2)) == [0]


def test_older_versions_are_never_refused() -> None:
    """admin E-26, H 128: what they are told is how long to wait."""
    harness = limited()
    assert create(harness, 5, 12).throttle_time_ms == 1000
    harness.advance(149)
    response = create(harness, 5, 3)
    assert (codes(response), response.throttle_time_ms) == ([0], 3851)


def test_a_validation_is_charged_too() -> None:
    """admin B-17, E-26."""
    harness = limited()
    assert codes(create(harness, 7, 12, validate_only=True)) == [0]
    assert codes(create(harness, 7, 1, validate_only=True)) == [89]


def test_a_throttled_connection_is_muted_for_as_long_as_it_was_told() -> None:
    """admin E-25, E-27."""
    harness = limited()
    create(harness, 7, 12)
    client = harness.connect()
    make = CreateTopicsRequest.CreatableTopic
    topic = make(name="x", num_partitions=1, replication_factor=1)
    client.request(CreateTopicsRequest(topics=[topic], timeout_ms=1000))
    pending = client.send(MetadataRequest(topics=[]))
    harness.advance(999)
    assert not pending.done
    harness.advance(1)
    assert pending.done


@pytest.mark.parametrize(("version", "refused"), [(2, 0), (3, 89)])
def test_growth_is_charged_what_is_added(version: int, refused: int) -> None:
    """admin B-24, E-26."""
    harness = limited()
    make = CreatePartitionsRequest.CreatePartitionsTopic
    topics = [make(name=name, count=18, assignments=None) for name in ("a", "b")]
    request = CreatePartitionsRequest(topics=topics, timeout_ms=1000)
    assert sorted(codes(harness.connect().request(request, version))) == sorted([0, refused])


@pytest.mark.parametrize(("version", "refused"), [(4, 0), (5, 89)])
def test_deletion_is_charged_by_partitions(version: int, refused: int) -> None:
    """admin B-36, E-26."""
    harness = limited()
    request = DeleteTopicsRequest(topic_names=["a", "b", "c"], timeout_ms=1000)
    response = harness.connect().request(request, version)
    assert sorted(codes(response)) == sorted([0, 0, refused])
    assert len(harness.broker.metadata.topics) == (1 if refused else 0)


def test_creation_on_first_use_is_counted_and_never_refused() -> None:
    """admin A-26."""
    harness = limited()
    make = MetadataRequest.MetadataRequestTopic
    names = [f"new{number}" for number in range(20)]
    request = MetadataRequest(topics=[make(name=name) for name in names])
    assert harness.connect().request(request, 12).throttle_time_ms == 0
    harness.settle()
    assert set(names) <= set(harness.broker.metadata.topics)
    assert codes(create(harness, 7, 1)) == [89]


def test_which_versions_can_be_told() -> None:
    """admin B-6: of older ones the connection is muted all the same."""
    told = [create(limited(), version, 12).throttle_time_ms for version in (1, 2)]
    deletion = DeleteTopicsRequest(topic_names=["a", "b"], timeout_ms=1000)
    told += [limited().connect().request(deletion, version).throttle_time_ms for version in (0, 1)]
    make = CreatePartitionsRequest.CreatePartitionsTopic
    topics = [make(name="a", count=18, assignments=None)]
    growth = CreatePartitionsRequest(topics=topics, timeout_ms=1000)
    told.append(limited().connect().request(growth, 0).throttle_time_ms)
    assert told == [0, 1000, 0, 1000, 1000]
