"""Classic groups: who is a member in which generation, who owns what, why it rebalances.

    JoinGroup   begins or joins a rebalance; its answer has the generation, the leader's all members
    SyncGroup   the leader's request has everybody's assignment, each answer one's own
    Heartbeat   REBALANCE_IN_PROGRESS: the coordinator wants everybody to join again
    LeaveGroup  members go, which begins a rebalance

A group is known by its name and cluster, since its coordinator may move. Reasons are judged from
what was seen first: a member that was not there before, one that left, a known one that joins again
with other wishes or in the words it sends itself (KIP-800), or one that the new generation lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.dump.state.clusters import FIRST
from kafkawire.dump.state.embedded import (
    CONSUMER,
    Partitions,
    read_assignment,
    read_subscription,
)
from kafkawire.dump.state.group import (
    UNKNOWN_GENERATION,
    UNSEEN,
    Group,
    GroupStep,
    Member,
    Refusal,
    difference,
    member_name,
    short_id,
    why_refused,
)
from kafkawire.dump.state.heads import head_of
from kafkawire.dump.state.joining import REASON_SHOWN_MAX, join_reason, note_member, wishes_of
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.phrases import error_name, lasted, partitions_text
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.since import JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange
    from kafkawire.dump.state.clusters import Clusters

GROUPS_MAX = 10_000
MEMBERS_KNOWN_MAX = 200_000
"""Of all groups together; the group that was unused for longest is forgotten for others."""

_MILLISECOND = 1_000_000
_FINE = ErrorCode.NONE.value


class Groups:
    """All groups that were met."""

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._groups: Memory[tuple[int, str], Group] = Memory(GROUPS_MAX)
        self._members_known = 0
        self._latest: Group | None = None

    def find(self, group_id: str, cluster: int = FIRST) -> Group | None:
        """A group as it is now."""
        return self._groups.get((cluster, group_id))

    def use(self, exchange: Exchange, group_id: str) -> Group:
        """A group of the cluster that an exchange is with, known from now on."""
        self._count()
        key = (self._clusters.of(exchange.connection), group_id)
        group = self._groups.use(key)
        if group is None:
            group = Group(group_id)
            dropped = self._groups.keep(key, group)
            if dropped is not None:
                self._members_known -= dropped.counted
        self._latest = group
        return group

    def _count(self) -> None:
        """Bring the sum of all members up to date, and forget groups if it is too large."""
        group = self._latest
        if group is None or group.counted == len(group.members):
            return
        self._members_known += len(group.members) - group.counted
        group.counted = len(group.members)
        while self._members_known > MEMBERS_KNOWN_MAX:
            dropped = self._groups.pop(next(iter(self._groups)))
            self._members_known -= dropped.counted

    # Joining

    def join_seen(self, exchange: Exchange) -> None:
        """A member asks to take part in the next generation, and may wait long for it."""
        request = exchange.request
        if request is None or not request.values:
            return
        values = request.values
        group, member_id = self.use(exchange, values["groupId"]), values["memberId"]
        wishes = wishes_of(values)
        if wishes is not None:
            exchange.topics = wishes.topics
        name = member_name(member_id, request.client_id, values.get("groupInstanceId"))
        is_named_first = request.api_version >= JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE
        reason = join_reason(group, values, name, wishes, is_named_first=is_named_first)
        if reason:
            group.begin_with(exchange.number, request.end_ns, reason)
        if member_id:
            note_member(group.member(member_id, name), values, wishes)
        text = f"{name} asks to join"
        if group.is_rebalancing:
            text += f": {group.progress(request.end_ns)}"
        exchange.group = _step(group, "join", text, member_id, request.end_ns)

    def join_done(self, exchange: Exchange) -> None:
        """The generation begins, or the member is refused."""
        request, response = exchange.request, exchange.response
        if request is None or response is None or not (request.values and response.values):
            return
        asked, said = request.values, response.values
        group, now_ns = self.use(exchange, asked["groupId"]), response.time_ns
        member_id, code = said["memberId"], said["errorCode"]
        name = member_name(member_id, request.client_id, asked.get("groupInstanceId"))
        if code != ErrorCode.NONE:
            group.take_back(exchange.number)
        if code == ErrorCode.MEMBER_ID_REQUIRED:
            group.pending.keep(member_id, name)
            text = f"{name} gets its member id and has to ask again"
            exchange.group = _step(group, "join", text, member_id, now_ns)
            return
        if code != ErrorCode.NONE:
            refusal = Refusal(code, asked["memberId"], exchange.connection, now_ns)
            exchange.group = _refused(group, "join", refusal)
            return
        group.pending.pop(member_id, None)
        group.protocol_type = response.protocol_type = asked["protocolType"]
        member = group.member(member_id, name)
        member.lives(now_ns, exchange.connection)
        note_member(member, asked, wishes_of(asked))
        gone = _new_generation(group, said, now_ns) if said["members"] else ()
        group.generation = max(group.generation, said["generationId"])
        group.leader = said["leader"]
        group.protocol = said.get("protocolName") or ""
        exchange.group = _step(group, "join", _joined(group, said, name, gone), member_id, now_ns)

    # Assigning

    def sync_seen(self, exchange: Exchange) -> None:
        """A leader says who gets what."""
        request = exchange.request
        if request is None or not request.values or not request.values["assignments"]:
            return
        group = self.use(exchange, request.values["groupId"])
        request.protocol_type = group.protocol_type
        protocol_type = request.values.get("protocolType") or group.protocol_type or CONSUMER
        if protocol_type != CONSUMER:
            return
        planned = {
            each["memberId"]: read_assignment(each["assignment"])
            for each in request.values["assignments"]
        }
        group.planned = {each: owned for each, owned in planned.items() if owned is not None}

    def sync_done(self, exchange: Exchange) -> None:
        """A member is given its partitions."""
        request, response = exchange.request, exchange.response
        if request is None or response is None or not (request.values and response.values):
            return
        asked, said = request.values, response.values
        group, now_ns = self.use(exchange, asked["groupId"]), response.time_ns
        member_id = asked["memberId"]
        if said["errorCode"] != ErrorCode.NONE:
            refusal = Refusal(
                said["errorCode"], member_id, exchange.connection, now_ns, asked["generationId"]
            )
            exchange.group = _refused(group, "sync", refusal)
            return
        response.protocol_type = asked.get("protocolType") or group.protocol_type
        name = member_name(member_id, request.client_id, asked.get("groupInstanceId"))
        member = group.member(member_id, name)
        member.lives(now_ns, exchange.connection)
        group.generation = max(group.generation, asked["generationId"])
        assignment = None
        if asked["assignments"]:
            assignment, group.planned = group.planned, {}
        owned = read_assignment(said["assignment"])
        gained, lost = difference(member.owned, owned or ())
        _give(group, assignment or {})
        member.owned = owned
        exchange.topics = tuple(dict.fromkeys(each.topic for each in owned or ()))
        text = _given(group, name, owned, lost) + _after(group.end(now_ns))
        exchange.group = _step(group, "sync", text, member_id, now_ns)._replace(
            gained=gained, lost=lost, assignment=assignment
        )

    # Staying and leaving

    def heartbeat_done(self, exchange: Exchange) -> None:
        """A member is still there, and hears whether it has to join again."""
        request, response = exchange.request, exchange.response
        asked = None if request is None or response is None else head_of(request)
        if asked is None or request is None or response is None:
            return
        # Cheaper than all values, and there are many heartbeats.
        code = next(iter(response.facts.error_codes), _FINE)
        group, member_id = self.use(exchange, asked.group_id), asked.member_id
        now_ns = response.time_ns
        if code == ErrorCode.REBALANCE_IN_PROGRESS:
            group.begin(now_ns, UNSEEN)
        elif code != _FINE:
            refusal = Refusal(code, member_id, exchange.connection, now_ns, asked.generation)
            exchange.group = _refused(group, "heartbeat", refusal)
            return
        member = group.members.use(member_id)
        if member is None:
            name = member_name(member_id, request.client_id, asked.instance_id)
            member = group.member(member_id, name)
        member.lives(now_ns, exchange.connection)
        if code == _FINE and asked.generation > group.generation:
            group.end(now_ns)
        group.generation = max(group.generation, asked.generation)
        if not member.is_as_before(group):
            text = group.progress(now_ns) or f"{member.name} is there"
            if code == ErrorCode.REBALANCE_IN_PROGRESS:
                text += f"; {member.name} has to join again"
            member.there = _step(group, "heartbeat", text, member_id, now_ns)
        exchange.group = member.there

    def leave_done(self, exchange: Exchange) -> None:
        """Members go."""
        request, response = exchange.request, exchange.response
        if request is None or response is None or not (request.values and response.values):
            return
        group, now_ns = self.use(exchange, request.values["groupId"]), response.time_ns
        code = response.values["errorCode"]
        if code != ErrorCode.NONE:
            member_id = request.values.get("memberId", "")
            refusal = Refusal(code, member_id, exchange.connection, now_ns)
            exchange.group = _refused(group, "leave", refusal)
            return
        asked = request.values.get("members") or [request.values]
        answers = response.values.get("members") or [{"errorCode": 0}] * len(asked)
        parts = [_leave(group, *pair, now_ns) for pair in zip(asked, answers, strict=False)]
        exchange.group = _step(
            group, "leave", "; ".join(parts), asked[0].get("memberId", ""), now_ns
        )

    def commit_done(self, exchange: Exchange) -> None:
        """A member says how far it has read, which shows that it is alive."""
        request, response = exchange.request, exchange.response
        asked = None if request is None or response is None else head_of(request)
        if asked is None or request is None or response is None:
            return
        group, member_id = self.use(exchange, asked.group_id), asked.member_id
        now_ns = response.time_ns
        codes = response.facts.error_codes
        if codes and member_id:
            refusal = Refusal(codes[0], member_id, exchange.connection, now_ns, asked.generation)
            exchange.group = _refused(group, "commit", refusal)
            return
        who = group.name_of(member_id) if member_id else "who is no member"
        text = f"{counted(request.facts.partitions, 'offset')} committed by {who}"
        if codes:
            text += f", refused: {error_name(codes[0])}"
        if member_id in group.members and not codes:
            group.members[member_id].lives(now_ns, exchange.connection)
        exchange.group = _step(group, "commit", text, member_id, now_ns)


def _refused(group: Group, kind: str, refusal: Refusal) -> GroupStep:
    code, member_id, now_ns = refusal.code, refusal.member_id, refusal.now_ns
    if code == ErrorCode.REBALANCE_IN_PROGRESS:
        group.begin(now_ns, UNSEEN)
    why = why_refused(group, refusal)
    name = group.name_of(member_id) or "a new member"
    if code == ErrorCode.UNKNOWN_MEMBER_ID:
        group.members.pop(member_id, None)
    text = f"{kind} of {name} refused: {error_name(code)}{why}"
    return _step(group, kind, text, member_id, now_ns)._replace(error=error_name(code))


def _step(group: Group, kind: str, text: str, member_id: str, now_ns: int) -> GroupStep:
    started_ns = group.rebalance_ns
    at = "" if group.generation == UNKNOWN_GENERATION else f" generation {group.generation}"
    known = group.members.get(member_id)
    is_stable = group.generation != UNKNOWN_GENERATION
    return GroupStep(
        group.id,
        kind,
        f"group {group.id}{at}: {text}",
        "rebalancing" if group.is_rebalancing else "stable" if is_stable else "",
        group.generation,
        member_id,
        len(group.members),
        group.is_whole,
        known.owned if known is not None else None,
        reason=group.reason,
        rebalancing_ms=None if started_ns is None else (now_ns - started_ns) / _MILLISECOND,
    )


def _new_generation(group: Group, said: dict[str, Any], now_ns: int) -> tuple[str, ...]:
    """Take over the members that the leader is told of; the names of those who are gone."""
    ids = {each["memberId"] for each in said["members"]}
    is_consumer = said.get("protocolType", CONSUMER) == CONSUMER
    gone = [group.members.pop(each) for each in list(group.members) if each not in ids]
    # A static member that came back has another id, and the same name.
    back = {each.get("groupInstanceId") for each in said["members"]}
    names = tuple(_gone(each, now_ns) for each in gone if each.name not in back)
    for each in said["members"]:
        known = group.members.get(each["memberId"])
        if known is None:
            name = member_name(each["memberId"], None, each.get("groupInstanceId"))
            known = Member(each["memberId"], name)
            group.members.keep(known.id, known)
        wishes = read_subscription(each["metadata"]) if is_consumer else None
        if wishes is not None:
            known.topics = wishes.topics
    if names and group.is_rebalancing and group.reason == UNSEEN:
        group.reason = f"{names[0]} is no longer a member"
    group.is_whole = True
    return names


def _gone(member: Member, now_ns: int) -> str:
    silent_ns = member.silent_ns(now_ns)
    return member.name if silent_ns is None else f"{member.name} (silent for {lasted(silent_ns)})"


def _joined(group: Group, said: dict[str, Any], name: str, gone: tuple[str, ...]) -> str:
    if not said["members"]:
        leader = group.name_of(group.leader) if group.leader else ""
        return f"{name} joined" + (f", {leader} leads" if leader else "")
    text = f"{name} joined as the leader of {counted(len(said['members']), 'member')}"
    text += f" by {group.protocol}" if group.protocol else ""
    return text + (f", without {', '.join(gone[:4])}" if gone else "")


def _give(group: Group, assignment: dict[str, Partitions]) -> None:
    for member_id, owned in assignment.items():
        known = group.members.get(member_id)
        if known is None:
            known = Member(member_id, short_id(member_id))
            group.members.keep(member_id, known)
        known.owned = owned


def _given(group: Group, name: str, owned: Partitions | None, lost: Partitions) -> str:
    if owned is None:
        return f"{name} has its assignment, which is not the consumer protocol's"
    text = f"{name} owns {partitions_text(owned)}"
    return text + (f", no longer {partitions_text(lost)}" if lost else "")


def _after(text: str) -> str:
    return f"; {text}" if text else ""


def _leave(group: Group, asked: dict[str, Any], answer: dict[str, Any], now_ns: int) -> str:
    member_id = asked.get("memberId", "")
    name = asked.get("groupInstanceId") or group.name_of(member_id)
    if answer["errorCode"] != ErrorCode.NONE:
        return f"{name} cannot leave: {error_name(answer['errorCode'])}"
    if not member_id:
        member_id = next((each.id for each in group.members.values() if each.name == name), "")
    group.members.pop(member_id, None)
    group.pending.pop(member_id, None)
    words = (asked.get("reason") or "")[:REASON_SHOWN_MAX]
    if group.members or not group.is_whole:
        group.begin(now_ns, f"{name} left")
    return f"{name} left" + (f' ("{words}")' if words else "")
