"""Producers that write until the broker dies, and go on when it is back.

All ask for acks=all. A plain producer takes what was not answered as it finds it. An idempotent one
sends it again, the same bytes in the same order, with several requests on their way at a time; the
broker must know by itself which of them it has.
"""

from __future__ import annotations

import threading
from collections import deque
from random import Random
from typing import Any

from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.testing import Gone, RawConnection
from tools.crash.ledger import Batch, Ledger, Place
from tools.crash.wire import connected

PRODUCE_VERSION = 9
"""The last that is not much different from the newest, and names topics."""
INIT_PRODUCER_ID_VERSION = 4
TIMEOUT_MS = 30_000
SEQUENCES = 1 << 31
LZ4 = 3
LOADING = (14, 15, 16)
"""COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR: ask again."""


def produce(place: Place, records: bytes) -> ProduceRequest:
    """The request for one batch."""
    data = ProduceRequest.PartitionProduceData(index=place.partition, records=records)
    topic = ProduceRequest.TopicProduceData(name=place.topic, partition_data=[data])
    return ProduceRequest(acks=-1, timeout_ms=TIMEOUT_MS, topic_data=[topic])


def new_producer_id(wire: RawConnection, ledger: Ledger) -> int:
    """A producer id; asks again while there is no block of them."""
    request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000)
    while True:
        answer = wire.ask(request, INIT_PRODUCER_ID_VERSION)
        producer_id: int = answer.producer_id
        if not answer.error_code:
            ledger.knows_producer(producer_id)
            return producer_id
        if answer.error_code not in LOADING:
            ledger.note(f"InitProducerId is answered with {answer.error_code}")


class Size:
    """How large a producer's batches are: `records` of up to `value_bytes`."""

    __slots__ = ("records", "value_bytes")

    def __init__(self, records: int, value_bytes: int) -> None:
        self.records = records
        self.value_bytes = value_bytes


class Producer:
    """One thread with one connection while the broker lives."""

    def __init__(
        self, name: str, ledger: Ledger, places: list[Place], size: Size, random: Random
    ) -> None:
        self.name = name
        self.ledger = ledger
        self.random = random
        self.window = 1
        self._places = places
        self._size = size
        self._waiting: deque[tuple[Batch, bytes]] = deque()

    def run(self, port: int, stop: threading.Event) -> None:
        """Until the broker is gone, or `stop`: then everything is answered before."""
        wire = None
        try:
            wire = connected(port)
            self._begin(wire)
            while not stop.is_set():
                while len(wire.unanswered) < self.window:
                    self._send_next(wire)
                self._take_answer(wire)
            while wire.unanswered:
                self._take_answer(wire)
        except Gone:
            pass
        finally:
            if wire is not None:
                wire.close()

    def _begin(self, wire: RawConnection) -> None:
        self._waiting.clear()

    def _send_next(self, wire: RawConnection) -> None:
        place = self.random.choice(self._places)
        number = self.ledger.number()
        records = bytes(self._encode(place, number))
        batch = Batch(number, place, f"{self.name}/{place.partition}", read_header(records))
        self.ledger.sent(batch)
        self._waiting.append((batch, records))
        wire.send(produce(place, records), PRODUCE_VERSION)

    def _encode(self, place: Place, number: int, **fields: Any) -> bytearray:
        del place
        count = self.random.randint(1, self._size.records)
        records = [
            (number, b"%d" % index, self.random.randbytes(self._value_bytes()), ())
            for index in range(count)
        ]
        compression = LZ4 if self.random.random() < 0.2 else 0
        return encode_batch(records, compression=compression, **fields)

    def _value_bytes(self) -> int:
        return self.random.randint(0, self._size.value_bytes)

    def _take_answer(self, wire: RawConnection) -> None:
        answer = wire.receive()
        batch, _ = self._waiting.popleft()
        (result,) = answer.responses[0].partition_responses
        if result.error_code:
            self.ledger.note(f"{batch} was refused with {result.error_code}")
        else:
            self.ledger.acknowledge(batch, result.base_offset)


class IdempotentProducer(Producer):
    """With a producer id and sequence numbers, over all lives of the broker."""

    def __init__(
        self, name: str, ledger: Ledger, places: list[Place], size: Size, random: Random
    ) -> None:
        super().__init__(name, ledger, places, size, random)
        self.window = 5
        self.producer_id = -1
        self._sequences = dict.fromkeys(places, 0)

    def _begin(self, wire: RawConnection) -> None:
        if self.producer_id < 0:
            self.producer_id = new_producer_id(wire, self.ledger)
        for batch, records in self._waiting:
            wire.send(produce(batch.place, records), PRODUCE_VERSION)

    def _encode(self, place: Place, number: int, **fields: Any) -> bytearray:
        sequence = self._sequences[place]
        records = super()._encode(
            place,
            number,
            producer_id=self.producer_id,
            producer_epoch=0,
            base_sequence=sequence,
        )
        self._sequences[place] = (sequence + read_header(records).records_count) % SEQUENCES
        return records


class KeyedProducer:
    """Writes the same few keys again and again, to a topic that is compacted."""

    name = "keyed"

    def __init__(self, ledger: Ledger, place: Place, keys: int, random: Random) -> None:
        self._ledger = ledger
        self._place = place
        self._keys = [b"key-%d" % number for number in range(keys)]
        self._random = random
        self._written: dict[bytes, list[int]] = {}
        self._acknowledged: dict[bytes, int] = {}

    def run(self, port: int, stop: threading.Event) -> None:
        """As that of `Producer`, one request at a time."""
        wire = None
        try:
            wire = connected(port)
            while not stop.is_set():
                self._write(wire)
        except Gone:
            pass
        finally:
            if wire is not None:
                wire.close()

    def _write(self, wire: RawConnection) -> None:
        number = self._ledger.number()
        keys = self._random.sample(self._keys, self._random.randint(1, len(self._keys) // 2))
        for key in keys:
            self._written.setdefault(key, []).append(number)
        value = b"%d " % number + bytes(self._random.randint(0, 2000))
        records = encode_batch([(number, key, value, ()) for key in keys])
        answer = wire.ask(produce(self._place, bytes(records)), PRODUCE_VERSION)
        (result,) = answer.responses[0].partition_responses
        if result.error_code:
            self._ledger.note(f"keyed records were refused with {result.error_code}")
        for key in keys:
            self._acknowledged[key] = number

    def compare(self, found: list[tuple[int, bytes, bytes]]) -> None:
        """`found` are offset, key and value of all records of the topic."""
        latest: dict[bytes, int] = {}
        before = -1
        for offset, key, value in found:
            number = int(value.split(b" ")[0])
            if offset <= before or number not in self._written.get(key, ()):
                self._ledger.note(f"{self._place}: {key!r} at {offset} was never written")
            if latest.get(key, 0) >= number:
                self._ledger.note(f"{self._place}: {key!r} at {offset} is older than before")
            before = offset
            latest[key] = number
        for key, number in self._acknowledged.items():
            if latest.get(key, 0) < number:
                self._ledger.note(f"{self._place}: {key!r} lost what was written last")
