"""What classic members give back and take over."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.membership.classic_ownership import Ownership
from kafkawire.client.core.membership.handover import Handover, Partitions
from kafkawire.client.errors import ClientError
from kafkawire.timers import Timers
from tests.client.support.group import partitions

ORDERS, BILLS = partitions("orders", 0, 1), partitions("bills", 0)


class Commits:
    """Commits nothing."""

    def commit_released(self, gone: Partitions, deadline_ms: int, then: Any, now_ms: int) -> None:
        then(now_ms)

    def drop(self, gone: Partitions, why: ClientError, now_ms: int) -> None:
        pass


class Fixture:
    """An owner of two topics, and what it wished."""

    def __init__(self, *, is_eager: bool) -> None:
        self.handover = Handover(Commits(), Timers(), 1000)
        self.ownership = Ownership(self.handover, is_eager=is_eager)
        self.ended: list[Any] = []
        self.ownership.adopt(ORDERS | BILLS, lambda gave, now_ms: self.ended.append(gave), 0)
        self.perform()

    def end(self, now_ms: int) -> None:
        self.ended.append("end")

    def perform(self) -> list[tuple[str, Partitions]]:
        seen: list[tuple[str, Partitions]] = []
        while wishes := self.handover.take():
            for wish in wishes:
                seen.append((type(wish).__name__, wish.partitions))  # type: ignore[union-attr]
                self.handover.done(wish.number, 0)  # type: ignore[union-attr]
        return seen


def test_eager_members_give_back_everything_before_they_join() -> None:
    """client G-23."""
    fixture = Fixture(is_eager=True)
    fixture.ownership.prepare(("orders", "bills"), fixture.end, 0)
    assert fixture.perform() == [("Release", ORDERS | BILLS), ("Revoked", ORDERS | BILLS)]
    assert fixture.ownership.owned == frozenset()
    assert fixture.ended == [False, "end"]


def test_cooperative_members_give_back_what_they_do_not_subscribe_to() -> None:
    """client G-23."""
    fixture = Fixture(is_eager=False)
    fixture.ownership.prepare(("orders",), fixture.end, 0)
    assert fixture.perform() == [("Release", BILLS), ("Revoked", BILLS)]
    assert fixture.ownership.owned == ORDERS


def test_what_is_assigned_no_more_goes_before_what_is_new_comes() -> None:
    """client G-44."""
    fixture = Fixture(is_eager=False)
    wanted = partitions("orders", 1, 2)
    fixture.ownership.adopt(wanted, lambda gave, now_ms: fixture.ended.append(gave), 0)
    gone = BILLS | partitions("orders", 0)
    assert fixture.perform() == [
        ("Release", gone),
        ("Revoked", gone),
        ("Assigned", partitions("orders", 2)),
    ]
    assert fixture.ownership.owned == wanted
    assert fixture.ended == [False, True], "it has to join once more"


def test_everything_may_be_lost_or_given_up() -> None:
    """client G-27, L-2."""
    fixture = Fixture(is_eager=False)
    fixture.ownership.lose(ClientError("why"), fixture.end, 0)
    assert fixture.perform() == [("Lost", ORDERS | BILLS)]
    assert fixture.ownership.owned == frozenset()
    fixture.ownership.give_up(fixture.end, 0, 10)
    assert fixture.perform() == []
    assert fixture.ended == [False, "end", "end"]
