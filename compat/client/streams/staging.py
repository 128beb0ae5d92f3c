"""Runs the steps of a workload with one driver, behind a tap."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from typing import NamedTuple

from compat.client.streams.brokers import Brokers
from compat.client.streams.drivers import Driver
from compat.client.streams.tap import Tap
from compat.client.streams.workloads import GROUP, OPTIONS, Workload
from kafkawire.dump.model import Exchange

_numbers = itertools.count(os.getpid() * 1000)


class Recording(NamedTuple):
    """What passed, and what the names in it stand for."""

    exchanges: list[Exchange]
    names: Mapping[str, str]


class Stage:
    """One run of a workload: the brokers, the driver, the tap, and names of its own."""

    def __init__(self, workload: Workload, brokers: Brokers, driver: Driver) -> None:
        number = next(_numbers)
        self._workload = workload
        self._brokers = brokers
        self._driver = driver
        self._topic, self._group = f"topic-{number}", f"group-{number}"
        self._open: list[str] = []

    def run(self) -> Recording:
        """Run all steps. Raises CommandFailed and NotQuiet."""
        self._brokers.create(self._topic, self._workload.partitions)
        with Tap(self._brokers.addresses) as tap:
            for line in self._workload.steps.strip().splitlines():
                self._step(tap, *line.split())
        return Recording(tap.exchanges, {self._topic: "t", self._group: "g"})

    def _step(self, tap: Tap, command: str, *words: str) -> None:
        is_last = "&" not in words
        words = tuple(word for word in words if word != "&")
        if command in ("write", "lead", "delete"):
            self._change(command, *map(int, words))
        elif command in ("close-session", "skip-epoch"):
            self._disturb(tap, command, words[0])
        else:
            self._tell(tap, command, *words)
        if is_last:
            tap.settle(self._open)

    def _change(self, command: str, partition: int, number: int) -> None:
        change = {
            "write": self._brokers.write,
            "lead": self._brokers.move_leader,
            "delete": self._brokers.delete_records,
        }[command]
        change(self._topic, partition, number)

    def _disturb(self, tap: Tap, command: str, name: str) -> None:
        session_id = tap.session(name).session_id
        if command == "close-session":
            self._brokers.close_session(session_id)
        else:
            self._brokers.skip_epoch(session_id, lambda: tap.session(name).epoch)

    def _tell(self, tap: Tap, command: str, name: str, *words: str) -> None:
        if command == "open":
            options = {"bootstrap.servers": tap.bootstrap, **OPTIONS, **self._workload.options}
            words = tuple(
                f"{key}={value.replace(GROUP, self._group)}" for key, value in options.items()
            )
            self._open.append(name)
        elif command == "subscribe":
            words = (self._topic,)
        elif command == "seek":
            words = (f"{self._topic}:{words[0]}", words[1])
        elif command in ("assign", "pause", "resume"):
            words = tuple(f"{self._topic}:{word}" for word in words)
        self._driver.tell(command, name, *words)
        if command == "close":
            self._open.remove(name)
