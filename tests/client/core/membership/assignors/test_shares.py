"""What members have at a moment, and who has the least."""

from __future__ import annotations

from kafkawire.client.core.membership.assignors.racks import Racks
from kafkawire.client.core.membership.assignors.shares import Ranking, Shares
from tests.client.support.groups import at, cluster, member, short


def test_members_rank_by_count_then_by_id() -> None:
    """client G-74."""
    ranking = Ranking({"c": 1, "b": 2, "a": 2})
    assert list(ranking) == ["c", "a", "b"]
    assert ranking.is_level()
    ranking.remove("a", 2)
    ranking.add("a", 3)
    assert list(ranking) == ["c", "b", "a"]
    assert not ranking.is_level()


GROUP = {"m": member("a b", rack="x"), "n": member("a", rack="y"), "o": member("b q")}
TOPICS = {"a": at("a0 a1"), "b": at("b0 b1"), "q": at("q0")}
OWNED = {"m": dict.fromkeys(at("b0 a0")), "n": dict.fromkeys(at("b1")), "o": {}}


def shares(racks: str = "") -> tuple[Shares, Racks]:
    view = cluster(racks, a="0 1", b="1 1", q="0") if racks else cluster(a=2, b=2, q=1)
    return Shares(TOPICS, GROUP, OWNED), Racks(view, GROUP, at("a0 a1 b0 b1 q0"))


def test_topics_with_few_subscribers_come_first() -> None:
    """client G-74."""
    assert shares()[0].partitions == list(at("q0 a0 a1 b0 b1"))


def test_members_give_back_what_they_do_not_subscribe_to() -> None:
    """client G-74."""
    found, racks = shares()
    assert found.take_back(racks)
    assert short(found.targets()) == {"m": "b0 a0", "n": "", "o": ""}
    assert not found.take_back(racks)


def test_members_give_back_what_is_not_in_their_rack() -> None:
    """client G-74."""
    found, racks = shares("xy")
    assert found.take_back(racks)
    assert short(found.targets()) == {"m": "a0", "n": "", "o": ""}


def test_the_subscriber_with_the_fewest_gets_a_partition() -> None:
    """client G-74."""
    found, racks = shares()
    found.take_back(racks)
    for each in at("a1 q0 b1"):
        assert found.hand_out(each)
    assert short(found.targets()) == {"m": "b0 a0", "n": "a1", "o": "q0 b1"}
    assert found.least("b") == "m"
    assert [found.has_all(who) for who in "mno"] == [False, False, False]


def test_a_partition_may_be_for_members_of_its_rack_only() -> None:
    """client G-74."""
    found, racks = shares("xy")
    found.take_back(racks)
    (a1,) = at("a1")
    found.ranking.remove("n", 0)
    assert not found.hand_out(a1, racks)
    assert found.hand_out(a1)
    assert short(found.targets()) == {"m": "a0 a1", "n": "", "o": ""}


def test_a_move_is_known_in_all_views() -> None:
    found, racks = shares()
    found.take_back(racks)
    (b0,) = at("b0")
    found.move(b0, "o")
    assert short(found.targets()) == {"m": "a0", "n": "", "o": "b0"}
    assert found.owners[b0] == "o"
    assert dict(found.holders["b"]) == {"o": 1}
    assert list(found.ranking) == ["n", "m", "o"]
