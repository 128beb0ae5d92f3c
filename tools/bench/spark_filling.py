"""Topics for the benchmark: many records, soon. A few batches are made and sent again and again."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tools.bench.brokers import Contender
from tools.bench.load import READY_LIMIT_S, ask, connect

PARTITIONS = 4
BATCH_BYTES = 16_384
"""What Java's producer puts into a batch unless told otherwise."""
VARIANTS = 32
UNDER_WAY = 16
PRODUCE_VERSION = 7
TIME_MS = 1_700_000_000_000
LZ4 = 3


class Shape(NamedTuple):
    """A topic."""

    name: str
    records: int
    value_bytes: int
    codec: int = 0
    partitions: int = PARTITIONS

    @property
    def batch_records(self) -> int:
        return max(1, BATCH_BYTES // (self.value_bytes + 16))


def fill(broker: Contender, shape: Shape) -> int:
    """Make the topic; how many records it got, a few more than were asked for."""
    # Records are of a fixed past, so that they are the same each time.
    for_ever = CreateTopicsRequest.CreatableTopicConfig(name="retention.ms", value="-1")
    topic = CreateTopicsRequest.CreatableTopic(
        name=shape.name, num_partitions=shape.partitions, replication_factor=1, configs=[for_ever]
    )
    with connect(broker) as sock:
        ask(sock, CreateTopicsRequest(topics=[topic], timeout_ms=30_000), 4)
        _wait(sock, shape)
        each = shape.batch_records * shape.partitions
        count = -(-shape.records // each)
        _send(sock, frames(shape), count)
    return count * each


def _wait(sock: socket.socket, shape: Shape) -> None:
    """Until all partitions are led, and their leaders know of it. Raises AssertionError."""
    name = shape.name
    wanted = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name)])
    parts = [
        ListOffsetsRequest.ListOffsetsPartition(partition_index=at, timestamp=-1)
        for at in range(shape.partitions)
    ]
    topic = ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=parts)
    ends = ListOffsetsRequest(replica_id=-1, topics=[topic])
    limit = time.monotonic() + READY_LIMIT_S
    while True:
        found, led = ask(sock, wanted, 4), ask(sock, ends, 1)
        assert isinstance(found, MetadataResponse)
        assert isinstance(led, ListOffsetsResponse)
        codes = [each.error_code for each in found.topics[0].partitions]
        codes += [each.error_code for each in led.topics[0].partitions]
        if codes == [0] * (2 * shape.partitions):
            return
        assert time.monotonic() < limit, f"{name} has no leaders"


def frames(shape: Shape) -> list[bytes]:
    """Requests with a batch for each partition."""
    found = []
    for variant in range(VARIANTS):
        parts = [
            ProduceRequest.PartitionProduceData(index=at, records=batch(shape, variant, at))
            for at in range(shape.partitions)
        ]
        topic = ProduceRequest.TopicProduceData(name=shape.name, partition_data=parts)
        request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
        found.append(encode_request(request.API_KEY, PRODUCE_VERSION, 1, "bench", request))
    return found


def batch(shape: Shape, variant: int, partition: int) -> bytes:
    """Values as JSON has them, keys of six bytes, times a millisecond apart."""
    first = (variant * shape.partitions + partition) * shape.batch_records
    records = [
        (TIME_MS + at, b"key%03d" % (at % 500), value(at, shape.value_bytes), ())
        for at in range(first, first + shape.batch_records)
    ]
    return bytes(encode_batch(records, compression=shape.codec))


def value(number: int, size_bytes: int) -> bytes:
    """A text of exactly this size that a codec makes half of."""
    words = {"id": number, "user": f"u{number * 7919 % 100_003}", "ok": number % 3 == 0}
    text = json.dumps(words, separators=(",", ":"))
    while len(text) < size_bytes:
        number = number * 1_103_515_245 + 12_345 & 0x7FFFFFFF
        text += f',"amount":{number},"note":"paid"'
    return text[:size_bytes].encode()


def _send(sock: socket.socket, requests: list[bytes], count: int) -> None:
    """Send them in turns, some at once; wait for all answers."""
    reader = sock.makefile("rb")
    waiting = 0
    for frame in _turns(requests, count):
        sock.sendall(frame)
        waiting += 1
        if waiting >= UNDER_WAY:
            _answer(reader.read)
            waiting -= 1
    for _ in range(waiting):
        _answer(reader.read)


def _turns(requests: list[bytes], count: int) -> Iterator[bytes]:
    for at in range(count):
        yield requests[at % len(requests)]


def _answer(read: object) -> None:
    """Wait for one. Raises AssertionError where a batch was refused."""
    assert callable(read)
    size = int.from_bytes(read(4), "big")
    assert size, "the broker closed the connection"
    _, found = decode_response(read(size), ProduceRequest.API_KEY, PRODUCE_VERSION)
    assert isinstance(found, ProduceResponse)
    codes = {part.error_code for topic in found.responses for part in topic.partition_responses}
    assert codes == {0}, f"batches were refused: {codes}"
