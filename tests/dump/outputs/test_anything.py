"""No output fails, whatever was on the wire."""

from __future__ import annotations

import json
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import (
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    Header,
    Message,
    seen_at,
)
from kafkawire.dump.outputs.envelope import envelope_schema
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.sinks import make_sinks
from kafkawire.dump.transport import Data
from tests.support.dump.declared import NAMES, body_offset, frame_of
from tests.support.dump.exchanges import START_NS, connection
from tests.support.requests.json_schemas import complaints
from tests.support.requests.strategies import SPECS, draw, versions

SCHEMA = envelope_schema()
CONTROLS = {chr(code) for code in (*range(32), *range(127, 160))} - {"\n"}


def no_constant(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


@st.composite
def frames(draws: st.DrawFn, *, is_request: bool) -> tuple[Header, bytes]:
    """A frame of some API that may be damaged, or any bytes under any header."""
    client_id = draws(st.none() | st.text(max_size=20))
    if draws(st.booleans()):
        kind = "request" if is_request else "response"
        spec = SPECS[draws(st.sampled_from([n for n in NAMES if SPECS[n].kind == kind]))]
        version = draws(st.sampled_from(versions(spec)))
        frame = frame_of(spec, version, draw(spec, version, draws(st.integers(0, 1000))))
        offset = body_offset(spec, version, frame)
        data = bytearray(frame)
        for _ in range(draws(st.integers(0, 3))):
            data[draws(st.integers(offset - 1, len(data) - 1))] = draws(st.integers(0, 255))
        return Header(spec.api_key, version, 7, offset, client_id), bytes(data)
    data_ = draws(st.binary(min_size=4, max_size=80))
    key = draws(st.sampled_from((SASL_TOKEN, UNKNOWN_API, 0, 1, 18, 99, 30_000)))
    version = draws(st.integers(-1, 20))
    return Header(key, version, -5, draws(st.integers(0, len(data_))), client_id), data_


@st.composite
def exchanges(draws: st.DrawFn) -> Exchange:
    made = Exchange(1, connection(client_id=draws(st.none() | st.text(max_size=20))))
    which = draws(st.sampled_from(("both", "request", "response")))
    if which != "response":
        header, data = draws(frames(is_request=True))
        made.request = Message(made.connection, data, header, seen_at(START_NS), is_request=True)
    if which != "request":
        header, data = draws(frames(is_request=False))
        time_ns = START_NS + draws(st.integers(-10, 10**12))
        made.response = Message(made.connection, data, header, seen_at(time_ns), is_request=False)
    made.topics = tuple(draws(st.lists(st.text(max_size=9), max_size=3)))
    made.notes = draws(st.lists(st.text(max_size=9), max_size=3))
    return made


def events_of(made: Exchange) -> list[Event]:
    on = made.connection
    damage = Damage(on, None, 0, 0, "odd", START_NS, 0)
    return [ConnectionOpened(on), damage, ExchangeDone(made), ConnectionClosed(on)]


def shown(made: Exchange, options: OutputOptions) -> str:
    out = StringIO()
    sinks = make_sinks(options, out)
    for sink in sinks:
        for event in events_of(made):
            sink.event(event)
        sink.close()
    return out.getvalue()


@pytest.mark.slow
@settings(max_examples=100)
@given(exchanges(), st.integers(0, 4))
def test_lines_stay_lines(made: Exchange, level: int) -> None:
    text = shown(made, OutputOptions(verbosity=level, records=True))

    assert not [letter for letter in text if letter in CONTROLS]


@settings(max_examples=100)
@given(exchanges())
def test_json_stays_json_of_the_schema(made: Exchange) -> None:
    for line in shown(made, OutputOptions(json=True, records=True)).splitlines():
        found = json.loads(line, parse_constant=no_constant)
        assert not complaints(found, SCHEMA, SCHEMA)


@pytest.mark.slow
@settings(max_examples=30)
@given(exchanges())
def test_files_are_written(made: Exchange) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        files: dict[str, Any] = {
            "write": str(path / "w"),
            "parquet": str(path / "p"),
            "html": str(path / "h"),
        }

        assert shown(made, OutputOptions(quiet=True, **files)) == ""

        messages = [each for each in (made.request, made.response) if each is not None]
        read = [each for each in read_capture(files["write"]) if isinstance(each, Data)]
        assert b"".join(each.data for each in sorted(read, key=lambda each: each.end)) == b"".join(
            len(each.data).to_bytes(4, "big") + each.data for each in messages
        )
