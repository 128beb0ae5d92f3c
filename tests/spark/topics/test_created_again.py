"""Topics that were deleted and created again, and logs that were cut: told apart by topic ids."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from kafkawire.spark.topics.errors import DataLoss
from kafkawire.spark.topics.following import NO_LIMIT, Limit
from tests.support.spark.followers import FORGIVING, Time, follower, spans
from tests.support.spark.pretended_logs import T0, PretendedLogs, topic_id


@pytest.mark.parametrize("end", [20, 50, 70])
def test_a_topic_that_was_created_again_is_told_by_its_id(tmp_path: Path, end: int) -> None:
    """The stock connector 4.2.0 notices only logs that are shorter; it has the same words."""
    cluster = PretendedLogs(50)
    options: dict[str, Any] = {"stateFile": tmp_path / "state"}
    follower(cluster, **options).initial()
    cluster.create("t", end, number=2)
    with pytest.raises(
        DataLoss, match=f"PARTITION_OFFSET_CHANGED.*changed from 50 to {end}. deletion"
    ):
        follower(cluster, **options).latest({T0: 50}, NO_LIMIT)


@pytest.mark.parametrize("limit", [NO_LIMIT, Limit(15), Limit(1)])
@pytest.mark.parametrize("end", [0, 1, 20, 50, 51, 70])
def test_its_new_records_are_all_read_once_if_loss_is_forgiven(
    tmp_path: Path, end: int, limit: Limit
) -> None:
    """The stock connector 4.2.0 skips them, ours does not; also across restarts."""
    cluster = PretendedLogs(50)
    options: dict[str, Any] = {"stateFile": tmp_path / "state", **FORGIVING}
    time = Time()
    following = follower(cluster, time, **options)
    following.initial()
    cluster.create("t", end, number=2)
    position, read = {T0: 50}, []
    for number in itertools.count():
        time.now_ms += 1_000
        if number % 2:
            following = follower(cluster, time, **options)
        ends = following.latest(position, limit)
        if ends == position:
            break
        planned = following.plan(position, ends)
        assert planned == follower(cluster, **options).plan(position, ends), "planned again"
        read += [offset for each in planned for offset in range(each.start, each.end)]
        assert all(each.topic_id == topic_id(2) for each in planned)
        position = ends
    assert read == list(range(end))


def test_a_shorter_log_is_judged_by_an_id_of_now() -> None:
    """Not by that which was told when partitions were looked up last."""
    cluster = PretendedLogs(50)
    following = follower(cluster, **FORGIVING)
    assert following.latest(following.initial(), NO_LIMIT) == {T0: 50}
    cluster.create("t", 20, number=2)
    ends = following.latest({T0: 50}, NO_LIMIT)
    assert spans(following.plan({T0: 50}, ends)) == [(T0, 0, 20)]


def test_without_an_id_a_log_that_is_shorter_is_another_topic() -> None:
    cluster = PretendedLogs(20)
    with pytest.raises(DataLoss, match="changed from 50 to 20"):
        follower(cluster).latest({T0: 50}, NO_LIMIT)
    forgiving = follower(cluster, **FORGIVING)
    ends = forgiving.latest({T0: 50}, NO_LIMIT)
    assert spans(forgiving.plan({T0: 50}, ends)) == [(T0, 0, 20)]
    assert spans(follower(cluster, **FORGIVING).plan({T0: 50}, ends)) == [(T0, 0, 20)]
    with pytest.raises(DataLoss, match="changed from 50 to 20"):
        follower(cluster).plan({T0: 50}, ends)


def test_a_log_that_was_cut_is_not_read_again_if_its_id_is_known() -> None:
    cluster = PretendedLogs(50)
    strict, forgiving = follower(cluster), follower(cluster, **FORGIVING)
    for following in (strict, forgiving):
        following.initial()
    cluster.ends[T0] = 20
    with pytest.raises(DataLoss, match=r"changed from 50 to 20. truncation"):
        strict.latest({T0: 50}, NO_LIMIT)
    ends = forgiving.latest({T0: 50}, NO_LIMIT)
    assert ends == {T0: 20}
    assert forgiving.plan({T0: 50}, ends) == []


def test_a_batch_of_the_old_topic_cannot_be_read_any_more(tmp_path: Path) -> None:
    """It was planned, the query stopped, and the topic was created again meanwhile."""
    cluster = PretendedLogs(50)
    options: dict[str, Any] = {"stateFile": tmp_path / "state"}
    follower(cluster, **options).initial()
    cluster.create("t", 60, number=2)
    with pytest.raises(DataLoss, match=r"COULD_NOT_READ_OFFSET_RANGE.*\[30, 50\).*t-0: deletion"):
        follower(cluster, **options).plan({T0: 30}, {T0: 50})
    following = follower(cluster, **options, **FORGIVING)
    assert following.plan({T0: 30}, {T0: 50}) == []
    ends = following.latest({T0: 50}, NO_LIMIT)
    assert spans(following.plan({T0: 50}, ends)) == [(T0, 0, 60)]
