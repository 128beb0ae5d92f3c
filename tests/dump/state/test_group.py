"""Names of members, and what a group remembers of a rebalance."""

from __future__ import annotations

import pytest

from kafkawire.dump.state.group import UNSEEN, Group, difference, member_name, short_id
from kafkawire.log.topic_partition import TopicPartition

UUID = "9f3a6c01-0000-4000-8000-000000000000"


@pytest.mark.parametrize(
    ("member_id", "client_id", "instance_id", "name"),
    [
        (f"billing-1-{UUID}", "billing-1", None, "billing-1-9f3a6c01"),
        (f"billing-1-{UUID}", None, None, "billing-1-9f3a6c01"),
        (f"web-{UUID}", "x", "web", "web"),
        ("Zm9vYmFyYmF6cXV4MTIzNA", "billing", None, "billing-Zm9vYmFy"),
        ("", "billing", None, "billing"),
        ("", None, None, ""),
    ],
)
def test_members_have_short_names_that_differ(
    member_id: str, client_id: str | None, instance_id: str | None, name: str
) -> None:
    assert member_name(member_id, client_id, instance_id) == name


def test_only_a_uuid_is_cut() -> None:
    assert short_id("x" * 50) == "x" * 50
    assert short_id(UUID) == UUID


def test_the_first_cause_stays_the_reason() -> None:
    group = Group("g")
    group.begin(1_000_000, UNSEEN)
    group.begin(2_000_000, "a joins")
    group.begin(3_000_000, "b joins")
    assert group.progress(11_000_000) == "rebalance in progress since 10 ms, a joins"
    assert group.end(11_000_000) == "rebalanced in 10 ms, a joins"
    assert group.progress(12_000_000) == group.end(12_000_000) == ""


def test_differences_keep_their_order() -> None:
    a, b, c = (TopicPartition("t", number) for number in range(3))
    assert difference((a, b), (c, b)) == ((c,), (a,))
    assert difference(None, (a,)) == ((a,), ())
