"""A task: exactly the rows of its range, nothing asked beyond it, and losses by their kinds."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.client.blocking import deadline
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    Cluster,
    EndNotReached,
    Fetched,
    FetchLimits,
    FetchRangeError,
)
from kafkawire.spark.columns import Wanted
from kafkawire.spark.topics.errors import DataLoss, SourceError
from kafkawire.spark.topics.logs import Broker
from kafkawire.spark.topics.offsets import EARLIEST, LATEST
from kafkawire.spark.topics.planning import OffsetRange
from kafkawire.spark.topics.reading import TaskPlan, read_range
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.pretended_logs import T0, PretendedLogs
from tests.support.spark.topic_changes import (
    create_again,
    delete_records,
    delete_topic,
    fill,
    fill_in_transaction,
)
from tests.support.spark.topic_rows import settings as cluster_settings

RANGE_ERRORS_MAX = 3

QUICK = FetchLimits(poll_timeout_ms=20_000, max_wait_ms=10)
PLAN = TaskPlan(Wanted(), tuple(Wanted().names), QUICK)
IMPATIENT = PLAN._replace(limits=QUICK._replace(poll_timeout_ms=50))
FIXTURES = [HealthCheck.function_scoped_fixture]
FORGIVING = PLAN._replace(fails_on_loss=False)


@pytest.fixture(scope="module")
def filled() -> Iterator[LocalBroker]:
    """Partition 0 has a hundred records in batches of ten."""
    with LocalBroker() as broker:
        broker.create_topic("t", partitions=1)
        fill(broker, {0: 100})
        yield broker


def offsets(
    broker: LocalBroker | Guarded, start: int, end: int, plan: TaskPlan = PLAN, **more: Any
) -> list[int]:
    with Cluster(cluster_settings(broker.bootstrap)) as cluster:
        return offsets_by(cluster, start, end, plan, **more)


def offsets_by(
    cluster: Broker, start: int, end: int, plan: TaskPlan = PLAN, **more: Any
) -> list[int]:
    asked = OffsetRange(T0, more.pop("topic_id", bytes(16)), start, end, **more)
    return [
        offset
        for batch in read_range(cluster, asked, plan)
        for offset in batch["offset"].to_pylist()
    ]


@settings(max_examples=30, suppress_health_check=FIXTURES, deadline=None)
@given(st.integers(0, 100), st.integers(0, 100), st.integers(200, 4_000))
def test_a_range_is_read_exactly(filled: LocalBroker, start: int, end: int, size: int) -> None:
    """Ranges begin and end within batches, and answers are small."""
    plan = PLAN._replace(limits=QUICK._replace(partition_bytes=size))
    assert offsets(filled, start, end, plan) == list(range(start, end))


def test_symbols_are_bound_in_the_task(filled: LocalBroker) -> None:
    assert offsets(filled, EARLIEST, LATEST) == list(range(100))
    assert offsets(filled, 90, LATEST) == list(range(90, 100))
    assert offsets(filled, LATEST, LATEST) == []


def test_a_start_behind_the_bound_end_is_refused(filled: LocalBroker) -> None:
    words = (
        r"^\[RESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET\] The resolved start offset 101 .*100"
    )
    with pytest.raises(SourceError, match=words):
        offsets(filled, 101, LATEST)
    assert offsets(filled, 100, LATEST) == []


def test_nothing_is_fetched_beyond_the_end(filled: LocalBroker) -> None:
    """The stock connector 4.2.0 fetches at the end of the log and waits for half a second."""
    with Guarded(filled.bootstrap) as watched:
        assert offsets(watched, EARLIEST, LATEST) == list(range(100))
    apis = [api for api, _ in watched.asked if api != ApiKey.API_VERSIONS]
    assert apis.count(ApiKey.FETCH) == 1
    assert apis.count(ApiKey.LIST_OFFSETS) == 2
    assert len(apis) <= 4


def test_columns_come_in_the_order_of_the_users_schema(filled: LocalBroker) -> None:
    names = ("offset", "value")
    plan = PLAN._replace(wanted=Wanted.of(names), names=names)
    with Cluster(cluster_settings(filled.bootstrap)) as cluster:
        batches = list(read_range(cluster, OffsetRange(T0, bytes(16), 0, 2), plan))
    assert pa.Table.from_batches(batches).to_pydict() == {
        "offset": [0, 1],
        "value": [b"0-0", b"0-1"],
    }
    assert batches[0].schema.names == list(names)


def test_filters_narrow_the_range(filled: LocalBroker) -> None:
    assert offsets(filled, EARLIEST, LATEST, PLAN._replace(low=3, high=5)) == [3, 4]
    assert offsets(filled, 10, 20, PLAN._replace(low=50)) == []


def test_committed_reads_leave_out_what_was_aborted_and_all_markers(broker: LocalBroker) -> None:
    """As the stock connector 4.2.0: 70 of 100, without aborted records and markers."""
    broker.create_topic("t", partitions=1)
    fill_in_transaction(broker, 40, is_commit=True)
    fill_in_transaction(broker, 30, is_commit=False)
    fill_in_transaction(broker, 30, is_commit=True)
    plan = PLAN._replace(is_committed=True)
    kept = [*range(40), *range(72, 102)]
    assert offsets(broker, EARLIEST, LATEST, plan) == kept
    assert offsets(broker, EARLIEST, LATEST) == [*range(40), *range(41, 71), *range(72, 102)]
    assert offsets(broker, 41, 71, plan) == []


# Losses


def test_retention_is_a_loss_that_says_so(broker: LocalBroker) -> None:
    """failOnDataLoss as in the stock connector 4.2.0: an error with the range, or what is left."""
    broker.create_topic("t", partitions=1)
    fill(broker, {0: 100})
    delete_records(broker, {0: 83})
    words = r"COULD_NOT_READ_OFFSET_RANGE\].*offset \[50, 100\) .* t-0: retention: .* begins at 83"
    with pytest.raises(DataLoss, match=words):
        offsets(broker, 50, 100)
    assert offsets(broker, 50, 100, FORGIVING) == list(range(83, 100))
    assert offsets(broker, 50, 70, FORGIVING) == []


def test_an_end_that_is_not_there_is_waited_for_and_then_a_loss(filled: LocalBroker) -> None:
    words = r"COULD_NOT_READ_OFFSET_RANGE\].*\[100, 110\).*the log ends at 100"
    with pytest.raises(DataLoss, match=words):
        offsets(filled, 90, 110, IMPATIENT)


def test_it_is_not_waited_for_if_loss_is_forgiven(filled: LocalBroker) -> None:
    """The stock connector 4.2.0 waits for two minutes and returns the same."""
    patient = FORGIVING._replace(limits=QUICK._replace(poll_timeout_ms=600_000))
    assert offsets(filled, 90, 110, patient) == list(range(90, 100))
    assert offsets(filled, 105, 110, patient) == []


def test_a_start_that_is_not_there_is_a_loss(filled: LocalBroker) -> None:
    with pytest.raises(DataLoss, match="truncation: the log ends at 100"):
        offsets(filled, 105, 110)
    assert offsets(filled, 105, 110, FORGIVING, is_checked_end=True) == []


def test_a_topic_that_was_created_again_is_a_loss(broker: LocalBroker) -> None:
    old = broker.create_topic("t", partitions=1)
    fill(broker, {0: 20})
    create_again(broker, {0: 20})
    with pytest.raises(DataLoss, match=r"\[0, 20\).*deletion: "):
        offsets(broker, 0, 20, topic_id=old)
    assert offsets(broker, 0, 20, FORGIVING, topic_id=old, is_checked_end=True) == []


def test_a_topic_that_is_gone_is_a_loss(broker: LocalBroker) -> None:
    old = broker.create_topic("t", partitions=1)
    fill(broker, {0: 20})
    delete_topic(broker)
    with pytest.raises(DataLoss, match="deletion: "):
        offsets(broker, 0, 20, topic_id=old)


def test_offsets_that_hold_no_records_are_no_loss(caplog: pytest.LogCaptureFixture) -> None:
    """Compaction and markers leave offsets without records."""

    class Compacted(PretendedLogs):
        def fetch(self, *_: Any, **more: Any) -> Iterator[Fetched]:
            yield from ()
            raise EndNotReached("late", 5, 20)

    with caplog.at_level(logging.INFO):
        assert offsets_by(Compacted(20), 0, 20) == []
    assert "[5, 20) hold no records: compaction" in caplog.text


@pytest.mark.parametrize("empty_until", [None, 19])
@pytest.mark.parametrize("plan", [PLAN, FORGIVING])
def test_records_that_a_broker_does_not_hand_out_in_time_are_never_left_out(
    empty_until: int | None, plan: TaskPlan
) -> None:
    class Slow(PretendedLogs):
        def fetch(self, *_: Any, **more: Any) -> Iterator[Fetched]:
            yield from ()
            raise EndNotReached("late", 5, empty_until)

    with pytest.raises(EndNotReached):
        offsets_by(Slow(20), 0, 20, plan)


@pytest.mark.slow
def test_an_answer_without_records_says_so_of_offsets(filled: LocalBroker) -> None:
    """As a log has it whose last segments were compacted to nothing."""

    def emptied(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH:
            for topic in answer.responses:
                for part in topic.partitions:
                    part.records = None
        return answer

    with Guarded(filled.bootstrap, edit=emptied) as emptying:
        plan = PLAN._replace(limits=QUICK._replace(poll_timeout_ms=1_000))
        assert offsets(emptying, 40, 100, plan) == []


def test_a_reader_may_take_longer_than_the_poll_timeout(
    filled: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spark may do anything between two batches; what fails then is still tried again."""
    limits = FetchLimits(partition_bytes=200, poll_timeout_ms=5_000, max_wait_ms=10)
    failed: list[int] = []

    def failing_once(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH and clock.late_s and not failed:
            failed.append(api_key)
            return None
        return answer

    clock = LateClock(monkeypatch)
    with (
        Guarded(filled.bootstrap, edit=failing_once) as failing,
        Cluster(cluster_settings(failing.bootstrap)) as cluster,
    ):
        seen = 0
        for fetched in cluster.fetch(T0, bytes(16), 0, 100, limits=limits):
            seen = fetched.next_offset
            clock.late_s += 1_000
    assert (seen, failed) == (100, [ApiKey.FETCH])


class LateClock:
    """The clock of deadlines, so many seconds ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.late_s = 0.0
        now = time.monotonic
        monkeypatch.setattr(deadline, "time", self)
        self.monotonic = lambda: now() + self.late_s
        self.sleep = time.sleep


def test_a_broker_that_refuses_what_is_in_its_log_is_not_asked_for_ever() -> None:
    class Confused(PretendedLogs):
        def fetch(self, *_: Any, **more: Any) -> Iterator[Fetched]:
            self.asked["fetch"] += 1
            yield from ()
            raise FetchRangeError("Fetch", ErrorCode.OFFSET_OUT_OF_RANGE)

    cluster = Confused(20)
    with pytest.raises(FetchRangeError):
        offsets_by(cluster, 0, 20)
    assert cluster.asked["fetch"] == RANGE_ERRORS_MAX + 1
