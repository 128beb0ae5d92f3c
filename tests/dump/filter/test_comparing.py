"""What fields are compared with."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from kafkawire.dump.filter import Filter, FilterError
from kafkawire.dump.filter.comparing import is_there, size_of, value_test
from kafkawire.dump.filter.parser import parse
from kafkawire.dump.filter.syntax import Compare


def fits(text: str, value: Any) -> bool:
    node = parse(text)
    assert isinstance(node, Compare)
    return value_test(node)(value)


@pytest.mark.parametrize(
    ("text", "value", "answer"),
    [
        ("FetchResponse.throttle_time_ms >= 1s", 1000, True),
        ("FetchResponse.throttle_time_ms >= 1s", 999, False),
        ("FetchRequest.max_bytes = 1MiB", 1 << 20, True),
        ("FetchResponse.error_code = not_*", 6, True),
        ("FetchResponse.error_code != not_*", 6, False),
        ("FetchResponse.error_code = 6..7", 6, True),
        ("FetchResponse.error_code", 0, False),
        ("MetadataResponse.topics.name = a*", "ab", True),
        ("MetadataResponse.topics.name = a*", None, False),
        ("MetadataResponse.topics.name != a*", None, True),
        ("MetadataResponse.topics.name = null", None, True),
        ('MetadataResponse.topics.name = "null"', "null", True),
        ("MetadataResponse.topics.name =~ b$", "ab", True),
        ("MetadataResponse.topics.name = /b/", "ab", True),
        ("MetadataResponse.topics.is_internal = true", True, True),
        ("MetadataResponse.topics.is_internal != true", True, False),
        (
            "MetadataResponse.topics.topic_id = AAAAAAAAAAAAAAAAAAAAAQ",
            "AAAAAAAAAAAAAAAAAAAAAQ",
            True,
        ),
        ("FetchResponse.responses.partitions.records > 3", {"sizeInBytes": 4}, True),
        ("FetchResponse.responses.partitions.records > 3", None, False),
        ("FetchResponse.responses.partitions.records != 3", None, True),
        ("ListOffsetsRequest.topics.partitions.timestamp = earliest", -2, True),
        ("ListOffsetsRequest.topics.partitions.timestamp = LATEST", -2, False),
        ("ProduceRequest.acks != all", 1, True),
        ("ProduceRequest.acks = -1", -1, True),
        ("DescribeConfigsRequest.resources.resource_type = topic", 2, True),
        ("DescribeConfigsRequest.resources.resource_type = broker", 4, True),
        ("DescribeAclsRequest.resource_type_filter = cluster", 4, True),
        ("FetchRequest.isolation_level = read_committed", 1, True),
        ("SyncGroupResponse.assignment = 0x00ff", b64encode(b"\0\xff").decode(), True),
        ("SyncGroupResponse.assignment = abc", b64encode(b"abc").decode(), True),
        ("SyncGroupResponse.assignment =~ B", b64encode(b"abc").decode(), True),
        ("SyncGroupResponse.assignment = abc", "no base64", False),
    ],
)
def test_a_value_fits_or_not(text: str, value: Any, answer: bool) -> None:
    assert fits(text, value) is answer


def test_ids_may_be_written_with_hexadecimal_digits() -> None:
    path = "MetadataResponse.topics.topic_id"
    plain = Filter(f"{path} = AAAAAAAAAAAAAAAAAAAAAQ")

    for digits in ("0" * 31 + "1", "00000000-0000-0000-0000-000000000001"):
        assert Filter(f"{path} = {digits}").node == plain.node


def test_what_is_there_is_neither_zero_nor_empty() -> None:
    assert not any(map(is_there, [None, 0, False, "", [], "A" * 22, {"sizeInBytes": 0}]))
    assert all(map(is_there, [1, -1, True, "x", [0], {"sizeInBytes": 1}]))
    assert size_of({"sizeInBytes": 5}) == 5


def test_a_name_that_no_value_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(FilterError, match="one of ALL, NONE, LEADER, not some"):
        Filter("ProduceRequest.acks = some")
