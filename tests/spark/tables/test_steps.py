"""The second stage: it comes to what the one process finds while all of it goes by."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse
from kafkawire.spark.tables.naming import by_bytes
from tests.support.broker.classic_storm import classic_storm
from tests.support.broker.consumer_storm import consumer_storm
from tests.support.dump.dumped_sessions import Naive, said, wanted
from tests.support.dump.talking import Conversation
from tests.support.spark.tabled import Observed, Tabled, TabledTap, placed, replayed


def in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["time_ns"], str(row)))


def assert_same(state: Observed) -> None:
    """What was found while it went by, and what comes of digests with all names known."""
    again = replayed(state.digests(), by_bytes(state.sink.names))
    for table in ("fetch_sessions", "groups"):
        assert in_order(again[table]) == in_order(state.rows(table))


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_sessions_are_the_same_in_both_stages(random: Random, steps: int) -> None:
    naive = Naive(random)
    state = Observed()
    naive.talk = placed(Conversation(state))
    for _ in range(steps):
        does = [naive.open, naive.go_on, naive.go_on, naive.go_on, naive.err, naive.evict]
        random.choice([*does, naive.close])()
    assert len(state.rows("fetch_sessions")) == len(state.rows("requests"))
    assert_same(state)


@pytest.mark.parametrize("seed", range(2))
def test_classic_groups_are_the_same_in_both_stages(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap = TabledTap(monkeypatch)
    classic_storm(seed).run()
    assert len(tap.state.rows("groups")) > 20
    assert {row["rebalanced_ms"] is None for row in tap.state.rows("groups")} == {True, False}
    assert_same(tap.state)


def test_newer_groups_are_the_same_in_both_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    tap = TabledTap(monkeypatch)
    consumer_storm(1).run()
    owned = [row["owned"] for row in tap.state.rows("groups") if row["owned"]]
    assert owned
    assert_same(tap.state)


def test_a_session_counts_what_it_asked_and_what_it_was_told() -> None:
    tabled = Tabled()
    tabled.talk.say(wanted(1, 2, 3, session=(0, 0)), said(1, 2, 3, session=42), 12)
    tabled.talk.say(wanted(2, 4, session=(42, 1)), said(4, session=42), 12)
    opened, continued = tabled.rows("fetch_sessions")
    assert (opened["kind"], opened["held"], opened["saved_request_bytes"]) == ("opened", 3, 0)
    assert (continued["held"], continued["added"], continued["changed"]) == (4, 1, 1)
    assert (continued["reported"], continued["left_out"]) == (1, 3)
    assert continued["saved_request_bytes"] > 0
    assert continued["saved_response_bytes"] > 0


def test_a_session_that_was_evicted_says_the_error() -> None:
    tabled = Tabled()
    tabled.talk.say(wanted(1, session=(0, 0)), said(1, session=42), 12)
    code = ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    tabled.talk.say(wanted(session=(42, 1)), said(error_code=code), 12)
    row = tabled.rows("fetch_sessions")[-1]
    assert (row["kind"], row["is_evicted"]) == ("refused", True)
    assert row["error"] == "FETCH_SESSION_ID_NOT_FOUND"


def beat(tabled: Tabled, generation: int = 3, error: int = 0) -> None:
    request = HeartbeatRequest(group_id="g", member_id="m", generation_id=generation)
    tabled.talk.say(request, HeartbeatResponse(error_code=error), 3, after_ms=10)


def test_heartbeats_that_tell_nothing_new_are_left_out() -> None:
    tabled = Tabled()
    for _ in range(5):
        beat(tabled)
    assert len(tabled.rows("groups")) == 1
    beat(tabled, error=ErrorCode.UNKNOWN_MEMBER_ID)
    assert [row["error"] for row in tabled.rows("groups")] == [None, "UNKNOWN_MEMBER_ID"]


def test_the_step_that_ends_a_rebalance_says_how_long_it_took() -> None:
    tabled = Tabled()
    beat(tabled)
    beat(tabled, error=ErrorCode.REBALANCE_IN_PROGRESS)
    tabled.talk.now_ms += 500
    beat(tabled, generation=4)
    rows = tabled.rows("groups")
    assert [row["state"] for row in rows] == ["stable", "rebalancing", "stable"]
    assert [row["rebalanced_ms"] for row in rows] == [None, None, 510.0]
    assert rows[-1]["rebalanced_why"] == "for a reason that was not seen"


def test_an_answer_comes_before_what_is_said_at_the_same_moment() -> None:
    tabled = Tabled()
    beat(tabled)
    leaving = LeaveGroupRequest(group_id="g", member_id="m")
    tabled.talk.say(leaving, LeaveGroupResponse(), 2)
    join = JoinGroupRequest(group_id="g", member_id="m", protocol_type="other")
    tabled.talk.say(join, JoinGroupResponse(member_id="m", generation_id=4), 5, after_ms=0)
    again = replayed(tabled.state.digests())["groups"]
    assert again == tabled.rows("groups")
    assert [row["members"] for row in again] == [1, 0, 1]


def test_detectors_find_the_same_in_both_stages() -> None:
    tabled = Tabled(make_detectors())
    for _ in range(8):
        tabled.talk.say(wanted(1, session=(0, 0)), said(1, session=42), 12)
        code = ErrorCode.FETCH_SESSION_ID_NOT_FOUND
        tabled.talk.say(wanted(session=(42, 1)), said(error_code=code), 12)
        tabled.talk.close()
    found = tabled.rows("findings")
    assert "fetch-session-cascade" in {row["detector"] for row in found}
    assert replayed(tabled.state.digests(), detectors=make_detectors())["findings"] == found
