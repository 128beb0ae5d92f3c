"""The request streams of Java's consumer and of ours, compared workload by workload.

    python -m compat.client.streams
    python -m compat.client.streams --workload steady --workload 'consumer-*'
    python -m compat.client.streams --workload pause --stream
    python -m compat.client.streams --against kafkawire --json

Each workload ends in a table: the API, how many requests each client sent, how many are equal, and
how many differ by the name of the difference. `known.toml` has the differences that are permitted,
with their reasons. The exit code is 1 if a difference has no name, or if none of all workloads
shows a difference that `known.toml` has; 2 without Java or Kafka. Without them,
`--against kafkawire --alone` shows what our client sends to our broker.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from fnmatch import fnmatchcase

from compat.client.streams import report
from compat.client.streams.known import FILE, Known, known_differences
from compat.client.streams.result import Result
from compat.client.streams.running import Runs
from compat.client.streams.workloads import WORKLOADS
from compat.oracle.commands import add_version, ended, say

OURS = "kafkawire"


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module."""
    parser = argparse.ArgumentParser(
        prog="python -m compat.client.streams",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_version(parser)
    parser.add_argument(
        "--workload",
        action="append",
        metavar="NAME",
        help=f"a pattern, may be repeated (all): {', '.join(WORKLOADS)}",
    )
    parser.add_argument(
        "--against", metavar="BROKER", help="apache:VERSION or kafkawire (apache:4.4.0)"
    )
    parser.add_argument("--alone", action="store_true", help="run our client only")
    parser.add_argument("--stream", action="store_true", help="show each request of both")
    parser.add_argument("--json", action="store_true", help="a JSON object a line and workload")
    options = parser.parse_args(arguments)
    names = chosen(options.workload or ["*"], options.against or "")
    if not names:
        parser.error(f"no workload matches: there are {', '.join(WORKLOADS)}")
    return ended(lambda: _run(options, names))


def chosen(patterns: Iterable[str], against: str) -> list[str]:
    """Return the workloads that match, without those that need three nodes of ours."""
    return [
        name
        for name, workload in WORKLOADS.items()
        if any(fnmatchcase(name, pattern) for pattern in patterns)
        and (workload.nodes == 1 or against != OURS)
    ]


def unseen(results: Iterable[Result], known: Iterable[Known]) -> list[str]:
    """Return the names of permitted differences that should show and that no result shows."""
    seen = {name for result in results for name in result.named}
    return [each.name for each in known if each.name not in seen and not each.sometimes]


def _run(options: argparse.Namespace, names: Sequence[str]) -> int:
    known = known_differences(FILE.read_text())
    against = options.against or f"apache:{options.version}"
    with ExitStack() as stack:
        runs = Runs(stack, against, options.version)
        if options.alone:
            for name in names:
                say(f"{name}: {WORKLOADS[name].about}", *report.stream(runs.ours(name)))
            return 0
        results = []
        for name in names:
            results.append(runs.compare(name, known))
            _show(options, results[-1])
    stale = unseen(results, known) if len(results) == len(WORKLOADS) else []
    failed = any(result.unnamed for result in results) or bool(stale)
    if not options.json:
        say("", *report.reasons(results, known), "", report.totals(results))
    for name in stale:
        sys.stderr.write(f"{FILE.name}: no workload shows {name} any more: remove the entry\n")
    return int(failed)


def _show(options: argparse.Namespace, result: Result) -> None:
    if options.json:
        say(json.dumps(report.as_json(result)))
        return
    say(f"{result.workload}: {WORKLOADS[result.workload].about}", *report.table(result))
    if options.stream:
        say("  Java:", *report.stream(result.java), "  ours:", *report.stream(result.ours))


if __name__ == "__main__":
    sys.exit(main())
