"""Options: names in any case, defaults, refusals in Spark's words."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest

from kafkawire.spark.cluster import OptionError, TopicPartition
from kafkawire.spark.columns import Wanted
from kafkawire.spark.topics.options import pushes_filters, read_options, wanted_columns
from tests.support.spark.pretended_logs import BOOTSTRAP, options_of

SUBSCRIBED = {**BOOTSTRAP, "subscribe": "t"}


def refused(words: str, *, is_stream: bool = False, **options: str) -> None:
    with pytest.raises(OptionError, match=words):
        read_options({**SUBSCRIBED, "startingOffsets": "earliest", **options}, is_stream=is_stream)


def test_defaults_are_those_of_the_stock_connector() -> None:
    found = read_options(SUBSCRIBED, is_stream=False)
    assert found.fails_on_loss
    assert found.poll_timeout_ms == 120_000
    assert (found.retries, found.retry_interval_ms) == (3, 1_000)
    assert found.partitions_min is None
    assert found.records_max is None
    assert found.wanted == Wanted()
    assert not found.takes_latest
    stream = read_options({**SUBSCRIBED, "startingOffsets": "earliest"}, is_stream=True).stream
    assert (stream.rows_max, stream.rows_min) == (None, None)
    assert stream.trigger_delay_max_ms == 900_000
    assert not stream.commits_offsets


def test_names_are_read_in_any_case_and_all_of_it_can_be_pickled() -> None:
    options = {
        "KAFKA.Bootstrap.Servers": "127.0.0.1:9",
        "SUBSCRIBEpattern": "t.*",
        "STARTINGoffsets": "EARLIEST",
        "FailOnDataLoss": "FALSE",
        "maxOFFSETSpertrigger": "40",
        "MINoffsetspertrigger": "4",
        "maxTRIGGERdelay": "30s",
        "MINpartitions": "9",
        "maxrecordsperPARTITION": "20",
        "fetchBYTES": "1000",
        "kafkaConsumer.POLLtimeoutMs": "5",
        "kafka.GROUP.id": "g",
        "commitOFFSETS": "true",
    }
    found = read_options(options, is_stream=True)
    assert found.selection.pattern == "t.*"
    assert not found.fails_on_loss
    assert found.stream[:3] == (40, 4, 30_000)
    assert (found.partitions_min, found.records_max) == (9, 20)
    assert found.limits.partition_bytes == 1_000
    assert found.limits.poll_timeout_ms == 5
    assert found.stream.commits_offsets
    assert pickle.loads(pickle.dumps(found)) == found


def test_one_way_to_select_partitions_is_needed_and_no_more() -> None:
    with pytest.raises(
        OptionError,
        match="^One of the following options must be specified for Kafka source: subscribe,"
        r" subscribepattern, assign. See the docs for more details.$",
    ):
        read_options(BOOTSTRAP, is_stream=False)
    refused("^Only one of the following options can be specified", assign='{"t":[0]}')


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("subscribe", " , ", "No topics to subscribe to"),
        ("subscribePattern", "", "Pattern to subscribe is empty"),
        ("subscribePattern", "(", "is no regular expression"),
        ("assign", "{}", "No topicpartitions to assign"),
    ],
)
def test_a_selection_of_nothing_is_refused(name: str, text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        read_options({**BOOTSTRAP, name: text}, is_stream=False)


def test_topics_are_listed_with_commas() -> None:
    assert options_of(subscribe=" a, b ,a").selection.names == ("a", "b")
    assigned = options_of(assign='{"a":[1]}').selection.assigned
    assert assigned == (TopicPartition("a", 1),)


@pytest.mark.parametrize(
    "name",
    [
        "auto.offset.reset",
        "enable.auto.commit",
        "interceptor.classes",
        "key.deserializer",
        "value.deserializer",
        "key.serializer",
        "value.serializer",
        "transactional.id",
    ],
)
def test_what_spark_decides_itself_is_refused_in_its_words(name: str) -> None:
    options: dict[str, Any] = {f"kafka.{name}": "x"}
    refused(f"^Kafka option '{name}' is not supported", **options)


def test_servers_are_needed() -> None:
    with pytest.raises(OptionError, match=r"'kafka.bootstrap.servers' must be specified"):
        read_options({"subscribe": "t"}, is_stream=False)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("minPartitions", "0", "minPartitions must be positive"),
        ("maxRecordsPerPartition", "-1", "maxRecordsPerPartition must be positive"),
        ("minPartitions", "x", "must be a number"),
        ("failOnDataLoss", "yes", "must be true or false"),
        ("startingOffsetsByTimestampStrategy", "x", "should be either 'error' or 'latest'"),
        ("fetchOffset.numRetries", "-1", "must not be negative"),
        ("columns", "key,colour", "no such columns: colour"),
        ("kafka.isolation.level", "x", "isolation.level"),
    ],
)
def test_nonsense_is_refused(name: str, text: str, words: str) -> None:
    options: dict[str, Any] = {name: text}
    refused(words, **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"minOffsetsPerTrigger": "5", "maxOffsetsPerTrigger": "4"},
            r"minOffsetPerTrigger\(5\) is higher",
        ),
        ({"maxTriggerDelay": "soon"}, "is no time"),
        ({"maxOffsetsPerTrigger": "0"}, "maxOffsetsPerTrigger must be positive"),
        ({"commitOffsets": "true"}, "needs 'kafka.group.id'"),
    ],
)
def test_nonsense_about_streams_is_refused(options: dict[str, str], words: str) -> None:
    refused(words, is_stream=True, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"startingOffsets": "latest"},
        {"startingOffsets": '{"t":{"0":-1}}'},
        {"startingTimestamp": "5", "startingOffsetsByTimestampStrategy": "latest"},
    ],
)
def test_trap_1_a_stream_from_latest_needs_a_state_file(options: dict[str, str]) -> None:
    """Spark puts what `initialOffset` returns into no checkpoint of a Python source."""
    words = "'stateFile' must name a file.* on the driver's machine: with deploy mode cluster"
    refused(words, is_stream=True, **options)
    read_options({**SUBSCRIBED, **options, "stateFile": "f"}, is_stream=True)


def test_latest_is_what_streams_begin_with_so_they_are_refused_without_any_option() -> None:
    with pytest.raises(OptionError, match="which is the default of streams"):
        read_options(SUBSCRIBED, is_stream=True)


def test_columns_are_pruned_by_name_in_any_case() -> None:
    assert wanted_columns({"columns": "VALUE, timestamptype"}).names == ["value", "timestampType"]
    assert wanted_columns({"includeHeaders": "true"}).names[-1] == "headers"
    assert wanted_columns({}).names[-1] == "timestampType"
    assert wanted_columns({"columns": "headers"}).names == ["headers"]


def test_filters_are_pushed_if_asked_for() -> None:
    assert not pushes_filters({})
    assert pushes_filters({"PUSHfilters": "True"})


def test_options_that_nobody_knows_are_warned_of_by_name() -> None:
    with pytest.warns(UserWarning, match="'staringoffsets' is not known"):
        read_options({**SUBSCRIBED, "staringOffsets": "earliest"}, is_stream=False)


def test_options_that_are_known_are_read_without_error_or_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_options({**SUBSCRIBED, "kafka.group.id": "g"}, is_stream=False)


def test_options_that_mean_nothing_here_are_warned_of_with_the_reason() -> None:
    with pytest.warns(UserWarning, match="'groupidprefix' has no effect: there are no groups"):
        read_options({**SUBSCRIBED, "groupIdPrefix": "p"}, is_stream=False)
