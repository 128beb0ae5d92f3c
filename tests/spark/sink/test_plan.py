"""Tasks that are tried again, batches that are replayed, drivers that die: each row once."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import Cluster, ClusterError, OptionError
from kafkawire.spark.cluster.errors import Refused
from kafkawire.spark.cluster.transactions import Identity, open_transactions
from kafkawire.spark.sink import exactly_once
from kafkawire.spark.sink import plan as plans
from kafkawire.spark.sink.plan import Place, SinkPlan, Written
from kafkawire.testing import LocalBroker
from tests.support.spark.topic_rows import topic_values

TYPES = {"value": "binary"}


def plan_of(broker: LocalBroker, **options: object) -> SinkPlan:
    given_ = {"kafka.bootstrap.servers": broker.bootstrap, "topic": "t"}
    return SinkPlan.of({**given_, **{k: str(v) for k, v in options.items()}}, TYPES)


@pytest.fixture
def plan(broker: LocalBroker) -> SinkPlan:
    # One partition, so that whatever is open holds up all that comes later.
    broker.create_topic("t", partitions=1)
    return plan_of(broker, exactlyOnce=True)


def rows(*values: str) -> Iterator[pa.RecordBatch]:
    for value in values:
        yield pa.record_batch({"value": [value.encode()]})


def write(plan: SinkPlan, task: int, batch_id: int, *values: str) -> Written:
    return plan.write(rows(*values), Place(task, "q", batch_id))


def test_without_rows_no_broker_is_asked() -> None:
    plan = SinkPlan.of({"kafka.bootstrap.servers": "127.0.0.1:1", "topic": "t"}, TYPES)
    written = plan.write(rows(), Place(3, "q"))
    assert written == Written(3, "q")
    plan.commit([written, None])
    plan.abort([written, None])


def test_plans_and_outcomes_travel(plan: SinkPlan) -> None:
    assert pickle.loads(pickle.dumps(plan)) == plan
    written = write(plan, 0, 0, "a")
    assert pickle.loads(pickle.dumps(written)) == written


def test_an_exactly_once_that_is_no_truth_value_is_refused(broker: LocalBroker) -> None:
    with pytest.raises(OptionError, match="exactlyOnce"):
        plan_of(broker, exactlyOnce="maybe")
    with pytest.raises(OptionError, match=r"exactlyOnce.* acks=all"):
        plan_of(broker, exactlyOnce=True, **{"kafka.acks": 1})


def test_a_plain_write_is_there_without_a_commit(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    written = plan_of(broker).write(rows("a", "b"), Place(0, "q"))
    assert written.row_count == 2
    assert topic_values(broker.bootstrap, "t") == [b"a", b"b"]


def test_rows_appear_with_the_commit_and_all_at_once(broker: LocalBroker, plan: SinkPlan) -> None:
    messages = [write(plan, task, 0, f"{task}") for task in range(3)]
    assert topic_values(broker.bootstrap, "t") == []
    plan.commit(messages, 0)
    assert topic_values(broker.bootstrap, "t") == [b"0", b"1", b"2"]


def test_a_task_that_is_tried_again_replaces_what_it_wrote(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    """Whether the attempt before failed, or was only thought to have."""
    lost = write(plan, 0, 0, "a")
    again = write(plan, 0, 0, "a")
    plan.commit([again], 0)
    assert topic_values(broker.bootstrap, "t") == [b"a"]
    assert lost.identity != again.identity


def test_a_zombie_cannot_go_on_writing(broker: LocalBroker, plan: SinkPlan) -> None:
    replaced: list[Written] = []

    def interrupted() -> Iterator[pa.RecordBatch]:
        yield from rows("z")
        replaced.append(write(plan, 0, 0, "a"))
        yield from rows("z")

    with pytest.raises(ClusterError, match=r"INVALID_PRODUCER_EPOCH|PRODUCER_FENCED"):
        plan.write(interrupted(), Place(0, "q", 0))
    plan.commit(replaced, 0)
    assert topic_values(broker.bootstrap, "t") == [b"a"]


def test_a_task_that_fails_aborts_what_it_wrote(broker: LocalBroker, plan: SinkPlan) -> None:
    def failing() -> Iterator[pa.RecordBatch]:
        yield from rows("a" * 100_000, "b" * 100_000, "c")
        with Cluster(plan.settings) as cluster:
            assert open_transactions(cluster, cluster.deadline()) == ["spark-sink-q-0"]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        plan.write(failing(), Place(0, "q", 0))
    # Nothing is open any more: whoever reads committed records is not held up.
    plan_of(broker).write(rows("later"), Place(0, "p"))
    assert topic_values(broker.bootstrap, "t") == [b"later"]


def test_a_job_that_is_aborted_leaves_nothing(broker: LocalBroker, plan: SinkPlan) -> None:
    plan.abort([write(plan, 0, 0, "a"), None], 0)
    plan_of(broker).write(rows("later"), Place(0, "p"))
    assert topic_values(broker.bootstrap, "t") == [b"later"]


def test_a_batch_that_is_replayed_is_skipped(broker: LocalBroker, plan: SinkPlan) -> None:
    for _ in range(3):
        plan.commit([write(plan, task, 0, f"{task}") for task in range(2)], 0)
    assert topic_values(broker.bootstrap, "t") == [b"0", b"1"]


def test_a_batch_before_the_last_is_skipped_with_a_warning(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    plan.commit([write(plan, 0, 4, "a")], 4)
    with pytest.warns(UserWarning, match="batch 3 of query q is in the topics already"):
        written = write(plan, 0, 3, "b")
    plan.commit([written], 3)
    assert topic_values(broker.bootstrap, "t") == [b"a"]


def test_a_skipped_task_reads_its_rows_to_the_end(plan: SinkPlan) -> None:
    """Spark's side of the pipe would wait for ever."""
    plan.commit([write(plan, 0, 0, "a")], 0)
    left = rows("a", "b", "c")
    plan.write(left, Place(0, "q", 0))
    assert next(left, None) is None


def test_what_is_decided_is_not_aborted(broker: LocalBroker, plan: SinkPlan) -> None:
    """Spark aborts when a commit fails; then the replay must find the transactions."""
    message = write(plan, 0, 0, "a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "finish_all", fail)
        with pytest.raises(ClusterError, match="dies"):
            plan.commit([message], 0)
    plan.abort([message], 0)
    plan.commit([write(plan, 0, 0), write(plan, 1, 0, "a")], 0)
    assert topic_values(broker.bootstrap, "t") == [b"a"]


def test_what_a_dead_driver_left_open_holds_nobody_up_after_the_replay(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    """It died before it decided, and the replay has fewer tasks."""
    for task in range(3):
        write(plan, task, 0, f"{task}")
    plan.commit([write(plan, 0, 0, "0", "1", "2"), write(plan, 1, 0)], 0)
    assert topic_values(broker.bootstrap, "t") == [b"0", b"1", b"2"]


def fail(*_: object, **__: object) -> Any:
    raise ClusterError("the driver dies here")


@profile(max_examples=25)
@given(
    splits=st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=2, max_size=3),
    deaths=st.lists(st.integers(0, 15), max_size=3),
)
def test_a_driver_may_die_anywhere_and_rows_may_fall_to_other_tasks_in_the_replay(
    splits: list[list[int]], deaths: list[int]
) -> None:
    """Each death is at a number of requests for offsets or ends of transactions; then a replay.

    A decision takes several commits here, as if there were hundreds of tasks, and so did the one
    before it.

    `splits` are which task each of six rows falls to, in the first run, in the replay, and so on.
    """
    with LocalBroker() as broker, pytest.MonkeyPatch.context() as patch:
        broker.create_topic("t", partitions=2)
        plan = plan_of(broker, exactlyOnce=True)
        patch.setattr(exactly_once, "METADATA_CHARACTERS_MAX", 48)
        plan.commit([write(plan, task, 0, "first") for task in range(4)], 0)
        left = iter(deaths)
        steps = count()
        dies_at = next(left, None)

        def step() -> None:
            if next(steps) == dies_at:
                raise ClusterError("the driver dies here")

        end, keep = exactly_once.finish, Cluster.offset_commit

        def finish(*args: Any, **named: Any) -> bool:
            step()
            return end(*args, **named)

        def commit_part(*args: Any) -> None:
            step()
            keep(*args)
            step()

        patch.setattr(exactly_once, "finish", finish)
        patch.setattr(Cluster, "offset_commit", commit_part)
        for run in count():
            split = splits[min(run, len(splits) - 1)]
            try:
                plan.commit([write(plan, task, 1, *_of(split, task)) for task in range(4)], 1)
                break
            except ClusterError:
                dies_at, steps = next(left, None), count()
        dies_at = None
        plan.commit([write(plan, 0, 2, "next")], 2)
        expected = [*(b"%d" % index for index in range(6)), *[b"first"] * 4, b"next"]
        assert topic_values(broker.bootstrap, "t") == expected


def _of(split: list[int], task: int) -> list[str]:
    return [str(index) for index, owner in enumerate(split) if owner == task]


def test_a_transaction_that_kafka_aborted_after_the_decision_is_written_again(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    messages = [write(plan, task, 0, f"{task}") for task in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "finish_all", fail)
        with pytest.raises(ClusterError, match="dies"):
            plan.commit(messages, 0)
    _expire(plan, 1)
    plan.commit([write(plan, task, 0, f"{task}") for task in range(2)], 0)
    assert topic_values(broker.bootstrap, "t") == [b"0", b"1"]


def _expire(plan: SinkPlan, task: int) -> None:
    """As the broker does after transaction.timeout.ms: the epoch goes up, the rest is aborted."""
    with Cluster(plan.settings) as cluster:
        cluster.init_producer_id(exactly_once.Ledger(cluster, "q").transactional_id(task))


def test_a_broker_that_restarts_between_any_two_steps_changes_nothing(tmp_path: Path) -> None:
    with LocalBroker(data=tmp_path) as broker:

        def restart() -> None:
            broker.stop()
            broker.start()

        def some() -> Iterator[pa.RecordBatch]:
            yield from rows("a")
            restart()
            yield from rows("b")

        broker.create_topic("t", partitions=2)
        plan = plan_of(broker, exactlyOnce=True)
        for batch_id in range(2):
            written = plan.write(some(), Place(0, "q", batch_id))
            restart()
            plan.commit([written], batch_id)
            restart()
            plan.commit([write(plan, 0, batch_id, "a", "b")], batch_id)
        assert topic_values(broker.bootstrap, "t") == [b"a", b"a", b"b", b"b"]


def test_of_a_batch_write_nothing_is_there_before_all_tasks_are_done(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    """`df.write`: no batch number, a name of its own, and nothing to be replayed."""
    first = [plan.write(rows(f"{task}"), Place(task, "w1")) for task in range(2)]
    second = [plan.write(rows("no"), Place(0, "w2")), None]
    plan.abort(second)
    assert topic_values(broker.bootstrap, "t") == []
    plan.commit(first)
    assert topic_values(broker.bootstrap, "t") == [b"0", b"1"]


def test_of_a_batch_write_that_fails_while_it_commits_some_rows_are_there_and_the_rest_never(
    broker: LocalBroker, plan: SinkPlan
) -> None:
    """Spark aborts then: nothing stays open, and what is committed stays."""
    messages = [plan.write(rows(f"{task}"), Place(task, "w1")) for task in range(3)]
    end = exactly_once.finish

    def finish(cluster: Cluster, identity: Identity, **named: Any) -> bool:
        if identity.transactional_id == "spark-sink-w1-1":
            raise Refused("EndTxn", ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
        return end(cluster, identity, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exactly_once, "finish", finish)
        with pytest.raises(ClusterError, match=r"2 of 3 .*w1-0, spark-sink-w1-2; 1 of 3 .*w1-1"):
            plan.commit(messages)
    plan.abort(messages)
    plan_of(broker).write(rows("later"), Place(0, "p"))
    assert topic_values(broker.bootstrap, "t") == [b"0", b"2", b"later"]
