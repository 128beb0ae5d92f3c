"""Random schedules: applications that are cancelled anywhere, and a broker that has bad days.

One seed is one schedule. Faults end after a while; then each group is read to its end, and what the
applications say is compared with the logs.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import trio

from tests.client.cancellation.administrators import Administrator
from tests.client.cancellation.copiers import Copier
from tests.client.cancellation.ledger import Reading
from tests.client.cancellation.readers import SOURCE, Reader, Server
from tests.client.cancellation.senders import Sender
from tests.client.cancellation.stage import Stage
from tests.client.cancellation.whims import App
from tests.client.support.steps import Moment, simulated

RECORDS = 12
"""In each partition of the source."""
LIMIT_S = 600.0
"""After so long in simulated time something hangs."""
FAULTS_S = 4.0
SETTLED_S = 5.0
LATENCIES_S = ([0.001], [0.0, 0.001, 0.003], [0.001, 0.05])
MAKERS: dict[str, Callable[[Stage, Random, str], Any]] = {
    "g": Reader,
    "h": Reader,
    "s": Server,
    "c": Copier,
    "p": Sender,
    "q": Sender,
    "a": Administrator,
}
READING = {"g", "s"}
"""Groups that are read to their ends."""


class Schedule:
    """One schedule; `run` it once."""

    def __init__(self, seed: int) -> None:
        random = self._random = Random(seed)
        self._seed = seed
        self.stage = Stage(None, Moment.BLOCKED, seed)
        names = random.sample(sorted(MAKERS), random.randint(1, 4))
        self.apps: list[App] = [
            MAKERS[name](self.stage, random, "g" if name == "h" else name) for name in names
        ]
        self._groups = sorted({"g" if name == "h" else name for name in names} & READING)

    def run(self) -> list[str]:
        """Run the schedule; return what it violated."""
        try:
            simulated(self._play, self._seed)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is no way to end
            return [f"ended with {error!r}"]
        return [*(each for app in self.apps for each in app.check()), *self.stage.wrong()]

    async def _play(self) -> None:
        stage, random = self.stage, self._random
        stage.harness.create_topic("out", 2)
        stage.harness.create_topic("copy", 2)
        stage.net.latencies_s = random.choice(LATENCIES_S)
        with trio.fail_after(LIMIT_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(stage.net.run)
                async with trio.open_nursery() as group:
                    group.start_soon(_fill, stage, random)
                    group.start_soon(_break, stage, random)
                    for app in self.apps:
                        group.start_soon(app.run)
                for name in self._groups:
                    await _read_to_the_end(stage, name)
                await trio.sleep(SETTLED_S)
                nursery.cancel_scope.cancel()


async def _fill(stage: Stage, random: Random) -> None:
    """Write the source, some of it later."""
    for _ in range(2):
        for partition in range(2):
            stage.fill(RECORDS // 2, partition)
            await trio.sleep(random.choice([0, 0, 0.5]))


async def _break(stage: Stage, random: Random) -> None:
    """Have the broker be slow, drop connections, and refuse new ones; then all is well."""
    net = stage.net
    while trio.current_time() < FAULTS_S and random.random() < 0.7:
        await trio.sleep(random.choice([0.01, 0.1, 0.3, 1.0]))
        fault = random.choice(["drop one", "drop all", "slow", "down", "nothing"])
        if fault == "drop one" and net.lines:
            random.choice(list(net.lines)).drop()
        elif fault == "drop all":
            net.drop_all()
        elif fault == "slow":
            net.delay_s = lambda: random.choice([0.0, 0.1, 0.7])
            await trio.sleep(random.choice([0.1, 1.0]))
        elif fault == "down":
            net.is_down = True
            net.drop_all()
            await trio.sleep(random.choice([0.05, 0.5, 1.5]))
        net.is_down, net.delay_s = False, lambda: 0.0


async def _read_to_the_end(stage: Stage, group: str) -> None:
    """Read what the applications of a group have left."""
    reading = Reading(stage.ledger, group)
    async with stage.member(reading, group_id=group) as consumer:
        while any(stage.ledger.committed(group, key) < 2 * (RECORDS // 2) for key in SOURCE):
            reading.asks()
            for batch in (await consumer.poll(1.0)).values():
                reading.got(batch)
            reading.commits()
            await consumer.commit()
    for key in SOURCE:
        seen = stage.ledger.seen_by(group, key)
        missing = set(range(RECORDS)) - seen
        if missing:
            stage.ledger.violations.append(f"{key}: {sorted(missing)} never came to {group}")
