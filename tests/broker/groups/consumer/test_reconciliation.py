"""From what a member has to what it is to have, as a pure function."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.member import CurrentAssignment, MemberState, Partitions
from kafkawire.broker.groups.consumer.reconciliation import (
    STEPS,
    Goal,
    Owned,
    Step,
    reconcile,
)
from kafkawire.protocol.errors import ApiError

T = b"t" * 16
U = b"u" * 16

STABLE, UNREVOKED = MemberState.STABLE, MemberState.UNREVOKED
UNRELEASED, UNKNOWN = MemberState.UNRELEASED, MemberState.UNKNOWN


def goal(
    target: dict[bytes, tuple[int, ...]],
    owned: Owned | None = None,
    *,
    epoch: int = 9,
    taken: frozenset[tuple[bytes, int]] = frozenset(),
    topics: frozenset[bytes] = frozenset({T, U}),
    changed: bool = False,
) -> Goal:
    def is_free(topic_id: bytes, partition: int) -> bool:
        return (topic_id, partition) not in taken

    return Goal(epoch, target, topics, owned, changed, is_free)


def test_each_state_waits_or_goes_on_by_its_question() -> None:
    """groups D-58: the whole table."""
    assert set(STEPS) == set(MemberState)
    cases = {
        (STABLE, True): CurrentAssignment(9, 8, STABLE),
        (STABLE, False): CurrentAssignment(8, 8, STABLE),
        (UNREVOKED, True): CurrentAssignment(8, 8, UNREVOKED, {}, {T: {0: 1}}),
        (UNREVOKED, False): CurrentAssignment(8, 8, UNREVOKED),
        (UNRELEASED, False): CurrentAssignment(9, 8, UNRELEASED),
        (UNKNOWN, False): CurrentAssignment(8, 8, UNKNOWN),
    }
    for (state, answer), current in cases.items():
        owned: Owned = {T: frozenset({0})} if answer else {}
        expected = STEPS[state][0 if answer else 1]
        result = reconcile(current, goal({T: (5,)}, owned))
        assert (result is current) == (expected is Step.WAIT), state


def test_a_member_in_a_state_of_the_future_begins_anew() -> None:
    """groups D-58: unless it owns nothing."""
    current = CurrentAssignment(8, 8, UNKNOWN)
    for owned in (None, {T: frozenset({0})}):
        with pytest.raises(ApiError) as refused:
            reconcile(current, goal({}, owned))
        assert refused.value.code == 110
        assert "unknown state" in str(refused.value.message)
    assert reconcile(current, goal({T: (0,)}, {})) == CurrentAssignment(9, 8, STABLE, {T: {0: 9}})


def test_a_member_gives_back_first_and_keeps_its_epoch() -> None:
    """groups D-57."""
    current = CurrentAssignment(8, 7, STABLE, {T: {0: 3, 1: 8}, U: {0: 8}})
    result = reconcile(current, goal({T: (1, 2)}, None))
    expected = CurrentAssignment(8, 8, UNREVOKED, {T: {1: 8}}, {T: {0: 3}, U: {0: 8}})
    assert result == expected


def test_a_member_that_owns_nothing_of_it_any_more_goes_straight_on() -> None:
    """groups D-57."""
    current = CurrentAssignment(8, 7, STABLE, {T: {0: 3, 1: 8}})
    result = reconcile(current, goal({T: (1, 2)}, {T: frozenset({1})}))
    assert result == CurrentAssignment(9, 8, STABLE, {T: {1: 8, 2: 9}})


def test_silence_about_partitions_never_gives_them_back() -> None:
    """groups D-56, G 113."""
    current = CurrentAssignment(8, 8, UNREVOKED, {T: {1: 8}}, {T: {0: 3}})
    assert reconcile(current, goal({T: (1, 2)}, None)) is current
    assert reconcile(current, goal({T: (1, 2)}, {T: frozenset({0, 1})})) is current
    moved = reconcile(current, goal({T: (1, 2)}, {T: frozenset({1})}))
    assert moved == CurrentAssignment(9, 8, STABLE, {T: {1: 8, 2: 9}})


def test_a_member_waits_for_what_others_have_and_takes_the_rest() -> None:
    """groups D-57: unreleased partitions are left out."""
    current = CurrentAssignment(8, 7, STABLE, {T: {0: 3}})
    taken = frozenset({(T, 1), (T, 0)})
    result = reconcile(current, goal({T: (0, 1, 2)}, {}, taken=taken))
    assert result == CurrentAssignment(9, 8, UNRELEASED, {T: {0: 3, 2: 9}})
    result = reconcile(result, goal({T: (0, 1, 2)}, {}, epoch=9))
    assert result == CurrentAssignment(9, 9, STABLE, {T: {0: 3, 2: 9, 1: 9}})


def test_what_the_member_itself_was_to_give_back_is_free_for_it() -> None:
    """groups D-57."""
    current = CurrentAssignment(8, 8, UNREVOKED, {}, {T: {0: 3}})
    result = reconcile(current, goal({T: (0,)}, {}, taken=frozenset({(T, 0)})))
    assert result == CurrentAssignment(9, 8, STABLE, {T: {0: 9}})


def test_an_unsubscribed_topic_goes_at_once_whatever_the_target_says() -> None:
    """groups D-59: to what is pending if it may be owned, else away."""
    current = CurrentAssignment(9, 8, STABLE, {T: {0: 3}, U: {0: 4}})
    only_t = frozenset({T})
    told = goal({T: (0,), U: (0,)}, None, topics=only_t, changed=True)
    assert reconcile(current, told) == CurrentAssignment(9, 9, UNREVOKED, {T: {0: 3}}, {U: {0: 4}})
    told = goal({T: (0,), U: (0,)}, {}, topics=only_t, changed=True)
    assert reconcile(current, told) == CurrentAssignment(9, 9, STABLE, {T: {0: 3}})
    told = goal({T: (0,), U: (0,)}, None, topics=only_t)
    assert reconcile(current, told) is current


def test_a_target_of_a_topic_that_is_not_read_does_not_count() -> None:
    """groups D-57."""
    current = CurrentAssignment(8, 7, STABLE, {T: {0: 3}})
    result = reconcile(current, goal({T: (0,), U: (0,)}, {}, topics=frozenset({T})))
    assert result == CurrentAssignment(9, 8, STABLE, {T: {0: 3}})


indexes = st.frozensets(st.integers(0, 3), min_size=1)
targets = st.dictionaries(st.sampled_from([T, U]), indexes.map(tuple))
partitions: st.SearchStrategy[Partitions] = st.dictionaries(
    st.sampled_from([T, U]),
    st.dictionaries(st.integers(0, 3), st.integers(0, 8), min_size=1),
)
owns: st.SearchStrategy[Owned | None] = st.none() | st.dictionaries(
    st.sampled_from([T, U]), indexes
)
takes = st.frozensets(st.tuples(st.sampled_from([T, U]), st.integers(0, 3)))


def places(found: Partitions) -> set[tuple[bytes, int]]:
    return {(topic_id, index) for topic_id in found for index in found[topic_id]}


@given(
    st.sampled_from([STABLE, UNREVOKED, UNRELEASED]),
    partitions,
    partitions,
    targets,
    owns,
    takes,
    st.booleans(),
)
def test_nothing_is_taken_that_another_has_and_nothing_forgotten_that_is_owned(
    state: MemberState,
    assigned: Partitions,
    pending: Partitions,
    target: dict[bytes, tuple[int, ...]],
    owned: Owned | None,
    taken: frozenset[tuple[bytes, int]],
    changed: bool,
) -> None:
    """groups D-56, D-57, D-60."""
    pending = {
        topic_id: rest
        for topic_id, found in pending.items()
        if (rest := {i: e for i, e in found.items() if i not in assigned.get(topic_id, {})})
    }
    if state is not UNREVOKED:
        pending = {}
    had = places(assigned) | places(pending)
    others = taken - had
    current = CurrentAssignment(8, 7, state, assigned, pending)
    now = reconcile(current, goal(target, owned, taken=frozenset(others | had), changed=changed))

    assert not places(now.assigned) & others
    assert not places(now.assigned) & places(now.pending_revocation)
    assert now.epoch in (8, 9)
    assert now is current or now.previous_epoch == 8
    wanted = {(topic_id, index) for topic_id, each in target.items() for index in each}
    if now.epoch == 9:
        assert places(now.assigned) <= wanted
        assert (now.state is STABLE) == (places(now.assigned) == wanted)
        assert not now.pending_revocation
    if owned is None:
        # A silent client may own all that it had: nothing of that is free yet.
        assert places(now.assigned) | places(now.pending_revocation) >= had
    kept = places(now.assigned) & places(assigned)
    assert all(now.assigned[t][i] == assigned[t][i] for t, i in kept)
