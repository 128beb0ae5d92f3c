"""The schema of lines, held against lines as they are written."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
)
from kafkawire.dump.outputs.jsonlines import JsonLines
from kafkawire.dump.outputs.line_schema import api_schema, line_schema
from kafkawire.dump.outputs.options import OutputOptions
from tests.support.dump.declared import connection, dumped, frame_of
from tests.support.requests.json_schemas import complaints
from tests.support.requests.strategies import SPECS, draw

DOCUMENT = line_schema()
APIS = [name.removesuffix("Request") for name, spec in SPECS.items() if spec.kind == "request"]


def written(event: Event) -> dict[str, Any]:
    out = io.StringIO()
    JsonLines(OutputOptions(), out).event(event)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def exchange(api: str, version: int) -> Exchange:
    made = Exchange(1, connection())
    for name in (f"{api}Request", f"{api}Response"):
        spec = SPECS[name]
        frame = frame_of(spec, version, draw(spec, version, 2))
        message = dumped(spec, version, frame)
        if message.is_request:
            made.request = message
        else:
            made.response = message
    return made


@pytest.mark.parametrize("api", APIS)
def test_every_exchange_is_as_the_schema_says(api: str) -> None:
    line = written(ExchangeDone(exchange(api, SPECS[f"{api}Request"].versions.last)))

    assert complaints(line, DOCUMENT, DOCUMENT) == []
    line["response"]["body"] = {"nothing": "like it"}
    assert complaints(line, DOCUMENT, DOCUMENT) != []


def test_a_message_that_cannot_be_read_and_one_that_is_missing_are_so_too() -> None:
    made = exchange("Fetch", 12)
    assert made.response is not None
    made.response.data = made.response.data[:-1]
    made.request = None
    line = written(ExchangeDone(made))

    assert line["response"]["body"] == {}
    assert complaints(line, DOCUMENT, DOCUMENT) == []


def test_so_are_the_other_lines() -> None:
    one: Connection = connection()
    for event in (
        ConnectionOpened(one),
        ConnectionClosed(one),
        Damage(one, True, 5, 0, "lost", 0, 3),
        Damage(None, None, 5, 7, "lost", 0, 3),
    ):
        assert complaints(written(event), DOCUMENT, DOCUMENT) == []


def test_a_finding_is_one_too() -> None:
    line = {
        "kind": "finding",
        "time": "2026-11-18T11:06:40.123456789Z",
        "connection": 1,
        "exchange": None,
        "detector": "tiny-fetches",
        "severity": "warning",
        "text": "many",
        "advice": "fewer",
    }

    assert complaints(line, DOCUMENT, DOCUMENT) == []
    del line["advice"]
    assert complaints(line, DOCUMENT, DOCUMENT) != []


def test_the_bodies_of_an_api_can_be_had_alone() -> None:
    assert list(api_schema(1, 12, (True, False))["$defs"]) == ["FetchRequest", "FetchResponse"]
    assert list(api_schema(1, None, (False,))["$defs"]) == ["FetchResponse"]
