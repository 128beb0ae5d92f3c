"""Which of eight levels holds for a client."""

from __future__ import annotations

from itertools import combinations

from kafkawire.broker.security.quota_levels import ABSENT, DEFAULT, Level, QuotaLevels

MOST_SPECIFIC_FIRST = [
    Level("u", "c"),
    Level("u", DEFAULT),
    Level("u", ABSENT),
    Level(DEFAULT, "c"),
    Level(DEFAULT, DEFAULT),
    Level(DEFAULT, ABSENT),
    Level(ABSENT, "c"),
    Level(ABSENT, DEFAULT),
]
COUNTED_ALONE = {Level("u", ABSENT), Level(DEFAULT, ABSENT)}


def levels(*limited: Level) -> QuotaLevels:
    found = QuotaLevels()
    for at, level in enumerate(limited):
        found.set(level, float(at + 1))
    return found


def limit(found: QuotaLevels, user: str = "u", client_id: str = "c") -> float | None:
    return found.limit_of(found.counted_under(user, client_id))


def test_the_most_specific_level_holds() -> None:
    """admin E-19: for every choice of levels that have quotas."""
    for size in range(1, len(MOST_SPECIFIC_FIRST) + 1):
        for chosen in combinations(MOST_SPECIFIC_FIRST, size):
            assert limit(levels(*chosen)) == 1.0, chosen
            assert limit(levels(*reversed(chosen))) == float(size), chosen


def test_use_is_counted_under_the_level_that_holds() -> None:
    """admin E-19: with the names in place of defaults."""
    for size in range(2, len(MOST_SPECIFIC_FIRST) + 1):
        for chosen in combinations(MOST_SPECIFIC_FIRST, size):
            holding, others = chosen[0], levels(*chosen, Level("x", "y"), Level("x", ABSENT))
            user = "" if holding.user == ABSENT else "u"
            client_id = "" if holding.client_id == ABSENT else "c"
            assert others.counted_under("u", "c") == (user, client_id), chosen


def test_users_share_what_is_theirs_alone() -> None:
    found = levels(Level("u", ABSENT), Level("v", "c"))
    assert found.counted_under("u", "c1") == found.counted_under("u", "c2")
    assert found.counted_under("v", "c") != found.counted_under("v", "d")


def test_a_quota_of_others_concerns_nobody_else() -> None:
    found = levels(Level("u", ABSENT), Level(ABSENT, "c"), Level("v", "d"))
    assert limit(found, "x", "y") is None
    assert limit(found, "v", "d") == 3.0
    assert limit(found, "v", "c") == 2.0


def test_where_one_kind_of_level_exists_everybody_is_counted_by_it() -> None:
    assert levels(Level(ABSENT, "x")).counted_under("u", "c") == Level(ABSENT, "c")
    assert levels(Level("x", ABSENT)).counted_under("u", "c") == Level("u", ABSENT)
    assert levels(Level("x", "y")).counted_under("u", "c") == Level("u", "c")


def test_a_client_without_an_id_has_no_quota_of_clients() -> None:
    found = levels(Level(ABSENT, DEFAULT))
    assert limit(found, "u", "") is None
    assert limit(found, "u", "c") == 1.0
    found.set(Level("u", ABSENT), 2.0)
    assert limit(found, "u", "") == 2.0
    # Kafka finds the default for clients of a user, counts by the user, and holds to the user's.
    found.set(Level("u", DEFAULT), 3.0)
    assert limit(found, "u", "") == 2.0


def test_a_quota_that_is_removed_uncovers_the_next() -> None:
    found = levels(*MOST_SPECIFIC_FIRST)
    for at, level in enumerate(MOST_SPECIFIC_FIRST):
        assert limit(found) == float(at + 1)
        found.set(level, None)
    assert limit(found) is None


def test_counting_begins_with_the_first_quota_and_does_not_end() -> None:
    found = QuotaLevels()
    assert not found.enabled
    found.set(Level("u", ABSENT), 1.0)
    found.set(Level("u", ABSENT), None)
    assert found.enabled
