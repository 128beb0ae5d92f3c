"""Statistics as a table for people, and as one JSON document for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.dump.error_names import error_name
from kafkawire.dump.outputs.figures import date_text, duration_text, size_text
from kafkawire.dump.stats.sketch import RELATIVE_ERROR, Sketch
from kafkawire.dump.stats.statistics import Statistics
from kafkawire.dump.stats.tally import Tally
from kafkawire.protocol.visible_text import visible
from kafkawire.wording import counted

QUANTILES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))
ERRORS_SHOWN_MAX = 10
NAME_WIDTH_MAX = 50
NOTHING = "-"
FIGURES = ("count", "/s", "sent", "received", "errors", "p50", "p90", "p99", "max", "throttled")


class Cells(NamedTuple):
    """A line of a table: names to the left, figures to the right."""

    names: tuple[str, ...]
    figures: tuple[str, ...]


def lines(statistics: Statistics, *, rows_max: int | None = None) -> Iterator[str]:
    """The report, a line at a time."""
    yield from _head(statistics)
    if not statistics.total.exchanges:
        return
    yield ""
    shown = statistics.sorted_rows()
    left = 0 if rows_max is None else max(0, len(shown) - rows_max)
    table = [Cells(statistics.by, FIGURES)]
    table += [Cells(key, _figures(tally, statistics)) for key, tally in shown[:rows_max]]
    if len(shown) > 1:
        names = ("all", *[""] * (len(statistics.by) - 1))
        table.append(Cells(names, _figures(statistics.total, statistics)))
    yield from _table(table)
    if left:
        yield f"and {counted(left, 'more row')}; --top shows more"
    yield from _errors(statistics.total)


def _head(statistics: Statistics) -> Iterator[str]:
    total = statistics.total
    connections = counted(statistics.connections, "connection")
    if statistics.connections_encrypted:
        connections += f" ({statistics.connections_encrypted:,} encrypted)"
    line = f"{counted(total.exchanges, 'exchange')} on {connections}"
    if statistics.first_ns is not None:
        line += f" in {duration_text(statistics.duration_ns)}"
        line += f" from {date_text(statistics.first_ns)}"
    yield line
    if total.records_bytes:
        yield f"{size_text(total.records_bytes)} of batches, {total.partitions:,} partitions asked"
    if total.damaged_batches:
        batches = counted(total.damaged_batches, "damaged batch")
        yield f"{batches}, as a wrong checksum shows; `read -f ~problem` shows which"
    if total.unanswered:
        yield f"{counted(total.unanswered, 'request')} never answered"
    if total.throttled:
        waited = duration_text(total.throttled_ms * 1_000_000)
        yield f"{counted(total.throttled, 'response')} throttled clients, by {waited} in all"
    repeats = statistics.all_streams.repeats
    if repeats.segments:
        again = counted(repeats.segments, "retransmission")
        yield f"{again} with {size_text(repeats.size)} that are counted once"
    if statistics.damages:
        places = counted(statistics.damages, "place")
        yield f"damage at {places}, {size_text(statistics.damaged_bytes)} at least"


def _figures(tally: Tally, statistics: Statistics) -> tuple[str, ...]:
    seconds = statistics.duration_ns / 1e9
    sketch = tally.latencies
    return (
        f"{tally.exchanges:,}",
        _rate(tally.exchanges / seconds) if seconds else NOTHING,
        size_text(tally.request_bytes),
        size_text(tally.response_bytes),
        f"{tally.with_errors:,}" if tally.with_errors else NOTHING,
        *[_duration(sketch.quantile(share)) for _, share in QUANTILES],
        _duration(sketch.highest),
        _duration(tally.throttled_ms * 1_000_000 or None),
    )


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _duration(duration_ns: int | None) -> str:
    return NOTHING if duration_ns is None else duration_text(duration_ns)


def _table(table: list[Cells]) -> Iterator[str]:
    """Columns as wide as they must be; those in which nothing stands are left out."""
    rows = [[*map(_name, names), *figures] for names, figures in table]
    names = len(table[0].names)
    kept = [
        at
        for at in range(len(rows[0]))
        if at < names or any(row[at] != NOTHING for row in rows[1:])
    ]
    widths = {at: max(len(row[at]) for row in rows) for at in kept}
    for row in rows:
        cells = [
            f"{row[at]:<{widths[at]}}" if at < names else f"{row[at]:>{widths[at]}}" for at in kept
        ]
        yield "  ".join(cells).rstrip()


def _name(text: str) -> str:
    """A name as it stands in its column, whose width must be that of what is seen."""
    return visible(text)[:NAME_WIDTH_MAX]


def _errors(total: Tally) -> Iterator[str]:
    if not total.errors:
        return
    yield ""
    yield "errors"
    width = max(len(f"{count:,}") for count in total.errors.values())
    for code, count in total.errors.most_common(ERRORS_SHOWN_MAX):
        yield f"  {count:>{width},}  {error_name(code)} ({code})"
    if len(total.errors) > ERRORS_SHOWN_MAX:
        yield f"  and {len(total.errors) - ERRORS_SHOWN_MAX} more kinds"


def as_json(statistics: Statistics) -> dict[str, object]:
    """The report as values of JSON; durations in milliseconds, `relativeError` of quantiles."""
    return {
        "firstTimeNs": statistics.first_ns,
        "durationMs": statistics.duration_ns / 1e6,
        "connections": statistics.connections,
        "connectionsClosed": statistics.connections_closed,
        "connectionsEncrypted": statistics.connections_encrypted,
        "streamsNotRecognised": statistics.all_streams.not_recognised,
        "tlsStreamsNotShown": statistics.all_streams.tls_not_shown,
        "retransmissions": statistics.all_streams.repeats.segments,
        "retransmittedBytes": statistics.all_streams.repeats.size,
        "damages": statistics.damages,
        "damagedBytes": statistics.damaged_bytes,
        "relativeError": RELATIVE_ERROR,
        "by": list(statistics.by),
        "all": _tally_json(statistics.total, statistics),
        "rows": [
            {**dict(zip(statistics.by, key, strict=True)), **_tally_json(tally, statistics)}
            for key, tally in statistics.sorted_rows()
        ],
    }


def _tally_json(tally: Tally, statistics: Statistics) -> dict[str, object]:
    seconds = statistics.duration_ns / 1e9
    return {
        "exchanges": tally.exchanges,
        "requests": tally.requests,
        "responses": tally.responses,
        "unanswered": tally.unanswered,
        "requestBytes": tally.request_bytes,
        "responseBytes": tally.response_bytes,
        "recordsBytes": tally.records_bytes,
        "damagedBatches": tally.damaged_batches,
        "partitions": tally.partitions,
        "exchangesPerSecond": tally.exchanges / seconds if seconds else None,
        "withErrors": tally.with_errors,
        "errors": {error_name(code): count for code, count in tally.errors.most_common()},
        "throttled": tally.throttled,
        "throttledMs": tally.throttled_ms,
        "latencyMs": _latency_json(tally.latencies),
    }


def _latency_json(sketch: Sketch) -> dict[str, object]:
    found: dict[str, object] = {"count": sketch.count}
    for name, share in QUANTILES:
        number = sketch.quantile(share)
        found[name] = None if number is None else number / 1e6
    found["min"] = None if sketch.lowest is None else sketch.lowest / 1e6
    found["max"] = None if sketch.highest is None else sketch.highest / 1e6
    found["mean"] = sketch.total / sketch.count / 1e6 if sketch.count else None
    return found
