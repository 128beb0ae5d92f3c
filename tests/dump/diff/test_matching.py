"""Who belongs to whom."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.dump.diff import matching as matching_module
from kafkawire.dump.diff.matching import LEFT, RIGHT, Matcher, subject_of
from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.model import Exchange
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.dump.dialogues import Dialogue


class Run:
    """One run of some clients."""

    def __init__(self) -> None:
        self.talk = Dialogue()
        self.on = self.talk.connect()
        self.exchanges: list[Exchange] = []

    def ask(self, *topics: str, auto: bool = True) -> Run:
        rows = [MetadataRequest.MetadataRequestTopic(name=name) for name in topics]
        request = MetadataRequest(topics=rows, allow_auto_topic_creation=auto)
        self.exchanges.append(self.talk.exchange(self.on, request))
        return self

    def find(self, *groups: str) -> Run:
        request = FindCoordinatorRequest(coordinator_keys=list(groups))
        self.exchanges.append(self.talk.exchange(self.on, request))
        return self


def matched(left: Run, right: Run, order: Random | None = None) -> list[tuple[int, int]]:
    """Numbers of the pairs, 0 for nobody."""
    feed = [(LEFT, each) for each in left.exchanges] + [(RIGHT, each) for each in right.exchanges]
    if order is not None:
        sides = [side for side, _ in feed]
        order.shuffle(sides)
        queues = (iter(left.exchanges), iter(right.exchanges))
        feed = [(side, next(queues[side])) for side in sides]
    matcher = Matcher(Rules())
    pairs = [pair for side, each in feed for pair in matcher.add(side, each)]
    pairs += matcher.rest()
    return sorted(
        (pair.left.number if pair.left else 0, pair.right.number if pair.right else 0)
        for pair in pairs
    )


def test_those_who_ask_the_same_belong_together_in_whatever_order_they_came() -> None:
    left = Run().ask("a").ask("b").find("g")
    right = Run().find("g").ask("b").ask("a")

    for seed in range(5):
        assert matched(left, right, Random(seed)) == [(1, 3), (2, 2), (3, 1)]


def test_of_several_the_first_belongs_to_the_first() -> None:
    assert matched(Run().ask("a").ask("a"), Run().ask("a").ask("a").ask("a")) == [
        (0, 3),
        (1, 1),
        (2, 2),
    ]


def test_what_asks_otherwise_about_the_same_belongs_together_in_the_end() -> None:
    assert matched(Run().ask("a").ask("b"), Run().ask("b").ask("a", auto=False)) == [
        (1, 2),
        (2, 1),
    ]


def test_who_has_nobody_is_alone() -> None:
    assert matched(Run().ask("a"), Run().ask("b")) == [(0, 1), (1, 0)]


def test_another_client_is_another_subject() -> None:
    left, right = Run().ask("a"), Run()
    right.on = right.talk.connect("shipping")

    assert matched(left, right.ask("a")) == [(0, 1), (1, 0)]
    assert subject_of(left.exchanges[0]) != subject_of(right.exchanges[0])


def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching_module, "WAITING_BYTES_MAX", 10_000)
    left = Run()
    for number in range(20):
        left.ask(f"t{number}")
    matcher = Matcher(Rules())

    early = [pair for each in left.exchanges for pair in matcher.add(LEFT, each)]

    assert [pair.left.number for pair in early if pair.left] == list(range(1, len(early) + 1))
    assert matcher.hurried == len(early) > 10
    assert len(early) + len(list(matcher.rest())) == 20
