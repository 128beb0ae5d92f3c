"""A broker in simulated time, as `harness` has it, with its data on a simulated disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from random import Random

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.storage import BrokerStorage
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import take_over
from tests.support.requests.harness import TEST_DEFAULTS, BrokerHarness, HarnessClient


class StoredHarness(BrokerHarness):
    """A process that works on `disk` until `stop`, or until its last user is gone."""

    def __init__(
        self, disk: SimulatedDisk, overrides: Mapping[str, str] | None = None, seed: int = 0
    ) -> None:
        self.now_ms = self.start_ms
        self.disk = disk
        disk.note_calls = False
        config = BrokerConfig({**TEST_DEFAULTS, **(overrides or {})})
        storage = BrokerStorage(take_over(disk), disk)
        self.broker = Broker(config, random=Random(seed), now_ms=self.now_ms, storage=storage)
        self.broker.wall_clock.ahead_ms = self.ahead_ms
        self.clients: list[HarnessClient] = []
        self.resumed: deque[HarnessClient] = deque()
        self.broker.start(self.now_ms, "127.0.0.1", 9092)
        self.settle()

    def stop(self) -> bool:
        """Whether everything was left in order."""
        return bool(self.broker.stop(self.now_ms))
