"""The hours of a day, and what has to be right at their ends.

Each hour is idle, busy or stormy. In a stormy one connections are slow and lost, the broker is
killed, leaders are elected anew, and members and producers die. At the end of such an hour all
faults stop, and within two minutes every group has to have read everything.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import trio

from tools.simulate_client import truth
from tools.simulate_client.clock import HOUR_S
from tools.simulate_client.events import Events
from tools.simulate_client.sizes import growth, sizes
from tools.simulate_client.town import Town

STORMY_SHARE, BUSY_SHARE = 0.25, 0.25
DELAYS_MS = (0, 5, 50, 500)
PAUSES_S = (0.0, 0.05, 1.0, 10.0, 60.0)
LEAVE_SHARE = 0.85
"""So many of the members that came in an hour go at its end: idle hours cost their heartbeats."""
READ_SECONDS_MAX = 120
"""When faults have stopped, everything is read after so long."""
LOOK_SECONDS = 5
QUIET_S = 600.0
"""After a stormy hour: then nothing is in flight when sizes are measured."""
GROWTH_FACTOR, GROWTH_SLACK = 2.0, 40
"""What a container may have more at the end, besides what there is more of partitions.

Metrics of a sensor have one window or two. What leaks with each request has thousands.
"""


class Report(NamedTuple):
    """What a day was like."""

    seed: int
    hours: int
    events: Counter[str]
    requests: int
    records: int
    transactions: int
    handed: int
    again: int
    slowest_s: float
    notes: list[str]


class Day:
    """One seed's day."""

    def __init__(self, seed: int, hours: int) -> None:
        self.seed = seed
        self.hours = hours
        self.town = Town(seed)
        self.events = Events(self.town)
        self.slowest_s = 0.0

    async def run(self) -> Report:
        """Live through the hours. Raises Violation."""
        town = self.town
        with town.network.installed():
            async with trio.open_nursery() as nursery:
                town.open(nursery)
                await self._live()
                await self._close()
                nursery.cancel_scope.cancel()
        return Report(
            self.seed,
            self.hours,
            self.events.counts,
            town.network.requests,
            town.writings.count,
            town.writings.transactions,
            sum(group.handed_count for group in town.groups),
            sum(group.again_count for group in town.groups),
            self.slowest_s,
            town.ledger.notes,
        )

    async def _live(self) -> None:
        """Live through the hours; the first and the last are stormy, and are measured."""
        first: list[Counter[str]] = []
        partitions = 1
        for hour in range(self.hours):
            await self._hour(hour)
            self.town.ledger.raise_faults()
            if hour == 0:
                first = [sizes(each) for each in self.town.clients()]
                partitions = len(self.town.partitions())
        factor = len(self.town.partitions()) / partitions
        for client, before in zip(self.town.clients(), first, strict=True):
            for found in growth(before, sizes(client), GROWTH_FACTOR * factor, GROWTH_SLACK):
                self.town.ledger.fault(f"{type(client).__name__} has grown: {found}")
        self.town.ledger.raise_faults()

    async def _hour(self, hour: int) -> None:
        kind = self.town.random.random()
        if hour in (0, self.hours - 1) or kind < STORMY_SHARE:
            await self._storm()
        elif kind < STORMY_SHARE + BUSY_SHARE:
            for _ in range(self.town.random.randint(3, 10)):
                await trio.sleep(self.town.random.uniform(0, 120))
                await self.events.write()
            await self._settle()
        await trio.sleep(max(0.0, (hour + 1) * HOUR_S - trio.current_time()))

    async def _storm(self) -> None:
        town = self.town
        town.shared.is_stormy = True
        town.network.delay_ms_max = town.random.choice(DELAYS_MS)
        for _ in range(town.random.randint(10, 30)):
            await trio.sleep(town.random.choice(PAUSES_S))
            await self.events.happen()
            town.check_memory()
            town.ledger.raise_faults()
        town.shared.is_stormy = False
        town.network.delay_ms_max = 0
        await self._settle()
        for member in town.young():
            if town.random.random() < LEAVE_SHARE:
                member.leave()
        await trio.sleep(QUIET_S)

    async def _settle(self) -> None:
        """Let everything be written and read, within its time."""
        town = self.town
        began_s = trio.current_time()
        end_s = began_s + READ_SECONDS_MAX
        for member in town.alive():
            member.hold(0.0)
        while trio.current_time() < end_s:
            logs = truth.logs(town.broker.current(), town.topics)
            is_written = all(writer.is_idle for writer in town.writers)
            if is_written and not any(group.unread(logs) for group in town.groups):
                break
            await trio.sleep(LOOK_SECONDS)
        self.slowest_s = max(self.slowest_s, trio.current_time() - began_s)
        for writer in town.writers:
            if not writer.is_idle:
                town.ledger.fault(f"{writer.name} is not done after {READ_SECONDS_MAX} s")
        for group in town.groups:
            for partition, count in group.unread(logs).items():
                town.ledger.fault(
                    f"{group.name} {partition}: {count} records are not read after "
                    f"{READ_SECONDS_MAX} s"
                )
            group.check(logs)
        town.writings.check(logs)
        town.ledger.raise_faults()

    async def _close(self) -> None:
        """End everyone in order."""
        town = self.town
        for writer in town.writers:
            writer.close()
        for member in town.members:
            member.leave()
        await trio.sleep(READ_SECONDS_MAX)
        for member in town.members:
            if not member.is_over:
                town.ledger.fault(f"{member.name} does not end")
        town.ledger.raise_faults()
