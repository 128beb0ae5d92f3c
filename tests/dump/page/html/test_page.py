"""The page in a real browser, from the disk, as who was sent it opens it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionOpened, ExchangeDone
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.page.html import sink as module
from kafkawire.dump.page.html.sink import HtmlSink
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.chromium import NO_PLAYWRIGHT, launched, needs_chromium, opened
from tests.support.dump.dialogues import Dialogue

EVIL = "<img src=x onerror=alert(1)>"

expect = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT).expect
pytestmark = [pytest.mark.browser, needs_chromium]


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
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page")
    write_page(path)
    return (path / "index.html").as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    with opened(browser, address) as found:
        yield found


def lines(page: Any) -> list[str]:
    found: list[str] = page.locator("#rows .row").all_inner_texts()
    return found


def test_it_is_the_page_of_the_server_with_rows_from_the_disk(page: Any) -> None:
    assert "301 exchanges" in page.inner_text("#count")
    assert 20 < len(lines(page)) < 120
    page.keyboard.press("G")
    assert "tiny-batches: one record each" in page.inner_text(".row.chosen")
    assert "raise linger.ms" in page.inner_text("#pane")
    page.keyboard.press("Enter")
    page.wait_for_selector("#tab-request[aria-selected=true]")
    assert "Produce" in page.inner_text(".row.chosen")
    page.keyboard.press("3")
    assert EVIL in page.inner_text("#pane")
    page.keyboard.press("5")
    assert "192.0.2.7:50002" in page.inner_text("#pane")
    page.keyboard.press("6")
    assert "2.000ms" in page.inner_text("#pane")


def test_lines_stand_as_exchanges_began(page: Any) -> None:
    times = [float(line.split()[0]) for line in lines(page)]

    assert times == sorted(times)
    assert times[0] == times[1] == 0


def test_the_filter_language_is_that_of_the_server(page: Any) -> None:
    page.keyboard.press("f")
    page.keyboard.type("~api Produce | ~err REBALANCE_IN_PROGRESS")
    expect(page.locator("#rows .row")).to_have_count(3)
    assert "REBALANCE_IN_PROGRESS" in lines(page)[0]
    assert "tiny-batches" in lines(page)[2]
    page.keyboard.press("Control+A")
    page.keyboard.type("~nonsense")
    expect(page.locator("#said-filter.wrong")).to_contain_text("no operator ~nonsense")
    page.keyboard.press("Control+A")
    page.keyboard.type("~latt 5")
    expect(page.locator("#said-filter.wrong")).to_contain_text("did you mean ~lat")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.keyboard.type("~detector tiny*")
    page.keyboard.press("Enter")
    expect(page.locator(".row.lit-row")).to_contain_text("Produce")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("~find x", "~find needs whole messages"),
        ("~api Fetch & ~value x", "~value needs"),
        ("~req x", "~req with a text needs"),
        ("FetchRequest.max_wait_ms > 1", "a path to a field needs"),
    ],
)
def test_what_does_not_work_offline_is_named(page: Any, text: str, name: str) -> None:
    page.keyboard.press("f")
    page.keyboard.type(text)

    expect(page.locator("#said-filter.wrong")).to_contain_text(name)
    assert "301 exchanges" in page.inner_text("#count")


def test_bytes_lead_to_their_field_and_the_address_keeps_the_view(page: Any) -> None:
    page.keyboard.press("f")
    page.keyboard.type("~api Heartbeat")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_contain_text("300 listed of 301")
    page.keyboard.press("j")
    page.keyboard.press("4")
    page.hover(".hex .f >> nth=0")
    assert "header.request_api_key 12 Heartbeat" in page.inner_text("#hint")

    page.reload()

    page.wait_for_selector("#pane[data-tab=hex]")
    assert page.input_value("#filter") == "~api Heartbeat"


def test_the_help_names_what_does_not_work(page: Any) -> None:
    page.keyboard.press("?")

    expect(page.locator("#language")).to_contain_text("~find, ~key, ~value, ~header")
    assert "~lat" in page.inner_text("#language")


def test_a_page_that_lost_its_files_says_so(browser: Any, tmp_path: Path) -> None:
    write_page(tmp_path)
    (tmp_path / "data" / "meta.js").unlink()

    with opened(browser, (tmp_path / "index.html").as_uri()) as page:
        expect(page.locator("#loss")).to_contain_text("data/meta.js is missing")


def test_rows_that_are_not_on_the_page_are_counted_and_why(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EXCHANGES_MAX", 20)
    write_page(tmp_path)

    with opened(browser, (tmp_path / "index.html").as_uri()) as page:
        expect(page.locator("#loss")).to_contain_text("the first 20 of 301 exchanges")
        expect(page.locator("#loss")).to_contain_text("at most 20 exchanges")
