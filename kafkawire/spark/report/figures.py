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

from kafkawire.spark.report.facts import SECOND_NS, began_ns
from kafkawire.spark.report.latency import NAMES, percentile_of_most
from kafkawire.spark.report.queries import LINES_MAX
from kafkawire.spark.report.units import axis_time, duration, size
from kafkawire.wording import counted

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


def _over_time(facts: Facts, rows: Rows, value: str, window_ns: int) -> tuple[list[str], list[Any]]:
    """A value in every window, None where there is none."""
    found: dict[int, float] = {}
    for row in rows:
        found[row["bucket"]] = found.get(row["bucket"], 0) + row[value]
    times = [axis_time(each) for each in facts.times(window_ns)]
    return times, [found.get(bucket) for bucket in range(len(times))]


def _lines(facts: Facts, rows: Rows) -> go.Figure | None:
    """Latency over time, by name: the percentile for which there is enough."""
    percentile = percentile_of_most(rows)
    traces = []
    for number, name in enumerate(_most(rows, "answered")[:LINES_MAX]):
        own = [row for row in rows if row["name"] == name]
        enough = [row for row in own if percentile and row[percentile] is not None]
        few = [row for row in own if not percentile or row[percentile] is None]
        made = [_line(facts, enough, str(percentile), number)] if enough else []
        made += [_marks(facts, few, number, is_alone=not enough)] if few else []
        for trace in made:
            trace.update(name=name_text(name), legendgroup=str(number))
        traces += made
    if not traces:
        return None
    made = _figure(traces, hovermode="x unified")
    title = "greatest" if percentile is None else NAMES[percentile]
    made.update_yaxes(title=f"{title} (ms)", type="log")
    made.update_xaxes(title="time (UTC)", type="date")
    return made


def _line(facts: Facts, rows: Rows, value: str, number: int) -> go.Scatter:
    times, values = _over_time(facts, rows, value, facts.wide_ns)
    return go.Scatter(
        x=times,
        y=[None if each is None else each / _MS for each in values],
        mode="lines+markers",
        line={"color": COLOURS[number], "dash": DASHES[number], "width": 2},
        marker={"symbol": SYMBOLS[number], "size": 5},
        hovertemplate="%{y:.3~g} ms",
    )


def _marks(facts: Facts, rows: Rows, number: int, *, is_alone: bool) -> go.Scatter:
    """The greatest of few, which is no percentile and in no line."""
    times = facts.times(facts.wide_ns)
    return go.Scatter(
        x=[axis_time(times[row["bucket"]]) for row in rows],
        y=[row["max_ns"] / _MS for row in rows],
        text=[f"greatest of {row['answered']:,}" for row in rows],
        mode="markers",
        marker={"symbol": f"{SYMBOLS[number]}-open", "size": 7, "color": COLOURS[number]},
        hovertemplate="%{y:.3~g} ms, %{text}",
        showlegend=is_alone,
    )


def _stacked(facts: Facts, rows: Rows, value: str, what: str) -> go.Figure | None:
    """Counts of windows by name; where windows are seconds or longer, counts a second."""
    names = _most(rows, value)
    known = set(names)
    rows = [{**row, "name": row["name"] if row["name"] in known else OTHERS} for row in rows]
    traces = []
    for number, name in enumerate(names):
        times, values = _over_time(
            facts, [row for row in rows if row["name"] == name], value, facts.bucket_ns
        )
        traces.append(
            go.Bar(
                x=times,
                y=[(each or 0) / (facts.per_s or 1) for each in values],
                name=name_text(name),
                marker={"color": COLOURS[number % len(COLOURS)], "line": {"width": 0}},
                hovertemplate="%{y:.3~g}",
            )
        )  # fmt: skip
    if not traces:
        return None
    made = _figure(traces, barmode="stack", bargap=0.08, hovermode="x unified")
    window = duration(facts.bucket_ns)
    title = f"{what} in {window}" if facts.per_s is None else f"{what} per second"
    made.update_yaxes(title=title, rangemode="tozero")
    made.update_xaxes(title="time (UTC)", type="date")
    return made


def traffic(facts: Facts) -> go.Figure | None:
    """Exchanges over time, by API."""
    rows = [{**row, "name": row["api"]} for row in facts["traffic"]]
    return _stacked(facts, rows, "exchanges", "exchanges")


def latency_by_api(facts: Facts) -> go.Figure | None:
    """From the median to the greatest, a line for each API."""
    rows = facts["latency_by_api"][:BARS_SHOWN_MAX][::-1]
    if not rows:
        return None
    names = [name_text(row["api"]) for row in rows]
    ranges_x: list[float | None] = []
    ranges_y: list[str | None] = []
    for row, name in zip(rows, names, strict=True):
        if row["p50_ns"] is not None:
            ranges_x += [row["p50_ns"] / _MS, row["max_ns"] / _MS, None]
            ranges_y += [name, name, None]
    traces: list[Any] = [
        go.Scatter(
            x=ranges_x, y=ranges_y, mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": "#8A8A8A", "width": 2},
        )
    ]  # fmt: skip
    for number, (key, title) in enumerate({**NAMES, "max_ns": "greatest"}.items()):
        known = [row for row in rows if row[key] is not None]
        traces.append(
            go.Scatter(
                x=[row[key] / _MS for row in known], y=[name_text(row["api"]) for row in known],
                name=title, mode="markers",
                marker={"symbol": SYMBOLS[number], "size": 10, "color": COLOURS[number]},
                text=[f"{duration(row[key])} of {row['answered']:,}" for row in known],
                hovertemplate=f"{title} %{{text}}<extra>%{{y}}</extra>",
            )
        )  # fmt: skip
    made = _figure(traces, height=110 + _ROW_HEIGHT * len(rows))
    made.update_xaxes(title="latency (ms)", type="log")
    made.update_yaxes(type="category", categoryorder="array", categoryarray=names)
    return made


def latency_over_time(facts: Facts) -> go.Figure | None:
    """Latency over time by API."""
    return _lines(facts, facts["latency_over_time"])


def latency_of_clients(facts: Facts) -> go.Figure | None:
    """Latency over time of the busiest clients."""
    return _lines(facts, facts["latency_by_client_over_time"])


def latency_of_brokers(facts: Facts) -> go.Figure | None:
    """Latency over time of the busiest brokers."""
    return _lines(facts, facts["latency_by_broker_over_time"])


def errors(facts: Facts) -> go.Figure | None:
    """Errors over time, by name."""
    return _stacked(facts, facts["errors_over_time"], "places", "errors")


def sessions_over_time(facts: Facts) -> go.Figure | None:
    """Fetches over time, by what they did to their session."""
    return _stacked(facts, facts["sessions_over_time"], "fetches", "fetches")


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
    """A bar for each rebalance from its first sign to its end, a row for each group."""
    rows = facts["rebalances"]
    traces = [
        _bars([row for row in rows if row["is_over"] == is_over], name, number)
        for is_over, name, number in ((True, "rebalance", 1), (False, "not over", 0))
        if any(row["is_over"] == is_over for row in rows)
    ]
    if not traces:
        return None
    groups = len({row["group"] for row in rows})
    made = _figure(traces, height=100 + max(60, _ROW_HEIGHT * groups), barmode="overlay")
    first, last = facts.first_ns, facts.first_ns + round(facts.seconds * SECOND_NS)
    made.update_xaxes(title="time (UTC)", type="date", range=[axis_time(first), axis_time(last)])
    made.update_yaxes(type="category", categoryorder="category descending")
    made.update_layout(showlegend=len(traces) > 1)
    return made


def _bars(rows: Rows, name: str, number: int) -> go.Bar:
    texts = [
        f"{duration(row['rebalanced_ms'] * _MS)}, "
        + (f"to generation {row['generation']}" if row["is_over"] else "not over")
        + f", {counted(row['members'], 'member')}: {name_text(', '.join(row['names']))}"
        + f"<br>{name_text(row['why'] or '')}"
        for row in rows
    ]
    return go.Bar(
        base=[axis_time(began_ns(row)) for row in rows],
        x=[row["rebalanced_ms"] for row in rows],
        y=[name_text(row["group"]) for row in rows],
        name=name,
        orientation="h",
        width=0.6,
        text=texts,
        textposition="none",
        # The line keeps the shortest in sight.
        marker={"color": COLOURS[number], "line": {"width": 2, "color": COLOURS[number]}},
        hovertemplate="%{base}<br>%{text}<extra>%{y}</extra>",
    )


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
