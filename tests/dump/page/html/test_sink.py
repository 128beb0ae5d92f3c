"""The files of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Damage, Event, ExchangeDone
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.page.html import sink as module
from kafkawire.dump.page.html.sink import HtmlSink
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.dialogues import LATENCY_NS, Dialogue

NAMES = {"number": 4, "api": 6, "latency": 9, "errors": 12, "file": 24}


def written(path: Path, *events: Event) -> Path:
    sink = HtmlSink(str(path), OutputOptions())
    for each in events:
        sink.event(each)
    assert not (path / "index.html").exists()
    sink.close()
    return path


def beats(count: int, talk: Dialogue | None = None) -> list[Event]:
    talk = talk or Dialogue()
    on = talk.connect()
    request, response = HeartbeatRequest(group_id="<b>g</b>"), HeartbeatResponse(error_code=27)
    return [ExchangeDone(talk.exchange(on, request, response, 3)) for _ in range(count)]


def given(path: Path, name: str) -> list[Any]:
    """What a data file hands to the page."""
    text = (path / "data" / name).read_text()
    found = re.fullmatch(r"wireDump\.\w+\((.*)\)\n", text, re.DOTALL)
    assert found is not None
    # Details are an object with numbers as keys, which JSON does not have.
    plain = re.sub(r"([{,])(\d+):\{\"notes", r'\1"\2":{"notes', found[1])
    values: list[Any] = json.loads(f"[{plain}]")
    return values


def test_lists_have_a_row_for_each_event_and_details_one_for_each_exchange(tmp_path: Path) -> None:
    talk = Dialogue()
    on = talk.connect()
    lost = Damage(on, True, 0, 5, "bytes that nobody has seen", talk.now_ns, 0)
    path = written(tmp_path / "p", ConnectionOpened(on), *beats(2, talk), lost, talk.close(on))

    (rows,) = given(path, "list-0.js")
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5]
    assert [row[1] for row in rows] == [1, 0, 0, 3, 2]
    first = rows[1]
    assert {name: first[at] for name, at in NAMES.items()} == {
        "number": 1,
        "api": "Heartbeat",
        "latency": LATENCY_NS,
        "errors": ["REBALANCE_IN_PROGRESS"],
        "file": 0,
    }
    number, details = given(path, "detail-0.js")
    assert number == 0
    assert list(details) == ["1", "2"]
    (meta,) = given(path, "meta.js")
    assert meta["exchanges"] == 2
    assert meta["connections"]["1"]["shown"]["client"] == "192.0.2.7:50001"
    assert meta["connections"]["1"]["asked"][1] == [50001, 9092]
    assert meta["left"] == ""


def test_data_is_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIST_ROWS", 4)
    monkeypatch.setattr(module, "DETAIL_EXCHANGES", 3)
    path = written(tmp_path, *beats(10))

    assert given(path, "meta.js")[0]["lists"] == 3
    rows = [row for at in range(3) for row in given(path, f"list-{at}.js")[0]]
    assert [row[NAMES["number"]] for row in rows] == list(range(1, 11))
    for row in rows:
        number, details = given(path, f"detail-{row[NAMES['file']]}.js")
        assert number == row[NAMES["file"]]
        assert str(row[NAMES["number"]]) in details


def test_more_than_a_browser_shows_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EXCHANGES_MAX", 4)
    path = written(tmp_path, *beats(10))

    (meta,) = given(path, "meta.js")
    assert meta["exchanges"] == 10
    assert "the first 4 of 10 exchanges" in meta["left"]
    assert "at most 4 exchanges" in meta["left"]
    assert len(given(path, "list-0.js")[0]) == 4


def test_a_page_with_too_many_details_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHARACTERS_MAX", 2_000)
    path = written(tmp_path, *beats(10))

    shown = len(given(path, "list-0.js")[0])
    assert 1 <= shown <= 3
    assert f"the first {shown} of 10 exchanges" in given(path, "meta.js")[0]["left"]


def test_lines_that_are_no_exchanges_have_a_limit_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OTHERS_MAX", 2)
    on = Dialogue().connect()
    path = written(tmp_path, *[Damage(on, True, 0, 5, "lost", 1, 0)] * 5, *beats(1))

    assert len(given(path, "list-0.js")[0]) == 3
    assert "3 lines about connections" in given(path, "meta.js")[0]["left"]


def test_a_page_is_replaced_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, "LIST_ROWS", 1)
        written(tmp_path, *beats(5))
    (tmp_path / "index.html").unlink()

    written(tmp_path, *beats(1))

    assert sorted(each.name for each in (tmp_path / "data").iterdir()) == [
        "detail-0.js",
        "list-0.js",
        "meta.js",
        "page.css",
        "page.js",
    ]


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    path = written(tmp_path)

    page = (path / "index.html").read_text()
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {
        "data:,",
        "data/page.css",
        "data/page.js",
    }
    assert "default-src 'none'" in page
    assert "unsafe" not in page
    everything = (
        page + (path / "data" / "page.js").read_text() + (path / "data" / "page.css").read_text()
    )
    own = everything.replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"@import|url\(|https?:|innerHTML|fetch\(|EventSource", own)


def test_a_connection_that_outlives_the_input_is_not_said_to_close(tmp_path: Path) -> None:
    on = Dialogue().connect()
    on.close_reason = "end"

    assert not list((written(tmp_path, ConnectionClosed(on)) / "data").glob("list*"))
