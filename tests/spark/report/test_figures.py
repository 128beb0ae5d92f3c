"""The figures."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("plotly")

from kafkawire.spark.report.figures import COLOURS, DASHES, DRAWN, OTHERS, name_text
from tests.support.reported import EVIL, empty_facts, some_facts


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


def test_what_is_not_among_the_first_few_is_drawn_together() -> None:
    facts = some_facts()
    facts.rows["traffic"] = [
        {"bucket": 0, "api": f"Api{number}", "requests": 10 - number, "bytes": 1}
        for number in range(10)
    ]
    made = DRAWN["traffic"](facts)
    assert made is not None
    assert len(made.data) <= len(COLOURS) == len(DASHES)
    assert made.data[-1].name == OTHERS
    assert sum(sum(trace.y) for trace in made.data) == sum(range(1, 11))


def test_names_are_cut_and_are_no_markup() -> None:
    assert name_text(EVIL).startswith("&lt;img")
    assert len(name_text("x" * 100)) == 40
