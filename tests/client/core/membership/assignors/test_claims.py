"""Who owns what two members claim."""

from __future__ import annotations

import pytest

from kafkawire.client.core.membership.assignors.claims import Ownership, subscribe_alike
from kafkawire.client.core.membership.subscription import StickyClaim
from tests.client.support.groups import at, member, short

EXISTING = frozenset(at("a0 a1 a2 b0"))


def settled(*claims: tuple[str, int]) -> tuple[dict[str, str], str]:
    """Members `0`, `1` ... with claims and generations, which their subscriptions have, too."""
    group = {str(n): member("a b", "", generation) for n, (_, generation) in enumerate(claims)}
    found = Ownership(
        group,
        {str(n): StickyClaim(at(text), generation) for n, (text, generation) in enumerate(claims)},
        EXISTING,
    )
    return short({who: list(owned) for who, owned in found.owned.items()}), " ".join(
        f"{each.topic}{each.partition}" for each in sorted(found.disputed)
    )


def test_what_one_member_claims_is_its_own() -> None:
    """client G-72."""
    assert settled(("a1 b0", 3), ("a0", 2)) == ({"0": "a1 b0", "1": "a0"}, "")


def test_partitions_that_do_not_exist_are_no_ones() -> None:
    """client G-74: neither those of a deleted topic, nor those beyond the end of a topic."""
    assert settled(("a1 a3 c0", 3)) == ({"0": "a1"}, "")


@pytest.mark.parametrize(("first", "second"), [(4, 3), (3, 4)])
def test_the_newer_generation_counts(first: int, second: int) -> None:
    """client G-72."""
    owned, disputed = settled(("a0 a1", first), ("a1 a2", second))
    newer, older = ("0", "1") if first > second else ("1", "0")
    assert "a1" in owned[newer]
    assert "a1" not in owned[older]
    assert disputed == ""


def test_two_claims_of_one_generation_are_void() -> None:
    """client G-72."""
    assert settled(("a0 a1", 3), ("a1 a2", 3)) == ({"0": "a0", "1": "a2"}, "a1")


def test_a_third_claim_of_the_same_generation_is_void_too() -> None:
    """client G-72."""
    assert settled(("a1", 3), ("a1", 3), ("a1", 3)) == ({"0": "", "1": "", "2": ""}, "a1")
    assert settled(("a1", 3), ("a1", 3), ("a1", 4)) == ({"0": "", "1": "", "2": "a1"}, "a1")


def test_the_generation_of_the_earlier_claimant_is_its_subscriptions() -> None:
    """client G-72: as in Java."""
    group = {"m": member("a", "", 1), "n": member("a", "", 1)}
    claims = {"m": StickyClaim(at("a0"), 9), "n": StickyClaim(at("a0"), 2)}
    assert short({m: list(o) for m, o in Ownership(group, claims, EXISTING).owned.items()}) == {
        "m": "",
        "n": "a0",
    }


@pytest.mark.parametrize(
    ("topics", "alike"),
    [
        (["a b", "b a"], True),
        (["a b", "a"], False),
        (["a", "b"], False),
        (["a b", "a c"], False),
        (["a", "a", ""], False),
        (["a a", "a"], True),
        (["a", "a a"], False),
        (["", "a", "a"], True),
        ([], True),
    ],
)
def test_members_that_subscribe_alike(topics: list[str], alike: bool) -> None:
    """client G-73: the last but one as in Java."""
    assert subscribe_alike(map(member, topics)) is alike
