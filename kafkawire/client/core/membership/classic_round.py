"""One round of a classic group, as a member goes through it: JoinGroup, assign, SyncGroup.

Responses to a round that was stopped change nothing. Responses reach the member through `Doors`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import COORDINATOR, Answer, Call
from kafkawire.client.core.membership.assignors.interface import Assignor, kind_of
from kafkawire.client.core.membership.classic_leader import Leader
from kafkawire.client.core.membership.classic_requests import (
    PROTOCOL_TYPE,
    join_request,
    subscriptions,
    sync_request,
)
from kafkawire.client.core.membership.subscription import decode_assignment
from kafkawire.client.errors import ClientError, UnreadableAnswer, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

if TYPE_CHECKING:
    from kafkawire.client.core.membership.classic_leader import Assignments
    from kafkawire.client.core.membership.common import MemberOptions, Parts
    from kafkawire.client.core.membership.handover import Partitions
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import GroupMetadata, TopicPartition

INCONSISTENT_PROTOCOL, ID_REQUIRED = 23, 79
JOIN_GRACE_MS = 5000
"""Time beyond the rebalance timeout that JoinGroup and SyncGroup may take."""


class Doors(NamedTuple):
    """Functions of its member that a round calls.

    Attributes:
        joined: Gets the member id and the generation. The round goes on by itself.
        synced: Gets the partitions that the leader assigned.
        id_given: Gets the member id to join with.
        refused: Gets the error code, the API, and the broker's id.
        unanswered: Gets the answer, which has a failure.
        failed: Gets what ends the membership.
    """

    joined: Callable[[str, int], None]
    synced: Callable[[tuple[TopicPartition, ...], int], None]
    id_given: Callable[[str, int], None]
    refused: Callable[[int, ApiKey, int, int], None]
    unanswered: Callable[[Answer, int], None]
    failed: Callable[[ClientError, int], None]


class Round:
    """The rounds of one member, one after another."""

    def __init__(
        self, options: MemberOptions, parts: Parts, assignors: Sequence[Assignor], doors: Doors
    ) -> None:
        self.is_eager = kind_of(assignors) == "eager"
        self.topics: tuple[str, ...] = ()
        """The topics of the last JoinGroup."""
        self._options = options
        self._parts = parts
        self._assignors = {each.name: each for each in assignors}
        self._assignor: Assignor | None = None
        """The group's."""
        self._doors = doors
        self._leader = Leader(parts.metadata, has_rack=bool(options.client_rack))
        self._call: Call | None = None
        self._node = -1
        self._who: GroupMetadata | None = None

    def join(
        self, node: int, who: GroupMetadata, topics: tuple[str, ...], owned: Partitions, reason: str
    ) -> Call:
        """Begin a round; return the call to send."""
        self.topics, self._node, self._who = topics, node, who
        protocols = subscriptions(
            self._assignors.values(), topics, owned, who.generation_id, self._options.client_rack
        )
        request = join_request(self._options, who, protocols, reason)
        return self._called(Call(ApiKey.JOIN_GROUP, request, self._join_answered, node=node))

    def stop(self) -> bool:
        """End the round; return whether a request of it is under way."""
        self._leader.stop()
        call, self._call = self._call, None
        if call is not None:
            self._parts.outbox.withdraw(call)
        return call is not None

    def on_view(self, view: ClusterView, now_ms: int) -> bool:
        """Assign if the round waited for this view; return whether the group has to rebalance."""
        return self._leader.on_view(view, now_ms)

    def adopted(self, assigned: Sequence[TopicPartition]) -> None:
        """Pass the assignment of this member to the group's assignor."""
        assert self._assignor is not None
        assert self._who is not None
        self._assignor.on_assignment(assigned, self._who.generation_id)

    def _called(self, call: Call) -> Call:
        options = self._options
        call.lane = COORDINATOR
        call.timeout_ms = max(
            options.request_timeout_ms, options.max_poll_interval_ms + JOIN_GRACE_MS
        )
        self._call = call
        return call

    def _join_answered(self, answer: Answer, now_ms: int) -> None:
        self._call = None
        message = answer.message
        if message is None:
            self._doors.unanswered(answer, now_ms)
            return
        assert isinstance(message, JoinGroupResponse)
        if message.error_code == ID_REQUIRED:
            self._doors.id_given(message.member_id, now_ms)
        elif message.error_code:
            self._doors.refused(message.error_code, ApiKey.JOIN_GROUP, answer.node, now_ms)
        else:
            self._joined(message, now_ms)

    def _joined(self, message: JoinGroupResponse, now_ms: int) -> None:
        self._assignor = self._assignors.get(message.protocol_name or "")
        if self._assignor is None or message.protocol_type not in (None, PROTOCOL_TYPE):
            self._inconsistent(message, ApiKey.JOIN_GROUP, now_ms)
            return
        assert self._who is not None
        self._who = self._who._replace(
            member_id=message.member_id, generation_id=message.generation_id
        )
        self._leader.stop()
        self._doors.joined(message.member_id, message.generation_id)
        try:
            self._lead(message, self._assignor, now_ms)
        except DecodeError as error:
            self._doors.failed(UnreadableAnswer(f"a member's subscription: {error}"), now_ms)

    def _lead(self, message: JoinGroupResponse, assignor: Assignor, now_ms: int) -> None:
        is_leader = message.leader == message.member_id
        if is_leader and not message.skip_assignment:
            self._leader.lead(message.members, assignor, self._sync, now_ms)
            return
        if is_leader:
            self._leader.watch(message.members, now_ms)
        self._sync({}, now_ms)

    def _sync(self, assignments: Assignments, now_ms: int) -> None:
        assert self._who is not None
        assert self._assignor is not None
        request = sync_request(self._who, self._assignor.name, assignments)
        call = Call(ApiKey.SYNC_GROUP, request, self._sync_answered, node=self._node)
        self._parts.outbox.send(self._called(call), now_ms)

    def _sync_answered(self, answer: Answer, now_ms: int) -> None:
        self._call = None
        message = answer.message
        if message is None:
            self._doors.unanswered(answer, now_ms)
            return
        assert isinstance(message, SyncGroupResponse)
        assert self._assignor is not None
        names = (message.protocol_type, message.protocol_name)
        if message.error_code:
            self._doors.refused(message.error_code, ApiKey.SYNC_GROUP, answer.node, now_ms)
        elif names not in ((None, None), (PROTOCOL_TYPE, self._assignor.name)):
            self._inconsistent(message, ApiKey.SYNC_GROUP, now_ms)
        else:
            self._synced(message.assignment, now_ms)

    def _synced(self, data: bytes, now_ms: int) -> None:
        """Read the assignment; no bytes are an empty one, for a member that the leader left out."""
        try:
            found = decode_assignment(data).partitions if data else ()
        except DecodeError as error:
            self._doors.failed(UnreadableAnswer(f"an assignment: {error}"), now_ms)
        else:
            self._doors.synced(found, now_ms)

    def _inconsistent(
        self, message: JoinGroupResponse | SyncGroupResponse, api: ApiKey, now_ms: int
    ) -> None:
        names = f"{message.protocol_type} {message.protocol_name}"
        what = f"group {self._options.group_id!r} goes by {names}, which was not offered"
        self._doors.failed(refusal(INCONSISTENT_PROTOCOL, what, api=api), now_ms)
