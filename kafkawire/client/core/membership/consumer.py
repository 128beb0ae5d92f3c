"""A member of a group in which the broker assigns (KIP-848, `group.protocol=consumer`).

A member joins, reports what it owns, receives targets and leaves by heartbeats. At most one is in
flight. `consumer_states` has the states, `reconciliation` the way to a target, and
`consumer_heartbeats` the fields of a heartbeat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership.common import Leave, MemberOptions, Parts
from kafkawire.client.core.membership.consumer_heartbeats import (
    JOIN_EPOCH,
    LEAVE_EPOCH,
    LEAVE_STATIC_EPOCH,
    Contents,
    Heartbeats,
    refused,
    without_patterns,
    without_protocol,
)
from kafkawire.client.core.membership.consumer_states import (
    MEMBER,
    SENDING,
    TRANSITIONS,
    Event,
    State,
    next_state,
)
from kafkawire.client.core.membership.coordinator import NOT_FOUND
from kafkawire.client.core.membership.handover import (
    Failed,
    Handover,
    Left,
    Partitions,
    Raise,
)
from kafkawire.client.core.membership.heartbeat_sender import Doors, HeartbeatSender
from kafkawire.client.core.membership.losses import lost_error, poll_interval_error
from kafkawire.client.core.membership.member_id import made_member_id
from kafkawire.client.core.membership.poll_interval import PollInterval
from kafkawire.client.core.membership.reconciliation import Reconciliation
from kafkawire.client.core.membership.topic_selection import Selected, TopicSelection
from kafkawire.client.errors import (
    ClientError,
    ConnectionLost,
    UnsupportedVersion,
    refusal,
)
from kafkawire.client.values import GroupMetadata
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)

if TYPE_CHECKING:
    from kafkawire.client.core.membership.handover import Then
    from kafkawire.client.core.view import ClusterView

FENCED = (25, 110)
"""UNKNOWN_MEMBER_ID and FENCED_MEMBER_EPOCH: the member begins anew."""
TOPIC_REFUSED = 29
"""TOPIC_AUTHORIZATION_FAILED: raised in the application; the member keeps its state."""
LOADING = 14
REGEX_SINCE = 1


class ConsumerMember:
    """One member, from when it subscribes until it has left; may then subscribe again."""

    def __init__(self, options: MemberOptions, parts: Parts) -> None:
        self.state = State.UNSUBSCRIBED
        self.epoch = JOIN_EPOCH
        self.member_id = made_member_id(parts.random)
        self.uses_topic_ids = True
        """Offsets are committed by the ids of topics (OffsetCommit and OffsetFetch 10)."""
        self.is_rebalancing = False
        """Never set: rebalances of these groups do not stop commits."""
        self.handover = Handover(parts.commits, parts.timers, options.budget_ms)
        self._options = options
        self._parts = parts
        self._selected = Selected(parts.metadata)
        self._heartbeats = Heartbeats(options, self.member_id)
        self._reconciliation = Reconciliation(self.handover, parts.metadata)
        self.poll_interval = PollInterval(
            parts.timers, options.max_poll_interval_ms, self._poll_expired
        )
        self._sender = HeartbeatSender(
            options, parts, Doors(self._made, self._sent, self._failed, self.handover.stalled)
        )
        self._next: TopicSelection | None = None
        """The subscription after the present leave."""
        self._is_known = False
        """Whether a heartbeat of the member may have reached the coordinator."""
        self._leave = Leave.DEFAULT
        self._is_stale = False
        """Whether the member leaves since the poll interval is over."""
        self._awaits_ask = False
        self._awaits_hooks = False
        parts.metadata.listen(self._on_view)

    # What others look at

    @property
    def owned(self) -> Partitions:
        """The partitions that this member owns."""
        return self._reconciliation.owned

    @property
    def topics(self) -> tuple[str, ...]:
        """The names of the topics that it subscribes to, in order."""
        return self._selected.topics

    def group_metadata(self) -> GroupMetadata:
        """Return the group, epoch and id of the member; it may be outside of its group."""
        options = self._options
        epoch = self.epoch if self.epoch > JOIN_EPOCH else -1
        return GroupMetadata(options.group_id, epoch, self.member_id, options.group_instance_id)

    def identity(self) -> GroupMetadata | None:
        """Return in whose name offsets are committed; None: the member may commit nothing."""
        return self.group_metadata() if self.epoch > JOIN_EPOCH else None

    # Doors for the shell

    def subscribe(self, selection: TopicSelection, now_ms: int) -> None:
        """Subscribe to these topics, and join if the consumer is no member."""
        if self._is_leaving:
            self._next = selection
            return
        self._selected.select(selection, now_ms)
        if Event.SUBSCRIBE in TRANSITIONS[self.state]:
            self._move(Event.SUBSCRIBE)
            self._join(now_ms)
        elif self.state in MEMBER:
            self._sender.hurry(now_ms)

    def unsubscribe(
        self, now_ms: int, *, leave: Leave = Leave.DEFAULT, budget_ms: int | None = None
    ) -> None:
        """Give everything back and leave; the wish `Left` follows. Closing is the same."""
        self._leave, self._is_stale, self._next = leave, False, None
        if self.state in MEMBER:
            self._move(Event.LEAVE)
            self.handover.revoke(self.owned, self._leave_now, now_ms, budget_ms=budget_ms)
        elif not self._is_leaving:
            if self.state is not State.UNSUBSCRIBED:
                self._move(Event.LEAVE)
                self.handover.cancel()
            self._selected.select(None, now_ms)
            self.handover.wishes.append(Left())

    def asked(self, now_ms: int) -> None:
        """Note that the application asks for records: it holds none, and is there."""
        self.poll_interval.holding(None)
        if self._awaits_ask:
            self._awaits_ask = False
            self._rejoin(now_ms)

    @property
    def _is_leaving(self) -> bool:
        """Whether the application, not the poll interval, makes the member leave."""
        return self.state in (State.PREPARE_LEAVING, State.LEAVING) and not self._is_stale

    # Door for offsets

    def commit_refused(self, code: int, sent: GroupMetadata, now_ms: int) -> None:
        """Note the error code of a commit that `sent` made."""
        if code in FENCED and sent == self.identity():
            self._fenced(refusal(code, f"group {sent.group_id!r}"), now_ms)

    # Heartbeats

    def _join(self, now_ms: int) -> None:
        self.epoch = JOIN_EPOCH
        self._heartbeats.reset()
        self._sender.hurry(now_ms)

    def _made(self) -> Call | None:
        """Return the heartbeat that is due; the sender asks."""
        if self.state not in SENDING:
            return None
        if self.state is State.LEAVING:
            request = self._heartbeats.leaving(self.epoch)
        else:
            selection = self._selected.selection
            pattern = None if selection is None else selection.remote_pattern
            contents = Contents(self.topics, pattern, self._reconciliation.owned_ids)
            request = self._heartbeats.next(self.epoch, contents)
        has_pattern = request.subscribed_topic_regex is not None
        versions = (REGEX_SINCE, REGEX_SINCE) if has_pattern else None
        self._is_known = True
        return Call(ApiKey.CONSUMER_GROUP_HEARTBEAT, request, self._answered, versions=versions)

    def _sent(self, now_ms: int) -> None:
        if self.state is State.ACKNOWLEDGING:
            self._acknowledged(now_ms)

    def _answered(self, answer: Answer, now_ms: int) -> None:
        self._sender.ended()
        message = answer.message
        if self.state is State.LEAVING:
            self._left(now_ms)
        elif message is None:
            assert answer.failure is not None
            self._unanswered(answer, answer.failure, now_ms)
        else:
            assert isinstance(message, ConsumerGroupHeartbeatResponse)
            if message.error_code:
                self._refused(message, answer.node, now_ms)
            else:
                self._accepted(message, now_ms)

    def _unanswered(self, answer: Answer, failure: ClientError, now_ms: int) -> None:
        if isinstance(failure, ConnectionLost):
            self._parts.coordinator.lost(answer.node)
            self._heartbeats.reset()
            self._sender.back_off(now_ms)
        elif isinstance(failure, UnsupportedVersion):
            selection = self._selected.selection
            has_pattern = selection is not None and selection.remote_pattern is not None
            reason = without_patterns if has_pattern else without_protocol
            self._failed(reason(self._options.group_id, answer.node), now_ms)
        else:
            self._failed(failure, now_ms)

    def _refused(self, message: ConsumerGroupHeartbeatResponse, node: int, now_ms: int) -> None:
        code, group_id = message.error_code, self._options.group_id
        self._heartbeats.reset()
        if code in NOT_FOUND:
            self._parts.coordinator.lost(node)
            self._sender.hurry(now_ms)
        elif code == LOADING:
            self._sender.back_off(now_ms)
        elif code in FENCED:
            self._fenced(refused(group_id, message, node), now_ms)
        elif code == TOPIC_REFUSED:
            self.handover.wishes.append(Raise(refused(group_id, message, node)))
            self._sender.back_off(now_ms)
        elif code == ErrorCode.UNSUPPORTED_VERSION:
            self._failed(without_protocol(group_id, node), now_ms)
        else:
            self._failed(refused(group_id, message, node), now_ms)

    def _accepted(self, message: ConsumerGroupHeartbeatResponse, now_ms: int) -> None:
        self._sender.succeeded()
        self._sender.interval_ms = message.heartbeat_interval_ms
        self.epoch = message.member_epoch
        if self.state in MEMBER:
            self._targeted(message.assignment, now_ms)
        self._sender.go_on(now_ms)

    # Partitions

    def _targeted(
        self, assignment: ConsumerGroupHeartbeatResponse.Assignment | None, now_ms: int
    ) -> None:
        if assignment is None:
            if self.state is State.JOINING:
                self._move(Event.SETTLED)
            return
        reconciliation = self._reconciliation
        reconciliation.target = {
            each.topic_id: tuple(sorted(each.partitions)) for each in assignment.topic_partitions
        }
        if reconciliation.is_running or self.state is State.ACKNOWLEDGING:
            return
        if reconciliation.is_settled:
            self._move(Event.SETTLED)
        else:
            self._move(Event.TARGET)
            reconciliation.start(self._reconciled, now_ms)

    def _reconciled(self, now_ms: int) -> None:
        self._move(Event.RECONCILED)
        self._sender.hurry(now_ms)

    def _acknowledged(self, now_ms: int) -> None:
        if self._reconciliation.is_settled:
            self._move(Event.ACKNOWLEDGED)
        else:
            self._move(Event.BEHIND)
            self._reconciliation.start(self._reconciled, now_ms)

    def _on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        if self._selected.look() and self.state in MEMBER:
            self._sender.hurry(now_ms)
        if self.state is State.RECONCILING:
            self._reconciliation.start(self._reconciled, now_ms)

    # The end of a membership

    def _fenced(self, why: ClientError, now_ms: int) -> None:
        """Lose everything and begin anew, but for a member that leaves anyway."""
        if self.state is State.PREPARE_LEAVING:
            self._lose(why, self._leave_now, now_ms)
        elif self.state in MEMBER:
            self._move(Event.FENCE)
            self._lose(why, self._after_fence, now_ms)

    def _after_fence(self, now_ms: int) -> None:
        self._move(Event.HOOKS_DONE)
        self._join(now_ms)

    def _failed(self, why: ClientError, now_ms: int) -> None:
        """Give up; a member that leaves does so without another word."""
        if self.state is State.LEAVING:
            self._left(now_ms)
        elif self.state is State.PREPARE_LEAVING:
            self._lose(why, self._leave_now, now_ms)
        elif self.state in MEMBER:
            self._move(Event.FAIL)
            self._lose(why, lambda at_ms: None, now_ms)
            self.handover.wishes.append(Failed(why))

    def _lose(self, why: ClientError, then: Then, now_ms: int) -> None:
        self._sender.stop()
        self.epoch, self._is_known = JOIN_EPOCH, False
        lost = self._reconciliation.clear()
        self.handover.lose(lost, lost_error(lost, why), then, now_ms)

    def _poll_expired(self, now_ms: int) -> None:
        if self.state not in MEMBER:
            return
        why = poll_interval_error(self._options.max_poll_interval_ms, self.owned)
        self._is_stale = self._awaits_ask = self._awaits_hooks = True
        self._leave = Leave.DEFAULT
        self._move(Event.EXPIRE)
        self.handover.lose(self._reconciliation.clear(), why, self._stale_hooks_done, now_ms)
        self._leave_now(now_ms)

    def _stale_hooks_done(self, now_ms: int) -> None:
        self._awaits_hooks = False
        self._rejoin(now_ms)

    def _rejoin(self, now_ms: int) -> None:
        """Join again if all is there that a stale member waits for."""
        if self.state is State.STALE and not (self._awaits_ask or self._awaits_hooks):
            self._move(Event.REJOIN)
            self._join(now_ms)

    def _leave_now(self, now_ms: int) -> None:
        """Send the last heartbeat, unless the coordinator has no such member or is to keep it."""
        self._sender.stop()
        self._reconciliation.clear()
        self._move(Event.HOOKS_DONE)
        is_static = self._options.group_instance_id is not None
        if not self._is_known or (self._leave is Leave.REMAIN and not is_static):
            self._left(now_ms)
            return
        keeps_place = is_static and self._leave is not Leave.LEAVE
        self.epoch = LEAVE_STATIC_EPOCH if keeps_place else LEAVE_EPOCH
        self._sender.hurry(now_ms)

    def _left(self, now_ms: int) -> None:
        self._sender.stop()
        self.epoch, self._is_known = JOIN_EPOCH, False
        if self._is_stale:
            self._move(Event.LEFT_STALE)
            self._rejoin(now_ms)
            return
        self._move(Event.LEFT)
        self.handover.wishes.append(Left())
        selection, self._next = self._next, None
        self._selected.select(selection, now_ms)
        if selection is not None:
            self._move(Event.SUBSCRIBE)
            self._join(now_ms)

    def _move(self, event: Event) -> None:
        self.state = next_state(self.state, event)
