"""The page: one file that asks nobody for anything."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")

from kafkawire.spark.report.page import page, plotly_source
from tests.support.dump.chromium import CHROMIUM, NO_PLAYWRIGHT, needs_chromium
from tests.support.spark.reported import EVIL, empty_facts, some_facts

SCRIPTS = re.compile(r"<script.*?</script>", re.S)


class Tags(HTMLParser):
    """What stands in a page, and whether it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.tags: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        known = dict(attrs)
        self.ids.add(known.get("id") or "")
        self.links.add(known.get("href") or known.get("src") or "")

    def handle_endtag(self, tag: str) -> None:
        self.tags[tag] -= 1


def tags_of(text: str) -> Tags:
    tags = Tags()
    tags.feed(text)
    return tags


def test_no_address_of_anybody_is_in_it() -> None:
    text = page(some_facts(), ["day.pcapng"])
    assert set(re.findall(r"https?://[\w.-]+", text)) <= {"http://www.w3.org"}
    assert "default-src 'none'" in text


def test_of_many_inputs_some_are_named_and_all_are_counted() -> None:
    names = [f"day-{number}.pcapng" for number in range(8)]
    text = page(some_facts(), names)
    assert f"From {', '.join(names[:5])} and 3 more." in text
    assert f"From {', '.join(names[:5])}." in page(some_facts(), names[:5])


def test_links_lead_to_what_is_there_and_tags_are_closed() -> None:
    tags = tags_of(page(some_facts()))
    links = {link for link in tags.links if link}
    assert links
    assert {link.removeprefix("#") for link in links} <= tags.ids
    assert {tag for tag, count in tags.tags.items() if count} <= {"meta"}


def test_what_others_call_themselves_is_text() -> None:
    facts = some_facts()
    facts.rows["skew"] = [
        {"topic": EVIL, "partitions": 10, "bytes": 8 << 20, "most": 6 << 20, "hottest": 7}
    ]
    facts.rows["groups"] = [
        {"group": EVIL, "rebalances": 2, "rebalanced_ms": 3e4, "longest_ms": 2e4, "why": EVIL,
         "generation": 3, "members": 1, "errors": [EVIL]}
    ]  # fmt: skip
    text = page(facts, [EVIL])
    assert EVIL not in text
    assert "img" not in tags_of(SCRIPTS.sub("", text)).tags
    assert SCRIPTS.sub("", text).count("&lt;img src=x") > 3


def test_a_page_about_nothing_says_so() -> None:
    text = page(empty_facts())
    assert "There was no message" in text
    assert 'class="plot"' not in text


def test_the_contents_have_the_count_of_findings() -> None:
    facts = some_facts()
    assert '<a href="#findings">Findings (0)</a>' in page(facts)
    facts.rows["damage"] = [{"text": "lost", "places": 1, "bytes": 1}]
    assert '<a href="#findings">Findings (1)</a>' in page(facts)


def test_findings_stand_before_figures() -> None:
    text = page(some_facts())
    assert text.index('id="findings"') < text.index('class="plot"')


def test_scripts_cannot_be_ended_from_within() -> None:
    assert "</script" not in plotly_source()


@pytest.mark.browser
@needs_chromium
def test_on_a_telephone_nothing_is_wider_than_the_screen(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
    path = tmp_path / "index.html"
    path.write_text(page(some_facts()), encoding="utf-8")
    heights = []
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width in (360, 1280):
            shown = browser.new_page(viewport={"width": width, "height": 800})
            shown.goto(path.as_uri())
            shown.wait_for_selector("body[data-drawn]")
            assert shown.evaluate("document.documentElement.scrollWidth") == width
            heights.append(shown.locator("#latency_by_api").bounding_box()["height"])
        browser.close()
    # Its legend has four lines more there.
    assert heights[0] == heights[1] + 4 * 20


@pytest.mark.browser
@needs_chromium
def test_a_browser_draws_every_figure_and_asks_nobody(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
    path = tmp_path / "index.html"
    path.write_text(page(some_facts()), encoding="utf-8")
    said: list[str] = []
    asked: list[str] = []
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        shown = browser.new_page(color_scheme="dark")
        shown.on("console", lambda message: said.append(message.text))
        shown.on("pageerror", lambda error: said.append(str(error)))
        shown.on("request", lambda request: asked.append(request.url))
        shown.goto(path.as_uri())
        shown.wait_for_selector("body[data-drawn]")
        drawn = shown.locator(".plot svg.main-svg").count()
        plots = shown.locator(".plot").count()
        browser.close()
    assert drawn >= plots > 5
    assert said == []
    assert asked == [path.as_uri()]
