"""`python -m compat.oracle.followers`: all scenes, then random walks; see the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from compat.oracle.commands import add_version, ended, fresh_seed, say
from compat.oracle.followers.leaders import NEVER_MS, SETTINGS, OurLeader, RealLeader
from compat.oracle.followers.player import Player
from compat.oracle.followers.scenes import SCENES
from compat.oracle.followers.walk import Walk
from compat.oracle.node import KafkaNode

STEPS = 60


@contextmanager
def real_leader(version: str, addresses: Mapping[int, int] | None = None) -> Iterator[RealLeader]:
    """A node and its pretended followers. Raises OracleUnavailable."""
    with KafkaNode(version, {**SETTINGS, "broker.session.timeout.ms": NEVER_MS}) as node:
        leader = RealLeader(node, addresses)
        try:
            yield leader
        finally:
            leader.close()


def differences(real: RealLeader, scene: str) -> list[str]:
    """What the two sides noted otherwise; empty if nothing."""
    ours = Player(OurLeader())
    SCENES[scene](ours)
    theirs = Player(real, ours.notes)
    SCENES[scene](theirs)
    notes = theirs.notes, ours.notes
    if len(notes[0]) != len(notes[1]):
        return [f"Kafka noted {len(notes[0])} things, ours {len(notes[1])}"]
    pairs = zip(*notes, strict=True)
    return [f"Kafka {first}\nours  {second}" for first, second in pairs if first != second]


def main(arguments: list[str] | None = None) -> int:
    """Returns 0 if nothing differed."""
    parser = argparse.ArgumentParser(prog="compat.oracle.followers", description=__doc__)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"of {', '.join(SCENES)}")
    add_version(parser)
    parser.add_argument("--walks", type=int, default=0, help="random walks after the scenes")
    parser.add_argument("--seed", type=int, help="of the first walk; by default a fresh one")
    options = parser.parse_args(arguments)
    return ended(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    seed = fresh_seed() if options.seed is None else options.seed
    failures = 0
    with real_leader(options.version) as real:
        for name in options.scenes or SCENES:
            found = differences(real, name)
            say(f"{name}: {'as Kafka' if not found else 'DIFFERS'}", *found)
            failures += bool(found)
        for walk in range(seed, seed + options.walks):
            failures += not _walk(real, walk)
    return 1 if failures else 0


def _walk(real: RealLeader, seed: int) -> bool:
    try:
        Walk(real, seed).go(STEPS)
    except AssertionError as difference:
        say(f"walk {seed}: {difference}", f"again: --walks 1 --seed {seed}")
        return False
    say(f"walk {seed}: as Kafka")
    return True


if __name__ == "__main__":
    sys.exit(main())
