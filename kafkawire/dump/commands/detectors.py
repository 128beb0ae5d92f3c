"""`wire-dump detectors`: what is looked for in traffic, by which thresholds, and what to do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from kafkawire.dump.commands import FINE, complain, put

if TYPE_CHECKING:
    from kafkawire.dump.detectors.detector import Detector

EPILOG = """examples:
  wire-dump detectors                     all of them
  wire-dump detectors rebalance-loop      one of them
  wire-dump detectors --json | jq -r .detector
  wire-dump read x.pcap --detect rebalance-loop.count=3 --detect acks-0=off
"""
LINE_CHARACTERS = 92
INDENT = "    "


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "detectors",
        help="list the habits that hurt which are looked for, and what to do",
        description="List the habits that hurt which are looked for, why, and what to do.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="DETECTOR", help="only these")
    parser.add_argument("--json", action="store_true", help="one JSON object on each line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `detectors` command; its exit code."""
    from kafkawire.dump.detectors.catalogue import DETECTORS

    known = {kind.NAME: kind for kind in DETECTORS}
    for name in arguments.names:
        if name not in known:
            from kafkawire.dump.filter.errors import nearest

            return complain(f"there is no detector {name!r}{nearest(name, list(known))}")
    chosen = [known[name] for name in arguments.names] or list(DETECTORS)
    for line in json_lines(chosen) if arguments.json else text_lines(chosen):
        put(line)
    return FINE


def json_lines(kinds: Iterable[type[Detector]]) -> Iterator[str]:
    """Detectors as JSON objects."""
    for kind in kinds:
        thresholds = [each._asdict() for each in kind.THRESHOLDS]
        yield json.dumps(
            {
                "detector": kind.NAME,
                "severity": kind.SEVERITY,
                "what": kind.WHAT,
                "why": kind.WHY,
                "advice": kind.ADVICE,
                "thresholds": thresholds,
            }
        )


def text_lines(kinds: Iterable[type[Detector]]) -> Iterator[str]:
    """Detectors as lines for people."""
    for at, kind in enumerate(kinds):
        if at:
            yield ""
        yield f"{kind.NAME} ({kind.SEVERITY})"
        yield from _wrapped(f"{kind.WHAT[0].upper()}{kind.WHAT[1:]}.")
        yield from _wrapped(kind.WHY)
        yield from _wrapped(f"-> {kind.ADVICE}")
        for threshold in kind.THRESHOLDS:
            yield f"{INDENT}{threshold.value:>9,}  {threshold.name}: {threshold.about}"


def _wrapped(text: str) -> list[str]:
    return wrap(text, LINE_CHARACTERS, initial_indent=INDENT, subsequent_indent=INDENT)
