"""Requests that are charged, told to wait, and muted; through the harness."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import fetch_request
from tests.support.requests.harness import BrokerHarness, HarnessClient
from tests.support.requests.quotas import alter_quotas, quota_entry, set_quota

MS = 1_000_000


class Spending:
    """A clock that moves by as much as each request is said to take."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.cost_ns = 0

    def __call__(self) -> int:
        self.now_ns += self.cost_ns
        return self.now_ns


@pytest.fixture
def harness() -> BrokerHarness:
    harness = BrokerHarness()
    harness.create_topic("t")
    return harness


def produce(acks: int = 1, size: int = 100, topic: str = "t") -> ProduceRequest:
    batch = encode_batch([(1, None, b"v" * size, [])])
    data = ProduceRequest.PartitionProduceData(index=0, records=bytes(batch))
    element = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
    return ProduceRequest(acks=acks, timeout_ms=1_000, topic_data=[element])


def frame_size(client: HarnessClient, request: Any, version: int) -> int:
    return len(client.send(request, version).frame)


def end_offset(harness: BrokerHarness) -> int:
    partition = next(iter(harness.broker.replicas.partitions.values()))
    return partition.log_end_offset


def is_muted(client: HarnessClient) -> bool:
    return not client.send(ApiVersionsRequest(), 0).done


# Produce


@pytest.mark.parametrize("version", range(12))
def test_a_producer_pays_for_the_whole_request(harness: BrokerHarness, version: int) -> None:
    """produce A-77, F 73: at once and without an error, at every version that can say so."""
    set_quota(harness, producer_byte_rate=1.0)
    client = harness.connect()
    pending = client.send(produce(), version)
    answer = pending.response
    (data,) = answer.responses[0].partition_responses
    assert data.error_code in ((0,) if version >= 3 else (0, 87))
    told = 1000 * len(pending.frame) - 10_000
    assert answer.throttle_time_ms == (told if version >= 1 else 0)
    assert client.muted_until_ms == harness.now_ms + told
    assert is_muted(client)


def test_the_burst_of_ten_windows_is_free(harness: BrokerHarness) -> None:
    """produce A-77, admin E-20, scenario 125."""
    client = harness.connect()
    size = frame_size(client, produce(), 9)
    set_quota(harness, producer_byte_rate=size / 5 // 1)
    told = [client.request(produce(), 9).throttle_time_ms for _ in range(2)]
    assert told[0] == 0
    third = client.send(produce(), 9)
    assert third.done
    assert third.response.throttle_time_ms > 0


def test_a_request_that_wants_no_answer_is_muted_all_the_same(harness: BrokerHarness) -> None:
    """produce A-77, admin E-22, scenario 126: and is charged no time."""
    spending = harness.broker.thread_time_ns = Spending()
    set_quota(harness, producer_byte_rate=1.0, request_percentage=1e-6)
    spending.cost_ns = MS
    client = harness.connect()
    pending = client.send(produce(acks=0), 9)
    assert pending.done
    assert pending.raw == b""
    assert client.muted_until_ms == harness.now_ms + 1000 * len(pending.frame) - 10_000
    quotas = harness.broker.quotas
    assert quotas is not None
    assert not [level for level in quotas.request._counters if level.client_id == "test"]


def test_what_waits_for_replicas_is_charged_when_it_is_answered(harness: BrokerHarness) -> None:
    """produce A-77, A-73: the time from which it is muted is that of the answer."""
    set_quota(harness, producer_byte_rate=1.0)
    partition = next(iter(harness.broker.replicas.partitions.values()))
    reassign(partition, isr=(1, 2))
    client = harness.connect()
    pending = client.send(produce(acks=-1), 9)
    assert not pending.done
    harness.advance(1_000)
    told = 1000 * len(pending.frame) - 10_000
    assert pending.response.throttle_time_ms == told
    assert client.muted_until_ms == harness.now_ms + told


# Muting


def test_a_muted_connection_is_served_when_its_time_has_come(harness: BrokerHarness) -> None:
    """fetch B-62: what was sent meanwhile is answered in its order."""
    set_quota(harness, producer_byte_rate=1.0)
    client = harness.connect()
    told = client.request(produce(size=1), 9).throttle_time_ms
    assert told > 0
    waiting = [client.send(ApiVersionsRequest(), 0), client.send(MetadataRequest(), 9)]
    harness.advance(told - 1)
    assert not any(pending.done for pending in waiting)
    harness.advance(1)
    assert all(pending.done for pending in waiting)


def test_other_connections_of_the_client_are_not_muted(harness: BrokerHarness) -> None:
    """fetch B-62: though they are charged together."""
    set_quota(harness, producer_byte_rate=1.0)
    client, other = harness.connect("same"), harness.connect("same")
    first = client.request(produce(), 9).throttle_time_ms
    assert is_muted(client)
    assert not is_muted(other)
    assert other.request(produce(), 9).throttle_time_ms > first


def test_clients_are_charged_apart(harness: BrokerHarness) -> None:
    """admin E-19: a quota for all client ids is one for each."""
    probe = harness.connect()
    set_quota(harness, producer_byte_rate=float(frame_size(probe, produce(), 9) // 10 + 1))
    for client_id in ("aaaa", "bbbb", "cccc"):
        assert harness.connect(client_id).request(produce(), 9).throttle_time_ms == 0
    assert harness.connect("aaaa").request(produce(), 9).throttle_time_ms > 0


def test_principals_are_charged_by_their_name(harness: BrokerHarness) -> None:
    """admin E-19: the name without its type."""
    alter_quotas(harness, quota_entry({"user": "alice"}, producer_byte_rate=1.0))
    alice, bob = harness.connect(), harness.connect()
    alice.context.principal, bob.context.principal = "User:alice", "User:bob"
    assert alice.request(produce(), 9).throttle_time_ms > 0
    assert bob.request(produce(), 9).throttle_time_ms == 0


# Thread time


def list_offsets() -> ListOffsetsRequest:
    asked = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
    topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[asked])
    return ListOffsetsRequest(topics=[topic])


@pytest.mark.parametrize(
    ("request_", "version"),
    [
        (ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3),
        (MetadataRequest(), 9),
        (list_offsets(), 6),
        (produce(), 9),
    ],
)
def test_any_request_is_charged_its_time(
    harness: BrokerHarness, request_: Message, version: int
) -> None:
    """admin E-18, E-21, scenario 127: percent of one thread; a second at most."""
    spending = harness.broker.thread_time_ns = Spending()
    set_quota(harness, request_percentage=1.0)
    client = harness.connect()
    spending.cost_ns = 100 * MS  # 10 % of a second is 1 % of ten
    assert client.request(request_, version).throttle_time_ms == 0
    spending.cost_ns = 5 * MS
    assert client.request(request_, version).throttle_time_ms == 500
    assert client.muted_until_ms == harness.now_ms + 500
    harness.advance(500)
    spending.cost_ns = 3_600_000 * MS
    assert client.request(request_, version).throttle_time_ms == 1_000


def test_the_longer_of_two_waits_counts(harness: BrokerHarness) -> None:
    """produce A-77, admin E-23."""
    spending = harness.broker.thread_time_ns = Spending()
    set_quota(harness, producer_byte_rate=1.0, request_percentage=1e-6)
    spending.cost_ns = MS
    pending = harness.connect("bytes").send(produce(), 9)
    assert pending.response.throttle_time_ms == 1000 * len(pending.frame) - 10_000
    set_quota(harness, producer_byte_rate=1e9)
    assert harness.connect("time").request(produce(), 9).throttle_time_ms == 1_000


@pytest.mark.parametrize("cost_ms", [0, 200])
def test_waiting_is_not_the_time_of_a_thread(harness: BrokerHarness, cost_ms: int) -> None:
    """fetch B-60: only what a request took before it began to wait is charged."""
    spending = harness.broker.thread_time_ns = Spending()
    set_quota(harness, request_percentage=1.0)
    spending.cost_ns = cost_ms * MS
    pending = harness.connect().send(fetch_request(("t", 0), max_wait_ms=500), 12)
    assert not pending.done
    spending.now_ns += 3_600_000 * MS
    harness.advance(500)
    assert pending.response.throttle_time_ms == (0 if cost_ms == 0 else 1_000)


# Nothing configured


def test_without_quotas_nothing_is_metered(harness: BrokerHarness) -> None:
    assert harness.broker.quotas is None
    client = harness.connect()
    assert client.request(produce(), 9).throttle_time_ms == 0
    assert not is_muted(client)


def test_with_quotas_of_others_nobody_is_throttled(harness: BrokerHarness) -> None:
    alter_quotas(harness, quota_entry({"client-id": "x"}, producer_byte_rate=1.0))
    client = harness.connect()
    assert client.request(produce(), 9).throttle_time_ms == 0
    assert end_offset(harness) == 1
    assert not is_muted(client)
