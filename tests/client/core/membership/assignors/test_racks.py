"""When racks matter, and what they say of members and partitions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafkawire.client.core.membership.assignors.racks import (
    Racks,
    member_racks,
    racks_matter,
    replica_racks,
)
from kafkawire.client.core.membership.subscription import MemberSubscription
from tests.client.support.groups import at, cluster, member


def sets(*racks: str) -> list[frozenset[str]]:
    return [frozenset(each) for each in racks]


@pytest.mark.parametrize(
    ("members", "partitions", "matter"),
    [
        ("a", ["a", "b"], True),
        ("", ["a", "b"], False),
        ("c", ["a", "b"], False),
        ("ab", ["ab", "ab"], False),
        ("ab", ["ab", "a"], True),
        ("a", ["a", ""], True),
        ("a", [], False),
    ],
)
def test_racks_matter_where_some_partition_lacks_one(
    members: str, partitions: list[str], matter: bool
) -> None:
    """client G-70."""
    assert racks_matter(members, sets(*partitions)) is matter


def test_brokers_that_are_unknown_have_no_rack() -> None:
    view = cluster("ab", t="01 07")
    assert [replica_racks(view, each) for each in at("t0 t1 t2")] == sets("ab", "a", "")


def test_an_empty_rack_is_none() -> None:
    group = {"m": member("t", rack=""), "n": member("t", rack="a"), "o": member("t")}
    assert member_racks(group) == {"n": "a"}


def racks(group: Mapping[str, MemberSubscription], partitions: str) -> Racks:
    view = cluster("abc", t=partitions)
    return Racks(view, group, at(" ".join(f"t{n}" for n in view.topics["t"].partitions)))


GROUP = {"m": member("t", rack="a"), "n": member("t", rack="b"), "o": member("t", rack="a"),
         "p": member("t")}  # fmt: skip


def test_a_member_without_a_rack_matches_all() -> None:
    """client G-73."""
    found = racks(GROUP, "0 1 2")
    assert found
    matching = {who: [not found.mismatch(who, each) for each in at("t0 t1 t2")] for who in GROUP}
    assert matching == {
        "m": [True, False, False],
        "n": [False, True, False],
        "o": [True, False, False],
        "p": [True, True, True],
    }


def test_partitions_near_few_members_come_first() -> None:
    """client G-73."""
    found = racks(GROUP, "0 01 1 2 0")
    assert found.scarcest_first(at("t0 t1 t2 t3 t4")) == list(at("t3 t2 t0 t4 t1"))


def test_the_next_member_in_a_rack_is_looked_for_in_a_circle() -> None:
    """client G-73."""
    found = racks(GROUP, "0 1 2")
    (first, second, third), members = at("t0 t1 t2"), ["p", "m", "n", "o"]
    assert [found.next_beside(first, members, start) for start in range(4)] == [1, 1, 3, 3]
    assert found.next_beside(second, members, 3) == 2
    assert found.next_beside(third, members, 0) is None


def test_racks_that_do_not_matter_mismatch_nothing() -> None:
    found = racks(GROUP, "01 01")
    assert not found
    assert not found.mismatch("m", at("t0")[0])
