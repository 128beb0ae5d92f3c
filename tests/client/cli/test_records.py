"""Records as objects and as lines. client O-2."""

from __future__ import annotations

import pytest

from kafkawire.client.cli.format_parsing import FormatError, Parsed, Parser
from kafkawire.client.cli.formats import tokens_of
from kafkawire.client.cli.output import jsonable
from kafkawire.client.cli.records import JsonLines, line_of, parsed, row_of
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition

RECORD: ConsumerRecord[bytes, bytes] = ConsumerRecord(
    TopicPartition("orders", 2),
    344,
    None,
    b"\xff\x1b[2J",
    timestamp=1_761_955_200_001,
    headers=[("a", b"1"), ("a", None)],
)


def test_a_record_is_an_object_whose_headers_repeat() -> None:
    assert jsonable(row_of(RECORD)) == {
        "topic": "orders",
        "partition": 2,
        "offset": 344,
        "timestamp": 1_761_955_200_001,
        "time": "2025-11-01T00:00:00.001Z",
        "leader_epoch": None,
        "headers": [["a", "1"], ["a", None]],
        "key": None,
        "value": {"base64": "/xtbMko="},
    }
    assert row_of(RECORD, with_values=False).keys() & {"key", "value", "headers"} == {"headers"}


def test_a_line_shows_no_control_characters() -> None:
    assert line_of(RECORD) == (
        "orders-2 @344  2025-11-01T00:00:00.001Z  null  \\xff\\x1b[2J  a=1  a=null"
    )
    assert line_of(RECORD, with_values=False).endswith("001Z  a=1  a=null")


def test_an_object_is_a_record() -> None:
    assert parsed(b'{"value": "v"}') == Parsed(value=b"v")
    assert parsed(
        b'{"topic": "t", "partition": 2, "timestamp": 5, "offset": 7, "time": "x", "key": null,'
        b' "value": {"base64": "/w=="}, "headers": [["a", "1"], ["a", null]]}'
    ) == Parsed("t", 2, timestamp=5, value=b"\xff", headers=[("a", b"1"), ("a", None)])
    assert parsed(b'{"timestamp": -1, "headers": {"a": "b"}}').headers == [("a", b"b")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "not JSON"),
        (b"[]", "not an object"),
        (b'{"value": {"a": 1}}', "value has to be a text, null or"),
        (b'{"key": 5}', "key has to be"),
        (b'{"value": {"base64": "?"}}', "value has to be"),
        (b'{"partition": "0"}', "partition is '0'"),
        (b'{"timestamp": true}', "timestamp is True"),
        (b'{"headers": ["a"]}', "list of pairs"),
        (b'{"headers": 5}', "list of pairs"),
        (b'{"headers": [["a", 5]]}', "header a has to be"),
    ],
)
def test_what_is_no_record_is_named(line: bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        parsed(line)


def test_lines_come_in_pieces() -> None:
    lines = JsonLines()
    found = []
    for piece in (b'{"value"', b': "a"}\n\n{"value": "b"}', b"\n", b'{"value": "c"}', b""):
        lines.feed(piece)
        while (record := lines.take()) is not None:
            found.append(record.value)
    assert found == [b"a", b"b", b"c"]


@pytest.mark.parametrize("records", [JsonLines(), Parser(tokens_of(r"%v\n"))])
def test_input_without_the_end_of_a_record_is_refused(
    records: JsonLines | Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.client.cli.format_parsing.RECORD_BYTES_MAX", 10)
    records.feed(b"0123456789")
    assert records.take() is None
    records.feed(b"0")
    with pytest.raises(FormatError, match="no record ends within 10 bytes"):
        records.take()
