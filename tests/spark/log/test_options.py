"""What options say."""

from __future__ import annotations

import pytest

from kafkawire.spark.columns import ALL, EVERYTHING
from kafkawire.spark.log.options import LogOptionError, LogOptions, read_options, wanted_columns

SPLIT_BYTES = 128 << 20


def options(**given: str) -> LogOptions:
    return read_options({"path": "data", **given})


def test_a_path_is_enough() -> None:
    assert options() == LogOptions("data")
    assert options().split_bytes == SPLIT_BYTES == 128 << 20


def test_names_of_options_are_in_any_case() -> None:
    found = read_options(
        {
            "PATH": "file:///data",
            "Topics": "a, b",
            "TOPIC": "c",
            "Isolation": "READ_COMMITTED",
            "UPTO": "End",
            "SplitBytes": "1000",
            "checkCRCs": "False",
            "partitions": "0, 3-5",
        }
    )
    assert found == LogOptions(
        path="/data",
        topics=frozenset("abc"),
        partitions=(range(1), range(3, 6)),
        is_committed=True,
        reads_all=True,
        split_bytes=1000,
        checks_crcs=False,
    )


def test_topics_are_chosen_by_name_or_by_pattern() -> None:
    assert options(topic="a").has("a", 0)
    assert not options(topic="a").has("ab", 0)
    assert options(topicPattern="a.").has("ab", 0)
    assert not options(topicPattern="a.").has("abc", 0)
    assert options().has("anything", 7)


def test_topics_of_kafka_itself_are_only_for_who_names_them() -> None:
    for name in ("__consumer_offsets", "__transaction_state"):
        assert not options().has(name, 0)
        assert not options(topicPattern="__.*").has(name, 0)
        assert options(topics=name).has(name, 0)


def test_partitions_are_chosen_by_number() -> None:
    found = options(partitions="0,3-5")

    assert [number for number in range(8) if found.has("t", number)] == [0, 3, 4, 5]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"path": ""}, "'path' is required"),
        ({"topic": "a", "topicPattern": "b"}, "not both"),
        ({"topicPattern": "("}, "topicPattern"),
        ({"partitions": "1,x"}, "not 'x'"),
        ({"isolation": "serializable"}, "one of read_uncommitted, read_committed, not"),
        ({"upTo": "now"}, "one of highwatermark, end, not 'now'"),
        ({"splitBytes": "0"}, "positive number, not '0'"),
        ({"splitBytes": "-5"}, "positive number"),
        ({"checkCrcs": "perhaps"}, "true or false, not 'perhaps'"),
        ({"kafka.bootstrap.servers": "x"}, "no such option: kafka.bootstrap.servers"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, str], text: str) -> None:
    with pytest.raises(LogOptionError, match=text):
        options(**given)


def test_columns_are_chosen_by_name() -> None:
    assert wanted_columns({}) == ALL
    assert wanted_columns({"includeHeaders": "true"}) == EVERYTHING
    assert wanted_columns({"COLUMNS": "offset, timestamptype"}).names == ["offset", "timestampType"]
    assert wanted_columns({"columns": "headers"}).names == ["headers"]
    with pytest.raises(LogOptionError, match="'columns': no such columns: size"):
        wanted_columns({"columns": "key,size"})
