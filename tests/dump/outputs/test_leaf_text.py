"""Single values in words."""

from __future__ import annotations

import pytest

from kafkawire.dump.code_names import codes_of
from kafkawire.dump.fields.tree import Node
from kafkawire.dump.outputs.colour import PLAIN
from kafkawire.dump.outputs.leaf_text import BAD, leaf_text
from kafkawire.dump.outputs.tree import TreeText
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from tests.support.dump.dialogues import Dialogue


def node(kind: str, value: object, name: str = "field") -> Node:
    made = Node(name, kind, 0)
    made.codes = codes_of("FetchRequest", name)
    made.value = value  # type: ignore[assignment]
    return made


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("int32", -1, "-1"),
        ("bool", True, "true"),
        ("string", None, "null"),
        ("string", "a'b\n", '"a\'b\\n"'),
        ("uuid", bytes(16), "AAAAAAAAAAAAAAAAAAAAAA"),
        ("bytes", b"", "0 bytes"),
        ("bytes", b"\1", "1 byte: 01"),
        ("bytes", bytes(30), "30 bytes: " + " ".join(["00000000"] * 6) + " ..."),
        ("records", 1234, "1,234 bytes"),
        ("float64", 1.5, "1.5"),
    ],
)
def test_values_are_short_words(kind: str, value: object, text: str) -> None:
    assert leaf_text(node(kind, value)).text == text


def test_errors_have_names_and_a_colour() -> None:
    assert leaf_text(node("int16", 6, "error_code")) == ("6 NOT_LEADER_OR_FOLLOWER", BAD)
    assert leaf_text(node("int16", 0, "error_code")).colour != BAD
    assert (
        leaf_text(node("int16", 3, "partition_error_code")).text == "3 UNKNOWN_TOPIC_OR_PARTITION"
    )
    assert leaf_text(node("int16", 1, "request_api_key")).text == "1 Fetch"


def test_numbers_that_stand_for_something_say_what() -> None:
    assert leaf_text(node("int8", 1, "isolation_level")).text == "1 READ_COMMITTED"
    assert leaf_text(node("int8", 7, "isolation_level")).text == "7"


def test_times_are_dates_and_no_times_are_not() -> None:
    assert (
        "2026-11-18 11:06:40.000" in leaf_text(node("int64", 1_795_000_000_000, "timestamp")).text
    )
    assert leaf_text(node("int64", -1, "timestamp")).text == "-1"
    assert leaf_text(node("int64", 1_795_000_000_000, "producer_id")).text == "1795000000000"


def test_long_text_is_cut_and_says_so() -> None:
    assert leaf_text(node("string", "x" * 5000)).text.endswith("... (5,000 characters)")


def test_a_topic_id_whose_name_is_known_has_it_beside_it() -> None:
    names = {b"\1" * 16: "orders"}

    assert leaf_text(node("uuid", b"\1" * 16), names).text == "AQEBAQEBAQEBAQEBAQEBAQ (orders)"
    assert leaf_text(node("uuid", b"\2" * 16), names).text == "AgICAgICAgICAgICAgICAg"


def test_trees_have_the_names_of_what_is_asked_for() -> None:
    talk = Dialogue()
    partition = ListOffsetsRequest.ListOffsetsPartition(timestamp=-2)
    topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[partition])
    made = talk.exchange(talk.connect(), ListOffsetsRequest(topics=[topic]), None, 7)
    assert made.request is not None

    lines = "".join(TreeText(PLAIN).lines(made.request.tree, 0))

    assert "timestamp: -2 EARLIEST" in lines
