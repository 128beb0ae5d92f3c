"""Everything that a broker serves, taken down as lines that can be compared.

An `Inventory` maps a place ("topic orders-0 batches", "group g offsets") to what is there. Nothing
in it depends on which broker answered: lists are sorted where their order means nothing, and of the
leader epochs only what the log itself holds is asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from compat.clients.raw import RawClient
from compat.interchange.asking import FETCH_BYTES, check, fetch, list_offsets, patiently
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest
from kafkawire.protocol.messages.describe_client_quotas_response import DescribeClientQuotasResponse
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.describe_configs_response import DescribeConfigsResponse
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest
from kafkawire.protocol.messages.describe_producers_response import DescribeProducersResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)
from kafkawire.records.batch import BatchHeader, iter_headers

EARLIEST, LATEST, MAX_TIMESTAMP = -2, -1, -3
READ_COMMITTED = 1
TIMES_MAX = 24
"""How many timestamps of a partition are looked up."""
EPOCHS_MAX = 12
DYNAMIC_SOURCES = {1, 2, 3}
"""Configs of a topic, of one broker, of all brokers: what a metadata log holds."""
TOPIC, BROKER = 2, 4
NODE_ID = "1"
ONLY_KAFKA = "only Kafka"
"""How the names of places begin that ours cannot be asked for; see `only_kafka`."""
UNSURE = "topic deleted-records-"
"""Places that may not be as they were after a kill."""

Inventory = dict[str, tuple[str, ...]]
Place = tuple[str, int]
"""Topic and partition."""


class Batch:
    """A batch as it was fetched."""

    __slots__ = ("data", "header")

    def __init__(self, header: BatchHeader, data: bytes) -> None:
        self.header = header
        self.data = data

    def __str__(self) -> str:
        digest = sha256(self.data).hexdigest()[:12]
        header = self.header
        return f"{header.base_offset}-{header.last_offset} {len(self.data)} B {digest}"


def take(bootstrap: str) -> Inventory:
    """What the broker at that address serves. Raises Refused where it serves it not."""
    return taken(bootstrap, _everything)


def taken(
    bootstrap: str, everything: Callable[[RawClient], Iterator[tuple[str, tuple[str, ...]]]]
) -> Inventory:
    """What a broker says when it is asked for all that `everything` asks, once it is ready."""
    client = RawClient(bootstrap)
    try:
        return patiently(lambda: dict(everything(client)))
    finally:
        client.close()


def _everything(client: RawClient) -> Iterator[tuple[str, tuple[str, ...]]]:
    topics = client.ask(MetadataRequest(topics=None), MetadataResponse).topics
    topics.sort(key=lambda each: each.name or "")
    places: list[Place] = []
    for topic in topics:
        name, count = topic.name or "", len(topic.partitions)
        yield f"topic {name}", (f"{bytes(topic.topic_id).hex()}, {count} partitions",)
        places += ((name, partition) for partition in range(count))
    yield from _cluster(client)
    yield "broker configs", tuple(_configs(client, BROKER, NODE_ID))
    yield "cluster configs", tuple(_configs(client, BROKER, ""))
    for topic in topics:
        found = tuple(_configs(client, TOPIC, topic.name or ""))
        yield f"topic {topic.name} configs", found
    yield "quotas", tuple(_quotas(client))
    yield from _groups(client)
    for place in places:
        yield from _partition(client, place)


def _cluster(client: RawClient) -> Iterator[tuple[str, tuple[str, ...]]]:
    levels = sorted(features(client).items())
    yield "features", tuple(f"{name} {level}" for name, level in levels)
    cluster = client.ask(DescribeClusterRequest(), DescribeClusterResponse, 1)
    yield (
        "cluster",
        (f"id {cluster.cluster_id}", *(f"broker {b.broker_id}" for b in cluster.brokers)),
    )


def features(client: RawClient) -> dict[str, int]:
    """The finalized level of each feature."""
    request = ApiVersionsRequest(client_software_name="raw", client_software_version="1")
    answer = client.ask(request, ApiVersionsResponse, 3)
    check("ApiVersions", answer.error_code)
    return {each.name: each.max_version_level for each in answer.finalized_features}


def _configs(client: RawClient, kind: int, name: str) -> Iterator[str]:
    resource = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=kind, resource_name=name, configuration_keys=None
    )
    request = DescribeConfigsRequest(resources=[resource])
    (found,) = client.ask(request, DescribeConfigsResponse).results
    check(f"DescribeConfigs {name!r}", found.error_code)
    wanted = DYNAMIC_SOURCES if kind == TOPIC else {2} if name else {3}
    for each in sorted(found.configs, key=lambda config: config.name):
        if each.config_source in wanted and (kind != TOPIC or each.config_source == 1):
            yield f"{each.name}={each.value}"


def _quotas(client: RawClient) -> list[str]:
    found = client.ask(DescribeClientQuotasRequest(strict=False), DescribeClientQuotasResponse)
    return sorted(
        f"{sorted((part.entity_type, str(part.entity_name)) for part in entry.entity)} "
        f"{sorted((value.key, value.value) for value in entry.values)}"
        for entry in found.entries or ()
    )


def _groups(client: RawClient) -> Iterator[tuple[str, tuple[str, ...]]]:
    listed = client.ask(ListGroupsRequest(), ListGroupsResponse)
    check("ListGroups", listed.error_code)
    groups = sorted(listed.groups, key=lambda group: group.group_id)
    yield "groups", tuple(f"{each.group_id} {each.group_state}" for each in groups)
    yield "groups' protocols", tuple(f"{g.group_id} {g.protocol_type!r}" for g in groups)
    for group in groups:
        yield f"group {group.group_id} offsets", tuple(committed(client, group.group_id))


def committed(client: RawClient, group: str) -> list[str]:
    """The offsets of a group, a line each."""
    wanted = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group, topics=None)
    answer = client.ask(OffsetFetchRequest(groups=[wanted]), OffsetFetchResponse, 9)
    (found,) = answer.groups
    check(f"OffsetFetch {group}", found.error_code)
    return sorted(
        f"{topic.name}-{each.partition_index} {each.committed_offset} "
        f"epoch {each.committed_leader_epoch} {each.metadata!r}"
        for topic in found.topics
        for each in topic.partitions
    )


def _partition(client: RawClient, place: Place) -> Iterator[tuple[str, tuple[str, ...]]]:
    name = f"topic {place[0]}-{place[1]}"
    ends = [_offset(client, place, at) for at in (EARLIEST, LATEST, MAX_TIMESTAMP)]
    stable = _offset(client, place, LATEST, READ_COMMITTED)
    labels = ("log start", "end", "greatest timestamp")
    found = [f"{label} {each}" for label, each in zip(labels, ends, strict=True)]
    yield f"{name} ends", (*found, f"last stable {stable}")
    batches = fetched(client, place)
    yield f"{name} batches", tuple(map(str, batches))
    yield f"{name} aborted", tuple(_aborted(client, place, batches))
    yield f"{name} times", tuple(_times(client, place, batches))
    yield f"{name} producers", tuple(_producers(client, place))
    yield f"{name} epochs", tuple(_epochs(client, place, batches))


def _offset(client: RawClient, place: Place, timestamp: int, isolation: int = 0) -> str:
    (found,) = list_offsets(client, [(*place, timestamp)], isolation)
    check(f"ListOffsets {place}", found.error_code)
    return f"{found.offset} at {found.timestamp}"


def fetched(client: RawClient, place: Place) -> list[Batch]:
    """All batches from the log start on."""
    (start,) = list_offsets(client, [(*place, EARLIEST)])
    position, batches = start.offset, list[Batch]()
    while True:
        data = fetch(client, *place, position)
        new = _whole(bytes(data.records or b""))
        batches += new
        if not new:
            assert data.high_watermark <= position or not data.records, place
            return batches
        position = new[-1].header.last_offset + 1


def _whole(records: bytes) -> list[Batch]:
    return [Batch(header, records[at : at + header.size]) for at, header in iter_headers(records)]


def _aborted(client: RawClient, place: Place, batches: Sequence[Batch]) -> Iterator[str]:
    """What read_committed fetches from several places on are told to leave out."""
    if not any(each.header.is_transactional for each in batches):
        return
    for batch in _some(batches, TIMES_MAX):
        for size in (1, FETCH_BYTES):
            offset = batch.header.last_offset
            data = fetch(client, *place, offset, bytes_max=size, isolation=READ_COMMITTED)
            yield f"from {offset} with {size}: {_aborted_in(data)}"


def _aborted_in(data: FetchResponse.PartitionData) -> str:
    """Transactions that overlap what was fetched.

    What else is listed (fetch J 75) goes by entries of the index, which a recovery sets otherwise.
    """
    records = bytes(data.records or b"")
    end = max((header.next_offset for _, header in iter_headers(records)), default=0)
    listed = ((each.producer_id, each.first_offset) for each in data.aborted_transactions or ())
    return f"{sorted(each for each in listed if each[1] < end)} {len(records)} B"


def _times(client: RawClient, place: Place, batches: Sequence[Batch]) -> Iterator[str]:
    around = {
        time + more
        for batch in _some(batches, TIMES_MAX // 3)
        for time in (batch.header.base_timestamp, batch.header.max_timestamp)
        for more in (-1, 0, 1)
    }
    for time in sorted(time for time in around if time >= 0):
        (found,) = list_offsets(client, [(*place, time)])
        yield f"{time}: {found.offset} at {found.timestamp} epoch {found.leader_epoch}"


def _producers(client: RawClient, place: Place) -> list[str]:
    topic = DescribeProducersRequest.TopicRequest(name=place[0], partition_indexes=[place[1]])
    answer = client.ask(DescribeProducersRequest(topics=[topic]), DescribeProducersResponse)
    (found,) = answer.topics[0].partitions
    check(f"DescribeProducers {place}", found.error_code)
    return [
        f"id {each.producer_id} epoch {each.producer_epoch} sequence {each.last_sequence} "
        f"at {each.last_timestamp} coordinator {each.coordinator_epoch} "
        f"open since {each.current_txn_start_offset}"
        for each in sorted(found.active_producers, key=lambda each: each.producer_id)
    ]


def _epochs(client: RawClient, place: Place, batches: Sequence[Batch]) -> Iterator[str]:
    """Where each epoch of the log's batches ends, but for the last: it goes on."""
    epochs = sorted({each.header.partition_leader_epoch for each in batches})
    for epoch in epochs[:-1][-EPOCHS_MAX:]:
        partition = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
            partition=place[1], current_leader_epoch=-1, leader_epoch=epoch
        )
        topic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic(
            topic=place[0], partitions=[partition]
        )
        request = OffsetForLeaderEpochRequest(replica_id=-1, topics=[topic])
        answer = client.ask(request, OffsetForLeaderEpochResponse)
        (found,) = answer.topics[0].partitions
        yield f"{epoch}: error {found.error_code}, {found.leader_epoch} to {found.end_offset}"


def _some(batches: Sequence[Batch], count: int) -> list[Batch]:
    """At most so many of them, spread evenly, the last among them."""
    step = max(1, len(batches) // count)
    return list(itertools.islice(reversed(batches), 0, None, step))[::-1]


def after_a_kill(served: Inventory) -> Inventory:
    """What must be served again after a kill.

    Where logs start is noted once a minute (fetch H-50), so deleted records may be back.
    """
    return {place: lines for place, lines in served.items() if not place.startswith(UNSURE)}


def differences(before: Inventory, after: Inventory) -> list[str]:
    """What is not the same, a line for each place and each line of it."""
    return [
        f"{place}: {line}"
        for place in dict.fromkeys((*before, *after))
        if place in before or not place.startswith((UNSURE, ONLY_KAFKA))
        for line in _changes(before.get(place), after.get(place))
    ]


def _changes(before: tuple[str, ...] | None, after: tuple[str, ...] | None) -> Iterator[str]:
    if before is None or after is None:
        yield "is new" if before is None else "is gone"
        return
    if before == after:
        return
    for line in before:
        if line not in after:
            yield f"- {line}"
    for line in after:
        if line not in before:
            yield f"+ {line}"
    if sorted(before) == sorted(after):
        yield "other order"
