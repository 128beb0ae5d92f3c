"""The page in a real browser, from the disk, as who was sent it opens it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionOpened, ExchangeDone
from kafkawire.dump.outputs.html.sink import HtmlSink
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dialogues import Dialogue

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
EVIL = "<img src=x onerror=alert(1)>"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


def write_page(path: Path) -> None:
    """300 heartbeats, the last of which fails, and one produce request."""
    talk = Dialogue()
    on = talk.connect("billing")
    other = talk.connect(EVIL)
    sink = HtmlSink(str(path), OutputOptions())
    sink.event(ConnectionOpened(on))
    request = HeartbeatRequest(group_id="g", member_id=EVIL)
    first = talk.exchange(on, request, HeartbeatResponse(), 3)
    for at in range(1, 300):
        response = HeartbeatResponse(error_code=27 if at == 299 else 0)
        sink.event(ExchangeDone(talk.exchange(on, request, response, 3)))
    # It began before all others, and ended last.
    sink.event(ExchangeDone(first))
    records = bytes(encode_batch([(1, b"k", EVIL.encode(), [])]))
    partition = ProduceRequest.PartitionProduceData(index=3, records=records)
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])
    produce = ProduceRequest(acks=1, timeout_ms=1, topic_data=[topic])
    made = talk.exchange(other, produce, ProduceResponse(), 9)
    sink.event(ExchangeDone(made))
    sink.finding(
        SimpleNamespace(
            detector="tiny-batches",
            severity="warning",
            connection=other,
            exchange=made,
            text="one record each",
            advice="raise linger.ms",
            time_ns=talk.now_ns,
        )
    )
    sink.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page")
    write_page(path)
    return (path / "index.html").as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    found = browser.new_page(viewport={"width": 1400, "height": 800})
    complaints: list[str] = []
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("dialog", lambda dialog: complaints.append(dialog.message) or dialog.dismiss())
    found.set_default_timeout(10_000)
    found.goto(address)
    found.wait_for_selector("body[data-ready]")
    yield found
    found.close()
    assert not complaints


def lines(page: Any) -> list[str]:
    found: list[str] = page.locator("#rows .row").all_inner_texts()
    return found


def test_it_lists_what_there_is_and_draws_only_what_is_seen(page: Any) -> None:
    assert "301 exchanges" in page.inner_text("#about")
    assert 20 < len(lines(page)) < 120
    page.keyboard.press("G")
    assert "tiny-batches: one record each" in lines(page)[-1]
    assert "raise linger.ms" in lines(page)[-1]


def test_lines_stand_as_exchanges_began(page: Any) -> None:
    times = [float(line.split()[0]) for line in lines(page)]

    assert times == sorted(times)
    assert times[0] == times[1] == 0


def test_words_choose_lines(page: Any) -> None:
    page.fill("#filter", "produce !heartbeat")
    assert len(lines(page)) == 1
    page.fill("#filter", "errors #1")
    assert len(lines(page)) == 1
    assert "REBALANCE_IN_PROGRESS" in lines(page)[0]
    page.fill("#filter", ">1s")
    assert lines(page) == []


def test_an_exchange_shows_its_fields_bytes_and_records(page: Any) -> None:
    page.fill("#filter", "produce")
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.wait_for_selector(".tree .leaf:visible")
    page.hover(".tree .leaf >> text=acks")
    assert "acks 1" in page.inner_text("#hint")
    assert page.locator(".hex .on").first.inner_text() == "00 01"
    page.keyboard.press("3")
    page.wait_for_selector(".records td")
    assert EVIL in page.inner_text(".records")
    page.keyboard.press("4")
    page.wait_for_selector(".facts")
    assert "192.0.2.7:50002" in page.inner_text(".facts")
    page.keyboard.press("Escape")
    assert page.locator("#detail").is_hidden()


def test_bytes_lead_to_their_field(page: Any) -> None:
    page.fill("#filter", "heartbeat")
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.wait_for_selector(".hex .f")
    page.hover(".hex .f >> nth=0")
    assert "header.request_api_key 12 Heartbeat" in page.inner_text("#hint")


def test_the_address_remembers_what_is_looked_at(page: Any, browser: Any) -> None:
    page.fill("#filter", "rebalance")
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.wait_for_selector(".tree .leaf:visible")
    page.keyboard.press("2")
    page.wait_for_selector("button[aria-selected=true] >> text=Response")

    again = browser.new_page()
    again.goto(page.url)
    again.wait_for_selector(".tree .leaf:visible")
    assert again.input_value("#filter") == "rebalance"
    assert "27 REBALANCE_IN_PROGRESS" in again.inner_text(".tree")
    again.close()


def test_the_next_error_is_a_key_away(page: Any) -> None:
    page.keyboard.press("e")
    page.wait_for_selector(".tree .leaf:visible")
    assert "REBALANCE_IN_PROGRESS" in page.inner_text("#title")


def test_a_finding_leads_to_its_exchange_and_back(page: Any, browser: Any) -> None:
    page.keyboard.press("G")
    assert "raise linger.ms" in page.inner_text("#pane")

    again = browser.new_page()
    again.goto(page.url)
    again.wait_for_selector("#pane button")
    assert "tiny-batches" in again.inner_text("#pane")
    again.close()

    page.locator("#pane button").click()
    page.wait_for_selector(".tree .leaf:visible")
    assert "Produce" in page.inner_text(".row.chosen")
    page.locator("#list").focus()
    page.keyboard.press("Enter")
    assert "tiny-batches" in page.inner_text(".row.chosen")
