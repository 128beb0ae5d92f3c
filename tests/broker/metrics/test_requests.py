"""Requests are counted by version, answers by each error code that is in them."""

from __future__ import annotations

import pytest

from kafkawire.broker.api import served
from kafkawire.broker.metrics.requests import ALTERNATIVE, ERROR_PATHS, counts_for
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Struct
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.registry import response_class
from tests.support.log.batches import make_batch
from tests.support.requests.harness import BrokerHarness, HarnessClient

NONE = int(ErrorCode.NONE)
UNKNOWN_TOPIC = int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)


@pytest.fixture
def client() -> HarnessClient:
    harness = BrokerHarness({"auto.create.topics.enable": "false"})
    harness.create_topic("here", partitions=2)
    return harness.connect()


def counts(client: HarnessClient, key: ApiKey) -> tuple[dict[int, int], dict[int, int]]:
    """What was counted of an API: requests by version, codes by number."""
    found = client.harness.broker.metrics.settled()[key]
    versions = {version: count for version, count in found.versions.items() if count}
    return versions, {code: count for code, count in found.errors.items() if count}


def fetch(*topics: tuple[str, int], replica_id: int = -1, wait_ms: int = 0) -> FetchRequest:
    return FetchRequest(
        replica_id=replica_id,
        max_wait_ms=wait_ms,
        min_bytes=1,
        session_epoch=-1,
        topics=[
            FetchRequest.FetchTopic(
                topic=name, partitions=[FetchRequest.FetchPartition(partition=index)]
            )
            for name, index in topics
        ],
    )


def produce(*topics: str, acks: int = 1) -> ProduceRequest:
    return ProduceRequest(
        acks=acks,
        timeout_ms=1000,
        topic_data=[
            ProduceRequest.TopicProduceData(
                name=name,
                partition_data=[ProduceRequest.PartitionProduceData(index=0, records=make_batch())],
            )
            for name in topics
        ],
    )


def coordinators_wanted(version: int) -> FindCoordinatorRequest:
    if version < 4:
        return FindCoordinatorRequest(key="g")
    return FindCoordinatorRequest(coordinator_keys=["g", "h"])


def error_paths_of(kind: type[Struct], path: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Where structs with an error code are, as far as the names of nested classes can tell."""
    found = {path} if "error_code" in kind._FIELDS else set()
    for nested in vars(kind).values():
        if isinstance(nested, type) and issubclass(nested, Struct):
            found |= error_paths_of(nested, (*path, nested.__name__))
    return found


@pytest.mark.parametrize("key", served().values(), ids=lambda key: key.name)
def test_every_answer_with_codes_inside_has_its_paths(key: ApiKey) -> None:
    has_codes_inside = any(path for path in error_paths_of(response_class(key)))
    assert has_codes_inside <= (key in ERROR_PATHS or key in (ApiKey.FETCH, ApiKey.PRODUCE))


@pytest.mark.parametrize("key", ERROR_PATHS, ids=lambda key: key.name)
def test_paths_are_those_of_the_declaration(key: ApiKey) -> None:
    for path in ERROR_PATHS[key]:
        if path != (ALTERNATIVE,):
            struct: object = response_class(key)
            assert path == () or path[0] in struct._FIELDS  # type: ignore[attr-defined]


def test_requests_are_counted_by_version(client: HarnessClient) -> None:
    for version in (0, 4, 4):
        client.request(
            ApiVersionsRequest(client_software_name="a", client_software_version="1")
            if version > 2
            else ApiVersionsRequest(),
            version,
        )
    assert counts(client, ApiKey.API_VERSIONS) == ({0: 1, 4: 2}, {NONE: 3})


def test_a_version_that_is_not_served_is_counted_where_it_is_answered(
    client: HarnessClient,
) -> None:
    for version in range(100, 300):
        client.send_frame(b"\0\x12" + version.to_bytes(2, "big") + b"\0\0\0\1\xff\xff\0", 18, 0)
    versions, errors = counts(client, ApiKey.API_VERSIONS)
    assert versions[100] == 1
    assert errors == {int(ErrorCode.UNSUPPORTED_VERSION): 200}
    assert len(versions) <= 64


def test_each_partition_of_an_answer_counts_for_its_code(client: HarnessClient) -> None:
    client.request(produce("here", "gone"), 8)
    assert counts(client, ApiKey.PRODUCE) == ({8: 1}, {NONE: 1, UNKNOWN_TOPIC: 1})
    client.request(MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="here")]), 12)
    assert counts(client, ApiKey.METADATA) == ({12: 1}, {NONE: 3})


def test_a_fetch_counts_its_own_code_and_those_of_its_partitions(client: HarnessClient) -> None:
    client.request(fetch(("here", 0), ("here", 1), ("gone", 0)), 12)
    assert counts(client, ApiKey.FETCH) == ({12: 1}, {NONE: 3, UNKNOWN_TOPIC: 1})


def test_fetches_of_followers_are_counted_apart_as_well(client: HarnessClient) -> None:
    client.request(fetch(("here", 0), replica_id=7), 12)
    client.request(fetch(("here", 0)), 12)
    of_follower = fetch(("here", 0))
    of_follower.replica_state = FetchRequest.ReplicaState(replica_id=7)
    topic_id = client.harness.broker.metadata.topics["here"].topic_id
    of_follower.topics[0].topic_id = topic_id
    client.request(of_follower, 15)
    found = client.harness.broker.metrics.settled()[ApiKey.FETCH]
    assert found.followers == {12: 1, 15: 1}
    assert (found.versions[12], found.versions[15]) == (2, 1)


@pytest.mark.parametrize("version", [12, 15])
def test_answers_that_say_nothing_are_counted_as_well(client: HarnessClient, version: int) -> None:
    topic_id = client.harness.broker.metadata.topics["here"].topic_id
    wanted = fetch(("here", 0))
    wanted.session_epoch, wanted.topics[0].topic_id = 0, topic_id
    opened = client.request(wanted, version)
    for epoch in (1, 2, 3):
        request = FetchRequest(session_id=opened.session_id, session_epoch=epoch, max_wait_ms=0)
        assert client.request(request, version).responses == []
    assert counts(client, ApiKey.FETCH) == ({version: 4}, {NONE: 5})
    assert counts(client, ApiKey.FETCH) == ({version: 4}, {NONE: 5})


def test_a_request_that_waits_is_counted_when_it_is_answered(client: HarnessClient) -> None:
    pending = client.send(fetch(("here", 0), wait_ms=500), 12)
    assert counts(client, ApiKey.FETCH) == ({}, {})
    client.harness.advance(500)
    assert pending.done
    assert counts(client, ApiKey.FETCH) == ({12: 1}, {NONE: 2})


def test_silence_is_counted_as_a_request_and_as_no_error(client: HarnessClient) -> None:
    client.send(produce("here", acks=0), 8)
    assert counts(client, ApiKey.PRODUCE) == ({8: 1}, {})


def test_a_connection_that_is_closed_for_acks_0_is_counted_with_its_errors(
    client: HarnessClient,
) -> None:
    client.send(produce("here", "gone", acks=0), 8)
    assert client.closed
    assert counts(client, ApiKey.PRODUCE) == ({8: 1}, {NONE: 1, UNKNOWN_TOPIC: 1})


@pytest.mark.parametrize("version", [1, 4])
def test_coordinators_are_counted_instead_of_the_whole(client: HarnessClient, version: int) -> None:
    client.request(coordinators_wanted(version), version)
    versions, errors = counts(client, ApiKey.FIND_COORDINATOR)
    assert versions == {version: 1}
    assert sum(errors.values()) == (1 if version < 4 else 2)


@pytest.mark.parametrize(("version", "codes"), [(1, 2), (2, 3), (5, 3), (8, 4), (9, 4)])
def test_offsets_are_counted_by_partition_and_group(
    client: HarnessClient, version: int, codes: int
) -> None:
    """As Kafka 4.4.0 counts them: versions 2 to 7 have a code of their own as well."""
    client.request(coordinators_wanted(4), 4)
    by_group = [
        OffsetFetchRequest.OffsetFetchRequestGroup(
            group_id=name,
            topics=[
                OffsetFetchRequest.OffsetFetchRequestTopics(name="here", partition_indexes=[0])
            ],
        )
        for name in "gh"
    ]
    wanted = OffsetFetchRequest(groups=by_group)
    if version < 8:
        topic = OffsetFetchRequest.OffsetFetchRequestTopic(name="here", partition_indexes=[0, 1])
        wanted = OffsetFetchRequest(group_id="g", topics=[topic])
    client.request(wanted, version)
    assert counts(client, ApiKey.OFFSET_FETCH) == ({version: 1}, {NONE: codes})


def test_no_groups_have_no_codes(client: HarnessClient) -> None:
    client.request(OffsetFetchRequest(groups=[]), 8)
    assert counts(client, ApiKey.OFFSET_FETCH) == ({8: 1}, {})


def test_all_counts_begin_at_zero() -> None:
    for key in ApiKey:
        found = counts_for(key, range(3))
        assert (found.versions, found.errors, found.followers) == ({0: 0, 1: 0, 2: 0}, {0: 0}, {})
