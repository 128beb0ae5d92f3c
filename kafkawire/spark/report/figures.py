"""The figures, of facts. None where there is nothing to be drawn.

They are drawn so that they can be read in black and white, by everybody's eyes, on paper and on
dark screens: few lines, colours of Okabe and Ito that differ in lightness, lines that differ in
their dashes, no background of their own. Names come from the network and are shown, never run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from kafkawire.spark.report.facts import SECOND_NS
from kafkawire.spark.report.queries import LINES_MAX
from kafkawire.spark.report.units import axis_time, duration, size

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Facts, Rows

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A8A8A")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "solid")
SYMBOLS = ("circle", "diamond", "square", "cross", "x", "triangle-up", "star")
OTHERS = "others"
NAME_MAX = 40
BARS_SHOWN_MAX = 15
_MS = 1e6
_ROW_HEIGHT = 30


def name_text(value: object) -> str:
    """A name for a figure, which would take markup for markup."""
    text = str(value)
    return escape(text if len(text) <= NAME_MAX else text[: NAME_MAX - 1] + "…", quote=False)


def _figure(traces: Iterable[Any], height: int = 320, **layout: Any) -> go.Figure:
    """With what all have in common."""
    made = go.Figure(list(traces))
    made.update_layout(
        height=height,
        margin={"l": 60, "r": 16, "t": 12, "b": 40},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "system-ui, sans-serif", "size": 13},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        hoverlabel={"namelength": -1},
        **layout,
    )
    made.update_xaxes(automargin=True, zeroline=False)
    made.update_yaxes(automargin=True, zeroline=False)
    return made


def _most(rows: Rows, value: str, most: int = LINES_MAX) -> list[str]:
    """Names with the greatest sums; OTHERS last if there are more."""
    sums: dict[str, float] = {}
    for row in rows:
        sums[row["name"]] = sums.get(row["name"], 0) + (row[value] or 0)
    names = sorted(sums, key=lambda name: (-sums[name], name))
    return names if len(names) <= most + 1 else [*names[:most], OTHERS]


def _over_time(facts: Facts, rows: Rows, name: str, value: str) -> tuple[list[str], list[Any]]:
    """A value at every moment, None where there is none."""
    last = int(facts.seconds * SECOND_NS // facts.bucket_ns)
    found: dict[int, float] = {}
    for row in rows:
        if row["name"] == name:
            found[row["bucket"]] = found.get(row["bucket"], 0) + row[value]
    times = [axis_time(facts.time_ns(bucket)) for bucket in range(last + 1)]
    return times, [found.get(bucket) for bucket in range(last + 1)]


def _lines(facts: Facts, rows: Rows, value: str) -> go.Figure | None:
    """Latency over time, a line for each name."""
    traces = []
    for number, name in enumerate(_most(rows, "requests")[:LINES_MAX]):
        times, values = _over_time(facts, rows, name, value)
        shown = [None if each is None else each / _MS for each in values]
        traces.append(
            go.Scatter(
                x=times,
                y=shown,
                name=name_text(name),
                mode="lines+markers",
                line={"color": COLOURS[number], "dash": DASHES[number], "width": 2},
                marker={"symbol": SYMBOLS[number], "size": 5},
                hovertemplate="%{y:.3~g} ms",
            )
        )
    if not traces:
        return None
    made = _figure(traces, hovermode="x unified")
    made.update_yaxes(title="p99 (ms)", type="log")
    made.update_xaxes(title="time (UTC)", type="date")
    return made


def _stacked(facts: Facts, rows: Rows, value: str, title: str, per: float = 1) -> go.Figure | None:
    """Counts over time, by name."""
    names = _most(rows, value)
    known = set(names)
    rows = [{**row, "name": row["name"] if row["name"] in known else OTHERS} for row in rows]
    traces = []
    for number, name in enumerate(names):
        times, values = _over_time(facts, rows, name, value)
        traces.append(
            go.Bar(
                x=times,
                y=[(each or 0) / per for each in values],
                name=name_text(name),
                marker={"color": COLOURS[number % len(COLOURS)], "line": {"width": 0}},
                hovertemplate="%{y:.3~g}",
            )
        )  # fmt: skip
    if not traces:
        return None
    made = _figure(traces, barmode="stack", bargap=0.08, hovermode="x unified")
    made.update_yaxes(title=title, rangemode="tozero")
    made.update_xaxes(title="time (UTC)", type="date")
    return made


def traffic(facts: Facts) -> go.Figure | None:
    """Requests a second, by API."""
    rows = [{**row, "name": row["api"]} for row in facts["traffic"]]
    return _stacked(facts, rows, "requests", "requests per second", facts.bucket_ns / SECOND_NS)


def latency_by_api(facts: Facts) -> go.Figure | None:
    """From the median to the greatest, a line for each API."""
    rows = facts["latency_by_api"][:BARS_SHOWN_MAX][::-1]
    if not rows:
        return None
    names = [name_text(row["api"]) for row in rows]
    ranges_x: list[float | None] = []
    ranges_y: list[str | None] = []
    for row, name in zip(rows, names, strict=True):
        ranges_x += [row["p50_ns"] / _MS, row["max_ns"] / _MS, None]
        ranges_y += [name, name, None]
    traces: list[Any] = [
        go.Scatter(
            x=ranges_x, y=ranges_y, mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": "#8A8A8A", "width": 2},
        )
    ]  # fmt: skip
    for number, (key, name) in enumerate(
        (("p50_ns", "median"), ("p90_ns", "p90"), ("p99_ns", "p99"), ("max_ns", "greatest"))
    ):
        traces.append(
            go.Scatter(
                x=[row[key] / _MS for row in rows], y=names, name=name, mode="markers",
                marker={"symbol": SYMBOLS[number], "size": 10, "color": COLOURS[number]},
                text=[duration(row[key]) for row in rows],
                hovertemplate=f"{name} %{{text}}<extra>%{{y}}</extra>",
            )
        )  # fmt: skip
    made = _figure(traces, height=110 + _ROW_HEIGHT * len(rows))
    made.update_xaxes(title="latency (ms)", type="log")
    return made


def latency_over_time(facts: Facts) -> go.Figure | None:
    """The 99th percentile by API."""
    return _lines(facts, facts["latency_over_time"], "p99_ns")


def latency_of_clients(facts: Facts) -> go.Figure | None:
    """The 99th percentile of the busiest clients."""
    return _lines(facts, facts["latency_by_client_over_time"], "p99_ns")


def latency_of_brokers(facts: Facts) -> go.Figure | None:
    """The 99th percentile of the busiest brokers."""
    return _lines(facts, facts["latency_by_broker_over_time"], "p99_ns")


def errors(facts: Facts) -> go.Figure | None:
    """Errors over time, by name."""
    return _stacked(facts, facts["errors_over_time"], "places", "errors in responses")


def sessions_over_time(facts: Facts) -> go.Figure | None:
    """Fetches over time, by what they did to their session."""
    per = facts.bucket_ns / SECOND_NS
    return _stacked(facts, facts["sessions_over_time"], "fetches", "fetches per second", per)


def sessions(facts: Facts) -> go.Figure | None:
    """What a fetch of each client holds, asks and gets, on average."""
    rows = [row for row in facts["sessions"] if row["held"]][:BARS_SHOWN_MAX][::-1]
    names = [name_text(f"{row['name']} at {row['server']}") for row in rows]
    values = (("reported", "reported by the broker"), ("asked", "named in the request"),
              ("held", "held by the session"))  # fmt: skip
    return _grouped(names, [(title, [row[key] or 0 for row in rows]) for key, title in values],
                    "partitions of a fetch, on average")  # fmt: skip


def partitions(facts: Facts) -> go.Figure | None:
    """Bytes of records of the busiest partitions."""
    rows = facts["partitions"][:BARS_SHOWN_MAX][::-1]
    names = [name_text(f"{row['topic']}-{row['partition']}") for row in rows]
    values = (("fetched_bytes", "fetched"), ("produced_bytes", "produced"))
    unit, divisor = _unit(max((row[key] or 0 for row in rows for key, _ in values), default=0))
    columns = [(title, [(row[key] or 0) / divisor for row in rows]) for key, title in values]
    return _grouped(names, columns, f"batches, as they were sent ({unit})")


def _unit(most: float) -> tuple[str, float]:
    for power, name in enumerate(("bytes", "KiB", "MiB", "GiB", "TiB")):
        if most < 1024 ** (power + 1) * 2:
            return name, 1024.0**power
    return "PiB", 1024.0**5


def _grouped(
    names: list[str], columns: list[tuple[str, list[float]]], title: str
) -> go.Figure | None:
    """Bars side by side for each name; the legend in the order in which they are seen."""
    if not names:
        return None
    traces = [
        go.Bar(
            y=names, x=values, name=text, orientation="h",
            marker={"color": COLOURS[number]},
            hovertemplate="%{x:.3~g}",
        )
        for number, (text, values) in enumerate(columns)
    ]  # fmt: skip
    height = 110 + _ROW_HEIGHT * len(names) * (1 + 0.35 * (len(columns) - 1))
    made = _figure(traces, height=round(height), barmode="group", hovermode="y unified")
    made.update_layout(legend_traceorder="reversed")
    made.update_xaxes(title=title, rangemode="tozero")
    return made


def rebalances(facts: Facts) -> go.Figure | None:
    """When each group rebalanced; the area of a mark is how long it took."""
    rows = facts["rebalances"]
    if not rows:
        return None
    longest = max(row["rebalanced_ms"] for row in rows)
    # At most 34 pixels wide, at least 7, so that the shortest can be seen.
    widths = [max(7.0, 34 * (row["rebalanced_ms"] / longest) ** 0.5) for row in rows]
    began = [row["step_ns"] - row["rebalanced_ms"] * _MS for row in rows]
    texts = [
        f"{duration(row['rebalanced_ms'] * _MS)}, to generation {row['generation']} of "
        f"{row['members']}<br>{name_text(row['why'] or '')}"
        for row in rows
    ]
    trace = go.Scatter(
        x=[axis_time(round(each)) for each in began],
        y=[name_text(row["group"]) for row in rows],
        mode="markers",
        text=texts,
        marker={"size": widths, "color": COLOURS[1], "opacity": 0.65,
                "line": {"width": 1, "color": COLOURS[1]}},
        hovertemplate="%{x}<br>%{text}<extra>%{y}</extra>",
        showlegend=False,
    )  # fmt: skip
    groups = len({row["group"] for row in rows})
    made = _figure([trace], height=100 + max(60, _ROW_HEIGHT * groups))
    first, last = facts.first_ns, facts.first_ns + round(facts.seconds * SECOND_NS)
    made.update_xaxes(title="time (UTC)", type="date", range=[axis_time(first), axis_time(last)])
    made.update_yaxes(type="category", categoryorder="category descending")
    return made


def batch_sizes(facts: Facts) -> go.Figure | None:
    """How many batches there are of which size, by codec."""
    rows = facts["batch_sizes"]
    if not rows:
        return None
    powers = range(min(row["power"] for row in rows), max(row["power"] for row in rows) + 1)
    codecs = sorted({row["codec"] or "" for row in rows})
    labels = [size(2**power) for power in powers]
    traces = []
    for number, codec in enumerate(codecs):
        counts = {row["power"]: row["batches"] for row in rows if (row["codec"] or "") == codec}
        traces.append(
            go.Bar(
                x=labels, y=[counts.get(power, 0) for power in powers], name=codec or "?",
                marker={"color": COLOURS[number % len(COLOURS)]},
                hovertemplate="%{y:,}",
            )
        )  # fmt: skip
    made = _figure(traces, barmode="stack", bargap=0.1, hovermode="x unified")
    made.update_xaxes(title="bytes of a batch, from", type="category")
    made.update_yaxes(title="batches", rangemode="tozero")
    return made


DRAWN: dict[str, Callable[[Facts], go.Figure | None]] = {
    "traffic": traffic,
    "latency_by_api": latency_by_api,
    "latency_over_time": latency_over_time,
    "latency_of_clients": latency_of_clients,
    "latency_of_brokers": latency_of_brokers,
    "errors": errors,
    "sessions": sessions,
    "sessions_over_time": sessions_over_time,
    "rebalances": rebalances,
    "partitions": partitions,
    "batch_sizes": batch_sizes,
}
"""All figures by their names."""
