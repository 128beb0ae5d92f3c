"""Counting within windows of time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.detectors.counting import Repeats, Share, Silence

KEYS_MAX = 4_096
MS = 1_000_000


def times(*ms: int) -> list[int]:
    return [each * MS for each in ms]


def test_it_is_often_enough_at_the_threshold_and_not_below() -> None:
    repeats = Repeats(3, 100)
    assert [repeats.add("k", at) for at in times(0, 50, 100)] == [False, False, True]
    repeats = Repeats(3, 100)
    assert [repeats.add("k", at) for at in times(0, 50, 101)] == [False, False, False]


def test_what_is_too_long_ago_does_not_count() -> None:
    repeats = Repeats(2, 10)
    assert [repeats.add("k", at) for at in times(0, 11, 22, 30)] == [False, False, False, True]


def test_keys_are_apart_and_one_can_be_forgotten() -> None:
    repeats = Repeats(2, 10)
    assert not repeats.add("a", 0)
    assert not repeats.add("b", 0)
    repeats.forget("a")
    assert not repeats.add("a", 1)
    assert repeats.add("b", 1)


def test_it_is_quiet_for_a_while_and_then_says_it_again() -> None:
    repeats = Repeats(1, 10, quiet_ms=1_000)
    found = [repeats.add("k", at) for at in times(0, 1, 999, 1_000, 1_001)]
    assert found == [True, False, False, True, False]


def test_a_time_that_runs_backwards_ends_the_silence_at_worst() -> None:
    silence = Silence(100)
    assert [silence.breaks("k", at) for at in times(1_000, 1_050, 500, 550)] == [
        True,
        False,
        True,
        False,
    ]


def test_the_number_of_keys_is_bounded() -> None:
    repeats, silence, share = Repeats(2, 10), Silence(), Share(2, 10, 50)
    for key in range(KEYS_MAX + 10):
        repeats.add(key, 0)
        silence.breaks(key, 0)
        share.mostly(key, 0, is_bad=True)
    assert len(repeats._met) == len(silence._said) == len(share._met) == KEYS_MAX
    assert not repeats.add(0, 1)
    assert repeats.add(KEYS_MAX + 9, 1)


def test_what_is_too_long_ago_makes_room_for_what_is_new() -> None:
    repeats, share = Repeats(2, 1_000), Share(2, 1_000, 50)
    for number in range(1_000):
        now_ns = number * 2_000 * MS
        assert not repeats.add(number, now_ns)
        assert not share.mostly(number, now_ns, is_bad=True)
        assert repeats.silence.breaks(number, number * 120_000 * MS)
    assert len(repeats._met) == len(share._met) == len(repeats.silence._said) == 1


def test_a_share_of_a_fast_round() -> None:
    share = Share(4, 100, 75)
    assert not any(
        share.mostly("k", at, is_bad=bad) for at, bad in ((0, True), (0, True), (0, False))
    )
    assert share.mostly("k", 0, is_bad=True)
    few = Share(4, 100, 75)
    assert not any(few.mostly("k", 0, is_bad=at > 1) for at in range(4))
    slow = Share(4, 100, 75)
    assert not any(slow.mostly("k", at * 40 * MS, is_bad=True) for at in range(9))


@given(st.integers(1, 5), st.integers(1, 50), st.lists(st.integers(0, 20), max_size=40))
def test_what_is_found_is_what_a_list_of_all_would_find(
    count: int, window_ms: int, gaps: list[int]
) -> None:
    repeats = Repeats(count, window_ms, quiet_ms=0)
    now = 0
    kept: list[int] = []
    for gap in gaps:
        now += gap * MS
        kept.append(now)
        recent = kept[-count:]
        expected = len(recent) == count and now - recent[0] <= window_ms * MS
        assert repeats.add("k", now) == expected
        if expected:
            kept.clear()
