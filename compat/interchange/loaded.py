"""Nodes that are killed while they write, each time with another one to find what is left.

Several producers send with acks=all until the node dies under them. Every batch that was
acknowledged, by whichever node, must be there at its offset, whole; what was not may be there.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

from compat.clients.raw import CODECS, RawClient
from compat.interchange.asking import create_topic, new_producer_id, produce
from compat.interchange.inventory import fetched
from compat.interchange.nodes import QUIET, node
from compat.interchange.work import KEPT
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records

TOPIC = "loaded"
PARTITIONS = 4
RECORD_BYTES = 2_000
CONFIGS = {**KEPT, "segment.bytes": str(1 << 20)}

Place = tuple[int, int]
"""Partition and offset."""


class Load:
    """What was acknowledged so far: the value at each place."""

    def __init__(self) -> None:
        self.acknowledged: dict[Place, bytes] = {}
        self._round = 0

    def run(self, bootstrap: str, seconds: float) -> list[threading.Thread]:
        """Begin to send; returns after so long, while it goes on until the node is gone."""
        client = RawClient(bootstrap)
        if TOPIC not in client.topics():
            create_topic(client, TOPIC, PARTITIONS, CONFIGS)
        client.close()
        self._round += 1
        threads = [
            threading.Thread(target=self._send, args=(bootstrap, partition), daemon=True)
            for partition in range(PARTITIONS)
        ]
        for each in threads:
            each.start()
        time.sleep(seconds)
        return threads

    def _send(self, bootstrap: str, partition: int) -> None:
        client = RawClient(bootstrap)
        try:
            producer_id = new_producer_id(client)
            sequence = 0
            while True:
                sequence = self._send_one(client, partition, producer_id, sequence)
        except (OSError, ProtocolError):
            return  # the node is gone
        finally:
            client.close()

    def _send_one(self, client: RawClient, partition: int, producer_id: int, sequence: int) -> int:
        count = 1 + sequence % 7
        values = [b"%d %d %d " % (self._round, partition, sequence + at) for at in range(count)]
        now_ms = int(time.time() * 1_000)
        batch = encode_batch(
            [(now_ms, None, value.ljust(RECORD_BYTES, b"."), ()) for value in values],
            compression=list(CODECS.values())[sequence % len(CODECS)] if partition % 2 else 0,
            producer_id=producer_id,
            producer_epoch=0,
            base_sequence=sequence,
        )
        offset = produce(client, TOPIC, partition, batch)
        self.acknowledged |= {(partition, offset + at): each for at, each in enumerate(values)}
        return sequence + count

    def missing(self, bootstrap: str) -> list[str]:
        """What was acknowledged and is not there."""
        client = RawClient(bootstrap)
        try:
            found = {
                (partition, record.offset): bytes(record.value or b"").rstrip(b".")
                for partition in range(PARTITIONS)
                for batch in fetched(client, (TOPIC, partition))
                for record in decode_records(batch.data, 0, batch.header)
            }
        finally:
            client.close()
        return [
            f"{place}: {value!r} became {found.get(place)!r}"
            for place, value in self.acknowledged.items()
            if found.get(place) != value
        ]


def exchange(home: Path, kinds: list[str], seconds: float) -> tuple[int, list[str]]:
    """Have nodes of these kinds find what the one before left, write, and be killed.

    How many records were acknowledged, and what of them any node missed.
    """
    load = Load()
    missing: list[str] = []
    for number, kind in enumerate(kinds):
        found = node(kind, home)
        found.start(QUIET)
        try:
            if number:
                missing += [f"{kind}: {each}" for each in load.missing(found.bootstrap)]
            threads = load.run(found.bootstrap, seconds)
        finally:
            found.kill()
        for each in threads:
            each.join()
    return len(load.acknowledged), missing
