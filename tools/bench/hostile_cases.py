"""The requests of the benchmark `hostile`: what a client may send that costs a broker much."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache

from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.primitives import varint
from kafkawire.records.builder import encode_batch
from tools.bench import load
from tools.bench.brokers import Contender

LIMIT_S = 90.0
"""A request that takes longer is given up, and its row says so."""
NAMES = 1_000_000
EMPTY_TOPICS = 8_000_000
TAGS = 1_000_000
MEMBERS = 1_000
TOPICS = 10_000
LARGE_BATCH_BYTES = 99_000_000
TOPIC_RESOURCE, BROKER_RESOURCE = 2, 4
BOMB_RECORDS, BOMB_RECORD_BYTES = 120, 1_000_000
MANY_RECORDS = 1_000_000

Send = Callable[[Contender], None]


@dataclass(frozen=True, slots=True)
class Case:
    """Something hostile; `prepare` is not measured. `request_bytes` of a send, 0 if many."""

    name: str
    send: Send
    prepare: Send
    request_bytes: Callable[[], int]
    is_refused: bool = False
    """Whether Apache Kafka closes the connection, since it reads no more than a million elements
    of an array and 10,000 tagged fields."""


def _no_preparation(broker: Contender) -> None:
    del broker


def _framed(body: bytes, key: int, version: int, header_tags: bytes | None) -> bytes:
    head = struct.pack(">hhih", key, version, 1, 7) + b"hostile"
    frame = head + (b"" if header_tags is None else header_tags) + body
    return struct.pack(">i", len(frame)) + frame


@cache
def many_names() -> bytes:
    """Metadata v9 about a million topics that are not there."""
    names = b"".join(b"\x09t%07d\0" % number for number in range(NAMES))
    return _framed(varint(NAMES + 1) + names + b"\0\0\0\0", 3, 9, b"\0")


@cache
def empty_topics(count: int = EMPTY_TOPICS) -> bytes:
    """Fetch v4 of eight million topics without a name or a partition."""
    head = struct.pack(">iiiibi", -1, 100, 1, 1 << 20, 0, count)
    return _framed(head + bytes(6 * count), 1, 4, None)


def fewer_empty_topics() -> bytes:
    """As many as Apache Kafka reads."""
    return empty_topics(NAMES)


@cache
def many_tags() -> bytes:
    """ApiVersions v3 with a million tagged fields that no version has."""
    tags = b"".join(varint(number + 1000) + b"\0" for number in range(TAGS))
    return _framed(b"\x05name\x041.0" + varint(TAGS) + tags, 18, 3, b"\0")


@cache
def bomb() -> bytes:
    """A zstd batch of some kilobytes that grows to 120 MB."""
    records = [(0, None, bytes(BOMB_RECORD_BYTES), ())] * BOMB_RECORDS
    return _produce("bomb", encode_batch(records, compression=4))


@cache
def many_small() -> bytes:
    """A zstd batch of a million empty records."""
    return _produce("bomb", encode_batch([(0, None, b"", ())] * MANY_RECORDS, compression=4))


@cache
def large_batch() -> bytes:
    """Nearly as much as a request may hold, in one batch of records of 1 KiB."""
    record = (0, None, bytes(1024), ())
    return _produce("large", encode_batch([record] * (LARGE_BATCH_BYTES // 1040)))


def _produce(topic: str, batch: bytearray) -> bytes:
    partition = ProduceRequest.PartitionProduceData(index=0, records=batch)
    data = ProduceRequest.TopicProduceData(name=topic, partition_data=[partition])
    request = ProduceRequest(acks=1, timeout_ms=60_000, topic_data=[data])
    return encode_request(0, 7, 1, "hostile", request)


def _creations(names: Iterator[str], **configs: str) -> CreateTopicsRequest:
    entries = [
        CreateTopicsRequest.CreatableTopicConfig(name=name.replace("_", "."), value=value)
        for name, value in configs.items()
    ]
    return CreateTopicsRequest(
        topics=[
            CreateTopicsRequest.CreatableTopic(
                name=name, num_partitions=1, replication_factor=1, configs=entries
            )
            for name in names
        ],
        timeout_ms=60_000,
    )


def _sends(frame: Callable[[], bytes]) -> Send:
    def send(broker: Contender) -> None:
        with load.connect(broker) as sock:
            sock.settimeout(LIMIT_S)
            sock.sendall(frame())
            _read(sock)

    return send


def _topic(name: str, **configs: str) -> Send:
    def prepare(broker: Contender) -> None:
        _ask(broker, _creations(iter([name]), **configs), 4)

    return prepare


def _ask(broker: Contender, request: Message, version: int) -> None:
    with load.connect(broker) as sock:
        load.ask(sock, request, version)


def _many_topics(broker: Contender) -> None:
    """As many requests as are needed: one creates 5,000 topics at most."""
    for start in range(0, TOPICS, 4_000):
        stop = min(TOPICS, start + 4_000)
        _ask(broker, _creations(f"all{number:05}" for number in range(start, stop)), 4)


@cache
def ten_thousand_topics() -> bytes:
    """More than one request may create (20,000 records of metadata; 10,000 are allowed)."""
    request = _creations(f"new{number:05}" for number in range(TOPICS))
    return encode_request(19, 4, 1, "hostile", request)


@cache
def most_topics() -> bytes:
    """As many as one request may create."""
    request = _creations(f"most{number:05}" for number in range(5_000))
    return encode_request(19, 4, 1, "hostile", request)


@cache
def all_configs() -> bytes:
    """Everything about the configuration of the broker and of ten thousand topics."""
    resource = DescribeConfigsRequest.DescribeConfigsResource
    request = DescribeConfigsRequest(
        resources=[
            resource(resource_type=BROKER_RESOURCE, resource_name="1"),
            *(
                resource(resource_type=TOPIC_RESOURCE, resource_name=f"all{number:05}")
                for number in range(TOPICS)
            ),
        ],
        include_synonyms=True,
        include_documentation=True,
    )
    return encode_request(32, 4, 1, "hostile", request)


def _join(broker: Contender) -> None:
    """A thousand members join one group at once, wait, and get their answers."""
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=bytes(100))
    request = JoinGroupRequest(
        group_id="hostile",
        session_timeout_ms=30_000,
        rebalance_timeout_ms=30_000,
        protocol_type="consumer",
        protocols=[protocol],
    )
    with ExitStack() as stack:
        socks = [stack.enter_context(load.connect(broker)) for _ in range(MEMBERS)]
        frame = encode_request(11, 3, 1, "hostile", request)
        for sock in socks:
            sock.sendall(frame)
        for sock in socks:
            _read(sock)


def _read(sock: socket.socket) -> None:
    left = int.from_bytes(_exactly(sock, 4), "big")
    _exactly(sock, left)


def _exactly(sock: socket.socket, count: int) -> bytes:
    found = bytearray()
    while len(found) < count:
        part = sock.recv(min(count - len(found), 1 << 20))
        if not part:
            raise ConnectionError("the broker closed the connection")
        found += part
    return bytes(found)


def _size(frame: Callable[[], bytes]) -> Callable[[], int]:
    return lambda: len(frame())


def _one(name: str, frame: Callable[[], bytes], prepare: Send = _no_preparation) -> Case:
    return Case(name, _sends(frame), prepare, _size(frame))


CASES = [
    _one("Metadata v9, 1,000,000 unknown names", many_names),
    _one("Fetch v4, 1,000,000 empty topics", fewer_empty_topics),
    replace(_one("Fetch v4, 8,000,000 empty topics", empty_topics), is_refused=True),
    replace(_one("ApiVersions v3, 1,000,000 tagged fields", many_tags), is_refused=True),
    _one("zstd batch that grows to 120 MB", bomb, _topic("bomb")),
    _one("the same, compressed again by the broker", bomb, _topic("bomb", compression_type="gzip")),
    _one("zstd batch of 1,000,000 records", many_small, _topic("bomb")),
    _one(
        "the same, compressed again by the broker",
        many_small,
        _topic("bomb", compression_type="lz4"),
    ),
    _one("produce of 99 MB", large_batch, _topic("large", max_message_bytes="104857600")),
    Case("a group of 1,000 joins", _join, _no_preparation, lambda: 0),
    _one("10,000 topics in one request", ten_thousand_topics),
    _one("5,000 topics in one request", most_topics),
    _one("DescribeConfigs of 10,000 topics", all_configs, _many_topics),
]
