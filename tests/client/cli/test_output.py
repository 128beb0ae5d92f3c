"""What commands print: tables for people, objects for programs, failures beside both."""

from __future__ import annotations

import io
import json

import pytest

from kafkawire.client.cli.output import Output, jsonable, sized, topic_id
from kafkawire.client.errors import TimedOut, refusal
from kafkawire.client.values import TopicPartition


def make(*, is_json: bool) -> tuple[Output, io.StringIO, io.StringIO]:
    out, err = io.StringIO(), io.StringIO()
    return Output("test it", out, err, is_json=is_json), out, err


def test_rows_are_a_table_or_objects() -> None:
    """client O-2."""
    rows = [{"name": "a", "more": b"\xff"}, {"name": "b", "more": b"text"}]
    output, out, _ = make(is_json=False)
    output.rows({"name": "NAME"}, rows)
    assert out.getvalue() == "NAME\na\nb\n"
    output, out, _ = make(is_json=True)
    output.rows({"name": "NAME"}, rows)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"name": "a", "more": {"base64": "/w=="}},
        {"name": "b", "more": "text"},
    ]


def test_without_rows_there_are_no_titles() -> None:
    output, out, _ = make(is_json=False)
    output.rows({"name": "NAME"}, [])
    assert out.getvalue() == ""


def test_sentences_are_for_people_only() -> None:
    output, out, _ = make(is_json=True)
    output.line("hello")
    output.heading(1, "hello")
    output.tell("done", {"name": "ä"})
    assert out.getvalue() == '{"name": "ä"}\n'


def test_a_failure_is_one_line_with_what_to_do() -> None:
    """client O-4."""
    output, out, err = make(is_json=False)
    assert output.exit_code == 0
    output.failed("topic 'x'", refusal(3, "topic\nx."))
    output.fail("plain")
    output.failed("late", TimedOut("nothing came"))
    assert output.exit_code == 1
    assert out.getvalue() == ""
    assert err.getvalue().splitlines() == [
        "kafkawire test it: topic 'x': UNKNOWN_TOPIC_OR_PARTITION: topic\\x0ax;"
        " `kafkawire topics list` shows what there is",
        "kafkawire test it: plain",
        "kafkawire test it: late: nothing came; --timeout gives it more seconds",
    ]


def test_values_become_json() -> None:
    value = {1: TopicPartition("t", 0), "list": (b"a", None, True)}
    assert jsonable(value) == {
        "1": {"topic": "t", "partition": 0},
        "list": ["a", None, True],
    }


def test_ids_of_topics_are_written_as_kafka_does() -> None:
    assert topic_id(bytes(16)) is None
    assert topic_id(bytes(range(240, 256))) == "8PHy8_T19vf4-fr7_P3-_w"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_titles_and_failures_in_colour() -> None:
    out, err = Terminal(), Terminal()
    output = Output("test it", out, err)
    output.rows({"name": "NAME"}, [{"name": "a"}])
    output.fail("no\x1b[2J")
    assert out.getvalue() == "\x1b[1mNAME\x1b[0m\na\n"
    assert err.getvalue() == "\x1b[31mkafkawire test it:\x1b[0m no\\x1b[2J\n"
    out = Terminal()
    Output("test it", out, err, environment={"NO_COLOR": "1"}).rows({"a": "A"}, [{"a": "b"}])
    assert out.getvalue() == "A\nb\n"


def test_progress_is_gone_before_anything_else_is_printed() -> None:
    out, err = Terminal(), Terminal()
    output = Output("test it", out, err)
    output.progress("half")
    output.flush()
    output.note("done")
    assert err.getvalue().endswith("half\r\x1b[K\x1b[31mkafkawire test it:\x1b[0m done\n")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1536, "1.5 KiB"),
        (1 << 30, "1.0 GiB"),
        (1 << 60, "1024.0 PiB"),
        (None, None),
    ],
)
def test_sizes_are_in_units_of_1024(count: int | None, text: str | None) -> None:
    assert sized(count) == text
