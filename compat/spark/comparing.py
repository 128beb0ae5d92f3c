"""What Apache Kafka's side came to, kept in `kafka.json`, and where an outcome differs from it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from compat.spark.outcomes import Outcome
from compat.spark.running import Seen
from compat.spark.scenarios import SCENARIOS
from compat.spark.tap import PROFILE, Pair, named

FILE = Path(__file__).parent / "kafka.json"
VERSION = "4.4.0"
RACED = frozenset({"Fetch v17", "InitProducerId v5"})
"""Producers are shared by all of a session: only who writes first asks for an id."""


class Side(NamedTuple):
    """What is compared of a side, and told of it."""

    outcomes: dict[str, Outcome]
    requests: dict[str, dict[str, int]]
    """Of each scenario, by the API's name and version."""


def side_of(seen: Seen) -> Side:
    """As JSON would have it, so that it equals what was kept."""
    requests = {name: by_name(found) for name, found in seen.requests.items()}
    return Side(json.loads(json.dumps(seen.outcomes)), requests)


def by_name(found: Counter[Pair]) -> dict[str, int]:
    return {named(pair): found[pair] for pair in sorted(found)}


def kept() -> Side:
    """What `--oracle --write` kept of Apache Kafka."""
    found = json.loads(FILE.read_text())
    return Side(found["outcomes"], found["requests"])


def keep(side: Side) -> None:
    """In place of what was kept of these scenarios; those that are gone are forgotten."""
    before = kept() if FILE.exists() else Side({}, {})
    whole = {
        part: {name: {**old, **new}[name] for name in SCENARIOS if name in {**old, **new}}
        for part, old, new in zip(Side._fields, before, side, strict=True)
    }
    text = json.dumps({"version": VERSION, **whole}, indent=1, sort_keys=True)
    FILE.write_text(text + "\n")


def differences(ours: Side, kafkas: Side) -> dict[str, list[str]]:
    """Of each scenario that ours ran, where it came to something else; a line for each place.

    Which APIs were asked in which versions has to be the same too; how often may differ, as some
    of it is a race of Spark's own threads; whether it fetches before it has seen that there is
    nothing to be read is another.
    """
    found: dict[str, list[str]] = {}
    for name, outcome in ours.outcomes.items():
        lines = differing(outcome, kafkas.outcomes.get(name), "")
        asked, wanted = set(ours.requests[name]), set(kafkas.requests.get(name, ()))
        lines += [
            f"asked for {each}, which Kafka is not" for each in sorted(asked - wanted - RACED)
        ]
        lines += [f"did not ask for {each}" for each in sorted(wanted - asked - RACED)]
        if lines:
            found[name] = lines
    return found


def differing(ours: Any, kafkas: Any, path: str) -> list[str]:
    """The places of two plain values that are not equal."""
    if isinstance(ours, dict) and isinstance(kafkas, dict):
        names = {**kafkas, **ours}
        parts = (differing(ours.get(key), kafkas.get(key), f"{path}.{key}") for key in names)
        return [line for part in parts for line in part]
    if isinstance(ours, list) and isinstance(kafkas, list) and len(ours) == len(kafkas):
        pairs = enumerate(zip(ours, kafkas, strict=True))
        parts = (differing(mine, theirs, f"{path}[{at}]") for at, (mine, theirs) in pairs)
        return [line for part in parts for line in part]
    if ours == kafkas:
        return []
    return [f"{path.lstrip('.')}: kafkawire {ours!r}, Kafka {kafkas!r}"]


def failures(seen: Seen) -> list[str]:
    """The scenarios that did not come to an outcome."""
    outcomes = seen.outcomes.items()
    return [f"{name}: {each['failed']}" for name, each in outcomes if "failed" in each]


def faults(seen: Seen) -> list[str]:
    """What is wrong on a side of the stock connector, whatever the other one does."""
    found = failures(seen)
    unknown = set(seen.all_requests) - PROFILE
    found += [f"Spark asked for {named(pair)}, which is news" for pair in sorted(unknown)]
    if not seen.topics_described:
        found.append("no topic was described: eligible leaders were not looked at")
    return found + seen.problems
