"""What came of one workload: requests by API, equal or differing, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from compat.client.streams.comparing import Difference, Pair, pairs
from compat.client.streams.known import Known, name_of
from compat.client.streams.normal import Normal


class Row(NamedTuple):
    """The requests of one API."""

    java: int
    ours: int
    equal: int
    differing: Counter[str]
    """Requests by the name of a difference; those with two differences are in two places."""


class Saving(NamedTuple):
    """How many requests and bytes one client sends that the other does not."""

    requests: int
    size: int


class Result(NamedTuple):
    """A comparison of one workload."""

    workload: str
    java: Normal
    ours: Normal
    rows: dict[str, Row]
    named: dict[str, list[Difference]]
    unnamed: list[Difference]
    savings: dict[str, Saving]
    """What Java sends more than ours, by the name of the difference; negative if ours does."""


def compared(workload: str, java: Normal, ours: Normal, known: Sequence[Known]) -> Result:
    """Compare two recordings of a workload."""
    result = Result(workload, java, ours, {}, {}, [], {})
    for pair in pairs(java.said, ours.said):
        _count(result, pair, known)
    return result


def _count(result: Result, pair: Pair, known: Sequence[Known]) -> None:
    names: set[str] = set()
    for difference in pair.differences():
        name = name_of(known, result.workload, difference)
        if name is None:
            result.unnamed.append(difference)
        else:
            result.named.setdefault(name, []).append(difference)
        names.add(name or UNNAMED)
    for name in names:
        _save(result, pair, name)
    row = result.rows.get(pair.either.api, Row(0, 0, 0, Counter()))
    result.rows[pair.either.api] = Row(
        row.java + (pair.java is not None),
        row.ours + (pair.ours is not None),
        row.equal + (not names),
        row.differing + Counter(names),
    )


UNNAMED = "UNNAMED"


def _save(result: Result, pair: Pair, name: str) -> None:
    before = result.savings.get(name, Saving(0, 0))
    java, ours = (0 if each is None else each.size for each in (pair.java, pair.ours))
    requests = (pair.java is not None) - (pair.ours is not None)
    result.savings[name] = Saving(before.requests + requests, before.size + java - ours)
