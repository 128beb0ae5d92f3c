"""Runs the stock connector's scenarios, a line each; see README.md."""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from compat.oracle import OracleUnavailable
from compat.spark.brokers import apache_kafka, ours
from compat.spark.comparing import Side, differences, faults, keep, kept, side_of
from compat.spark.jars import Unavailable
from compat.spark.running import Seen, run_side
from compat.spark.scenarios import FAST, SCENARIOS
from compat.spark.table import rendered, write

MISSING = 3
"""The exit code where the connector is not to be had."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m compat.spark", description=__doc__)
    add = parser.add_argument
    add("scenario", nargs="*", default=["*"], help="names, * and ? allowed; all by default")
    add("--fast", action="store_true", help="only those of the tests")
    add("--oracle", action="store_true", help="run Apache Kafka too, not what was kept of it")
    add("--write", action="store_true", help="renew README.md, and kafka.json with --oracle")
    return parser.parse_args()


def _names(chosen: argparse.Namespace) -> list[str]:
    wanted = FAST if chosen.fast else tuple(SCENARIOS)
    found = [
        name for name in wanted if any(fnmatch.fnmatch(name, each) for each in chosen.scenario)
    ]
    if not found:
        raise SystemExit(f"no such scenario; there are: {', '.join(wanted)}")
    return found


def _run(names: list[str], *, with_kafka: bool) -> tuple[Seen, Seen | None]:
    from compat.spark.session import connected_spark

    with (
        tempfile.TemporaryDirectory(prefix="kafkawire-spark-", ignore_cleanup_errors=True) as path,
        connected_spark(Path(path)) as spark,
    ):
        home = Path(path)
        with ours() as broker:
            _say("kafkawire")
            mine = run_side(spark, broker, names, home / "kafkawire", _tell)
        if not with_kafka:
            return mine, None
        with apache_kafka() as broker:
            _say("Apache Kafka")
            return mine, run_side(spark, broker, names, home / "kafka", _tell)


def _tell(name: str, seconds: float) -> None:
    _say(f"    {name:36} {seconds:6.1f} s")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@contextlib.contextmanager
def _or_missing() -> Iterator[None]:
    try:
        yield
    except (Unavailable, OracleUnavailable) as missing:
        _say(f"skipped: {missing}")
        raise SystemExit(MISSING) from None


def main() -> int:
    chosen = _arguments()
    names = _names(chosen)
    with _or_missing():
        mine, theirs = _run(names, with_kafka=chosen.oracle)
    reference = side_of(theirs) if theirs is not None else kept()
    found = differences(side_of(mine), reference)
    wrong = faults(mine) + [f"Apache Kafka: {each}" for each in (faults(theirs) if theirs else ())]
    for name, lines in found.items():
        _say(f"{name} differs")
        for line in lines:
            _say(f"    {line}")
    for each in wrong:
        _say(f"wrong: {each}")
    requests = sum(mine.all_requests.values())
    _say(f"{len(names) - len(found)} of {len(names)} the same, {requests:,} requests")
    if chosen.write:
        _renew(names, side_of(mine), reference, found, is_fresh=chosen.oracle)
    return 1 if found or wrong else 0


def _renew(
    names: list[str], mine: Side, reference: Side, found: dict[str, list[str]], *, is_fresh: bool
) -> None:
    if is_fresh:
        keep(reference)
    if len(names) < len(SCENARIOS):
        raise SystemExit("the tables are of all scenarios: README.md stays as it was")
    write(rendered(mine, reference, found))


try:
    sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
