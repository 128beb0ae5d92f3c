"""What is done, and when it is committed."""

from __future__ import annotations

from kafkawire.client.core.membership.handover import Revoked
from kafkawire.client.errors import CommitFailed
from tests.client.support.offsets import COMMIT, ONE, ZERO, Outcomes, at, error_in, member, refuse


def test_what_is_done_is_committed_an_interval_later() -> None:
    """client G-61, G-60: done positions only."""
    client, outcomes = member(), Outcomes()
    client.offsets.on_auto_commit = outcomes.of_auto_commit
    client.did("orders", 0, 5)
    client.world.advance(3000)
    client.did("orders", 0, 9)
    client.world.advance(1999)
    assert client.sent(COMMIT) == []
    client.world.advance(1)
    assert client.committed(ZERO, ONE) == {ZERO: 9, ONE: None}
    assert outcomes.of == [None]
    client.world.advance(60_000)
    assert len(client.sent(COMMIT)) == 1, "nothing new"
    client.did("orders", 1, 3)
    client.world.advance(5000)
    assert client.committed(ZERO, ONE) == {ZERO: 9, ONE: 3}


def test_a_place_that_reading_began_at_is_committed_too() -> None:
    """client G-61: without an epoch, since no record was read."""
    client = member()
    client.offsets.begun(ZERO, 7, client.now_ms)
    client.world.advance(5000)
    assert client.committed(ZERO, ONE) == {ZERO: 7, ONE: None}


def test_without_auto_commit_only_calls_commit() -> None:
    """client G-61."""
    client, outcomes = member(auto_commit=False), Outcomes()
    client.did("orders", 0, 5)
    client.world.advance(60_000)
    assert client.sent(COMMIT) == []
    client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
    client.world.settle()
    assert client.committed(ZERO) == {ZERO: 5}
    client.did("orders", 0, 8)
    client.leave()
    client.world.settle()
    assert client.committed(ZERO) == {ZERO: 5}
    assert "Revoked" in client.shell.kinds()


def test_an_auto_commit_that_fails_is_told_and_made_up_for() -> None:
    """client G-65: it raises nothing."""
    client, outcomes = member(), Outcomes()
    client.offsets.on_auto_commit = outcomes.of_auto_commit
    refuse(client, COMMIT, [12])
    client.did("orders", 0, 5)
    client.world.advance(5000)
    assert error_in(outcomes).code == 12  # type: ignore[attr-defined]
    client.world.advance(5000)
    assert outcomes.of[1:] == [None]
    assert client.committed(ZERO) == {ZERO: 5}


def test_done_offsets_are_committed_before_the_hook_runs() -> None:
    """client G-53, G-61, N 66."""
    client = member()
    client.did("orders", 0, 5)
    client.world.delay = lambda api: api == COMMIT
    client.leave(budget_ms=4000)
    client.world.advance(1000)
    assert client.shell.of(Revoked) == []
    client.world.delay = lambda api: False
    client.world.settle()
    assert client.shell.kinds()[-2:] == ["Revoked", "Left"]
    assert client.committed(ZERO) == {ZERO: 5}


def test_passing_errors_hold_a_revocation_up_within_its_budget_only() -> None:
    """client G-53, L-3, N 96: then it goes on without the commit."""
    client, outcomes = member(), Outcomes()
    client.offsets.on_auto_commit = outcomes.of_auto_commit
    refuse(client, COMMIT, [14] * 1000)
    client.did("orders", 0, 5)
    client.leave(budget_ms=2000)
    client.world.advance(1999)
    assert client.shell.of(Revoked) == []
    client.world.advance(1)
    assert client.shell.kinds()[-2:] == ["Revoked", "Left"]
    assert "not committed in time" in str(error_in(outcomes))
    assert outcomes.uncommitted == [{ZERO: 5}]


def test_the_outcome_of_an_auto_commit_names_what_was_not_committed() -> None:
    """client L-3: not the partition that the broker took."""
    client, outcomes = member(), Outcomes()
    client.offsets.on_auto_commit = outcomes.of_auto_commit
    refuse(client, COMMIT, [12], partition=1)
    client.did("orders", 0, 5)
    client.did("orders", 1, 8)
    client.world.advance(5000)
    client.world.advance(5000)
    assert outcomes.uncommitted == [{ONE: 8}, {}]


def test_other_errors_do_not_stop_a_revocation() -> None:
    """client G-53."""
    client, outcomes = member(), Outcomes()
    client.offsets.on_auto_commit = outcomes.of_auto_commit
    refuse(client, COMMIT, [12])
    client.did("orders", 0, 5)
    client.leave()
    client.world.settle()
    assert client.shell.kinds()[-2:] == ["Revoked", "Left"]
    assert len(outcomes.of) == 1


def test_a_seek_back_is_committed_though_a_commit_was_on_its_way() -> None:
    """client G-24, G-61: a commit from before the seek hides no lower offset from after it."""
    client = member()
    client.world.delay = lambda api: api == COMMIT
    client.did("orders", 0, 20)
    client.world.advance(5000)
    assert len(client.sent(COMMIT)) == 1
    client.offsets.moved([ZERO])
    client.world.delay = lambda api: False
    client.world.settle()
    assert client.committed(ZERO) == {ZERO: 20}
    client.did("orders", 0, 10)
    client.world.advance(5000)
    assert client.committed(ZERO) == {ZERO: 10}


def test_a_seek_back_is_committed_though_a_commit_was_waiting() -> None:
    """client G-24, G-61: a commit that is tried again does not win over one from after the seek."""
    client = member()
    refuse(client, COMMIT, [14])
    client.did("orders", 0, 20)
    client.world.advance(5000)
    client.offsets.moved([ZERO])
    client.did("orders", 0, 10)
    client.leave()
    client.world.advance(5000)
    assert client.committed(ZERO) == {ZERO: 10}
    assert len(client.sent(COMMIT)) == 2


def test_a_commit_that_is_tried_again_goes_out_after_a_seek() -> None:
    """client G-24: what was done before the seek stays done until something else is."""
    client, outcomes = member(auto_commit=False), Outcomes()
    refuse(client, COMMIT, [14])
    client.did("orders", 0, 20)
    client.offsets.commit_done(outcomes, client.now_ms + 60_000, client.now_ms)
    client.world.settle()
    client.offsets.moved([ZERO])
    client.world.advance(5000)
    assert outcomes.of == [None]
    assert client.committed(ZERO) == {ZERO: 20}


def test_nothing_new_is_not_committed_at_the_end() -> None:
    """client N 99."""
    client = member()
    client.did("orders", 0, 5)
    client.world.advance(5000)
    client.leave()
    client.world.settle()
    assert len(client.sent(COMMIT)) == 1


def test_lost_partitions_are_not_done_any_more() -> None:
    """client G-27: nothing of them is committed later."""
    client, outcomes = member(), Outcomes()
    client.did("orders", 0, 5)
    client.offsets.drop([ZERO], CommitFailed(25), client.now_ms)
    client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
    client.world.advance(20_000)
    assert client.sent(COMMIT) == []
    assert outcomes.of == [None]


def test_what_becomes_done_while_a_commit_is_under_way_is_not_forgotten() -> None:
    """client G-63."""
    client, outcomes = member(auto_commit=False), Outcomes()
    client.did("orders", 0, 5)
    client.world.delay = lambda api: api == COMMIT
    client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
    client.world.settle()
    client.offsets.done(ZERO, at(6), client.now_ms)
    client.world.delay = lambda api: False
    client.world.settle()
    client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
    client.world.settle()
    assert client.committed(ZERO) == {ZERO: 6}
