"""Log directories: replicas are asked of their brokers, grouped by path."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import log_dirs
from kafkawire.client.descriptions import Replica
from kafkawire.protocol.messages.describe_log_dirs_response import DescribeLogDirsResponse
from tests.client.support.operations import sources
from tests.client.support.world import World


def test_replicas_are_moved_by_path_at_their_brokers() -> None:
    """client J-2."""
    first, second, third = Replica("t", 0, 1), Replica("t", 1, 1), Replica("t", 0, 2)
    plan = log_dirs.alter_replica_log_dirs({first: "/a", second: "/b", third: "/a"})
    told: list[object] = []
    plan.operation.lookup.find(plan.keys, 0, lambda found, now_ms: told.append(found))
    assert told == [{first: 1, second: 1, third: 2}]
    request: Any = plan.operation.ask([first, second], 2)
    assert [
        (each.path, [(topic.name, topic.partitions) for topic in each.topics])
        for each in request.dirs
    ] == [("/a", [("t", [0])]), ("/b", [("t", [1])])]


def test_a_directory_that_failed_hides_no_other() -> None:
    """client B-50."""
    plan = log_dirs.describe_log_dirs(sources(World()), [1])
    result = DescribeLogDirsResponse.DescribeLogDirsResult
    partition = DescribeLogDirsResponse.DescribeLogDirsPartition(
        partition_index=0, partition_size=5, offset_lag=2, is_future_key=True
    )
    topic = DescribeLogDirsResponse.DescribeLogDirsTopic(name="t", partitions=[partition])
    answer = DescribeLogDirsResponse(
        results=[
            result(log_dir="/a", error_code=56),
            result(log_dir="/b", topics=[topic], total_bytes=9, usable_bytes=4),
        ]
    )
    told: Any = plan.operation.read(answer, [1], 4)
    assert told[1]["/a"].error.code == 56
    assert told[1]["/a"].total_bytes is None
    assert told[1]["/b"] == (None, ((("t", 0), 5, 2, True),), 9, 4, False)
