"""Which field tells which fact."""

from __future__ import annotations

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.fields.facts_source import FactsSource, fact_of, has_facts, skip_tags, uuids
from kafkawire.dump.fields.reading import Malformed

FACTS = {
    "topics",
    "topic_ids",
    "groups",
    "transactional_ids",
    "error_codes",
    "throttle_time_ms",
    "partitions",
    "records_bytes",
}


def facts_in(name: str) -> set[str]:
    declaration = declarations.load(name)
    fields = [field for fields in declaration.structs.values() for field in fields]
    return {fact_of(field, name) for field in fields} - {""}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ProduceRequest", {"topics", "topic_ids", "transactional_ids", "records_bytes"}),
        ("OffsetFetchResponse", {"topics", "topic_ids", "groups", "partitions", "error_codes"}),
        ("FindCoordinatorRequest", {"keys"}),
        ("DescribeConfigsRequest", {"resource_type", "resource_name"}),
        ("SaslHandshakeRequest", set()),
    ],
)
def test_fields_tell_what_they_are_named_for(name: str, found: set[str]) -> None:
    assert facts_in(name) - {"throttle_time_ms", "partitions"} == found - {"partitions"}
    assert facts_in(name) - {"keys", "resource_type", "resource_name"} <= FACTS


def test_a_struct_tells_what_its_fields_tell() -> None:
    fetch = declarations.load("FetchResponse")

    assert has_facts(fetch, "FetchResponse", 17)
    assert not has_facts(fetch, "EpochEndOffset", 17)


def test_what_nobody_asks_for_is_passed_over_at_once() -> None:
    source = FactsSource(declarations.load("ListOffsetsResponse"), 6)
    source.write("ListOffsetsResponse")

    assert any("4xh8x8x4x" in line for line in source.lines)
    assert not any("timestamp" in line for line in source.lines)


def test_tags_are_passed_over() -> None:
    assert skip_tags(b"\1\2ab\5\0--", 0, 2) == 6


def test_ids_of_zeros_are_no_ids_and_lies_about_their_count_cost_nothing() -> None:
    assert uuids(bytes(16) + b"x" * 16, 0, 2) == [b"x" * 16]
    with pytest.raises(Malformed):
        uuids(bytes(16), 0, 2)
