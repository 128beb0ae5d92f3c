"""Names and versions of declarations, and the shape of what is emitted."""

from __future__ import annotations

import pytest

from tools.generate.classes import emit
from tools.generate.model import FOREVER, NEVER, Versions, parse, parse_versions
from tools.generate.names import snake


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ThrottleTimeMs", "throttle_time_ms"),
        ("topicId", "topic_id"),
        ("isKRaftController", "is_kraft_controller"),
        ("KRaftVersionFeature", "kraft_version_feature"),
        ("AddPartitionsToTxnRequest", "add_partitions_to_txn_request"),
        ("ISRNodes", "isr_nodes"),
        ("StopReplicaPartitionV0", "stop_replica_partition_v0"),
        ("Class", "class_"),
        ("Type", "type"),
    ],
)
def test_names_become_words(name: str, expected: str) -> None:
    assert snake(name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0+", Versions(0, FOREVER)),
        ("3-5", Versions(3, 5)),
        ("2", Versions(2, 2)),
        ("none", NEVER),
        (None, NEVER),
    ],
)
def test_version_ranges_are_read_and_shown(text: str | None, expected: Versions) -> None:
    assert parse_versions(text) == expected
    assert text is None or str(expected) == text


def test_an_emitted_module_says_where_it_comes_from_and_how_to_remake_it() -> None:
    raw = {
        "apiKey": 7,
        "type": "request",
        "name": "OddRequest",
        "validVersions": "0-1",
        "flexibleVersions": "1+",
        "about": "Something odd.",
        "fields": [{"name": "From", "type": "string", "versions": "0+", "about": "Whence."}],
    }
    lines = emit(parse(raw, "schemas/messages/OddRequest.json")).splitlines()
    text = "\n".join(lines)

    assert lines[0] == '"""Generated from schemas/messages/OddRequest.json; do not edit.'
    assert lines[2] == "Remake it with: python -m tools.generate"
    assert '"""Something odd.' in text
    assert "- from_: string, 0+. Whence." in text
    compile(text, "odd_request.py", "exec")


def test_versions_of_one_layout_share_their_functions() -> None:
    raw: dict[str, object] = {
        "type": "data",
        "name": "Same",
        "validVersions": "0-9",
        "flexibleVersions": "none",
        "fields": [{"name": "Value", "type": "int32", "versions": "0+"}],
    }
    text = emit(parse(raw, "x"))

    assert text.count("\ndef ") == 2


@pytest.mark.parametrize(
    ("given", "expected"),
    [({"default": "null"}, None), ({"default": None}, []), ({}, [])],
)
def test_only_the_word_null_makes_a_default_null(
    given: dict[str, object], expected: object
) -> None:
    """Kafka's generator takes JSON's null for no default, and its bytes show it."""
    field = {"name": "A", "type": "[]int32", "versions": "0+", "nullableVersions": "0+", **given}
    raw = {"type": "data", "name": "M", "validVersions": "0", "fields": [field]}

    assert parse({**raw, "flexibleVersions": "0+"}, "x").root.fields[0].default == expected


def test_struct_names_are_unique_in_a_message() -> None:
    struct = {"name": "A", "type": "[]S", "versions": "0+", "fields": []}
    raw: dict[str, object] = {
        "type": "data",
        "name": "Twice",
        "validVersions": "0",
        "flexibleVersions": "none",
        "fields": [struct, {**struct, "name": "B"}],
    }
    with pytest.raises(AssertionError, match="two structs named S"):
        parse(raw, "x")
