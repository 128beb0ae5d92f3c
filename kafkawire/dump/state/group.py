"""A group as its members' messages show it, and the step that one of them makes.

A group is *rebalancing* from the first sign that its assignment will change until its members have
the new one. What the first sign was is kept as the reason, since that is what people look for; a
sign without a cause (a heartbeat answered with REBALANCE_IN_PROGRESS) gives way to a cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.dump.state.embedded import Partitions
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.phrases import lasted
from kafkawire.protocol.error_codes import ErrorCode

MEMBERS_MAX = 10_000
"""Of one group; those who were silent for longest are forgotten."""
UNKNOWN_GENERATION = -1
UNSEEN = "for a reason that was not seen"

_MILLISECOND = 1_000_000
_UUID_SIZE = 36
_UUID_SHOWN = 8


class Member:
    """One member of a group."""

    __slots__ = (
        "epoch",
        "id",
        "name",
        "owned",
        "rebalance_timeout_ms",
        "seen_ns",
        "session_timeout_ms",
        "there",
        "topics",
    )

    def __init__(self, member_id: str, name: str, seen_ns: int) -> None:
        self.id = member_id
        self.name = name
        self.topics: tuple[str, ...] | None = None
        """What it subscribes to, if that was seen."""
        self.owned: Partitions | None = None
        """What it was given last, if that was seen."""
        self.epoch = UNKNOWN_GENERATION
        self.seen_ns = seen_ns
        self.session_timeout_ms = 0
        self.rebalance_timeout_ms = 0
        self.there: GroupStep | None = None
        """What its latest heartbeat said, which most others repeat."""

    def is_as_before(self, group: Group) -> bool:
        """Whether a heartbeat that changes nothing would say the same again."""
        step = self.there
        return (
            step is not None
            and group.rebalance_ns is None
            and step.generation == group.generation
            and step.members == len(group.members)
            and step.is_whole == group.is_whole
            and step.owned is self.owned
            and step.reason == group.reason
        )


class Group:
    """A group of any kind."""

    __slots__ = (
        "behind",
        "counted",
        "generation",
        "id",
        "is_whole",
        "leader",
        "members",
        "pending",
        "planned",
        "protocol",
        "reason",
        "rebalance_ns",
    )

    def __init__(self, group_id: str) -> None:
        self.id = group_id
        self.generation = UNKNOWN_GENERATION
        """Of a classic group; the highest epoch of a member elsewhere."""
        self.protocol = ""
        self.leader = ""
        self.members: Memory[str, Member] = Memory(MEMBERS_MAX)
        self.is_whole = False
        """Whether all members are known, from what their leader was told."""
        self.pending: Memory[str, str] = Memory(MEMBERS_MAX)
        """Member ids that were given out and not used yet, with the names of who asked."""
        self.planned: dict[str, Partitions] = {}
        """What the leader assigned and the coordinator has not confirmed yet."""
        self.behind: set[str] = set()
        """Members whose epoch is not the group's (KIP-848)."""
        self.rebalance_ns: int | None = None
        self.reason = ""
        self.counted = 0
        """How many of its members the sum of all groups has."""

    @property
    def is_rebalancing(self) -> bool:
        """Whether its assignment is about to change."""
        return self.rebalance_ns is not None

    def begin(self, now_ns: int, reason: str) -> None:
        """A sign that it rebalances."""
        if self.rebalance_ns is None:
            self.rebalance_ns = now_ns
            self.reason = reason
        elif self.reason == UNSEEN:
            self.reason = reason

    def end(self, now_ns: int) -> str:
        """Its members go on; how long they did not, with the reason."""
        if self.rebalance_ns is None:
            return ""
        text = f"rebalanced in {lasted(now_ns - self.rebalance_ns)}, {self.reason}"
        self.rebalance_ns, self.reason = None, ""
        return text

    def progress(self, now_ns: int) -> str:
        """How long it has been rebalancing, with the reason."""
        if self.rebalance_ns is None:
            return ""
        return f"rebalance in progress since {lasted(now_ns - self.rebalance_ns)}, {self.reason}"

    def member(self, member_id: str, name: str, now_ns: int) -> Member:
        """A member, known from now on."""
        found = self.members.use(member_id)
        if found is None:
            found = Member(member_id, name, now_ns)
            self.members.keep(member_id, found)
        found.seen_ns = now_ns
        return found

    def name_of(self, member_id: str) -> str:
        """What to call a member."""
        known = self.members.get(member_id)
        return known.name if known is not None else short_id(member_id)


class GroupStep(NamedTuple):
    """What an exchange says of a group, or does to it."""

    group: str
    kind: str
    """`join`, `sync`, `heartbeat`, `leave` or `commit`."""
    summary: str
    state: str = ""
    """`stable` or `rebalancing`; empty if that is not known."""
    generation: int = UNKNOWN_GENERATION
    member: str = ""
    """Its id."""
    members: int = 0
    """How many are known."""
    is_whole: bool = False
    """Whether these are all."""
    owned: Partitions | None = None
    """What the member has afterwards, if that is known."""
    gained: Partitions = ()
    lost: Partitions = ()
    assignment: Mapping[str, Partitions] | None = None
    """Who is given what, by member id, in the exchange that tells it."""
    reason: str = ""
    """Why it rebalances."""
    rebalancing_ms: float | None = None
    error: str = ""


def short_id(member_id: str) -> str:
    """A member id whose UUID is cut: `billing-1-9f3a6c01`."""
    head, dash, uuid = member_id[:-_UUID_SIZE], member_id[-_UUID_SIZE - 1 : -_UUID_SIZE], ""
    if dash == "-" and member_id.count("-", len(head)) == 4:
        uuid = member_id[-_UUID_SIZE:]
    return head + uuid[:_UUID_SHOWN] if uuid else member_id


def member_name(member_id: str, client_id: str | None, instance_id: str | None) -> str:
    """What to call a member: its own name if it has one, or its client's, told apart by its id."""
    if instance_id:
        return instance_id
    if not client_id or member_id.startswith(client_id):
        return short_id(member_id)
    return f"{client_id}-{member_id[:_UUID_SHOWN]}" if member_id else client_id


def difference(before: Partitions | None, after: Partitions) -> tuple[Partitions, Partitions]:
    """What was gained and what was lost."""
    old, new = set(before or ()), set(after)
    gained = tuple(each for each in after if each not in old)
    return gained, tuple(each for each in before or () if each not in new)


def why_refused(group: Group, code: int, member_id: str, now_ns: int) -> str:
    """What a refusal means, as far as that is known; it follows the error's name."""
    if code == ErrorCode.ILLEGAL_GENERATION and group.generation != UNKNOWN_GENERATION:
        return f", the group is at generation {group.generation}"
    if code == ErrorCode.REBALANCE_IN_PROGRESS:
        return f", {group.progress(now_ns)}"
    if code == ErrorCode.FENCED_INSTANCE_ID:
        return ", another client joined with the same instance id"
    member = group.members.get(member_id)
    if code != ErrorCode.UNKNOWN_MEMBER_ID or member is None:
        return ""
    silent_ns = now_ns - member.seen_ns
    if silent_ns > member.session_timeout_ms * _MILLISECOND > 0:
        timeout = lasted(member.session_timeout_ms * _MILLISECOND)
        return f", it was silent for {lasted(silent_ns)} and its session timeout is {timeout}"
    return f", the coordinator has removed it, {lasted(silent_ns)} after its latest sign of life"
