"""Requests that were good once: one of each served API and version, then slightly changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kafkawire.broker import api as apis
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import EncodeError
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.registry import request_class
from kafkawire.records.builder import encode_batch

_HEADER_BYTES = 8
_NUMBERS = [b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\0", b"\0\0\0\1"]
_BYTES = [0, 1, 2, 127, 128, 255]


def samples(topic: str, topic_id: bytes, now_ms: int) -> list[bytes]:
    """Frames without their lengths: an empty request each, and some about `topic`."""
    empty = [request_class(key)() for key in apis.served()]
    requests = [*empty, *_about_records(topic, topic_id, now_ms), *_about_groups(topic)]
    requests += _about_topics(topic)
    return [frame for request in requests for frame in _frames(request)]


def _frames(request: Message) -> Iterator[bytes]:
    """The request in every served version that can express it."""
    api = apis.load(request.API_KEY)
    if api is None:
        return
    for version in range(api.versions.min, api.versions.max + 1):
        try:
            yield encode_request(request.API_KEY, version, 1, "fuzz", request)[4:]
        except EncodeError:
            continue


def _request(key: ApiKey) -> Any:
    return request_class(key)


def _about_records(topic: str, topic_id: bytes, now_ms: int) -> Iterator[Message]:
    produce, fetch = _request(ApiKey.PRODUCE), _request(ApiKey.FETCH)
    plain = bytes(encode_batch([(now_ms, b"k", b"v", ()), (now_ms, None, b"w" * 50, ())]))
    numbered = bytes(
        encode_batch([(now_ms, None, b"v", ())], producer_id=5, producer_epoch=0, base_sequence=0)
    )
    for names in ({"name": topic}, {"topic_id": topic_id}):
        for records, acks in ((plain, 1), (numbered, -1), (plain + numbered, 0)):
            data = produce.PartitionProduceData(index=0, records=records)
            sent = produce.TopicProduceData(partition_data=[data], **names)
            yield produce(acks=acks, timeout_ms=100, topic_data=[sent])
    for names in ({"topic": topic}, {"topic_id": topic_id}):
        for session_epoch, max_wait_ms in ((-1, 0), (0, 0), (-1, 500)):
            asked = fetch.FetchPartition(partition=0, partition_max_bytes=1000)
            wanted = fetch.FetchTopic(partitions=[asked], **names)
            yield fetch(max_wait_ms=max_wait_ms, session_epoch=session_epoch, topics=[wanted])
    offsets = _request(ApiKey.LIST_OFFSETS)
    for timestamp in (-1, -2, -3, now_ms):
        place = offsets.ListOffsetsPartition(partition_index=0, timestamp=timestamp)
        yield offsets(topics=[offsets.ListOffsetsTopic(name=topic, partitions=[place])])
    yield _request(ApiKey.INIT_PRODUCER_ID)(transactional_id=None)


def _about_groups(topic: str) -> Iterator[Message]:
    yield _request(ApiKey.FIND_COORDINATOR)(key="g")
    yield _request(ApiKey.FIND_COORDINATOR)(coordinator_keys=["g"], key="")
    join = _request(ApiKey.JOIN_GROUP)
    protocol = join.JoinGroupRequestProtocol(name="range", metadata=b"\0\0")
    yield join(
        group_id="g",
        session_timeout_ms=10_000,
        rebalance_timeout_ms=10_000,
        protocol_type="consumer",
        protocols=[protocol],
    )
    for key in (ApiKey.SYNC_GROUP, ApiKey.HEARTBEAT):
        yield _request(key)(group_id="g", member_id="m")
    commit, fetch = _request(ApiKey.OFFSET_COMMIT), _request(ApiKey.OFFSET_FETCH)
    offset = commit.OffsetCommitRequestPartition(partition_index=0, committed_offset=3)
    yield commit(
        group_id="g",
        generation_id_or_member_epoch=-1,
        topics=[commit.OffsetCommitRequestTopic(name=topic, partitions=[offset])],
    )
    yield fetch(group_id="g", topics=None)
    yield fetch(groups=[fetch.OffsetFetchRequestGroup(group_id="g", topics=None)])
    yield _request(ApiKey.DESCRIBE_GROUPS)(groups=["g", "none"])


def _about_topics(topic: str) -> Iterator[Message]:
    metadata, create = _request(ApiKey.METADATA), _request(ApiKey.CREATE_TOPICS)
    yield metadata(topics=[metadata.MetadataRequestTopic(name=topic)])
    config = create.CreatableTopicConfig(name="retention.ms", value="5")
    made = create.CreatableTopic(
        name="made", num_partitions=1, replication_factor=1, configs=[config]
    )
    yield create(topics=[made], timeout_ms=1)
    describe = _request(ApiKey.DESCRIBE_CONFIGS)
    for kind, name in ((2, topic), (4, "1")):
        resource = describe.DescribeConfigsResource(
            resource_type=kind, resource_name=name, configuration_keys=None
        )
        yield describe(resources=[resource])


def mutated(random: Random, frames: list[bytes]) -> bytes:
    """One of the frames: as it is, with a few bytes changed, or with holes and insertions."""
    data = bytearray(random.choice(frames))
    kind = random.random()
    if 0.1 < kind < 0.5:
        for _ in range(random.randint(1, 2)):
            data[random.randrange(_HEADER_BYTES, len(data))] = random.choice(_BYTES)
    elif kind >= 0.5:
        for _ in range(random.randint(1, 4)):
            _torn(random, data)
    return bytes(data)


def _torn(random: Random, data: bytearray) -> None:
    at = random.randrange(len(data) + 1)
    kind = random.randrange(4)
    if kind == 0:
        data[at : at + 1] = random.randbytes(1)
    elif kind == 1:
        del data[at : at + random.randint(1, 9)]
    elif kind == 2:
        data[at:at] = random.randbytes(random.randint(1, 9))
    else:
        data[at : at + 4] = random.choice(_NUMBERS)
