"""The front end in a real Chromium: what it does with its rows, wherever they come from."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionOpened, ExchangeDone
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.page.html.sink import HtmlSink
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.chromium import NO_PLAYWRIGHT, launched, needs_chromium, opened
from tests.support.dump.dialogues import Dialogue

expect = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT).expect
pytestmark = [pytest.mark.browser, needs_chromium]

HOUR_MS = 3_600_000
SLOW = 40
"""Milliseconds that the slowest of the heartbeats takes, and how many of them there are."""
FORMULA = '=HYPERLINK("http://evil")'
BIDI = "\u202eevil\u202d<b>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def write(path: Path, apart_ms: int = 10, clients: tuple[str, ...] = ("billing",)) -> str:
    """A page of heartbeats that take 1 ms, 2 ms and so on, and of a fetch behind them."""
    talk = Dialogue()
    sink = HtmlSink(str(path), OutputOptions())
    connections = [talk.connect(each) for each in clients]
    for on in connections:
        sink.event(ConnectionOpened(on))
    for took_ms in range(1, SLOW + 1):
        beat = HeartbeatRequest(group_id="g", member_id="m")
        made = talk.begin(connections[took_ms % len(connections)], beat, 3)
        talk.wait(took_ms)
        talk.end(made, HeartbeatResponse(error_code=27 if took_ms == 7 else 0), 3)
        sink.event(ExchangeDone(made))
        talk.wait(apart_ms)
    fetch = FetchRequest(topics=[])
    sink.event(ExchangeDone(talk.exchange(connections[0], fetch, FetchResponse(), 4)))
    sink.close()
    return (path / "index.html").as_uri()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write(tmp_path_factory.mktemp("page"))


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    with opened(browser, address, accept_downloads=True) as found:
        yield found


def texts(page: Any, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).all_inner_texts()
    return found


def sort_of(page: Any, name: str) -> str:
    found: str = page.locator(f"#heading .{name}").get_attribute("aria-sort")
    return found


def test_a_click_has_the_slowest_first_another_the_fastest_and_a_third_the_order_of_time(
    page: Any,
) -> None:
    def first() -> str:
        # The first to be seen is not always the first to be made.
        found: str = page.locator("#rows .row[aria-rowindex='2'] .latency").inner_text()
        return found

    latency = page.locator("#heading .latency button")
    latency.click()
    assert (first(), sort_of(page, "latency")) == ("40.00ms", "descending")
    assert "sort=-latency" in page.url
    latency.click()
    assert (first(), sort_of(page, "latency")) == ("1.000ms", "ascending")
    latency.click()
    assert sort_of(page, "latency") == "none"
    expect(page.locator("#rows .row[aria-rowindex='2']")).to_contain_text("opened")
    page.locator("#heading .api button").click()
    expect(page.locator("#rows .row[aria-rowindex='2']")).to_contain_text("Fetch")


def test_keys_go_through_the_sorted_list_and_the_address_keeps_its_order(page: Any) -> None:
    page.keyboard.press("s")
    page.keyboard.press("j")
    expect(page.locator(".row.chosen")).to_contain_text("40.00ms")
    page.keyboard.press("j")
    expect(page.locator(".row.chosen")).to_contain_text("39.00ms")
    page.keyboard.press("G")
    expect(page.locator(".row.chosen")).to_contain_text("opened")

    page.reload()

    page.wait_for_selector("body[data-ready=yes]")
    assert sort_of(page, "latency") == "descending"
    page.keyboard.press("s")
    assert sort_of(page, "latency") == "none"


def test_the_filter_keeps_the_order_and_a_button_clears_it(page: Any) -> None:
    page.keyboard.press("s")
    page.keyboard.press("f")
    page.keyboard.type("~lat <5ms")
    expect(page.locator("#rows .row[aria-rowindex='2']")).to_contain_text("4.000ms")

    page.locator("#asking-filter .clear").click()

    expect(page.locator("#rows .row[aria-rowindex='2']")).to_contain_text("40.00ms")
    assert page.input_value("#filter") == ""
    assert page.locator("#asking-filter .clear").is_hidden()


def test_the_client_stays_and_the_details_tell_when_the_filter_takes_their_line(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.wait_for_selector("#tab-request")
    assert texts(page, "#heading .client") == ["client"]
    assert "billing" in page.inner_text(".row.chosen")

    page.keyboard.press("f")
    page.keyboard.type("~api Fetch")
    expect(page.locator("#notice")).to_contain_text("does not choose this line")
    page.locator("#notice button", has_text="no filter").click()
    expect(page.locator("#notice")).to_be_hidden()
    assert page.locator(".row.chosen").count() == 1


def test_statistics_follow_the_filter_and_lead_to_filters(page: Any) -> None:
    page.locator("#view-statistics").click()
    assert "view=statistics" in page.url
    line = page.locator("#by-api tr", has_text="Heartbeat")
    assert line.locator("td").all_inner_texts()[1:6] == ["40", "1", "20.00ms", "40.00ms", "40.00ms"]
    labels = page.locator("#histogram text.percentile").all_text_contents()
    assert labels == ["p50 20.00ms, 20 slower", "p99 40.00ms, 0 slower"]
    assert {"1ms", "10ms"} <= set(page.locator("#histogram text.axis").all_text_contents())

    line.locator("button").click()
    expect(page.locator("#histogram")).to_contain_text("Heartbeat 40 latencies, 1 with errors")
    page.locator("#histogram button").click()
    expect(page.locator("#by-api tr")).to_have_count(2)
    assert page.input_value("#filter") == "~api Heartbeat"
    page.locator("#histogram .column").last.click()
    expect(page.locator("#filter")).to_have_value(re.compile("~api Heartbeat & ~lat .*us"))
    expect(page.locator("#by-api tr", has_text="Heartbeat")).to_contain_text("40.00ms")
    assert page.locator("#said-filter.wrong").count() == 0


def saved(page: Any, name: str, act: Callable[[], None]) -> str:
    with page.expect_download() as waiting:
        act()
    assert waiting.value.suggested_filename == name
    text: str = Path(waiting.value.path()).read_text()
    return text


def save(page: Any, line: str, name: str) -> str:
    button = page.locator("#export .choice", has_text=line).locator("button", has_text="save")
    return saved(page, name, lambda: button.click())


def test_what_is_listed_is_saved_in_its_order_as_json_lines_and_csv(page: Any) -> None:
    page.keyboard.press("s")
    page.keyboard.press("f")
    page.keyboard.type("~lat >38ms")
    page.keyboard.press("Enter")
    expect(page.locator("#rows .row")).to_have_count(2)
    page.keyboard.press("y")

    rows = [json.loads(line) for line in save(page, "JSON lines", "wire-dump.jsonl").splitlines()]
    assert [row["latencyUs"] for row in rows] == [40_000, 39_000]
    assert rows[0]["clientId"] == "billing"
    assert re.fullmatch(r"2026-11-18T\d\d:\d\d:\d\d\.\d{9}Z", rows[0]["time"])
    table = list(csv.DictReader(io.StringIO(save(page, "CSV", "wire-dump.csv"))))
    assert [row["api"] for row in table] == ["Heartbeat"] * 2
    expect(page.locator("#exported")).to_contain_text("saved: 2 lines")


def test_one_exchange_is_copied_as_json_and_hex_and_makes_a_filter(page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("G")
    page.wait_for_selector("#tab-request")
    page.keyboard.press("y")
    choices = page.locator("#export .choice")

    choices.filter(has_text="request as hex").locator("button", has_text="copy").click()
    expect(page.locator("#exported")).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert bytes.fromhex(copied)[:2] == b"\0\1"
    choices.filter(has_text=re.compile("^JSON(?! lines)")).locator("button").first.click()
    expect(page.locator("#exported")).to_contain_text("Fetch v4")
    whole = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert whole["request"]["fields"]["body"]["max_bytes"] == "2147483647"
    assert whole["request"]["hex"] == copied
    choices.last.locator("button", has_text="~api Fetch").click()
    expect(page.locator("#filter")).to_have_value("~api Fetch")


def test_a_capture_of_days_has_readable_times(browser: Any, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, 2 * HOUR_MS)) as page:
        assert texts(page, "#rows .time")[1] == "0d 00:00:00.000"
        page.keyboard.press("G")
        assert texts(page, ".row.chosen .time") == ["3d 08:00:00.820"]
        page.locator("#clock").click()
        assert re.fullmatch(r"11-21 \d\d:\d\d:\d\d\.\d{3}", texts(page, ".row.chosen .time")[0])
        title = page.locator(".row.chosen .time").get_attribute("title")
        assert re.match(r"2026-11-21 \d\d:\d\d:\d\d\.\d{6} UTC, 288000\.82", title)
        assert page.locator("#clock").get_attribute("aria-pressed") == "true"
        page.locator("#clock").click()
        assert texts(page, ".row.chosen .time") == ["3d 08:00:00.820"]


def test_a_phone_has_all_of_a_line_in_two(browser: Any, address: str) -> None:
    with opened(browser, address, viewport={"width": 360, "height": 740}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        line = page.locator("#rows .row[aria-rowindex='3']")
        for name in ("time", "api", "latency", "client", "about"):
            box = line.locator(f".{name}").bounding_box()
            assert box["width"] > 0, name
            assert box["x"] + box["width"] <= 360, name
        for button in page.locator("header button:visible, footer button:visible").all():
            box = button.bounding_box()
            assert box["x"] >= 0, button
            assert box["x"] + box["width"] <= 360, button
        page.locator("#heading .latency button").click()
        expect(page.locator("#rows .row[aria-rowindex='2']")).to_contain_text("40.00ms")
        line.click()
        page.wait_for_selector("#tab-request")
        page.locator("#close-detail").click()
        assert page.locator("#detail").is_hidden()


def test_text_of_the_wire_stays_text_and_where_it_is(browser: Any, tmp_path: Path) -> None:
    names = (BIDI, FORMULA, "<script>alert(1)</script>", "a\nb\tc")
    with opened(browser, write(tmp_path, clients=names), accept_downloads=True) as page:
        for view in ("", "statistics", "sessions"):
            if view:
                page.locator(f"#view-{view}").click()
            page.keyboard.press("j")
        assert "\u202e" not in page.inner_text("body")
        assert "\\u202eevil" in page.inner_text("#rows")
        assert page.locator("#rows script, #rows b b, #title script").count() == 0
        bidi = page.locator("#rows .client").first.evaluate(
            "(e) => getComputedStyle(e).unicodeBidi"
        )
        assert bidi == "isolate"
        page.keyboard.press("y")
        clients = {
            row["clientId"]
            for row in csv.DictReader(io.StringIO(save(page, "CSV", "wire-dump.csv")))
        }
        assert "'" + FORMULA in clients


def test_colours_of_text_have_contrast_in_both_themes(page: Any) -> None:
    colours = """() => {
      const style = getComputedStyle(document.documentElement);
      const read = (name) => style.getPropertyValue(name).trim();
      return Object.fromEntries(["--back", "--panel", "--chosen", "--lit", "--ink", "--faint",
        "--bad", "--warn", "--good", "--accent", "--k0", "--k1", "--k2", "--k3", "--k4", "--k5",
      ].map((name) => [name, read(name)]));
    }"""
    for _ in range(2):
        found = page.evaluate(colours)
        for name, colour in found.items():
            if name not in ("--back", "--panel", "--chosen", "--lit"):
                for ground in ("--back", "--panel"):
                    assert contrast(colour, found[ground]) >= 4.5, (name, ground, found)
        page.keyboard.press("d")


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_system_chooses_the_theme_until_the_button_does(browser: Any, address: str) -> None:
    theme = "document.documentElement.dataset.theme"
    with opened(browser, address, color_scheme="dark") as page:
        assert page.evaluate(theme) == "dark"
        page.locator("#theme").click()
        assert page.evaluate(theme) == "light"
        page.reload()
        page.wait_for_selector("body[data-ready=yes]")
        assert page.evaluate(theme) == "light"


def test_the_list_is_a_grid_with_a_heading(page: Any) -> None:
    grid = page.locator("#list")
    assert grid.get_attribute("role") == "grid"
    assert grid.get_attribute("aria-rowcount") == "43"
    assert grid.get_attribute("aria-owns") == "heading rows"
    assert page.locator("#heading [role=columnheader]").count() == 8
    assert page.locator("#rows .row [role=gridcell]").count() > 20
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    focused = page.evaluate("document.activeElement.textContent")
    assert focused == "back"
    page.keyboard.press("Enter")
    assert sort_of(page, "back") == "descending"
