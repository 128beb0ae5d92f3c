"""Questions to a cluster: what is selected, exact sets of partitions, and asking again."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.spark.cluster import OutOfTime, TopicPartition
from kafkawire.spark.topics.bounds import Bound
from kafkawire.spark.topics.errors import SourceError
from kafkawire.spark.topics.logs import Logs, UnknownTopic
from kafkawire.spark.topics.offsets import EARLIEST, LATEST
from tests.support.spark.pretended_logs import T0, T1, PretendedLogs, options_of, topic_id

PAUSES: list[float] = []


@pytest.fixture
def cluster() -> PretendedLogs:
    PAUSES.clear()
    return PretendedLogs(10, 20)


def logs(cluster: PretendedLogs, **options: Any) -> Logs:
    return Logs(cluster, options_of(**options), PAUSES.append)


def test_topics_are_selected_by_name(cluster: PretendedLogs) -> None:
    cluster.create("other", 1)
    found = logs(cluster).found()
    assert found.partitions == [T0, T1]
    assert found.topic_ids == {"t": topic_id(1)}


def test_a_pattern_is_for_whole_names_and_not_for_internal_topics(cluster: PretendedLogs) -> None:
    cluster.create("tt", 1)
    cluster.create("__t", 1, is_internal=True)
    assert {each.topic for each in logs(cluster, subscribePattern="t+").found().partitions} == {
        "t",
        "tt",
    }
    assert {each.topic for each in logs(cluster, subscribePattern="t").found().partitions} == {"t"}
    assert logs(cluster, subscribePattern="__t").found().partitions == []


def test_assigned_partitions_are_those_that_exist(
    cluster: PretendedLogs, caplog: pytest.LogCaptureFixture
) -> None:
    found = logs(cluster, assign='{"t": [1, 7]}').found()
    assert found.partitions == [T1]
    assert "{t-7}" in caplog.text


def test_an_unknown_topic_is_asked_for_three_times(cluster: PretendedLogs) -> None:
    asking = logs(cluster, subscribe="nope", **{"fetchOffset.retryIntervalMs": 250})
    with pytest.raises(UnknownTopic, match=r"^UnknownTopicOrPartitionException: topic nope"):
        asking.found()
    assert cluster.asked["topics"] == 3
    assert PAUSES == [0.25, 0.25]


def test_retries_may_be_none(cluster: PretendedLogs) -> None:
    with pytest.raises(UnknownTopic):
        logs(cluster, subscribe="nope", **{"fetchOffset.numRetries": 0}).found()
    assert cluster.asked["topics"] == 1


def test_a_question_that_ran_out_of_time_is_not_asked_again(
    cluster: PretendedLogs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client has tried for a minute by then."""

    def late(*_: object) -> dict[TopicPartition, int]:
        cluster.asked["late"] += 1
        raise OutOfTime("late")

    monkeypatch.setattr(cluster, "list_offsets", late)
    with pytest.raises(OutOfTime):
        logs(cluster).latest([T0])
    assert cluster.asked["late"] == 1


def test_ends_that_went_backwards_are_asked_for_again(cluster: PretendedLogs) -> None:
    cluster.late = [{T0: 3}]
    assert logs(cluster).latest([T0, T1], {T0: 8}) == {T0: 10, T1: 20}
    assert cluster.asked["offsets"] == 2


def test_ends_that_stay_before_what_was_read_are_believed(cluster: PretendedLogs) -> None:
    assert logs(cluster).latest([T0], {T0: 11}) == {T0: 10}
    assert cluster.asked["offsets"] == 3


def test_symbols_are_looked_up_and_numbers_are_not(cluster: PretendedLogs) -> None:
    cluster.begins[T0] = 4
    assert logs(cluster).resolved({T0: EARLIEST, T1: 7}) == {T0: 4, T1: 7}
    assert logs(cluster).resolved({T0: LATEST}) == {T0: 10}
    assert cluster.asked["offsets"] == 2
    assert logs(cluster).resolved({T0: 1}) == {T0: 1}
    assert cluster.asked["offsets"] == 2


@pytest.mark.parametrize("offsets", [{T0: 1}, {T0: 1, T1: 1, T1._replace(partition=2): 1}])
def test_offsets_must_name_exactly_the_partitions_there_are(
    cluster: PretendedLogs, offsets: dict[TopicPartition, int]
) -> None:
    for is_start in (True, False):
        with pytest.raises(
            SourceError,
            match=r"^\[KAFKA_START_OFFSET_DOES_NOT_MATCH_ASSIGNED\].*Specified: \{t-0.*"
            r"Assigned: \{t-0, t-1\}$",
        ):
            logs(cluster).bound(Bound(offsets=offsets), [T0, T1], is_start=is_start)


def test_timestamps_must_name_exactly_the_partitions_there_are(cluster: PretendedLogs) -> None:
    name = r"^\[KAFKA_TIMESTAMP_OFFSET_DOES_NOT_MATCH_ASSIGNED\].*"
    with pytest.raises(SourceError, match=f"{name} starting "):
        logs(cluster).bound(Bound(timestamps={T0: 1}), [T0, T1], is_start=True)
    with pytest.raises(SourceError, match=f"{name} ending "):
        logs(cluster).bound(Bound(timestamps={T0: 1}), [T0, T1], is_start=False)


def test_one_timestamp_is_for_all_partitions(cluster: PretendedLogs) -> None:
    cluster.times = {T0: 3, T1: 4}
    assert logs(cluster).bound(Bound(timestamp=0), [T0, T1], is_start=True) == {T0: 3, T1: 4}


def test_a_time_that_no_record_is_as_late_as_fails_after_three_tries(
    cluster: PretendedLogs,
) -> None:
    """The words are those of the stock connector's IllegalArgumentException (seen with 4.2.0)."""
    cluster.times = {T0: 3, T1: -1}
    words = "^No offset matched from request of topic-partition t-1 and timestamp 77."
    with pytest.raises(SourceError, match=words):
        logs(cluster).bound(Bound(timestamp=77), [T0, T1], is_start=True)
    assert cluster.asked["offsets"] == 3


def test_such_a_time_is_the_end_if_asked_for_and_always_for_ends(cluster: PretendedLogs) -> None:
    cluster.times = {T0: 3, T1: -1}
    forgiving = logs(cluster, startingOffsetsByTimestampStrategy="latest")
    for asking, is_start in ((forgiving, True), (logs(cluster), False)):
        found = asking.bound(Bound(timestamp=77), [T0, T1], is_start=is_start)
        assert found == {T0: 3, T1: LATEST}
