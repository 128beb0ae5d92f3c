"""The figures."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")

from kafkawire.spark.report.figures import COLOURS, DASHES, DRAWN, OTHERS, name_text
from tests.support.spark.reported import EVIL, MS, empty_facts, latencies, some_facts


@pytest.mark.parametrize("name", DRAWN)
def test_where_nothing_is_nothing_is_drawn(name: str) -> None:
    assert DRAWN[name](empty_facts()) is None


@pytest.mark.parametrize("name", DRAWN)
def test_each_figure_has_titles_with_units_and_no_markup_of_others(name: str) -> None:
    made = DRAWN[name](some_facts())
    assert made is not None
    text = made.to_json()
    assert "<img" not in text.replace("\\u003c", "<")
    layout = json.loads(text)["layout"]
    titles = [layout[axis].get("title", {}).get("text") for axis in ("xaxis", "yaxis")]
    assert any(titles)
    assert layout["paper_bgcolor"] == "rgba(0,0,0,0)"


def test_a_moment_without_requests_is_a_gap_in_the_line() -> None:
    made = DRAWN["latency_over_time"](some_facts())
    assert made is not None
    values = made.data[0].y
    assert values[:3] == (3.0, 3.0, None)
    assert len(values) == 31


def test_a_window_with_few_latencies_has_a_mark_and_no_percentile() -> None:
    facts = some_facts()
    few = {"answered": 7, "p90_ns": None, "p99_ns": None, "max_ns": 5 * MS}
    facts.rows["latency_over_time"] = [
        latencies(name="Fetch", bucket=0),
        latencies(name="Fetch", bucket=1),
        latencies(name="Fetch", bucket=2, **few),
    ]
    made = DRAWN["latency_over_time"](facts)
    assert made is not None
    line, marks = made.data
    assert line.y[:3] == (3.0, 3.0, None)
    assert (marks.y, marks.text) == ((5.0,), ("greatest of 7",))
    assert made.layout.yaxis.title.text == "p99 (ms)"

    facts.rows["latency_over_time"] = [latencies(name="Fetch", bucket=0, **few)]
    made = DRAWN["latency_over_time"](facts)
    assert made is not None
    assert made.layout.yaxis.title.text == "median (ms)"
    facts.rows["latency_over_time"][0] |= {"answered": 3, "p50_ns": None}
    made = DRAWN["latency_over_time"](facts)
    assert made is not None
    assert made.layout.yaxis.title.text == "greatest (ms)"
    assert len(made.data) == 1


@pytest.mark.parametrize(
    ("window_ns", "title", "drawn"),
    [
        (10_000_000, "exchanges in 10 ms", 10),
        (1_000_000_000, "exchanges per second", 10),
        (5_000_000_000, "exchanges per second", 2),
    ],
)
def test_rates_are_of_windows_of_a_second_or_longer(
    window_ns: int, title: str, drawn: float
) -> None:
    facts = some_facts()
    facts.bucket_ns = window_ns
    made = DRAWN["traffic"](facts)
    assert made is not None
    assert made.layout.yaxis.title.text == title
    assert made.data[0].y[0] == drawn


def test_a_rebalance_is_a_bar_from_its_first_sign_to_its_end() -> None:
    facts = some_facts()
    (known,) = facts["rebalances"]
    facts.rows["rebalances"] = [known, {**known, "group": "open", "is_over": False}]
    made = DRAWN["rebalances"](facts)
    assert made is not None
    ended, still = made.data
    assert ended.type == "bar"
    # It ended nine seconds behind the first message.
    assert ended.base == ("2026-11-18 11:06:47.500",)
    assert (ended.x, still.y) == ((1500.0,), ("open",))
    assert "1.5 s, to generation 4, 3 members: &lt;img" in ended.text[0]
    assert "not over" in still.text[0]


def test_what_is_not_among_the_first_few_is_drawn_together() -> None:
    facts = some_facts()
    facts.rows["traffic"] = [
        {"bucket": 0, "api": f"Api{number}", "exchanges": 10 - number} for number in range(10)
    ]
    made = DRAWN["traffic"](facts)
    assert made is not None
    assert len(made.data) <= len(COLOURS) == len(DASHES)
    assert made.data[-1].name == OTHERS
    assert sum(sum(trace.y) for trace in made.data) == sum(range(1, 11))


def test_names_are_cut_and_are_no_markup() -> None:
    assert name_text(EVIL).startswith("&lt;img")
    assert len(name_text("x" * 100)) == 40
