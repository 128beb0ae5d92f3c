"""Which requests are repeated while nothing happens."""

from __future__ import annotations

from typing import Any

from compat.client.streams.quiet import is_bare_heartbeat, is_quiet_fetch


def fetch(**changed: Any) -> dict[str, Any]:
    return {"sessionEpoch": 7, "topics": [], "forgottenTopicsData": [], **changed}


def heartbeat(**changed: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("subscribedTopicNames", "topicPartitions", "instanceId", "rackId"))
    return {"memberEpoch": 3, **empty, **changed}


def test_an_incremental_fetch_that_changes_nothing_is_quiet() -> None:
    assert is_quiet_fetch(fetch())
    assert not is_quiet_fetch(fetch(topics=[{}]))
    assert not is_quiet_fetch(fetch(forgottenTopicsData=[{}]))


def test_fetches_that_open_or_close_a_session_are_not_quiet() -> None:
    assert not is_quiet_fetch(fetch(sessionEpoch=0))
    assert not is_quiet_fetch(fetch(sessionEpoch=-1))


def test_a_heartbeat_without_news_is_quiet() -> None:
    assert is_bare_heartbeat(heartbeat())
    assert not is_bare_heartbeat(heartbeat(topicPartitions=[]))
    assert not is_bare_heartbeat(heartbeat(subscribedTopicNames=["t"]))


def test_heartbeats_that_join_or_leave_are_not_quiet() -> None:
    assert not is_bare_heartbeat(heartbeat(memberEpoch=0))
    assert not is_bare_heartbeat(heartbeat(memberEpoch=-1))
