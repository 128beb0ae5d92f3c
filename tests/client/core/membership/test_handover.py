"""Steps between core and shell, and what may overtake them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire.client.core.membership.handover import (
    Assigned,
    Handover,
    Interrupt,
    Lost,
    Partitions,
    Release,
    Revoked,
)
from kafkawire.client.errors import ClientError, CommitFailed
from kafkawire.timers import Timers
from tests.client.support.group import partitions

ALL = partitions("orders", 0, 1, 2)
SOME = partitions("orders", 0)
WHY = CommitFailed(25, "fenced")


class Commits:
    """Keeps what is to be committed; `then` is called by the test."""

    def __init__(self) -> None:
        self.released: list[tuple[Partitions, int, Callable[[int], None]]] = []
        self.dropped: list[tuple[Partitions, ClientError]] = []

    def commit_released(
        self, gone: Partitions, deadline_ms: int, then: Callable[[int], None], now_ms: int
    ) -> None:
        self.released.append((gone, deadline_ms, then))

    def drop(self, gone: Partitions, why: ClientError, now_ms: int) -> None:
        self.dropped.append((gone, why))


class Ended:
    """Keeps when it was called."""

    def __init__(self) -> None:
        self.at_ms: list[int] = []

    def __call__(self, now_ms: int) -> None:
        self.at_ms.append(now_ms)


@pytest.fixture
def commits() -> Commits:
    return Commits()


@pytest.fixture
def timers() -> Timers:
    return Timers()


@pytest.fixture
def handover(commits: Commits, timers: Timers) -> Handover:
    return Handover(commits, timers, 1000)


@pytest.fixture
def ended() -> Ended:
    return Ended()


def test_a_revocation_releases_commits_and_runs_the_hook_in_order(
    handover: Handover, commits: Commits, ended: Ended
) -> None:
    """client G-20."""
    handover.revoke(SOME, ended, 0)
    assert handover.take() == [Release(1, SOME, 1000)]
    assert commits.released == []
    handover.done(1, 300)
    ((gone, deadline_ms, then),) = commits.released
    assert (gone, deadline_ms) == (SOME, 1000)
    assert handover.take() == [], "the hook waits for the commit"
    then(400)
    assert handover.take() == [Revoked(3, SOME, 1000)]
    assert commits.dropped == [], "the hook may commit"
    handover.done(3, 500)
    assert [gone for gone, _ in commits.dropped] == [SOME]
    assert ended.at_ms == [500]


def test_nothing_to_revoke_is_done_at_once(handover: Handover, ended: Ended) -> None:
    """client G-25: hooks are not called with empty sets, but for `assigned`."""
    handover.revoke(frozenset(), ended, 5)
    handover.lose(frozenset(), WHY, ended, 6)
    assert ended.at_ms == [5, 6]
    assert handover.take() == []
    handover.assign(frozenset(), ended, 7)
    (wish,) = handover.take()
    assert isinstance(wish, Assigned)
    assert ended.at_ms == [5, 6, 7], "the group does not wait for this hook"


def test_partitions_are_assigned_once_the_hook_is_done(handover: Handover, ended: Ended) -> None:
    """client G-26."""
    handover.assign(SOME, ended, 0)
    assert handover.take() == [Assigned(1, SOME, 1000)]
    assert ended.at_ms == []
    handover.done(1, 50)
    assert ended.at_ms == [50]


def test_what_is_held_at_the_end_of_the_budget_is_lost(
    handover: Handover, commits: Commits, timers: Timers, ended: Ended
) -> None:
    """client G-22: the single loop is not interrupted, and nothing is committed."""
    handover.revoke(SOME, ended, 0)
    timers.run(999, 10)
    assert ended.at_ms == []
    timers.run(1000, 10)
    assert ended.at_ms == [1000], "the group does not wait for the hook"
    release, lost = handover.take()
    assert isinstance(lost, Lost)
    assert lost.partitions == SOME
    assert "revocation_budget_ms" in str(lost.why)
    assert commits.released == []
    assert commits.dropped == [(SOME, lost.why)]
    handover.done(release.number, 1100)  # type: ignore[union-attr]
    handover.done(lost.number, 1200)
    assert ended.at_ms == [1000]


def test_handlers_are_interrupted_at_the_end_of_the_budget(
    handover: Handover, commits: Commits, timers: Timers, ended: Ended
) -> None:
    """client G-22, N 69: `serve` commits what its handlers were done with."""
    handover.interrupts = True
    handover.revoke(SOME, ended, 0)
    timers.run(1000, 10)
    assert handover.take() == [Release(1, SOME, 1000), Interrupt(1, SOME)]
    assert ended.at_ms == []
    handover.done(1, 1010)
    ((gone, end_ms, *_),) = commits.released
    assert (gone, end_ms) == (SOME, 4000), "there is time to commit after the budget's end"


def test_a_long_budget_has_a_longer_time_of_grace(commits: Commits, timers: Timers) -> None:
    """client G-22: a quarter of the budget."""
    handover = Handover(commits, timers, 20_000)
    handover.interrupts = True
    handover.revoke(SOME, Ended(), 0)
    timers.run(20_000, 10)
    handover.done(1, 20_000)
    assert [end_ms for _, end_ms, _ in commits.released] == [25_000]


def test_a_loss_overtakes_a_revocation(
    handover: Handover, commits: Commits, timers: Timers, ended: Ended
) -> None:
    """client G-27, G-52: the shell's answers to the older step change nothing."""
    never = Ended()
    handover.revoke(SOME, never, 0)
    handover.lose(ALL, WHY, ended, 10)
    release, lost = handover.take()
    assert isinstance(lost, Lost)
    handover.done(1, 20)
    timers.run(5000, 10)
    assert (commits.released, ended.at_ms, never.at_ms) == ([], [], [])
    assert commits.dropped == [(ALL, WHY)]
    handover.done(lost.number, 30)
    assert (ended.at_ms, never.at_ms) == ([30], [])
    assert isinstance(release, Release)


def test_a_loss_while_offsets_are_committed_runs_no_revoked_hook(
    handover: Handover, commits: Commits, ended: Ended
) -> None:
    """client G-52."""
    handover.revoke(SOME, ended, 0)
    handover.done(1, 10)
    handover.lose(ALL, WHY, ended, 20)
    ((_, _, then),) = commits.released
    then(30)
    assert [type(wish) for wish in handover.take()] == [Release, Lost]
    assert ended.at_ms == []


def test_partitions_have_one_hook_only(handover: Handover, commits: Commits, ended: Ended) -> None:
    """client G-25: what `revoked` runs for is neither lost nor revoked again."""
    never = Ended()
    handover.revoke(SOME, never, 0)
    handover.done(1, 0)
    commits.released[0][2](0)
    handover.revoke(ALL, ended, 10)
    assert [type(wish) for wish in handover.take()] == [Release, Revoked]
    handover.done(3, 20)
    (release,) = handover.take()
    assert release == Release(4, partitions("orders", 1, 2), 1020)
    handover.lose(ALL, WHY, ended, 30)
    (lost,) = handover.take()
    assert lost.partitions == ALL  # type: ignore[union-attr]


def test_a_loss_while_the_hook_runs_is_told_of_the_others(
    handover: Handover, commits: Commits, ended: Ended
) -> None:
    handover.revoke(SOME, ended, 0)
    handover.done(1, 0)
    commits.released[0][2](0)
    handover.lose(ALL, WHY, ended, 30)
    assert handover.take()[-1] == Lost(4, partitions("orders", 1, 2), WHY, 1000)


def test_closing_has_its_own_budget(handover: Handover, ended: Ended) -> None:
    """client L-2."""
    handover.revoke(SOME, ended, 100, budget_ms=50)
    assert handover.take() == [Release(1, SOME, 150)]
