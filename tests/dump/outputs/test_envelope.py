"""The tables of keys, held against what is written."""

from __future__ import annotations

import json
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Damage, Event, ExchangeDone
from kafkawire.dump.outputs.envelope import LINES, PARTS, envelope_schema
from kafkawire.dump.outputs.jsonlines import JsonLines
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.state.session_step import SessionStep
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.exchanges import START_NS, connection, exchange
from tests.support.requests.json_schemas import complaints
from tests.support.requests.produce import produce_request

SCHEMA = envelope_schema()
NONE_ASKED_FOR = SessionStep(0, 0, "none")
TRACE = b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def produced() -> ExchangeDone:
    rows = [(1, b"k", b"v", [("traceparent", TRACE)])]
    request = produce_request(("orders", 3, bytes(encode_batch(rows))), acks=1, timeout_ms=1)
    talk = Dialogue()
    made = talk.exchange(talk.connect(), request, ProduceResponse(), 9)
    made.session = NONE_ASKED_FOR
    return ExchangeDone(made)


def finding(exchange_: Any = None) -> Any:
    names: dict[str, Any] = {
        "detector": "d",
        "severity": "warning",
        "text": "t",
        "advice": "a",
        "time_ns": 1,
    }
    return SimpleNamespace(connection=None, exchange=exchange_, **names)


def line_of(event: Event | None) -> dict[str, Any]:
    out = StringIO()
    sink = JsonLines(OutputOptions(json=True, records=True), out)
    if event is None:
        sink.finding(finding(exchange(request={})))
    else:
        sink.event(event)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


EVENTS: list[tuple[str, Event | None]] = [
    ("exchange", produced()),
    ("exchange", ExchangeDone(exchange(request={"values": {}}, ended="lost"))),
    ("exchange", ExchangeDone(exchange(response={"values": {}, "problem": "cut"}))),
    ("damage", Damage(connection(), False, 3, 4, "lost", START_NS, 5)),
    ("damage", Damage(None, None, 0, 0, "odd", START_NS, 0)),
    ("finding", None),
    ("opened", ConnectionOpened(connection())),
    ("closed", ConnectionClosed(connection(closed_ns=START_NS))),
    ("closed", ConnectionClosed(connection(software="a 1", user="ada"))),
]


@pytest.mark.parametrize(("kind", "event"), EVENTS)
def test_lines_are_as_their_tables_say(kind: str, event: Event | None) -> None:
    line = line_of(event)

    assert not complaints(line, SCHEMA, SCHEMA)
    assert list(line) == [key.name for key in LINES[kind]]


def test_parts_of_lines_have_their_keys_in_order_too() -> None:
    request = line_of(produced())["request"]
    batch = request["records"][0]
    record = batch["records"][0]

    for kind, found in (
        ("message", request),
        ("batch", batch),
        ("record", record),
        ("shown", record["key"]),
        ("recordHeader", record["headers"][0]),
    ):
        assert list(found) == [key.name for key in PARTS[kind]]


@pytest.mark.parametrize("key", [key.name for key in LINES["exchange"]])
def test_a_line_without_one_of_its_keys_is_refused(key: str) -> None:
    line = line_of(produced())
    del line[key]

    assert complaints(line, SCHEMA, SCHEMA)


def test_every_key_is_explained() -> None:
    for keys in (*LINES.values(), *PARTS.values()):
        assert all(key.about for key in keys)
        assert len({key.name for key in keys}) == len(keys)
