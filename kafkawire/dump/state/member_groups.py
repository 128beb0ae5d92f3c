"""Groups whose coordinator assigns: consumers after KIP-848, share groups, streams.

One request does everything: a member says its epoch (0 joins, -1 leaves, -2 leaves for a while),
what it wants and what it still owns; the answer has the epoch it is at now and, when it changed,
what it shall own. What is missing from it has to be given up first; others get it afterwards, at
their own next heartbeat.

A group rebalances while a member's epoch is not the group's highest, or a member still owns what it
was told to give up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.dump.state.embedded import Partitions
from kafkawire.dump.state.group import (
    UNSEEN,
    Group,
    GroupStep,
    Member,
    difference,
    member_name,
)
from kafkawire.dump.state.phrases import error_name, partitions_text
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange
    from kafkawire.dump.state.groups import Groups
    from kafkawire.dump.state.topics import TopicNames

JOINING = 0
LEAVING = (-1, -2)

_MILLISECOND = 1_000_000


class MemberGroups:
    """Their heartbeats."""

    def __init__(self, groups: Groups, names: TopicNames) -> None:
        self._groups = groups
        self._names = names

    def done(self, exchange: Exchange) -> None:
        """One heartbeat and its answer."""
        request, response = exchange.request, exchange.response
        if request is None or response is None or not (request.values and response.values):
            return
        asked, said = request.values, response.values
        group, now_ns = self._groups.use(exchange, asked["groupId"]), response.time_ns
        member_id = asked["memberId"] or said.get("memberId") or ""
        name = member_name(member_id, request.client_id, asked.get("instanceId"))
        if said["errorCode"] != ErrorCode.NONE:
            exchange.group = _refused(group, name, member_id, said, now_ns)
        elif asked["memberEpoch"] in LEAVING:
            exchange.group = _left(group, name, member_id, asked, now_ns)
        else:
            member = group.member(member_id, name)
            exchange.group = self._stays(group, member, asked, said, now_ns)

    def _stays(
        self, group: Group, member: Member, asked: dict[str, Any], said: dict[str, Any], now_ns: int
    ) -> GroupStep:
        if asked["memberEpoch"] == JOINING:
            group.begin(now_ns, f"{member.name} joins")
            member.owned = ()
        wishes = asked.get("subscribedTopicNames")
        if wishes is not None:
            if member.topics is not None and set(wishes) != set(member.topics):
                group.begin(now_ns, f"{member.name} subscribes to {', '.join(sorted(wishes))}")
            member.topics = tuple(wishes)
        _set_epoch(group, member, said["memberEpoch"], now_ns)
        given = self._partitions(said.get("assignment"))
        gained, lost = difference(member.owned, given) if given is not None else ((), ())
        if given is not None:
            member.owned = given
        if lost:
            group.behind.add(member.id)
            group.begin(now_ns, UNSEEN)
        elif member.epoch == group.generation:
            group.behind.discard(member.id)
        ended = "" if group.behind else group.end(now_ns)
        text = _sentence(group, member, given, lost, now_ns) + (f"; {ended}" if ended else "")
        step = _step(group, "heartbeat", text, member.id, now_ns)
        return step._replace(gained=gained, lost=lost)

    def _partitions(self, assignment: dict[str, Any] | None) -> Partitions | None:
        if assignment is None:
            return None
        shown = self._names.shown
        return tuple(
            sorted(
                TopicPartition(shown(topic["topicId"]), number)
                for topic in assignment["topicPartitions"]
                for number in topic["partitions"]
            )
        )


def _set_epoch(group: Group, member: Member, epoch: int, now_ns: int) -> None:
    member.epoch = epoch
    if epoch > group.generation:
        is_first = group.generation < 0
        group.generation = epoch
        # All others have to follow: the one place where a change of one concerns everybody.
        group.behind = {each for each in group.members if group.members[each].epoch != epoch}
        if group.behind and not is_first:
            group.begin(now_ns, UNSEEN)
    elif epoch < group.generation:
        group.behind.add(member.id)


def _sentence(
    group: Group, member: Member, given: Partitions | None, lost: Partitions, now_ns: int
) -> str:
    at = f"{member.name} at epoch {member.epoch}"
    if lost:
        text = f"{at} has to give up {partitions_text(lost)}"
        if member.owned:
            text += f" and keeps {partitions_text(member.owned)}"
    elif given is not None:
        text = f"{at} owns {partitions_text(given)}"
    else:
        text = f"{at} is there"
    progress = group.progress(now_ns)
    return f"{text}; {progress}" if progress else text


def _left(group: Group, name: str, member_id: str, asked: dict[str, Any], now_ns: int) -> GroupStep:
    known = group.members.pop(member_id, None)
    group.behind.discard(member_id)
    is_back_soon = asked["memberEpoch"] != LEAVING[0]
    text = f"{name} left" + (", to be back" if is_back_soon else "")
    if known is not None and known.owned:
        text += f" and its {partitions_text(known.owned)}"
    if group.members and not is_back_soon:
        group.behind.update(group.members)
        group.begin(now_ns, f"{name} left")
    return _step(group, "leave", text, member_id, now_ns)


def _refused(
    group: Group, name: str, member_id: str, said: dict[str, Any], now_ns: int
) -> GroupStep:
    error = error_name(said["errorCode"])
    why = said.get("errorMessage") or ""
    if said["errorCode"] in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH):
        group.members.pop(member_id, None)
        group.behind.discard(member_id)
    text = f"heartbeat of {name} refused: {error}" + (f", {why}" if why else "")
    return _step(group, "heartbeat", text, member_id, now_ns)._replace(error=error)


def _step(group: Group, kind: str, text: str, member_id: str, now_ns: int) -> GroupStep:
    known = group.members.get(member_id)
    started_ns = group.rebalance_ns
    return GroupStep(
        group.id,
        kind,
        f"group {group.id} epoch {group.generation}: {text}",
        "rebalancing" if group.is_rebalancing else "stable",
        group.generation,
        member_id,
        len(group.members),
        owned=None if known is None else known.owned,
        reason=group.reason,
        rebalancing_ms=None if started_ns is None else (now_ns - started_ns) / _MILLISECOND,
    )
