"""How a member comes from the partitions that it has to those that it is to have (groups D.7).

A member has three sets: what it keeps (it has it, and the target says so), what it must give back,
and what it wants. It gives back first. Only when its client has said that it no longer owns
anything of that does the member reach the target's epoch and get of what it wants as much as is
free; the rest it waits for. Who has reached the epoch without waiting for anything is stable.

What is done with a member follows from its state and one question that each state has:

    state        question                               yes        no
    STABLE       is it at the target's epoch?           WAIT       ADVANCE
    UNREVOKED    may it still own what is pending?      WAIT       ADVANCE
    UNRELEASED   (none)                                 -          ADVANCE
    UNKNOWN      may it own anything at all?            FENCE      ADVANCE

A member whose subscription has just changed loses what it no longer reads even while it waits.
(Kafka's `CurrentAssignmentBuilder`.)
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from kafkawire.broker.groups.consumer.member import NOTHING, CurrentAssignment, MemberState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.consumer.member import Partitions

UNKNOWN_STATE_TEXT = (
    "The consumer group member is in a unknown state. "
    "The member must abandon all its partitions and rejoin."
)

Owned = dict[bytes, frozenset[int]]
"""What a client says that it owns, by topic id."""


class Step(Enum):
    """What is done with a member."""

    WAIT = auto()
    ADVANCE = auto()
    FENCE = auto()


STEPS: dict[MemberState, tuple[Step, Step]] = {
    MemberState.STABLE: (Step.WAIT, Step.ADVANCE),
    MemberState.UNREVOKED: (Step.WAIT, Step.ADVANCE),
    MemberState.UNRELEASED: (Step.ADVANCE, Step.ADVANCE),
    MemberState.UNKNOWN: (Step.FENCE, Step.ADVANCE),
}
"""By state: if its question is answered with yes, and with no."""


class Goal(NamedTuple):
    """What a member is to be reconciled with."""

    epoch: int
    target: Target
    topic_ids: Collection[bytes]
    """The topics that the member reads; whatever else the target has does not count."""
    owned: Owned | None
    """What its client owns; None if it did not say, and then it may own everything it had."""
    has_new_subscription: bool
    is_free: Callable[[bytes, int], bool]
    """Whether nobody has a partition."""


def reconcile(current: CurrentAssignment, goal: Goal) -> CurrentAssignment:
    """The member's next assignment; the same if there is none.

    Raises `ApiError` with FENCED_MEMBER_EPOCH for a member that must begin anew.
    """
    yes, no = STEPS[current.state]
    step = yes if _answer(current, goal) else no
    if step is Step.ADVANCE:
        return _advance(current, goal)
    if step is Step.FENCE:
        raise ApiError(ErrorCode.FENCED_MEMBER_EPOCH, UNKNOWN_STATE_TEXT)
    return _unsubscribe(current, goal) if goal.has_new_subscription else current


def _answer(current: CurrentAssignment, goal: Goal) -> bool:
    if current.state is MemberState.STABLE:
        return current.epoch == goal.epoch
    if current.state is MemberState.UNREVOKED:
        return _may_own(goal.owned, current.pending_revocation)
    return goal.owned is None or bool(goal.owned)


def _may_own(owned: Owned | None, partitions: Partitions) -> bool:
    """Whether a client that owns so much may own any of the partitions (groups D-56)."""
    if owned is None:
        return True
    return any(not indexes.isdisjoint(partitions.get(each, ())) for each, indexes in owned.items())


def _advance(current: CurrentAssignment, goal: Goal) -> CurrentAssignment:
    """Keep, give back, get what is free (groups D-57)."""
    target = {
        topic_id: frozenset(goal.target[topic_id])
        for topic_id in goal.target
        if topic_id in goal.topic_ids
    }
    keep, revoke = _split(current.assigned, target)
    if revoke and _may_own(goal.owned, revoke):
        return CurrentAssignment(current.epoch, current.epoch, MemberState.UNREVOKED, keep, revoke)
    got, is_complete = _get(current, target, keep, goal)
    state = MemberState.STABLE if is_complete else MemberState.UNRELEASED
    return CurrentAssignment(goal.epoch, current.epoch, state, got, NOTHING)


def _split(
    assigned: Partitions, target: Mapping[bytes, frozenset[int]]
) -> tuple[Partitions, Partitions]:
    """What of the assigned partitions is in the target, and what is not."""
    keep: Partitions = {}
    revoke: Partitions = {}
    for topic_id, epochs in assigned.items():
        wanted = target.get(topic_id)
        if wanted is None:
            revoke[topic_id] = epochs
        elif wanted.issuperset(epochs):
            keep[topic_id] = epochs
        else:
            revoke[topic_id] = {each: epochs[each] for each in epochs if each not in wanted}
            kept = {each: epochs[each] for each in epochs if each in wanted}
            if kept:
                keep[topic_id] = kept
    return keep, revoke


def _get(
    current: CurrentAssignment,
    target: Mapping[bytes, frozenset[int]],
    keep: Partitions,
    goal: Goal,
) -> tuple[Partitions, bool]:
    """`keep` and what is free of the rest, and whether that is all of the target."""
    found = dict(keep)
    is_complete = True
    for topic_id, indexes in target.items():
        kept = keep.get(topic_id, {})
        wanted = indexes.difference(kept)
        if not wanted:
            continue
        pending = current.pending_revocation.get(topic_id, {})
        free = [each for each in wanted if each in pending or goal.is_free(topic_id, each)]
        is_complete = is_complete and len(free) == len(wanted)
        if free:
            found[topic_id] = {**kept, **dict.fromkeys(sorted(free), goal.epoch)}
    return found, is_complete


def _unsubscribe(current: CurrentAssignment, goal: Goal) -> CurrentAssignment:
    """Give back what the member no longer reads, whatever the target says (groups D-59)."""
    gone = {each: found for each, found in current.assigned.items() if each not in goal.topic_ids}
    if not gone:
        return current
    assigned = {each: found for each, found in current.assigned.items() if each not in gone}
    pending = dict(current.pending_revocation)
    for topic_id, epochs in gone.items():
        pending[topic_id] = {**pending.get(topic_id, {}), **epochs}
    if _may_own(goal.owned, pending):
        return CurrentAssignment(
            current.epoch, current.epoch, MemberState.UNREVOKED, assigned, pending
        )
    return current._replace(previous_epoch=current.epoch, assigned=assigned)
