"""What the tests compare: one real node of each version, and ours beside it.

A node takes ten seconds to start, so all tests of a session share it. `--against apache:VERSION`
puts a second real one in the place of ours.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

from compat.oracle.commands import Pair
from compat.oracle.gaps import Gap
from compat.oracle.node import OracleUnavailable
from compat.oracle.runner import Runner
from compat.oracle.side import Side
from compat.oracle.sides import SETTINGS, apache
from tests.support.rings.skips import skip_without


def chosen(against: str, usual: str) -> tuple[str, bool]:
    """The version of Kafka and whether it is both sides, for scripts of the line of `usual`."""
    if against == "kafkawire":
        return usual, False
    kind, _, version = against.partition(":")
    if kind != "apache":
        skip_without(
            "--against is neither kafkawire nor apache:VERSION",
            "scripts are not compared (compat.oracle.run --running compares them)",
        )
    if version.partition(".")[0] != usual.partition(".")[0]:
        skip_without(f"--against is {against}", f"scripts for Kafka {usual} are not compared")
    return version, True


class Comparison:
    """A real node of a version, and what it may be compared with."""

    def __init__(
        self, version: str, real: Side, settings: Mapping[str, str], is_kafka_twice: bool
    ) -> None:
        self.version = version
        self.is_kafka_twice = is_kafka_twice
        self._real = real
        self._settings = settings

    @contextlib.contextmanager
    def runner(self, *, emulates: bool = False) -> Iterator[Runner]:
        """A runner for scripts; ours may behave as the version of the other."""
        with contextlib.ExitStack() as stack:
            pair = self._pair(emulates=emulates)
            sides = self._real, stack.enter_context(pair.second(self._settings))
            runner = Runner(sides, pair.gaps())
            stack.callback(runner.close)
            yield runner

    def gaps(self, *, emulates: bool = False) -> list[Gap]:
        """See `Pair.gaps`."""
        return self._pair(emulates=emulates).gaps()

    def _pair(self, *, emulates: bool) -> Pair:
        return Pair(self.version, self.is_kafka_twice, emulates)


@contextlib.contextmanager
def comparing(
    against: str, usual: str, settings: Mapping[str, str] = SETTINGS
) -> Iterator[Comparison]:
    """A real Kafka of the line of `usual`; no Java, no test."""
    version, is_kafka_twice = chosen(against, usual)
    with contextlib.ExitStack() as stack:
        try:
            real = stack.enter_context(apache(version, settings))
        except OracleUnavailable as missing:
            skip_without(missing, f"scripts are not compared with Apache Kafka {version}")
        yield Comparison(version, real, settings, is_kafka_twice)
