"""buffer.memory and those who wait for some of it."""

from __future__ import annotations

from kafkawire.client.core.producing.memory import Memory


def taken(total: int, size: int) -> Memory:
    memory = Memory(total)
    memory.free -= size
    return memory


def test_a_small_record_does_not_overtake_a_large_one() -> None:
    """client H-10: FIFO."""
    memory = taken(100, 90)
    woken: list[str] = []
    memory.wait(50, lambda: woken.append("large"))
    memory.wait(5, lambda: woken.append("small"))
    assert woken == []
    memory.release(30)
    assert woken == []
    memory.release(20)
    assert woken == ["large", "small"]
    assert memory.free == 100 - 40 - 50 - 5


def test_memory_given_up_is_for_the_next() -> None:
    """client H-12, L.2: a cancelled send returns its reservation and its place."""
    memory = taken(100, 100)
    woken: list[str] = []
    first = memory.wait(60, lambda: woken.append("first"))
    second = memory.wait(60, lambda: woken.append("second"))
    third = memory.wait(40, lambda: woken.append("third"))
    memory.give_up(second)
    memory.release(60)
    assert woken == ["first"]
    memory.give_up(first)
    assert woken == ["first", "third"]
    memory.give_up(third)
    assert memory.free == 60
    memory.give_up(third)
    assert memory.free == 60, "once only"


def test_what_was_granted_is_used_once() -> None:
    """client H-12."""
    memory = taken(100, 60)
    ticket = memory.wait(40, lambda: None)
    assert ticket.is_granted
    assert memory.free == 0
    memory.use(ticket)
    assert memory.free == 40
    assert not ticket.is_granted


def test_a_place_in_the_queue_given_up_lets_the_next_pass() -> None:
    """client H-12, L.2: what it waited for may be enough for those behind it."""
    memory = taken(100, 60)
    woken: list[str] = []
    first = memory.wait(60, lambda: woken.append("first"))
    memory.wait(40, lambda: woken.append("second"))
    assert woken == []
    memory.give_up(first)
    assert woken == ["second"]
