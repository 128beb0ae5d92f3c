"""Load on a broker, from raw sockets: so many requests under way on so many connections.

The driver is the same for every broker and does as little as it can: requests are encoded once,
answers are counted and not looked at, and for each answer the next request is sent.
"""

from __future__ import annotations

import selectors
import socket
import struct
import time
from collections.abc import Callable
from typing import NamedTuple

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tools.bench.brokers import Contender

TOPIC = "bench"
PRODUCE_VERSION = 7
FETCH_VERSION = 12
RECORD_BYTES = 100
READY_LIMIT_S = 60.0


class Shape(NamedTuple):
    """How the load is laid out, and how many requests make one measurement."""

    connections: int
    under_way: int
    """Requests under way on each connection."""
    requests: int

    def __str__(self) -> str:
        return f"{self.connections} x {self.under_way}"


NextRequest = Callable[[], bytes]
RequestsOf = Callable[[socket.socket], NextRequest]


class Channel:
    """One connection with its requests."""

    __slots__ = ("_left", "_needed", "_next", "_tail", "sock")

    def __init__(self, sock: socket.socket, next_request: NextRequest, requests: int) -> None:
        self.sock = sock
        self._next = next_request
        self._left = requests
        self._needed = requests
        self._tail = b""

    def begin(self, under_way: int) -> None:
        self._send(under_way)

    def advance(self) -> bool:
        """Take what arrived, send as many requests as were answered; False at the end."""
        data = self._tail + self.sock.recv(65536)
        at, answered, end = 0, 0, len(data)
        while at + 4 <= end:
            after = at + 4 + int.from_bytes(data[at : at + 4], "big")
            if after > end:
                break
            at, answered = after, answered + 1
        self._tail = data[at:]
        self._needed -= answered
        self._send(answered)
        return self._needed > 0

    def _send(self, count: int) -> None:
        count = min(count, self._left)
        self._left -= count
        if count:
            self.sock.sendall(b"".join([self._next() for _ in range(count)]))


def connect(contender: Contender) -> socket.socket:
    """A connection that does not wait to fill packets."""
    sock = socket.create_connection((contender.host, contender.port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def ask(sock: socket.socket, request: Message, version: int) -> Message:
    """One request and its answer."""
    sock.sendall(encode_request(request.API_KEY, version, 1, "bench", request))
    reader = sock.makefile("rb")
    size = int.from_bytes(reader.read(4), "big")
    assert size, f"the broker closed the connection on {type(request).__name__}"
    return decode_response(reader.read(size), request.API_KEY, version)[1]


def ask_frame(sock: socket.socket, frame: bytes) -> None:
    """One request that is encoded already; its answer is not looked at."""
    sock.sendall(frame)
    reader = sock.makefile("rb")
    assert reader.read(int.from_bytes(reader.read(4), "big")), "the broker closed the connection"


def make_topic(contender: Contender) -> None:
    """Make the topic of the benchmark and wait for its leader."""
    topic = CreateTopicsRequest.CreatableTopic(name=TOPIC, num_partitions=1, replication_factor=1)
    with connect(contender) as sock:
        response = ask(sock, CreateTopicsRequest(topics=[topic], timeout_ms=30_000), 4)
        assert isinstance(response, CreateTopicsResponse)
        wanted = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=TOPIC)])
        limit = time.monotonic() + READY_LIMIT_S
        while True:
            found = ask(sock, wanted, 4)
            assert isinstance(found, MetadataResponse)
            if not found.topics[0].error_code and not found.topics[0].partitions[0].error_code:
                return
            assert time.monotonic() < limit, f"{contender.name}: the topic has no leader"


def produces(sock: socket.socket) -> NextRequest:
    """Requests with one record of 100 bytes, acks=1."""
    del sock
    records = encode_batch([(int(time.time() * 1000), None, bytes(RECORD_BYTES), ())])
    partition = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name=TOPIC, partition_data=[partition])
    request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
    frame = encode_request(request.API_KEY, PRODUCE_VERSION, 1, "bench", request)
    return lambda: frame


def empty_fetches(sock: socket.socket) -> NextRequest:
    """Incremental fetches of a session of one partition in which nothing changes."""
    partition = FetchRequest.FetchPartition(
        partition=0, fetch_offset=_end_offset(sock), partition_max_bytes=1 << 20
    )
    topic = FetchRequest.FetchTopic(topic=TOPIC, partitions=[partition])
    opening = _fetch(session_epoch=0, topics=[topic])
    opened = ask(sock, opening, FETCH_VERSION)
    assert isinstance(opened, FetchResponse)
    assert opened.session_id, "no fetch session"
    frames = [
        encode_request(1, FETCH_VERSION, 1, "bench", _fetch(epoch, opened.session_id))
        for epoch in (0x01020304, 0x11121314)
    ]
    at = next(index for index, byte in enumerate(frames[0]) if byte != frames[1][index])
    frame, pack, epoch = bytearray(frames[0]), struct.Struct(">i").pack_into, 0

    def following() -> bytes:
        nonlocal epoch
        epoch += 1
        pack(frame, at, epoch)
        return bytes(frame)

    return following


def _fetch(
    session_epoch: int, session_id: int = 0, topics: list[FetchRequest.FetchTopic] | None = None
) -> FetchRequest:
    return FetchRequest(
        max_wait_ms=0,
        min_bytes=1,
        max_bytes=1 << 20,
        session_id=session_id,
        session_epoch=session_epoch,
        topics=topics or [],
    )


def _end_offset(sock: socket.socket) -> int:
    from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
    from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

    partition = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
    topic = ListOffsetsRequest.ListOffsetsTopic(name=TOPIC, partitions=[partition])
    response = ask(sock, ListOffsetsRequest(replica_id=-1, topics=[topic]), 4)
    assert isinstance(response, ListOffsetsResponse)
    return response.topics[0].partitions[0].offset


def run(contender: Contender, shape: Shape, requests_of: RequestsOf) -> float:
    """Put the load on a broker; nanoseconds of its CPU per request."""
    with selectors.DefaultSelector() as selector:
        channels = []
        for _ in range(shape.connections):
            sock = connect(contender)
            channel = Channel(sock, requests_of(sock), shape.requests // shape.connections)
            selector.register(sock, selectors.EVENT_READ, channel)
            channels.append(channel)
        before = contender.cpu_ns()
        for channel in channels:
            channel.begin(shape.under_way)
        busy = len(channels)
        while busy:
            for key, _ in selector.select():
                if not key.data.advance():
                    selector.unregister(key.fileobj)
                    busy -= 1
        spent = contender.cpu_ns() - before
        for channel in channels:
            channel.sock.close()
    return spent / (shape.requests // shape.connections * shape.connections)
