"""Results as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compat.client.streams.known import Known
from compat.client.streams.normal import Normal
from compat.client.streams.result import Result

VALUE_CHARACTERS_MAX = 200
HEADINGS = ("API", "Java", "ours", "equal", "differing")


def table(result: Result) -> Iterator[str]:
    """Return the lines for one workload: a row for each API, then what has no name."""
    rows = [HEADINGS]
    for api, row in sorted(result.rows.items()):
        why = ", ".join(f"{count} {name}" for name, count in sorted(row.differing.items()))
        rows.append((api, str(row.java), str(row.ours), str(row.equal), why or "-"))
    widths = [max(len(each[at]) for each in rows) for at in range(len(HEADINGS))]
    for each in rows:
        cells = (
            text.ljust(width) if at in (0, 4) else text.rjust(width)
            for at, (text, width) in enumerate(zip(each, widths, strict=True))
        )
        yield "  " + "  ".join(cells).rstrip()
    quiet = ", ".join(
        f"{api} {result.java.quiet[api]} and {result.ours.quiet[api]}"
        for api in sorted(result.java.quiet | result.ours.quiet)
    )
    yield f"  quiet, not compared: {quiet or 'none'}"
    for difference in result.unnamed:
        yield f"  UNNAMED {difference.api} {difference.field}"
        yield f"    java {_cut(difference.java)}"
        yield f"    ours {_cut(difference.ours)}"


def reasons(results: Sequence[Result], known: Iterable[Known]) -> Iterator[str]:
    """Return the lines on all differences that were seen: the reason, and what is sent more."""
    for entry in known:
        seen = [result for result in results if entry.name in result.named]
        if not seen:
            continue
        requests = sum(result.savings[entry.name].requests for result in seen)
        size = sum(result.savings[entry.name].size for result in seen)
        yield f"{entry.name} ({entry.rule}): {entry.reason}"
        yield f"    {_more(requests, size)}"


def totals(results: Iterable[Result]) -> str:
    """Return one line on all requests of all workloads."""
    sums = [0, 0, 0, 0]
    for result in results:
        for at, side in enumerate((result.java, result.ours)):
            sums[2 * at] += len(side.said)
            sums[2 * at + 1] += sum(each.size for each in side.said)
    java, java_size, ours, ours_size = sums
    return (
        f"in all: Java {java:,} requests of {java_size:,} bytes, "
        f"ours {ours:,} of {ours_size:,} bytes, quiet ones apart"
    )


def stream(recording: Normal) -> Iterator[str]:
    """Return a line for each request of one client."""
    for each in recording.said:
        yield f"  {each.client} {each.lane:9} {each.api} v{each.fields['version']} {each.shape}"


def as_json(result: Result) -> dict[str, Any]:
    """Return a result for programs."""
    return {
        "workload": result.workload,
        "apis": {
            api: {**row._asdict(), "differing": dict(row.differing)}
            for api, row in sorted(result.rows.items())
        },
        "named": {name: [each._asdict() for each in found] for name, found in result.named.items()},
        "unnamed": [each._asdict() for each in result.unnamed],
        "java_sends_more": {name: saved._asdict() for name, saved in result.savings.items()},
        "quiet": {"java": dict(result.java.quiet), "ours": dict(result.ours.quiet)},
    }


def _more(requests: int, size: int) -> str:
    if not requests:
        return "no request more or less"
    name = "Java" if requests > 0 else "ours"
    return f"{name} sends {abs(requests)} more requests, {abs(size):,} bytes"


def _cut(text: str) -> str:
    return text if len(text) <= VALUE_CHARACTERS_MAX else text[:VALUE_CHARACTERS_MAX] + "..."
