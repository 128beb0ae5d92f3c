"""The leader's view of the replicas."""

from __future__ import annotations

from kafkawire.broker.raft.leadership import Leadership, Progress
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet


def voters(*ids: int) -> VoterSet:
    return VoterSet(Voter(ReplicaKey(each)) for each in ids)


def leadership(*ids: int, start: int = 10, own: int = 1) -> Leadership:
    return Leadership(ReplicaKey(own), RaftSettings(), voters(*ids), (3, start), 1000)


def fetch(leader: Leadership, node_id: int, offset: int, now_ms: int = 1000) -> bool:
    return leader.fetched(ReplicaKey(node_id), offset, 20, now_ms)


def test_the_high_watermark_is_on_a_majority() -> None:
    """replication A-54."""
    leader = leadership(1, 2, 3)
    assert not leader.advance(20, 1000)
    assert fetch(leader, 2, 15)
    assert leader.high_watermark == 15
    assert not fetch(leader, 3, 12)
    assert fetch(leader, 3, 18)
    assert leader.high_watermark == 18


def test_four_voters_need_three() -> None:
    """replication A-54."""
    leader = leadership(1, 2, 3, 4)
    leader.advance(20, 1000)
    assert not fetch(leader, 2, 15)
    assert fetch(leader, 3, 13)
    assert leader.high_watermark == 13


def test_it_is_unknown_before_a_record_of_the_epoch_is_replicated() -> None:
    """replication A-54, A-11."""
    leader = leadership(1, 2, 3)
    leader.advance(11, 1000)
    assert not fetch(leader, 2, 10)
    assert (leader.high_watermark, fetch(leader, 2, 11)) == (None, True)
    assert leader.high_watermark == 11


def test_it_never_goes_back() -> None:
    """replication A-54."""
    leader = leadership(1, 2, 3)
    leader.advance(20, 1000)
    fetch(leader, 2, 15)
    assert not fetch(leader, 2, 12)
    assert leader.high_watermark == 15


def test_observers_never_count() -> None:
    """replication A-3."""
    leader = leadership(1, 2, 3)
    leader.advance(20, 1000)
    assert not fetch(leader, 9, 20)
    assert leader.high_watermark is None
    assert [each.id for each in leader.observers] == [9]


def test_a_leader_that_is_no_voter_does_not_count_itself() -> None:
    """replication A-54, A-57."""
    leader = leadership(2, 3)
    leader.advance(20, 1000)
    fetch(leader, 2, 18)
    assert (leader.high_watermark, fetch(leader, 3, 15)) == (None, True)
    assert leader.high_watermark == 15
    assert leader.check_ms == 4000
    fetch(leader, 2, 20, 2000)
    assert leader.check_ms == 4000
    fetch(leader, 3, 20, 2000)
    assert leader.check_ms == 5000


def test_a_majority_of_the_others_has_to_fetch() -> None:
    """replication A-57: each of them once in a period."""
    leader = leadership(1, 2, 3, 4, 5)
    assert leader.check_ms == 4000
    fetch(leader, 2, 12, 2000)
    fetch(leader, 2, 12, 2100)
    fetch(leader, 9, 12, 2100)
    assert leader.check_ms == 4000
    fetch(leader, 3, 12, 2200)
    assert leader.check_ms == 5200
    fetch(leader, 3, 12, 2300)
    assert leader.check_ms == 5200
    leader.seen(ReplicaKey(4), 2400)
    assert leader.check_ms == 5400


def test_a_single_voter_is_not_checked() -> None:
    """replication A-57."""
    assert leadership(1).check_ms == (1 << 63) - 1


def test_observers_are_forgotten() -> None:
    """replication A-16."""
    leader = leadership(1)
    fetch(leader, 9, 20, 1000)
    leader.forget_observers(300_999)
    assert leader.observers
    leader.forget_observers(301_000)
    assert not leader.observers


def test_a_replica_has_caught_up_if_it_fetches_from_the_end() -> None:
    """replication A-15: the end now, or the end at its fetch before."""
    progress = Progress(ReplicaKey(2))
    progress.fetched(5, 10, 1000)
    assert progress.caught_up_ms == -1
    progress.fetched(10, 20, 2000)
    assert progress.caught_up_ms == 1000
    progress.fetched(20, 20, 3000)
    assert (progress.caught_up_ms, progress.fetch_ms, progress.end_offset) == (3000, 3000, 20)


def test_voters_and_observers_change_places() -> None:
    leader = leadership(1, 2)
    fetch(leader, 9, 17)
    fetch(leader, 2, 16)
    leader.update_voters(voters(1, 9), 1500)
    assert leader.voters[9].end_offset == 17
    assert [each.id for each in leader.observers] == [2]
    leader.update_voters(voters(2, 9), 1500)
    assert [each.id for each in leader.observers] == []
    assert sorted(leader.voters) == [2, 9]


def test_successors_are_ordered_by_their_logs() -> None:
    """replication A-51."""
    leader = leadership(1, 2, 3)
    leader.advance(20, 1000)
    fetch(leader, 3, 15)
    assert [each.id for each in leader.others_by_offset()] == [3, 2]


def test_announcements_are_due_to_those_that_do_not_fetch() -> None:
    """replication A-49."""
    leader = leadership(1, 2, 3)
    assert leader.begin_due(1000) == [2, 3]
    leader.begin_sent(2, 1000)
    fetch(leader, 3, 12, 1500)
    assert leader.next_deadline_ms(1500) == 2000
    assert leader.begin_due(1999) == []
    assert leader.begin_due(2000) == [2]
    assert leader.begin_due(2500) == [2, 3]
