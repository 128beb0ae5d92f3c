"""The page in a real Chromium, behind a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionOpened, ExchangeDone, RequestSeen
from kafkawire.dump.state.session_step import SessionStep
from kafkawire.dump.transport import Endpoint
from kafkawire.dump.web.serving import ServedStore
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.chromium import LIMIT_MS, NO_PLAYWRIGHT, launched, needs_chromium, opened
from tests.support.dump.dialogues import Dialogue

EVIL = "<img src=x onerror=alert(1)>"
HEARTBEATS = 1_500

expect = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT).expect
pytestmark = [pytest.mark.browser, needs_chromium]


class Traffic:
    """1,500 heartbeats, the last of which fails, a produce request, and whatever comes then."""

    def __init__(self) -> None:
        self.store = ServedStore(Endpoint("127.0.0.1", 0))
        self.talk = Dialogue()
        self.on = self.talk.connect("billing")
        other = self.talk.connect(EVIL)
        self.store.event(ConnectionOpened(self.on))
        for at in range(HEARTBEATS):
            self.beat(27 if at == HEARTBEATS - 1 else 0)
        records = bytes(encode_batch([(1, b"k", EVIL.encode(), [])]))
        partition = ProduceRequest.PartitionProduceData(index=3, records=records)
        topic = ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])
        produce = ProduceRequest(acks=1, timeout_ms=1, topic_data=[topic])
        made = self.talk.exchange(other, produce, ProduceResponse(), 9)
        self.store.event(ExchangeDone(made))
        self.store.finding(
            SimpleNamespace(
                detector="tiny-batches",
                severity="warning",
                connection=other,
                exchange=made,
                text="one record each",
                advice="raise linger.ms",
                time_ns=self.talk.now_ns,
            )
        )

    def beat(self, error_code: int = 0) -> None:
        request = HeartbeatRequest(group_id="g", member_id=EVIL)
        response = HeartbeatResponse(error_code=error_code)
        self.store.event(ExchangeDone(self.talk.exchange(self.on, request, response, 3)))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture
def traffic() -> Iterator[Traffic]:
    made = Traffic()
    yield made
    made.store.close()


@pytest.fixture
def page(browser: Any, traffic: Traffic) -> Iterator[Any]:
    with opened(browser, traffic.store.url) as found:
        yield found


def chosen(page: Any) -> str:
    text: str = page.locator(".row.chosen").inner_text()
    return text


def test_a_list_of_thousands_has_few_elements_and_keys_move_through_it(page: Any) -> None:
    assert f"{HEARTBEATS + 1:,}".replace(",", "\u202f") in page.inner_text("#count")
    assert page.locator("#rows .row").count() < 100
    assert "token" not in page.url

    page.keyboard.press("j")
    assert "opened" in chosen(page)
    page.keyboard.press("j")
    assert "Heartbeat" in chosen(page)
    page.keyboard.press("G")
    assert "tiny-batches" in chosen(page)
    page.keyboard.press("k")
    assert "Produce" in chosen(page)
    page.keyboard.press("g")
    page.keyboard.press("e")
    assert "REBALANCE_IN_PROGRESS" in chosen(page)
    page.keyboard.press("Escape")
    assert page.locator("#detail").is_hidden()


def test_tabs_show_all_of_an_exchange_and_the_address_keeps_it(page: Any) -> None:
    page.keyboard.press("G")
    page.keyboard.press("k")
    page.wait_for_selector(f"#pane[data-id='{HEARTBEATS + 2}']")
    assert "topic_data" in page.inner_text("#pane")
    page.keyboard.press("3")
    assert EVIL in page.inner_text("#pane")
    for tab, text in (("5", "192.0.2.7"), ("6", "2.000ms"), ("2", "throttle_time_ms")):
        page.keyboard.press(tab)
        assert text in page.inner_text("#pane")
    page.keyboard.press("l")
    page.keyboard.press("l")
    assert page.locator("#tabs [aria-selected=true]").inner_text() == "Hex"

    page.reload()

    page.wait_for_selector("#pane[data-tab=hex]")
    assert "Produce" in chosen(page)


def test_pointing_at_a_field_marks_its_bytes_and_at_bytes_their_field(page: Any) -> None:
    page.keyboard.press("G")
    page.keyboard.press("k")
    page.keyboard.press("4")
    page.locator(".tree .leaf", has_text="acks").hover()
    assert page.locator(".hex .on").first.inner_text() == "00 01"

    page.locator(".hex .f", has_text="orders").first.hover()

    assert "'orders'" in page.locator(".tree .lit").inner_text()
    assert "topic_data[0].name" in page.inner_text("#hint")
    page.locator(".hex .f", has_text="<img").last.hover()
    assert "batch[0]" in page.locator(".tree .lit").inner_text()
    page.locator(".tree summary", has_text="batch[0]").first.click()
    page.locator(".tree .leaf", has_text="magic: 2").hover()
    assert page.locator(".hex .on").first.inner_text() == "02"


def test_the_server_filters_and_says_what_is_wrong_with_a_filter(page: Any) -> None:
    page.keyboard.press("f")
    page.keyboard.type("~api Produce")
    expect(page.locator("#rows .row")).to_have_count(2)
    page.keyboard.press("Control+A")
    page.keyboard.type("~api Produce & ~nonsense")
    page.wait_for_selector("#said-filter.wrong")
    assert "column 16" in page.inner_text("#said-filter")
    assert page.locator("#rows .row").count() == 2

    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.keyboard.type("~t orders")
    page.keyboard.press("Enter")

    page.wait_for_selector(".row.lit-row")
    assert re.search(r"#f=.*Produce.*&h=", page.url)
    page.keyboard.press("Z")
    expect(page.locator("#rows .row")).not_to_have_count(2)


def test_what_comes_while_one_looks_is_there_and_who_follows_sees_it(
    page: Any, traffic: Traffic
) -> None:
    page.keyboard.press("F")
    page.wait_for_selector("#rows .row.what4")
    open_exchange = traffic.talk.exchange(
        traffic.on, HeartbeatRequest(group_id="late", member_id="m"), HeartbeatResponse(), 3
    )
    response, open_exchange.response = open_exchange.response, None
    traffic.store.event(RequestSeen(open_exchange))
    row = page.locator("#rows .row", has_text="late")
    row.wait_for()
    assert "no reply yet" in row.inner_text()

    open_exchange.response = response
    traffic.store.event(ExchangeDone(open_exchange))

    expect(row).to_contain_text("2.000ms")
    expect(row).not_to_contain_text("no reply")


def test_the_help_lists_keys_and_the_language_and_themes_change(page: Any) -> None:
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    assert "follow the end" in page.inner_text("#keys")
    expect(page.locator("#language")).to_contain_text("~lat")
    page.keyboard.press("Escape")
    before = page.evaluate("document.documentElement.dataset.theme")
    page.keyboard.press("d")
    assert page.evaluate("document.documentElement.dataset.theme") != before
    page.keyboard.press("t")
    assert page.locator("#lanes").is_visible()


def texts(page: Any, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).all_inner_texts()
    return found


def test_columns_are_chosen_fit_what_room_there_is_and_are_kept_in_the_address(page: Any) -> None:
    assert texts(page, "#heading span")[:2] == ["time", "conn"]

    page.keyboard.press("C")
    page.locator("#choices input[name=delta]").check()
    page.locator("#choices input[name=correlation]").check()
    page.locator("#choices input[name=client]").uncheck()
    assert page.locator("#choices input[name=api]").is_disabled()
    page.keyboard.press("Escape")
    wanted = ["time", "delta", "conn", "api", "latency", "corr", "sent", "back", "about"]
    assert texts(page, "#heading span") == wanted
    page.keyboard.press("G")
    page.keyboard.press("Escape")
    produce = page.locator("#rows .row", has_text="Produce")
    expect(produce).to_contain_text(re.compile(r"\+\d.*#2.*Produce"))
    expect(page).not_to_have_url(re.compile("row="))

    page.reload()

    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#heading span")).to_have_text(wanted)
    page.set_viewport_size({"width": 640, "height": 480})
    expect(page.locator("#heading .correlation")).to_have_count(0)
    assert "about" in texts(page, "#heading span")
    page.keyboard.press("C")
    assert "corr" in page.inner_text("#no-room")
    page.locator("#usual-columns").click()
    assert "columns" not in page.url


def test_findings_are_counted_and_each_leads_to_its_exchange_and_back(page: Any) -> None:
    assert page.inner_text("#findings-button") == "▲ 1 finding"
    page.keyboard.press("w")
    assert "raise linger.ms" in page.inner_text("#found")

    page.locator("#found button").click()

    assert "Produce" in chosen(page)
    page.wait_for_selector("#title button", timeout=LIMIT_MS)
    assert page.locator(".row.chosen.found").count() == 1
    page.keyboard.press("Enter")
    assert "tiny-batches" in chosen(page)
    assert "raise linger.ms" in page.inner_text("#pane")
    page.locator("#pane button").first.click()
    assert "Produce" in chosen(page)


def test_the_address_brings_back_marks_times_zoom_side_and_what_is_no_exchange(page: Any) -> None:
    page.keyboard.press("G")
    page.keyboard.press("m")
    page.keyboard.press("u")
    box = page.locator("#latencies").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 600, box["y"] + 40, steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("zoom="))
    before = page.url

    page.reload()

    page.wait_for_selector(".row.chosen.pinned.what4")
    assert texts(page, "#heading .time") == ["UTC"]
    expect(page).to_have_url(before)
    page.keyboard.press("0")
    assert "zoom" not in page.url
    page.keyboard.press("Enter")
    page.keyboard.press("4")
    page.keyboard.press("x")
    page.reload()
    page.wait_for_selector("#pane[data-tab=hex]")
    assert "response" in page.inner_text("#pane [aria-pressed=true]")


def test_where_one_was_in_the_list_is_kept_too(page: Any) -> None:
    page.locator("#list").evaluate("(list) => { list.scrollTop = 24 * 700; }")
    expect(page).to_have_url(re.compile("top=701"))

    page.reload()

    expect(page.locator("#row-701")).to_be_in_viewport()


def test_the_keyboard_alone_reaches_everything_and_is_told_where_it_is(page: Any) -> None:
    focused = "document.activeElement.id"
    assert page.evaluate(focused) == "list"
    page.keyboard.press("j")
    page.keyboard.press("j")
    row = page.locator("#list").get_attribute("aria-activedescendant")
    assert page.locator(f"#{row}").get_attribute("aria-selected") == "true"
    assert page.locator(f"#{row}").get_attribute("aria-rowindex") == "3"
    page.wait_for_selector("#tab-request[aria-selected=true]")
    page.keyboard.press("Tab")
    assert page.locator("#tab-response").get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")

    page.locator("#view-sessions").focus()
    page.keyboard.press(" ")
    assert page.locator("#view-sessions").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "view-statistics"


def test_what_is_there_stays_when_the_server_has_gone_and_the_page_says_so(
    page: Any, traffic: Traffic
) -> None:
    page.keyboard.press("j")
    traffic.store.close()

    expect(page.locator("#loss")).to_contain_text("wire-dump has ended")
    page.keyboard.press("j")
    expect(page.locator("#pane .problem")).to_contain_text("wire-dump has ended")
    page.keyboard.press("f")
    page.keyboard.type("~api Produce")
    expect(page.locator("#said-filter.wrong")).to_contain_text("cannot be checked")
    assert page.locator("#rows .row").count() > 10


def test_rows_stay_until_those_of_a_new_filter_come(page: Any) -> None:
    watch = """() => { window.least = Infinity; new MutationObserver(() => {
        const count = document.querySelectorAll("#rows .row").length;
        window.least = Math.min(window.least, count);
    }).observe(document.getElementById("rows"), { childList: true }); }"""
    page.evaluate(watch)
    page.keyboard.press("f")
    page.keyboard.type("~err")
    expect(page.locator("#rows .row")).to_have_count(1)
    page.keyboard.press("Control+A")
    page.keyboard.type("~api Produce")
    expect(page.locator("#rows .row")).to_have_count(2)
    assert page.evaluate("window.least") >= 1


def test_a_session_can_be_looked_at_before_its_row_knows_of_it(page: Any, traffic: Traffic) -> None:
    fetch = traffic.talk.exchange(traffic.on, FetchRequest(session_id=7), FetchResponse(), 12)
    response, fetch.response = fetch.response, None
    traffic.store.event(RequestSeen(fetch))
    page.keyboard.press("F")
    page.locator("#rows .row", has_text="Fetch").wait_for()
    fetch.response = response
    fetch.session = SessionStep(7, 3, "continued", held=1)

    page.locator("#rows .row", has_text="Fetch").click()
    page.keyboard.press("7")

    expect(page.locator("#pane .summary")).to_contain_text("session 7")


def test_rows_that_come_take_their_places_in_a_sorted_list(page: Any, traffic: Traffic) -> None:
    page.keyboard.press("s")
    first = page.locator("#rows .row[aria-rowindex='2']")
    expect(first).to_contain_text("2.000ms")
    slow = traffic.talk.begin(traffic.on, HeartbeatRequest(group_id="slow"), 3)
    traffic.talk.wait(70)
    traffic.talk.end(slow, HeartbeatResponse(), 3)

    traffic.store.event(ExchangeDone(slow))

    expect(first).to_contain_text("70.00ms")
    page.keyboard.press("F")
    expect(page.locator("#heading .latency")).to_have_attribute("aria-sort", "none")
    expect(page.locator("#rows .row").last).to_contain_text("slow")


def test_rows_that_were_dropped_are_counted_and_why(page: Any, traffic: Traffic) -> None:
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.wait_for_selector("#tab-request")
    traffic.store.rows_max = 1_000
    traffic.beat()

    expect(page.locator("#loss")).to_contain_text("older exchanges dropped")
    expect(page.locator("#loss")).to_contain_text("at most the last 1\u202f000 lines are kept")
    expect(page.locator("#notice")).to_contain_text("no longer kept")
    page.locator("#notice button", has_text="close it").click()
    assert page.locator("#detail").is_hidden()
