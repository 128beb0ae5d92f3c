"""Reservations and holds: what is used never exceeds the total but for one oversized answer."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.client.core.memory import Hold, Memory

MIB = 1 << 20


def test_a_reservation_is_no_more_than_what_is_free() -> None:
    """client F-10."""
    memory = Memory(10 * MIB)
    assert memory.reserve(50 * MIB, 1) == 10 * MIB
    assert memory.reserve(1, 1) == 0
    memory.give_back(10 * MIB)
    assert memory.reserve(3 * MIB, 1) == 3 * MIB
    assert memory.reserve(50 * MIB, 1) == 7 * MIB


def test_brokers_share_the_memory_but_each_may_have_a_mebibyte() -> None:
    """client F-11."""
    memory = Memory(12 * MIB)
    assert memory.reserve(50 * MIB, 3) == 4 * MIB
    assert memory.reserve(50 * MIB, 100) == 1 * MIB


def test_little_free_memory_is_no_memory() -> None:
    """client F-11: below 64 KiB nothing is sent."""
    memory = Memory(MIB)
    hold = memory.hold(MIB - 65_535)
    assert memory.reserve(100, 1) == 0
    hold.drop()
    memory.hold(MIB - 65_536)
    assert memory.reserve(MIB, 1) == 65_536
    assert Memory(1000).reserve(MIB, 1) == 1000, "however little there is in all"


def test_held_bytes_are_free_when_the_last_user_is_done() -> None:
    """client F-10."""
    memory = Memory(MIB)
    hold = memory.hold(1000)
    hold.keep()
    assert not hold.drop()
    assert memory.used_bytes == 1000
    assert hold.drop()
    assert memory.used_bytes == 0
    with pytest.raises(AssertionError):
        hold.keep()
    with pytest.raises(AssertionError):
        hold.drop()


def test_random_use_stays_within_the_total() -> None:
    """client F-10, N-10 (e): answers of their reservation's size at most."""
    random = Random(1)
    memory = Memory(4 * MIB)
    reserved: list[int] = []
    holds: list[Hold] = []
    for _ in range(5000):
        choice = random.random()
        if choice < 0.4:
            granted = memory.reserve(random.randrange(1, 3 * MIB), random.randrange(1, 5))
            reserved += [granted] if granted else []
        elif choice < 0.7 and reserved:
            granted = reserved.pop(random.randrange(len(reserved)))
            memory.give_back(granted)
            holds.append(memory.hold(random.randrange(0, granted + 1)))
        elif holds:
            holds.pop(random.randrange(len(holds))).drop()
        assert 0 <= memory.used_bytes <= 4 * MIB
        assert memory.used_bytes == sum(reserved) + sum(hold.size_bytes for hold in holds)
