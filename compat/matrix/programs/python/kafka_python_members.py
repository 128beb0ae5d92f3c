"""Members and transactions of kafka-python."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import kafka.errors
from kafka import (
    ConsumerRebalanceListener,
    KafkaConsumer,
    KafkaProducer,
    OffsetAndMetadata,
)

from compat.matrix.programs.python.client import (
    PATIENCE_SECONDS,
    Copier,
    Joining,
    Member,
    Record,
    Transactor,
    as_bytes,
    as_text,
)

POLL_MS = 1000


def received(record: Any) -> Record:
    return Record(
        record.partition,
        record.offset,
        as_text(record.key),
        as_text(record.value),
        {key: data.decode() for key, data in record.headers},
        record.timestamp,
    )


def send(producer: KafkaProducer, topic: str, records: Sequence[Record]) -> list[int]:
    """Hand records over and wait for the answers; the offsets."""
    futures = [
        producer.send(
            topic,
            value=as_bytes(record.value),
            key=as_bytes(record.key),
            headers=[(key, text.encode()) for key, text in (record.headers or {}).items()],
            partition=record.partition,
            timestamp_ms=record.timestamp,
        )
        for record in records
    ]
    producer.flush(PATIENCE_SECONDS)
    return [future.get(PATIENCE_SECONDS).offset for future in futures]


class KafkaPythonMember(Member, ConsumerRebalanceListener):  # type: ignore[misc]
    """Polls in a thread of its own, as services do: one that ends amid a join goes astray."""

    def __init__(self, consumer: KafkaConsumer, how: Joining) -> None:
        super().__init__()
        self._consumer = consumer
        self._cooperative = bool(how.protocol)
        self._lock = threading.Lock()
        self._is_closing = False
        consumer.subscribe([how.topic], listener=self)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def on_partitions_assigned(self, assigned: Any) -> None:
        self.on_assigned([each.partition for each in assigned], added=self._cooperative)

    def on_partitions_revoked(self, revoked: Any) -> None:
        self.on_revoked([each.partition for each in revoked])

    def on_partitions_lost(self, lost: Any) -> None:
        self.on_revoked([each.partition for each in lost])

    def _run(self) -> None:
        while not self._is_closing and self.failure is None:
            with self._lock:
                self._poll()
            time.sleep(0.01)  # for whoever waits for the lock

    def _poll(self) -> None:
        try:
            batches = self._consumer.poll(timeout_ms=POLL_MS)
        except kafka.errors.KafkaError as failure:
            self.failure = failure
        else:
            self.records += [received(each) for batch in batches.values() for each in batch]

    def poll(self, seconds: float) -> None:
        time.sleep(seconds)

    def commit(self) -> None:
        with self._lock:
            self._consumer.commit()

    def verify(self) -> None:
        try:
            self.commit()
        except kafka.errors.KafkaError as failure:
            self.failure = failure

    def close(self) -> None:
        self._is_closing = True
        self._thread.join()
        self._consumer.close(autocommit=False)


class KafkaPythonTransactor(Transactor):
    """A producer with a transactional id."""

    def __init__(self, producer: KafkaProducer) -> None:
        self._producer = producer
        producer.init_transactions()

    def begin(self) -> None:
        self._producer.begin_transaction()

    def send(self, topic: str, records: Sequence[Record]) -> None:
        send(self._producer, topic, records)

    def commit(self) -> None:
        self._producer.commit_transaction()

    def abort(self) -> None:
        self._producer.abort_transaction()

    def close(self) -> None:
        self._producer.close(timeout=1)


class KafkaPythonCopier(KafkaPythonTransactor, Copier):
    """Takes its consumer's positions along in its transactions."""

    def __init__(self, producer: KafkaProducer, consumer: KafkaConsumer, topic: str) -> None:
        super().__init__(producer)
        self._consumer = consumer
        consumer.subscribe([topic])

    def poll(self, most: int) -> list[Record]:
        batches = self._consumer.poll(timeout_ms=1000, max_records=most)
        return [received(each) for batch in batches.values() for each in batch]

    def commit(self) -> None:
        positions = {
            place: OffsetAndMetadata(self._consumer.position(place), "", -1)
            for place in self._consumer.assignment()
        }
        self._producer.send_offsets_to_transaction(positions, self._consumer.group_metadata())
        super().commit()

    def abort(self) -> None:
        super().abort()
        for place in self._consumer.assignment():
            self._consumer.seek(place, self._consumer.committed(place) or 0)

    def close(self) -> None:
        self._consumer.close(autocommit=False)
        super().close()
