"""A group as its members' messages show it, and the step that one of them makes.

A group is *rebalancing* from the first sign that its assignment will change until its members have
the new one. What the first sign was is kept as the reason, since that is what people look for; a
sign without a cause (a heartbeat answered with REBALANCE_IN_PROGRESS) gives way to a cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.state.embedded import Partitions
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.phrases import lasted
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection

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
        "seen_on",
        "session_timeout_ms",
        "there",
        "topics",
    )

    def __init__(self, member_id: str, name: str, seen_ns: int | None = None) -> None:
        self.id = member_id
        self.name = name
        self.topics: tuple[str, ...] | None = None
        """What it subscribes to, if that was seen."""
        self.owned: Partitions | None = None
        """What it was given last, if that was seen."""
        self.epoch = UNKNOWN_GENERATION
        self.seen_ns = seen_ns
        """When the coordinator took a request of it for the last time, if that was seen."""
        self.seen_on: Connection | None = None
        """The connection of that request."""
        self.session_timeout_ms = 0
        self.rebalance_timeout_ms = 0
        self.there: GroupStep | None = None
        """What its latest heartbeat said, which most others repeat."""

    def lives(self, now_ns: int, connection: Connection) -> None:
        """Note that the coordinator took a request of it."""
        self.seen_ns, self.seen_on = now_ns, connection

    def silent_ns(self, now_ns: int, connection: Connection | None = None) -> int | None:
        """For how long it has sent nothing that the coordinator took.

        None if it was never seen to, or if it may have since then: bytes of its connection, or of
        the one on which that is asked, were lost.
        """
        if self.seen_ns is None or self.seen_on is None:
            return None
        for each in (self.seen_on, connection):
            if each is not None and not each.is_unbroken(self.seen_ns):
                return None
        return now_ns - self.seen_ns

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
        "begun_by",
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
        "protocol_type",
        "reason",
        "rebalance_ns",
    )

    def __init__(self, group_id: str) -> None:
        self.id = group_id
        self.generation = UNKNOWN_GENERATION
        """Of a classic group; the highest epoch of a member elsewhere."""
        self.protocol = ""
        self.protocol_type = ""
        """`consumer`, `connect` and so on, if that was seen."""
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
        self.begun_by: int | None = None
        """The number of the exchange whose request is all that shows it to rebalance."""
        self.reason = ""
        self.counted = 0
        """How many of its members the sum of all groups has."""

    @property
    def is_rebalancing(self) -> bool:
        """Whether its assignment is about to change."""
        return self.rebalance_ns is not None

    def begin(self, now_ns: int, reason: str) -> None:
        """A sign that it rebalances."""
        self.begun_by = None
        if self.rebalance_ns is None:
            self.rebalance_ns = now_ns
            self.reason = reason
        elif self.reason == UNSEEN:
            self.reason = reason

    def begin_with(self, exchange_number: int, now_ns: int, reason: str) -> None:
        """The same by a request that may still be refused."""
        is_only_sign = self.rebalance_ns is None
        self.begin(now_ns, reason)
        if is_only_sign:
            self.begun_by = exchange_number

    def take_back(self, exchange_number: int) -> None:
        """A request was refused: it has begun nothing."""
        if self.begun_by == exchange_number:
            self.begun_by, self.rebalance_ns, self.reason = None, None, ""

    def end(self, now_ns: int) -> str:
        """Its members go on; how long they did not, with the reason."""
        if self.rebalance_ns is None:
            return ""
        least = "at least " if self.reason == UNSEEN else ""
        text = f"rebalanced in {least}{lasted(now_ns - self.rebalance_ns)}, {self.reason}"
        self.rebalance_ns, self.reason = None, ""
        return text

    def progress(self, now_ns: int) -> str:
        """How long it has been rebalancing, with the reason."""
        if self.rebalance_ns is None:
            return ""
        # What began unseen may have begun before its first sign.
        least = "at least " if self.reason == UNSEEN else ""
        passed_ns = now_ns - self.rebalance_ns
        since = f" since {least}{lasted(passed_ns)}" if passed_ns or not least else ""
        return f"rebalance in progress{since}, {self.reason}"

    def member(self, member_id: str, name: str) -> Member:
        """A member, known from now on."""
        found = self.members.use(member_id)
        if found is None:
            found = Member(member_id, name)
            self.members.keep(member_id, found)
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


class Refusal(NamedTuple):
    """A request of a member that its coordinator has refused."""

    code: int
    member_id: str
    connection: Connection
    now_ns: int
    generation: int = UNKNOWN_GENERATION
    """That of the request, if it has one."""


def why_refused(group: Group, refusal: Refusal) -> str:
    """What a refusal means, as far as that was seen; it follows the error's name."""
    code = refusal.code
    if code == ErrorCode.ILLEGAL_GENERATION:
        is_behind = UNKNOWN_GENERATION < refusal.generation < group.generation
        return f", the group has reached generation {group.generation}" if is_behind else ""
    if code == ErrorCode.REBALANCE_IN_PROGRESS:
        return f", {group.progress(refusal.now_ns)}"
    if code == ErrorCode.FENCED_INSTANCE_ID:
        return ", another client joined with the same instance id"
    member = group.members.get(refusal.member_id)
    if code != ErrorCode.UNKNOWN_MEMBER_ID or member is None:
        return ""
    silent_ns = member.silent_ns(refusal.now_ns, refusal.connection)
    if silent_ns is None:
        return ""
    if silent_ns > member.session_timeout_ms * _MILLISECOND > 0:
        timeout = lasted(member.session_timeout_ms * _MILLISECOND)
        return f", it was silent for {lasted(silent_ns)} and its session timeout is {timeout}"
    return (
        f", the coordinator has forgotten it, {lasted(silent_ns)} after it took its latest request"
    )
