"""Fetch sessions as a benchmark drives them, over raw sockets.

A `DrivenSession` knows its id and epoch and makes the bytes of its next requests. Those of empty
ones are encoded once and patched, so that the driver costs little beside the broker. Sessions are
not bound to connections (fetch E-4): the requests of any number of them may share one, and then
differ from those of a single session in nothing but the session that they name.
"""

from __future__ import annotations

import itertools
import socket
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tools.bench.brokers import Contender
from tools.bench.load import FETCH_VERSION, PRODUCE_VERSION, READY_LIMIT_S, Channel, ask

FETCH_KEY = 1
CREATION_LIMIT_MS = 240_000
UNDER_WAY = 32
RECORD_BYTES = 100
_UNMISTAKABLE = 0x01020304
_EPOCH = struct.Struct(">i")

Place = tuple[str, int]
"""A topic and a partition of it."""


class DrivenSession:
    """A session of a broker, made at once; `sock` is only used to make it.

    `failures` is how many of its partitions could not be read then.
    """

    def __init__(self, sock: socket.socket, offsets: Mapping[Place, int]) -> None:
        self.epoch = 0
        opened = ask(sock, self._request(offsets, 0), FETCH_VERSION)
        assert isinstance(opened, FetchResponse)
        assert not opened.error_code, opened.error_code
        assert opened.session_id, "the broker gave no session"
        self.id = opened.session_id
        self.failures = sum(
            each.error_code != 0 for topic in opened.responses for each in topic.partitions
        )
        self.epoch = _UNMISTAKABLE
        frame = bytearray(self._frame({}, 0))
        self._epoch_at = frame.index(_EPOCH.pack(_UNMISTAKABLE))
        self._empty = frame
        self.epoch = 0

    def empty(self) -> bytes:
        """The next fetch, which changes nothing and does not wait."""
        self.epoch += 1
        _EPOCH.pack_into(self._empty, self._epoch_at, self.epoch)
        return bytes(self._empty)

    def moved(self, offsets: Mapping[Place, int], max_wait_ms: int = 0) -> bytes:
        """The next fetch, which moves some partitions on."""
        self.epoch += 1
        return self._frame(offsets, max_wait_ms)

    def _frame(self, offsets: Mapping[Place, int], max_wait_ms: int) -> bytes:
        request = self._request(offsets, max_wait_ms)
        return bytes(encode_request(FETCH_KEY, FETCH_VERSION, 1, "bench", request))

    def _request(self, offsets: Mapping[Place, int], max_wait_ms: int) -> FetchRequest:
        topics = [
            FetchRequest.FetchTopic(
                topic=topic,
                partitions=[
                    FetchRequest.FetchPartition(
                        partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20
                    )
                    for (_, partition), offset in group
                ],
            )
            for topic, group in itertools.groupby(offsets.items(), key=lambda item: item[0][0])
        ]
        return FetchRequest(
            max_wait_ms=max_wait_ms,
            min_bytes=1,
            max_bytes=1 << 24,
            session_id=self.id if self.epoch else 0,
            session_epoch=self.epoch,
            topics=topics,
        )


def make_topics(sock: socket.socket, topics: Mapping[str, int]) -> None:
    """Make topics of so many partitions, one by one, and wait until all can be read.

    That they have leaders says nothing: Kafka shows new metadata before it has made the logs.
    """
    for name, partitions in topics.items():
        topic = CreateTopicsRequest.CreatableTopic(
            name=name, num_partitions=partitions, replication_factor=1
        )
        request = CreateTopicsRequest(topics=[topic], timeout_ms=CREATION_LIMIT_MS)
        response = ask(sock, request, 4)
        assert isinstance(response, CreateTopicsResponse)
        assert not response.topics[0].error_code, response.topics[0]
    places = [(name, index) for name, count in topics.items() for index in range(count)]
    limit = time.monotonic() + READY_LIMIT_S * 4
    while DrivenSession(sock, dict.fromkeys(places, 0)).failures:
        assert time.monotonic() < limit, "a partition cannot be read"
        time.sleep(1)


def delete_topics(sock: socket.socket, names: Sequence[str]) -> None:
    """Have topics deleted some time."""
    ask(sock, DeleteTopicsRequest(topic_names=list(names), timeout_ms=CREATION_LIMIT_MS), 3)


def produce_frame(place: Place) -> bytes:
    """A request to append one record of 100 bytes, acks=1."""
    records = encode_batch([(int(time.time() * 1000), None, bytes(RECORD_BYTES), ())])
    partition = ProduceRequest.PartitionProduceData(index=place[1], records=records)
    topic = ProduceRequest.TopicProduceData(name=place[0], partition_data=[partition])
    request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
    return bytes(encode_request(request.API_KEY, PRODUCE_VERSION, 1, "bench", request))


def answer(sock: socket.socket) -> bytes:
    """The next answer, without its length."""
    size = int.from_bytes(_exactly(sock, 4), "big")
    return _exactly(sock, size)


def fetched(data: bytes) -> FetchResponse:
    """A fetch's answer."""
    response = decode_response(data, FETCH_KEY, FETCH_VERSION)[1]
    assert isinstance(response, FetchResponse)
    assert not response.error_code, response.error_code
    return response


def _exactly(sock: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        data = sock.recv(size - len(found))
        assert data, "the broker closed the connection"
        found += data
    return bytes(found)


def cpu_of(broker: Contender, work: Callable[[], object]) -> int:
    """Nanoseconds of CPU that the broker spends while `work` goes on."""
    before = broker.cpu_ns()
    work()
    return broker.cpu_ns() - before


def send_all(sock: socket.socket, frames: Iterable[bytes], count: int) -> None:
    """Send `count` requests over one connection, 32 under way, and take their answers."""
    following: Iterator[bytes] = iter(frames)
    channel = Channel(sock, lambda: next(following), count)
    channel.begin(UNDER_WAY)
    while channel.advance():
        pass


def empty_fetches(sessions: Sequence[DrivenSession]) -> Iterator[bytes]:
    """Their empty fetches without end, in turn."""
    for session in itertools.cycle(sessions):
        yield session.empty()
