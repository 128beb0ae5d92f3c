"""Traffic for the benchmarks of wire-dump: mixed, and the same each time.

    python -m tools.bench.dump_traffic BYTES > capture.pcapng

Conversations of clients with a broker on port 9092: small and large batches, empty and full
fetches, metadata, heartbeats, commits and what else clients say, in versions from old to new, those
that Debian's tshark knows and a few that it does not. Blocks of eight connections follow one
another, so that a capture of any size is made in the memory of one block.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, BinaryIO, NamedTuple

from kafkawire.dump.inputs.pcapng_writer import PcapngWriter
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.registry import request_class, response_class
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import LZ4, NONE

SEED = 7
CONNECTIONS_PER_BLOCK = 8
EXCHANGES_PER_BLOCK = 1500
SEGMENT_BYTES = 1448
STEP_NS = 40_000
BEGIN_NS = 1_700_000_000_000_000_000
TOPICS = [f"topic-{number}" for number in range(10)]
_CLIENT, _SERVER = "10.0.0.1", Endpoint("10.0.1.2", 9092)
_GROUP = "billing"

Pair = tuple[Any, Any]
"""A request and its response, as messages."""


class Kind(NamedTuple):
    """One sort of exchange: how often of all, in which versions, and what is said."""

    api_key: int
    weight: int
    versions: tuple[int, ...]
    make: Callable[[Random], Pair]


def _messages(api_key: int) -> tuple[Any, Any]:
    return request_class(api_key), response_class(api_key)


def _batch(random: Random, records: int, value_bytes: int, codec: int = NONE) -> bytes:
    found: list[tuple[int, bytes | None, bytes, tuple[()]]] = [
        (BEGIN_NS // 1_000_000, b"key-%d" % number, random.randbytes(value_bytes), ())
        for number in range(records)
    ]
    return bytes(encode_batch(found, compression=codec))


def _produce(records: int, value_bytes: int) -> Callable[[Random], Pair]:
    def make(random: Random) -> Pair:
        asked, answered = _messages(0)
        topic, at = random.choice(TOPICS), random.randrange(6)
        data = _batch(random, records, value_bytes, random.choice((NONE, LZ4)))
        part = asked.PartitionProduceData(index=at, records=data)
        request = asked(
            acks=1,
            timeout_ms=30_000,
            topic_data=[asked.TopicProduceData(name=topic, partition_data=[part])],
        )
        done = answered.PartitionProduceResponse(index=at, base_offset=random.randrange(1 << 40))
        topics = [answered.TopicProduceResponse(name=topic, partition_responses=[done])]
        return request, answered(responses=topics)

    return make


def _fetch(records: int, value_bytes: int) -> Callable[[Random], Pair]:
    def make(random: Random) -> Pair:
        asked, answered = _messages(1)
        topic, offset = random.choice(TOPICS), random.randrange(1 << 40)
        parts = [
            asked.FetchPartition(partition=at, fetch_offset=offset, partition_max_bytes=1 << 20)
            for at in range(3)
        ]
        request = asked(
            max_wait_ms=500, min_bytes=1, topics=[asked.FetchTopic(topic=topic, partitions=parts)]
        )
        data = [
            _batch(random, records, value_bytes) if records and not at else b"" for at in range(3)
        ]
        found = [
            answered.PartitionData(partition_index=at, high_watermark=offset, records=each)
            for at, each in enumerate(data)
        ]
        topics = [answered.FetchableTopicResponse(topic=topic, partitions=found)]
        return request, answered(responses=topics)

    return make


def _metadata(random: Random) -> Pair:
    asked, answered = _messages(3)
    brokers = [
        answered.MetadataResponseBroker(node_id=at, host=f"broker-{at}.example", port=9092)
        for at in range(3)
    ]
    names = random.sample(TOPICS, 5)
    topics = [
        answered.MetadataResponseTopic(
            name=name,
            partitions=[
                answered.MetadataResponsePartition(
                    partition_index=at, leader_id=at % 3, replica_nodes=[0, 1, 2], isr_nodes=[0, 1]
                )
                for at in range(6)
            ],
        )
        for name in names
    ]
    request = asked(topics=[asked.MetadataRequestTopic(name=name) for name in names])
    return request, answered(brokers=brokers, controller_id=1, topics=topics)


def _heartbeat(random: Random) -> Pair:
    asked, answered = _messages(12)
    request = asked(group_id=_GROUP, generation_id=random.randrange(99), member_id="member-1")
    return request, answered()


def _commit(random: Random) -> Pair:
    asked, answered = _messages(8)
    topic = random.choice(TOPICS)
    parts = [
        asked.OffsetCommitRequestPartition(partition_index=at, committed_offset=at)
        for at in range(3)
    ]
    topics = [asked.OffsetCommitRequestTopic(name=topic, partitions=parts)]
    request = asked(group_id=_GROUP, member_id="member-1", topics=topics)
    done = [answered.OffsetCommitResponsePartition(partition_index=at) for at in range(3)]
    return request, answered(
        topics=[answered.OffsetCommitResponseTopic(name=topic, partitions=done)]
    )


def _list_offsets(random: Random) -> Pair:
    asked, answered = _messages(2)
    topic = random.choice(TOPICS)
    part = asked.ListOffsetsPartition(partition_index=1, timestamp=-1)
    done = answered.ListOffsetsPartitionResponse(partition_index=1, offset=77)
    request = asked(topics=[asked.ListOffsetsTopic(name=topic, partitions=[part])])
    topics = [answered.ListOffsetsTopicResponse(name=topic, partitions=[done])]
    return request, answered(topics=topics)


def _coordinator(random: Random) -> Pair:
    asked, answered = _messages(10)
    return asked(key=_GROUP), answered(node_id=1, host="broker-1.example", port=9092)


def _api_versions(random: Random) -> Pair:
    asked, answered = _messages(18)
    keys = [answered.ApiVersion(api_key=at, min_version=0, max_version=9) for at in range(50)]
    return asked(client_software_name="bench", client_software_version="1"), answered(api_keys=keys)


KINDS = (
    Kind(0, 26, (3, 5, 7, 8, 8, 9, 11), _produce(1, 100)),
    Kind(0, 2, (7, 8), _produce(64, 1000)),
    Kind(1, 20, (4, 7, 10, 11, 11, 12), _fetch(0, 0)),
    Kind(1, 18, (7, 10, 11, 11, 12), _fetch(10, 100)),
    Kind(1, 1, (11,), _fetch(250, 1000)),
    Kind(3, 5, (1, 5, 8, 9, 12), _metadata),
    Kind(12, 12, (2, 3, 4), _heartbeat),
    Kind(8, 10, (5, 6, 7, 8), _commit),
    Kind(2, 3, (4, 5), _list_offsets),
    Kind(10, 2, (2, 3), _coordinator),
    Kind(18, 1, (0, 3), _api_versions),
)
VARIANTS = 3
"""Messages of each kind and version; only their correlation ids differ from use to use."""

Frames = tuple[bytes, bytes]


def pools() -> list[list[Frames]]:
    """Of each kind, frames of requests and responses with their lengths."""
    random = Random(SEED)
    found = []
    for kind in KINDS:
        frames = []
        for version in kind.versions:
            for number in range(VARIANTS):
                request, response = kind.make(random)
                asked = encode_request(kind.api_key, version, 0, f"client-{number}", request)
                chunks: Any = encode_response(0, kind.api_key, version, response)
                frames.append((asked, b"".join(chunks)))
        found.append(frames)
    return found


def write_capture(file: BinaryIO, size_bytes: int) -> int:
    """Write blocks until there are so many bytes; returns how many messages they have."""
    writer = PcapngWriter(file, segment_bytes=SEGMENT_BYTES)
    random, made = Random(SEED), pools()
    weights = [kind.weight for kind in KINDS]
    written = messages = stream = 0
    time_ns = BEGIN_NS
    while written < size_bytes:
        streams = range(stream, stream + CONNECTIONS_PER_BLOCK)
        stream += CONNECTIONS_PER_BLOCK
        for each in streams:
            writer.open(each, (Endpoint(_CLIENT, 20_000 + each % 40_000), _SERVER), time_ns)
        for number, frames in enumerate(_chosen(random, made, weights)):
            time_ns += STEP_NS
            at = streams[number % CONNECTIONS_PER_BLOCK]
            request, response = _numbered(frames, number)
            writer.send(at, 0, request, time_ns)
            writer.send(at, 1, response, time_ns + STEP_NS // 2)
            written += len(request) + len(response)
            messages += 2
        for each in streams:
            writer.close(each, time_ns + STEP_NS)
    return messages


def _chosen(random: Random, made: list[list[Frames]], weights: list[int]) -> Iterator[Frames]:
    for pool in random.choices(made, weights, k=EXCHANGES_PER_BLOCK):
        yield pool[random.randrange(len(pool))]


def _numbered(frames: Frames, number: int) -> Frames:
    request, response = frames
    correlation_id = struct.pack(">i", number)
    return (
        request[:8] + correlation_id + request[12:],
        response[:4] + correlation_id + response[8:],
    )


if __name__ == "__main__":
    write_capture(sys.stdout.buffer, int(sys.argv[1]))
