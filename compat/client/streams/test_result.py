"""Rows of a result, names of differences, and what is sent more."""

from __future__ import annotations

from collections import Counter

from compat.client.streams.known import Known
from compat.client.streams.normal import Normal, Said
from compat.client.streams.report import as_json, reasons, table, totals
from compat.client.streams.result import Result, Row, Saving, compared

KNOWN = [
    Known("memory", "client F-10", "less memory", api="Fetch", field="max"),
    Known("opening", "client B-2", "opened early", api="Metadata", field="request"),
]


def said(api: str, shape: str, size: int = 10, **fields: str) -> Said:
    return Said("a", api, api, shape, {"version": "1", **fields}, size)


def result(more: tuple[Said, ...] = ()) -> Result:
    java = [said("Fetch", "x", max="50"), said("Fetch", "y"), *more]
    ours = [said("Metadata", "m", 7), said("Fetch", "x", 12, max="3"), said("Fetch", "y")]
    quiet = Counter({"Fetch": 4})
    return compared("steady", Normal(java, quiet), Normal(ours, Counter({"Fetch": 3})), KNOWN)


def test_a_row_has_what_is_equal_and_why_the_rest_is_not() -> None:
    found = result()
    assert found.rows == {
        "Fetch": Row(2, 2, 1, Counter({"memory": 1})),
        "Metadata": Row(0, 1, 0, Counter({"opening": 1})),
    }
    assert found.unnamed == []


def test_what_one_client_sends_more_is_counted_by_the_reason() -> None:
    assert result().savings == {"memory": Saving(0, -2), "opening": Saving(-1, -7)}


def test_a_difference_without_a_name_is_shown_with_both_values() -> None:
    found = result((said("ListOffsets", "where"),))
    assert [each.api for each in found.unnamed] == ["ListOffsets"]
    text = "\n".join(table(found))
    assert "UNNAMED ListOffsets request\n    java where\n    ours -" in text


def test_the_table_is_aligned_and_names_quiet_requests() -> None:
    assert list(table(result())) == [
        "  API       Java  ours  equal  differing",
        "  Fetch        2     2      1  1 memory",
        "  Metadata     0     1      0  1 opening",
        "  quiet, not compared: Fetch 4 and 3",
    ]


def test_reasons_say_who_sends_more() -> None:
    assert list(reasons([result(), result()], KNOWN)) == [
        "memory (client F-10): less memory",
        "    no request more or less",
        "opening (client B-2): opened early",
        "    ours sends 2 more requests, 14 bytes",
    ]
    assert totals([result()]) == (
        "in all: Java 2 requests of 20 bytes, ours 3 of 29 bytes, quiet ones apart"
    )


def test_a_result_for_programs() -> None:
    found = as_json(result())
    assert found["apis"]["Fetch"] == {
        "java": 2,
        "ours": 2,
        "equal": 1,
        "differing": {"memory": 1},
    }
    assert found["named"]["memory"] == [{"api": "Fetch", "field": "max", "java": "50", "ours": "3"}]
    assert found["java_sends_more"]["opening"] == {"requests": -1, "size": -7}
