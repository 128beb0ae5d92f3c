"""An idempotent producer that goes on writing while brokers change under it.

Whoever serves the directory must know its last batch, so that it is told of a batch sent twice, and
its last sequence number, so that a gap is refused.
"""

from __future__ import annotations

import time

from compat.clients.raw import RawClient
from compat.interchange.asking import Refused, new_producer_id, produce
from compat.interchange.work import Work
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.records.builder import encode_batch

TOPIC = "continued"
COUNT = 3
"""Records of each batch."""


class Producer:
    """One producer, which outlives brokers."""

    def __init__(self) -> None:
        self._id = -1
        self._sequence = 0
        self._offset = -1

    def go_on(self, bootstrap: str) -> list[str]:
        """Write one more batch; what was not as it should be."""
        work = Work(bootstrap)
        try:
            if self._id < 0:
                work.topic(TOPIC)
                self._id = new_producer_id(work.client)
                found = []
            else:
                found = list(self._probe(work.client))
            self._offset = produce(work.client, TOPIC, 0, self._batch(self._sequence))
            self._sequence += COUNT
        finally:
            work.client.close()
        return found

    def _probe(self, client: RawClient) -> list[str]:
        found = []
        again = produce(client, TOPIC, 0, self._batch(self._sequence - COUNT))
        if again != self._offset:
            found.append(f"producer: a batch sent twice was at {self._offset}, now at {again}")
        try:
            produce(client, TOPIC, 0, self._batch(self._sequence + 7))
        except Refused as refused:
            if refused.code != ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER:
                found.append(f"producer: a gap is refused with {refused}")
        else:
            found.append("producer: a gap is accepted")
        return found

    def _batch(self, sequence: int) -> bytearray:
        now_ms = int(time.time() * 1_000)
        records = [(now_ms, None, b"%d" % (sequence + at), ()) for at in range(COUNT)]
        return encode_batch(records, producer_id=self._id, producer_epoch=0, base_sequence=sequence)
