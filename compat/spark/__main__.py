"""Runs the stock connector's scenarios, a line each; see README.md."""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from compat.oracle import OracleUnavailable
from compat.spark import our_source, turns
from compat.spark.brokers import apache_kafka, ours
from compat.spark.comparing import Side, differences, failures, faults, keep, kept, side_of
from compat.spark.jars import Unavailable, connector_jars
from compat.spark.running import Seen, Wanted, run_side
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
    add("--format", default="kafka", choices=("kafka", our_source.FORMAT), help="whose sources")
    chosen = parser.parse_args()
    if chosen.format != "kafka" and (chosen.oracle or chosen.write):
        parser.error("--oracle and --write are the stock connector's")
    return chosen


def _names(chosen: argparse.Namespace) -> list[str]:
    wanted = FAST if chosen.fast else tuple(SCENARIOS)
    found = [
        name for name in wanted if any(fnmatch.fnmatch(name, each) for each in chosen.scenario)
    ]
    if not found:
        raise SystemExit(f"no such scenario; there are: {', '.join(wanted)}")
    return found


def _run(wanted: Wanted, *, with_kafka: bool) -> tuple[Seen, Seen | None, list[str]]:
    """Both sides, and what is wrong with a checkpoint that both sources take over."""
    connector_jars()  # says what is missing before it is imported
    from compat.spark.session import connected_spark

    with (
        tempfile.TemporaryDirectory(prefix="kafkawire-spark-", ignore_cleanup_errors=True) as path,
        connected_spark(Path(path)) as spark,
    ):
        home = Path(path)
        with ours() as broker:
            _say("kafkawire")
            mine = run_side(spark, broker, wanted, home / "kafkawire", _tell)
            begun = time.monotonic()
            turned = turns.problems(spark, broker, home)
            _tell(turns.NAME, time.monotonic() - begun)
        if not with_kafka:
            return mine, None, turned
        with apache_kafka() as broker:
            _say("Apache Kafka")
            return mine, run_side(spark, broker, wanted, home / "kafka", _tell), turned


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
        mine, theirs, turned = _run(Wanted(names, chosen.format), with_kafka=chosen.oracle)
    reference = side_of(theirs) if theirs is not None else kept()
    if chosen.format == our_source.FORMAT:
        found = our_source.differences(side_of(mine), reference)
        return _report(names, found, failures(mine) + turned)
    found = differences(side_of(mine), reference)
    wrong = (
        turned
        + faults(mine)
        + [f"Apache Kafka: {each}" for each in (faults(theirs) if theirs else ())]
    )
    requests = sum(mine.all_requests.values())
    _say(f"{requests:,} requests")
    if chosen.write:
        _renew(names, side_of(mine), reference, found, is_fresh=chosen.oracle)
    return _report(names, found, wrong)


def _report(names: list[str], found: dict[str, list[str]], wrong: list[str]) -> int:
    for name, lines in found.items():
        _say(f"{name} differs")
        for line in lines:
            _say(f"    {line}")
    for each in wrong:
        _say(f"wrong: {each}")
    _say(f"{len(names) - len(found)} of {len(names)} the same")
    return 1 if found or wrong else 0


def _renew(
    names: list[str], mine: Side, reference: Side, found: dict[str, list[str]], *, is_fresh: bool
) -> None:
    if is_fresh:
        keep(reference)
    if len(names) < len(SCENARIOS):
        _say("the tables are of all scenarios: README.md stays as it was")
        return
    write(rendered(mine, reference, found))


try:
    sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
