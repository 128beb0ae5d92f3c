"""A broker to write to, in one round of several: topics that are ready, records that are known."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from compat.clients.raw import RawClient
from compat.interchange.asking import (
    create_topic,
    wait_ready,
)
from kafkawire.records.builder import RecordTuple

TIME_MS = 1_700_000_000_000
"""Records are of 2023, but where the broker's own clock matters."""
MINUTE_MS = 60_000
KEPT = {"retention.ms": "-1"}
SHORT_SEGMENTS = {**KEPT, "segment.ms": str(10 * MINUTE_MS)}
"""A segment takes what came within ten minutes of its first record."""
CLEANED = {
    **SHORT_SEGMENTS,
    "cleanup.policy": "compact",
    "min.cleanable.dirty.ratio": "0.01",
    "delete.retention.ms": "100",
}


class Work:
    """One broker to write to, and the number of the round."""

    def __init__(self, bootstrap: str, round_number: int = 1) -> None:
        self.bootstrap = bootstrap
        self.round = round_number
        self.client = RawClient(bootstrap)
        self.random = Random(f"interchange {round_number}")

    @property
    def time_ms(self) -> int:
        """When this round's records begin: a day after those of the round before."""
        return TIME_MS + self.round * 24 * 60 * MINUTE_MS

    def topic(self, name: str, partitions: int = 1, configs: Mapping[str, str] = KEPT) -> None:
        """Make a topic, or be sure that it is ready where an earlier round made it."""
        if name in self.client.topics():
            wait_ready(self.client, name, 0)
        else:
            create_topic(self.client, name, partitions, configs)

    def text(self, size: int) -> bytes:
        """Random digits."""
        return self.random.randbytes(size // 2).hex().encode()

    def records(self, count: int, time_ms: int, keys: int = 0) -> list[RecordTuple]:
        """Records of compressible values a second apart, with `keys` different keys."""
        return [
            (
                time_ms + number * 1_000,
                b"key-%d" % self.random.randrange(keys) if keys else None,
                b"%d " % self.random.randrange(1 << 40) * self.random.randrange(1, 12),
                (),
            )
            for number in range(count)
        ]
