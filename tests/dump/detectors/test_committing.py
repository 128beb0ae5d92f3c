"""Habits of consumers that commit, found and not found."""

from __future__ import annotations

import pytest

from kafkawire.dump.detectors.committing import AutoCommit, CommitDuringRebalance, Overcommit
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from tests.support.dump.watched import Watched


def commit(
    watched: Watched, client: Connection, times: int = 1, *, group: str = "payments", code: int = 0
) -> int:
    part = OffsetCommitResponse.OffsetCommitResponsePartition(partition_index=0, error_code=code)
    topic = OffsetCommitResponse.OffsetCommitResponseTopic(name="orders", partitions=[part])
    request = OffsetCommitRequest(group_id=group)
    response = OffsetCommitResponse(topics=[topic])
    return sum(len(watched.say(client, request, response, 9)) for _ in range(times))


def test_too_many_commits_are_found_at_their_threshold(watched: Watched) -> None:
    client = watched.by(Overcommit, count=10).connect()
    assert commit(watched, client, 9) == 0
    assert commit(watched, client) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 commits offsets of group payments 10 times in 5 s"
    )
    assert commit(watched, client, 50) == 0
    watched.wait(60_000)
    assert commit(watched, client, 10) == 1


def test_many_members_or_slow_commits_are_not_too_many(watched: Watched) -> None:
    watched.by(Overcommit, count=10)
    assert sum(commit(watched, watched.connect(), 9) for _ in range(20)) == 0
    client = watched.connect()
    for _ in range(50):
        assert commit(watched, client) == 0
        watched.wait(600)


@pytest.mark.parametrize("interval_ms", [1_003, 5_000, 50_000])
def test_commits_like_clockwork_are_found(watched: Watched, interval_ms: int) -> None:
    client = watched.by(AutoCommit).connect()
    found = []
    for at in range(7):
        found.append(commit(watched, client))
        watched.wait(interval_ms - 2 + (at % 3) * interval_ms // 100)
    assert found == [0] * 6 + [1]
    text = watched.findings[0].text
    assert text.startswith("billing at 192.0.2.7 commits offsets of group payments every ")
    assert text.endswith(" s, as enable.auto.commit=true does")
    assert watched.findings[0].severity == "info"
    for _ in range(20):
        watched.wait(interval_ms)
        assert commit(watched, client) == 0


@pytest.mark.parametrize(
    "pattern", [[5_000, 7_000], [500], [70_000], [5_000, 5_000, 5_000, 5_000, 9_000], [0, 5_000]]
)
def test_commits_by_work_done_are_not_like_clockwork(watched: Watched, pattern: list[int]) -> None:
    client = watched.by(AutoCommit).connect()
    for at in range(40):
        assert commit(watched, client) == 0
        watched.wait(pattern[at % len(pattern)])


def test_a_pause_begins_the_count_anew(watched: Watched) -> None:
    client = watched.by(AutoCommit).connect()
    for _ in range(5):
        for _ in range(6):
            assert commit(watched, client) == 0
            watched.wait(5_000)
        watched.wait(120_000)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (22, "the group has gone on without the member"),
        (25, "the group does not know the member"),
        (27, "the group is rebalancing"),
        (113, "the member is behind its group"),
    ],
)
def test_commits_that_are_refused_in_a_rebalance_are_found(
    watched: Watched, code: int, why: str
) -> None:
    watched.by(CommitDuringRebalance)
    assert [commit(watched, watched.connect(), code=code) for _ in range(3)] == [0, 0, 1]
    assert watched.findings[0].text == (
        f"commits of group payments are refused 3 times in 60 s: {why}"
    )
    assert commit(watched, watched.connect(), 20, code=code) == 0
    watched.wait(60_000)
    assert commit(watched, watched.connect(), 3, code=code) == 1


def test_other_refusals_are_no_commits_in_a_rebalance(watched: Watched) -> None:
    client = watched.by(CommitDuringRebalance).connect()
    beat = HeartbeatRequest(group_id="payments")
    for _ in range(9):
        assert watched.say(client, beat, HeartbeatResponse(error_code=27)) == []
    assert commit(watched, client, 9, code=16) == 0
    assert sum(commit(watched, client, 2, group=f"g{at}", code=27) for at in range(9)) == 0
    for _ in range(9):
        assert commit(watched, client, code=27) == 0
        watched.wait(31_000)
