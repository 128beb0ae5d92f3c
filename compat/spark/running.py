"""Runs scenarios against one broker, through a tap, in a session that is there."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compat.clients.raw import RawClient
from compat.spark.outcomes import Outcome, attempt
from compat.spark.scenarios import SCENARIOS
from compat.spark.tap import Pair, Tap
from compat.spark.world import World

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Tell = Callable[[str, float], None]
"""Told of each scenario that came to its end, and how many seconds it took."""


class Wanted(NamedTuple):
    """What is to be run: scenarios, and the format of sources and sinks."""

    names: Sequence[str]
    format: str = "kafka"


class Seen(NamedTuple):
    """What a side did."""

    outcomes: dict[str, Outcome]
    requests: dict[str, Counter[Pair]]
    """Of each scenario."""
    all_requests: Counter[Pair]
    problems: list[str]
    topics_described: int


def run_side(spark: SparkSession, broker: str, wanted: Wanted, home: Path, tell: Tell) -> Seen:
    """Run these scenarios, one after the other."""
    outcomes: dict[str, Outcome] = {}
    times: dict[str, tuple[int, int]] = {}
    tap = Tap(broker)
    with tap, closing(RawClient(broker)) as raw:
        for name in wanted.names:
            folder = home / name
            folder.mkdir(parents=True)
            begun_ns = time.time_ns()
            world = World(spark, tap.bootstrap, broker, raw, folder, wanted.format)
            outcomes[name] = _outcome(world, name)
            times[name] = begun_ns, time.time_ns()
            tell(name, (times[name][1] - begun_ns) / 1e9)
    requests = {name: tap.between(*when) for name, when in times.items()}
    return Seen(outcomes, requests, tap.all(), tap.problems, tap.topics_described)


def _outcome(world: World, name: str) -> Outcome:
    try:
        return attempt(lambda: SCENARIOS[name](world))
    except (AssertionError, TimeoutError) as failed:
        return {"failed": f"{type(failed).__name__}: {failed}"}
