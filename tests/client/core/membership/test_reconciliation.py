"""From owned partitions to those of the target."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from kafkawire.client.core.membership.handover import Assigned, Handover, Partitions, Release
from kafkawire.client.core.membership.reconciliation import Reconciliation
from kafkawire.client.core.view import ClusterView, TopicView
from kafkawire.timers import Timers
from tests.client.support.group import partitions

ORDERS, BILLS = bytes([1] * 16), bytes([2] * 16)


class Metadata:
    """A view that tests make."""

    def __init__(self, **topics: bytes) -> None:
        self.asked = 0
        self.name(**topics)

    def name(self, **topics: bytes) -> None:
        views = {name: TopicView(name, topic_id, {}) for name, topic_id in topics.items()}
        self.view = ClusterView(topics=MappingProxyType(views))

    def request_update(self, now_ms: int) -> None:
        self.asked += 1


class Commits:
    """Commits nothing."""

    def commit_released(self, gone: Partitions, deadline_ms: int, then: Any, now_ms: int) -> None:
        then(now_ms)

    def drop(self, gone: Partitions, why: Any, now_ms: int) -> None:
        pass


class Fixture:
    """A reconciliation, and what it wishes."""

    def __init__(self, **topics: bytes) -> None:
        self.metadata = Metadata(**topics)
        self.handover = Handover(Commits(), Timers(), 1000)
        self.reconciliation = Reconciliation(self.handover, self.metadata)  # type: ignore[arg-type]
        self.ended = 0

    def start(self, **target: tuple[int, ...]) -> None:
        ids = {"orders": ORDERS, "bills": BILLS}
        self.reconciliation.target = {ids[name]: found for name, found in target.items()}
        self.go_on()

    def go_on(self) -> None:
        self.reconciliation.start(self._end, 0)

    def _end(self, now_ms: int) -> None:
        self.ended += 1

    def perform(self) -> list[Any]:
        """Do all wishes; return them."""
        seen: list[Any] = []
        while wishes := self.handover.take():
            seen += wishes
            for wish in wishes:
                self.handover.done(wish.number, 0)  # type: ignore[union-attr]
        return seen


def test_what_is_too_much_goes_before_what_is_new_comes() -> None:
    """client G-52."""
    fixture = Fixture(orders=ORDERS, bills=BILLS)
    fixture.start(orders=(0, 1))
    fixture.perform()
    assert fixture.reconciliation.owned == partitions("orders", 0, 1)
    assert fixture.reconciliation.is_settled
    fixture.start(orders=(1,), bills=(0,))
    release, revoked, assigned = fixture.perform()
    assert release.partitions == revoked.partitions == partitions("orders", 0)
    assert assigned.partitions == partitions("bills", 0)
    assert fixture.reconciliation.owned_ids == {ORDERS: (1,), BILLS: (0,)}
    assert fixture.ended == 2


def test_an_empty_first_target_is_told_to_the_application_and_the_group() -> None:
    """client G-25: `assigned` always."""
    fixture = Fixture()
    assert not fixture.reconciliation.is_settled
    fixture.start()
    (wish,) = fixture.perform()
    assert isinstance(wish, Assigned)
    assert fixture.ended == 1
    assert fixture.reconciliation.is_settled


def test_one_reconciliation_at_a_time() -> None:
    """client G-52: a newer target waits."""
    fixture = Fixture(orders=ORDERS)
    fixture.start(orders=(0,))
    fixture.start(orders=(0, 1))
    assert len(fixture.perform()) == 1
    assert not fixture.reconciliation.is_settled
    assert fixture.reconciliation.owned == partitions("orders", 0)
    fixture.go_on()
    fixture.perform()
    assert fixture.reconciliation.owned == partitions("orders", 0, 1)


def test_ids_without_names_wait() -> None:
    """client G-52."""
    fixture = Fixture(orders=ORDERS)
    fixture.start(bills=(0,))
    assert fixture.perform() == []
    assert fixture.metadata.asked == 1
    fixture.start(bills=(0,), orders=(1,))
    fixture.perform()
    assert fixture.reconciliation.owned == partitions("orders", 1)
    assert not fixture.reconciliation.is_settled
    fixture.go_on()
    assert fixture.perform() == [], "nothing new"
    fixture.metadata.name(bills=BILLS)
    fixture.go_on()
    fixture.perform()
    assert fixture.reconciliation.owned == partitions("orders", 1) | partitions("bills", 0)


def test_names_are_kept_of_topics_that_metadata_lost() -> None:
    fixture = Fixture(orders=ORDERS)
    fixture.start(orders=(0,))
    fixture.perform()
    fixture.metadata.name()
    fixture.start(orders=(0, 1))
    fixture.perform()
    assert fixture.reconciliation.owned == partitions("orders", 0, 1)


def test_what_was_left_meanwhile_is_thrown_away() -> None:
    """client G-52: rejoined, fenced or left."""
    fixture = Fixture(orders=ORDERS)
    fixture.start(orders=(0, 1))
    fixture.perform()
    fixture.start(orders=(1,))
    (release,) = fixture.handover.take()
    assert isinstance(release, Release)
    fixture.handover.cancel()
    assert fixture.reconciliation.clear() == partitions("orders", 0, 1)
    fixture.handover.done(release.number, 0)
    assert fixture.perform() == []
    assert fixture.reconciliation.owned == frozenset()
    assert fixture.ended == 1
