"""One data directory that goes from node to node.

    with new_home() as home:
        directory = Directory(home)
        directory.write("4.4.0")             # a node of that kind fills it and ends
        directory.visit("ours")              # what this one serves is compared with what was

A visit starts a node that deletes and cleans nothing, compares what it serves with what the last
one served when it ended, writes another round if it is asked to, and ends, politely or not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from compat.interchange import (
    coordinated,
    inventory,
    library,
    modern_groups,
    only_kafka,
    transactions,
    workload,
)
from compat.interchange.continuing import Producer
from compat.interchange.inventory import ONLY_KAFKA, Inventory
from compat.interchange.nodes import BUSY, QUIET, Node, node
from compat.interchange.work import Work
from tests.support.suite.patience import patient

SHOWN_MAX = 60
LINE_MAX = 250
SETTLED_SECONDS_MAX = patient(30.0)
"""Kafka lists no groups and transactions until it has read them, and gives no error."""

Say = Callable[[str], None]


def silent(line: str) -> None:
    """Say nothing."""


class Directory:
    """The files of a home, and what was last served from them."""

    def __init__(
        self,
        home: Path,
        say: Say = silent,
        *,
        served: Inventory | None = None,
        round_number: int = 0,
    ) -> None:
        self.home = home
        self.data = home / "data"
        self.round = round_number
        self.served = served or {}
        self.producer = Producer()
        self.complaints: list[str] = []
        """What the last node said."""
        self._say = say

    def write(self, kind: str) -> None:
        """A node of that kind writes a round, cleaning and deleting as it goes, and stops."""
        found = node(kind, self.home)
        found.start(BUSY)
        try:
            self._say(f"{found.name} writes, after {found.seconds:.1f} s for its start")
            self._write(found, is_busy=True)
            if kind == "ours":
                library.make_topic(found.bootstrap)
        except BaseException:
            found.kill()
            raise
        found.stop()
        if kind == "ours":
            library.write(self.data)
        self.complaints = found.complaints()
        self.served = {}

    def visit(
        self,
        kind: str,
        *,
        writes: bool = True,
        kills: bool = False,
        at_rest: Callable[[], object] | None = None,
    ) -> list[str]:
        """A node of that kind serves the directory; how it differs from what was served before.

        `at_rest` is called before it ends, when nobody asks it for anything any more.
        """
        found = node(kind, self.home)
        found.start(QUIET)
        try:
            differences = self._look(found)
            if writes:
                differences += self.producer.go_on(found.bootstrap)
                self._write(found, is_busy=False)
                self.served = self._everything(found)
            if at_rest is not None:
                at_rest()
        except BaseException:
            found.kill()
            raise
        if kills:
            found.kill()
            self.served = inventory.after_a_kill(self.served)
        else:
            found.stop()
        self.complaints = found.complaints()
        self._say(f"    {'killed' if kills else 'stopped'}, {len(self.complaints)} complaints")
        for line in self.complaints[:SHOWN_MAX]:
            self._say(f"    said: {line[:LINE_MAX]}")
        return differences

    def _look(self, found: Node) -> list[str]:
        began = time.monotonic()
        before = self.served
        while True:
            self.served = self._everything(found)
            differences = inventory.differences(before, self.served) if before else []
            if not differences or time.monotonic() > began + SETTLED_SECONDS_MAX:
                break
        self._say(
            f"{found.name} serves {len(self.served)} things after {found.seconds:.1f} s, looked at "
            f"in {time.monotonic() - began:.1f} s: {len(differences)} differences"
        )
        for line in differences[:SHOWN_MAX]:
            self._say(f"    {line[:LINE_MAX]}")
        return differences

    def _everything(self, found: Node) -> Inventory:
        """What it serves, and what it cannot serve as those before it did."""
        kept = {place: each for place, each in self.served.items() if place.startswith(ONLY_KAFKA)}
        # Kafka lists transactions a little after it starts.
        coordinators = inventory.taken(found.bootstrap, coordinated.everything)
        everything = inventory.take(found.bootstrap) | only_kafka.take(found.bootstrap)
        return kept | everything | coordinators

    def _write(self, found: Node, *, is_busy: bool) -> None:
        self.round += 1
        began = time.monotonic()
        for name, seconds in workload.run(found.bootstrap, self.round, is_busy=is_busy):
            if seconds > 2:
                self._say(f"    {name} took {seconds:.1f} s")
        work = Work(found.bootstrap, self.round)
        modern_groups.write(work)
        only_kafka.write(work)
        work.client.close()
        transactions.run(found.bootstrap, self.round)
        self._say(f"    round {self.round} written in {time.monotonic() - began:.1f} s")


def legs(directory: Directory, kinds: Iterable[str], *, kills: bool) -> dict[str, list[str]]:
    """Visits of each kind in turn; the differences of each that has some."""
    found = {}
    for number, kind in enumerate(kinds, 1):
        differences = directory.visit(kind, kills=kills)
        if differences:
            found[f"visit {number} by {kind}"] = differences
    return found
