"""What the page has of a selected exchange."""

from __future__ import annotations

import json
from base64 import b64decode
from types import SimpleNamespace
from typing import Any

from kafkawire.dump.model import Exchange
from kafkawire.dump.page import detail as module
from kafkawire.dump.page.detail import exchange_detail, shortened
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.produce import produce_request


def produced(records: int = 2) -> Exchange:
    rows = [(1, b"k", b"value", [("h", b"1")])] * records
    request = produce_request(("orders", 3, bytes(encode_batch(rows))), acks=1, timeout_ms=1)
    talk = Dialogue()
    return talk.exchange(talk.connect(), request, ProduceResponse(), 9)


def all_rows(rows: list[list[Any]]) -> list[list[Any]]:
    found = []
    for row in rows:
        found.append(row)
        found += all_rows(row[4]) if len(row) > 4 else []
    return found


def test_a_message_has_its_fields_its_bytes_and_which_are_which() -> None:
    made = produced()
    assert made.request is not None

    found = json.loads(json.dumps(exchange_detail(made, None)))

    request = found["request"]
    assert b64decode(request["bytes"]) == made.request.data
    rows = {row[0]: row for row in all_rows(request["rows"])}
    assert rows["name"][1] == "'orders'"
    assert made.request.data[: rows["name"][3]].endswith(b"orders")
    assert rows["topic_data"][1] == "1"
    assert "batch[0]" in rows
    assert found["batches"][0]["records"][0]["value"]["value"] == "value"


def test_what_is_known_beside_the_bytes_is_there() -> None:
    made = produced()
    made.notes = ["a note"]
    made.session = SimpleNamespace(summary="session 7")
    made.response = None

    found = exchange_detail(made, None)

    assert (found["notes"], found["steps"]) == (["a note"], [["session", "session 7"]])
    assert found["response"] is None


def test_a_tree_too_large_for_a_page_is_cut_and_says_so() -> None:
    made = produced()
    assert made.request is not None

    rows = all_rows(exchange_detail(made, None, 5)["request"]["rows"])

    assert len([row for row in rows if row[0] != "..."]) == 5
    assert any(row[0] == "..." and row[1].endswith("more, not on this page") for row in rows)


def test_a_large_frame_has_its_first_bytes_and_its_size(monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "BYTES_MAX", 16)
    monkeypatch.setattr(module, "RECORDS_MAX", 3)
    made = produced(9)
    assert made.request is not None

    found = exchange_detail(made, None)

    assert b64decode(found["request"]["bytes"]) == made.request.data[:16]
    assert found["request"]["size"] == len(made.request.data)
    assert len(found["batches"][0]["records"]) == 3
    assert found["batches"][0]["count"] == 9


def test_long_lists_of_a_step_are_cut_and_say_so(monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "PARTITIONS_SHOWN_MAX", 2)

    assert shortened({"added": [1, 2, 3, 4]}) == {"added": [1, 2, "... 2 more"]}
    assert shortened({"a": 1, "b": 2, "c": 3}) == {"a": 1, "b": 2}
