"""Why a join makes a group rebalance, as far as what was seen of its member shows it."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.state.embedded import Partitions, Subscription
from kafkawire.dump.state.group import Group, Member
from kafkawire.dump.state.joining import join_reason, note_member, wishes_of
from kafkawire.log.topic_partition import TopicPartition

ZERO, ONE, SEVEN = (TopicPartition("orders", each) for each in (0, 1, 7))


def values(member_id: str, **fields: Any) -> dict[str, Any]:
    return {"memberId": member_id, "sessionTimeoutMs": 45_000, **fields}


def reason(member_id: str, owned: Partitions, group: Group, **fields: Any) -> str:
    wishes = Subscription(("orders",), owned)
    return join_reason(group, values(member_id, **fields), "alice", wishes, is_named_first=True)


def group_with(owned: Partitions | None) -> Group:
    group = Group("g")
    member = group.members["a"] = Member("a", "alice")
    member.topics, member.owned = ("orders",), owned
    return group


@pytest.mark.parametrize(
    ("owned", "wanted", "has_given_up"),
    [
        ((ZERO, ONE), (ZERO,), True),
        ((ZERO, ONE), (ZERO, ONE), False),
        ((ZERO, ONE), (ZERO, SEVEN), False),
        ((ZERO,), (ZERO, ONE), False),
        (None, (ZERO,), False),
    ],
)
def test_partitions_are_given_up_only_if_they_were_seen_to_be_given(
    owned: Partitions | None, wanted: Partitions, has_given_up: bool
) -> None:
    text = reason("a", wanted, group_with(owned))
    assert text == ("alice joins again" + ", having given up partitions" * has_given_up)


def test_who_is_not_known_joins_perhaps_again() -> None:
    assert reason("b", (), Group("g"), reason="so") == 'alice joins, perhaps again: "so"'
    whole = group_with(())
    whole.is_whole = True
    assert reason("b", (), whole) == "alice joins"
    assert reason("", (), whole) == ""
    assert reason("", (), whole, groupInstanceId="i") == "alice joins"


def test_what_a_member_says_of_itself_is_noted() -> None:
    member = Member("a", "alice")
    note_member(member, values("a"), None)
    assert (member.session_timeout_ms, member.rebalance_timeout_ms) == (45_000, 45_000)
    topics = [member.topics]
    note_member(member, values("a", rebalanceTimeoutMs=7), Subscription(("t",), ()))
    topics.append(member.topics)
    assert topics == [None, ("t",)]
    assert member.rebalance_timeout_ms == 7


def test_only_consumers_have_wishes() -> None:
    assert wishes_of({"protocolType": "connect", "protocols": [{"metadata": ""}]}) is None
    assert wishes_of({"protocolType": "consumer", "protocols": []}) is None
