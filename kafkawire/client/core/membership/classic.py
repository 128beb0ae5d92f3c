"""A member of a classic group (`group.protocol=classic`): join, sync, adopt, keep up.

`classic_states` has the states, `classic_requests` what is sent, `classic_leader` what the member
does besides if it leads. Heartbeats rest while JoinGroup or SyncGroup is under way, since answers
come in order and the coordinator does not count that time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import Answer
from kafkawire.client.core.membership.classic_errors import Verdict, verdict
from kafkawire.client.core.membership.classic_heartbeats import ClassicHeartbeats, Doors
from kafkawire.client.core.membership.classic_leave import ClassicLeave
from kafkawire.client.core.membership.classic_ownership import Ownership
from kafkawire.client.core.membership.classic_round import Doors as RoundDoors
from kafkawire.client.core.membership.classic_round import Round
from kafkawire.client.core.membership.classic_states import (
    HEARTBEATING,
    REBALANCING,
    TRANSITIONS,
    Event,
    State,
    next_state,
)
from kafkawire.client.core.membership.common import Leave, MemberOptions, Parts
from kafkawire.client.core.membership.handover import Failed, Handover, Left, Partitions, Raise
from kafkawire.client.core.membership.losses import (
    poll_interval_error,
    session_error,
)
from kafkawire.client.core.membership.poll_interval import PollInterval
from kafkawire.client.core.membership.subscription import NO_GENERATION
from kafkawire.client.core.membership.topic_selection import Selected, TopicSelection
from kafkawire.client.errors import ClientError, ConnectionLost, ServerError, refusal
from kafkawire.client.values import GroupMetadata, TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.timers import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.client.core.membership.assignors.interface import Assignor
    from kafkawire.client.core.membership.handover import Then
    from kafkawire.client.core.view import ClusterView


class ClassicMember:
    """One member, from when it subscribes until it has left; may then subscribe again."""

    def __init__(self, options: MemberOptions, parts: Parts, assignors: Sequence[Assignor]) -> None:
        self.state = State.UNJOINED
        self.member_id = ""
        self.generation = NO_GENERATION
        self.uses_topic_ids = False
        self.handover = Handover(parts.commits, parts.timers, options.budget_ms)
        self._options = options
        self._parts = parts
        self._selected = Selected(parts.metadata)
        self._round = Round(
            options,
            parts,
            assignors,
            RoundDoors(
                self._joined,
                self._synced,
                self._id_given,
                self._refused,
                self._unanswered,
                self._failed,
            ),
        )
        self._heartbeats = ClassicHeartbeats(
            options,
            parts,
            Doors(
                self._alive,
                self._refused,
                self._failed,
                self._session_expired,
                self.handover.stalled,
            ),
        )
        self.poll_interval = PollInterval(
            parts.timers, options.max_poll_interval_ms, self._poll_expired
        )
        self._backoff = Backoff(
            options.retry_backoff_ms, options.retry_backoff_max_ms, parts.random
        )
        self._ownership = Ownership(self.handover, is_eager=self._round.is_eager)
        self._leaving = ClassicLeave(options, parts)
        self._timer = parts.timers.at(NEVER, self._enter)
        self._must_rejoin = False
        self._is_parked = False
        """Whether JoinGroup or SyncGroup may still be waited for on the coordinator's lane."""
        self._reason = ""
        self._leave = Leave.DEFAULT
        self._next: TopicSelection | None = None
        parts.metadata.listen(self._on_view)

    # What others look at

    @property
    def is_rebalancing(self) -> bool:
        """Whether the group is about to assign anew."""
        return self.state in REBALANCING

    @property
    def topics(self) -> tuple[str, ...]:
        """The names of the topics that it subscribes to, in order."""
        return self._selected.topics

    @property
    def owned(self) -> Partitions:
        """The partitions that this member owns."""
        return self._ownership.owned

    def group_metadata(self) -> GroupMetadata:
        """Return the group, generation and id of the member; it may be outside of its group."""
        options = self._options
        return GroupMetadata(
            options.group_id, self.generation, self.member_id, options.group_instance_id
        )

    def identity(self) -> GroupMetadata | None:
        """Return in whose name offsets are committed; None: the member may commit nothing."""
        return self.group_metadata() if self.generation > NO_GENERATION else None

    # Doors for the shell

    def subscribe(self, selection: TopicSelection, now_ms: int) -> None:
        """Subscribe to these topics, and join if the consumer is no member."""
        if self.state is State.LEAVING:
            self._next = selection
            return
        is_new, topics = self._selected.selection is None, self.topics
        self._selected.select(selection, now_ms)
        if self.state is State.FAILED:
            self._move(Event.SUBSCRIBE)
            self._enter(now_ms)
        elif is_new and self.state is State.UNJOINED:
            self._enter(now_ms)
        elif self.topics != topics:
            self._rebalance("the subscription changed", now_ms)

    def unsubscribe(
        self, now_ms: int, *, leave: Leave = Leave.DEFAULT, budget_ms: int | None = None
    ) -> None:
        """Give everything back and leave; the wish `Left` follows. Closing is the same."""
        self._leave, self._next = leave, None
        if self.state is State.LEAVING:
            return
        self._move(Event.LEAVE)
        self._timer.cancel()
        self._is_parked = self._round.stop()
        self._ownership.give_up(self._leave_now, now_ms, budget_ms)

    def enforce_rebalance(self, reason: str, now_ms: int) -> None:
        """Have the group rebalance, as soon as the member is in it."""
        self._rebalance(reason, now_ms)

    def asked(self, now_ms: int) -> None:
        """Note that the application asks for records: it holds none, and is there."""
        self.poll_interval.holding(None)
        if self.state is State.LEFT:
            self._move(Event.ASK)
            self._enter(now_ms)

    # Door for offsets

    def commit_refused(self, code: int, sent: GroupMetadata, now_ms: int) -> None:
        """Note the error code of a commit that `sent` made."""
        if sent == self.identity():
            self._refused(code, ApiKey.OFFSET_COMMIT, -1, now_ms)

    # Joining

    def _enter(self, now_ms: int) -> None:
        """Look for the coordinator, then begin."""
        self._timer.cancel()
        if self.state is State.UNJOINED and self._selected.selection is not None:
            self._parts.coordinator.find(self._found, now_ms)

    def _found(self, now_ms: int) -> None:
        coordinator = self._parts.coordinator
        if self.state is not State.UNJOINED:
            return
        if coordinator.node is not None:
            self._prepare(Event.FOUND, now_ms)
        elif coordinator.failure is not None:
            self._failed(coordinator.failure, now_ms)

    def _rebalance(self, reason: str, now_ms: int) -> None:
        """Rebalance now, or once the member has adopted what it is about to be assigned."""
        self._reason, self._must_rejoin = reason, True
        if self.state is State.STABLE:
            self._prepare(Event.REBALANCE, now_ms)

    def _prepare(self, event: Event, now_ms: int) -> None:
        self._move(event)
        self._ownership.prepare(self.topics, self._prepared, now_ms)

    def _prepared(self, now_ms: int) -> None:
        self._move(Event.PREPARED)
        self._join(now_ms)

    def _join(self, now_ms: int) -> None:
        self._quiet()
        self._round.stop()
        node = self._parts.coordinator.node
        if node is None:
            self._lose_coordinator(now_ms)
            return
        reason, self._reason, self._must_rejoin = self._reason, "", False
        call = self._round.join(node, self.group_metadata(), self.topics, self.owned, reason)
        self._parts.outbox.send(call, now_ms)

    def _id_given(self, member_id: str, now_ms: int) -> None:
        self.member_id = member_id
        self._rejoin(f"the group gave the member id {member_id}", now_ms)

    def _rejoin(self, reason: str, now_ms: int, *, wait_ms: int = 0) -> None:
        """Join once more, with what is owned."""
        self._move(Event.REJOIN)
        self._reason = reason
        if wait_ms:
            self._timer = self._parts.timers.at(now_ms + wait_ms, self._join)
        else:
            self._join(now_ms)

    def _joined(self, member_id: str, generation: int) -> None:
        self._backoff.reset()
        self._move(Event.JOINED)
        self.member_id, self.generation = member_id, generation

    def _synced(self, assigned: tuple[TopicPartition, ...], now_ms: int) -> None:
        self._move(Event.SYNCED)
        self._heartbeats.start(now_ms)
        topics = frozenset(self.topics)
        if any(each.topic not in topics for each in assigned):
            self._reason = "topics were assigned that are not subscribed to any more"
            self._prepare(Event.REBALANCE, now_ms)
            return
        try:
            self._round.adopted(assigned)
        except Exception as error:  # noqa: BLE001 - the application's: its next ask raises it
            self.handover.wishes.append(Raise(error))
        self._ownership.adopt(assigned, self._adopted, now_ms)

    def _adopted(self, gave: bool, now_ms: int) -> None:
        if gave:
            self._rejoin("partitions were given back for other members", now_ms)
            return
        self._move(Event.ADOPTED)
        if self._must_rejoin or self._round.topics != self.topics:
            self._rebalance(self._reason or "the subscription changed", now_ms)

    def _on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        has_other_topics = self._selected.look()
        wants = self._round.on_view(newer, now_ms)
        if self.state in (State.ADOPTING, State.STABLE) and (has_other_topics or wants):
            self._rebalance("the topics or their partitions changed", now_ms)

    # Trouble

    def _alive(self) -> GroupMetadata | None:
        """Return in whose name heartbeats are sent, None if none are."""
        return self.identity() if self.state in HEARTBEATING else None

    def _session_expired(self, now_ms: int) -> None:
        """No heartbeat was answered for so long that the group has dropped the member."""
        if self.state in (State.ADOPTING, State.STABLE):
            self._parts.coordinator.doubt()
            self._quiet()
            self._move(Event.LOSE)
            self._ownership.lose(session_error(self._options.group_id), self._enter, now_ms)

    def _unanswered(self, answer: Answer, now_ms: int) -> None:
        assert answer.failure is not None
        if isinstance(answer.failure, ConnectionLost):
            self._parts.coordinator.lost(answer.node)
            self._lose_coordinator(now_ms)
        else:
            self._failed(answer.failure, now_ms)

    def _lose_coordinator(self, now_ms: int) -> None:
        """Look for the coordinator after a back-off, then join again."""
        self._quiet()
        self._move(Event.LOSE)
        self._timer = self._parts.timers.at(now_ms + self._backoff.next_ms(), self._enter)

    def _refused(self, code: int, api: ApiKey, node: int, now_ms: int) -> None:
        """Act on an error code of any request of this member."""
        if self.state is State.LEAVING:
            return
        found = verdict(code, api)
        if found in (Verdict.FENCE, Verdict.FORGET):
            self._fenced(self._error(code, api, node), now_ms, keeps_id=found is Verdict.FENCE)
        elif found is Verdict.FIND:
            self._parts.coordinator.lost(node)
            self._lose_coordinator(now_ms)
        elif found is Verdict.BACK_OFF:
            self._rejoin("the coordinator loads", now_ms, wait_ms=self._backoff.next_ms())
        elif found is Verdict.JOIN:
            self._rejoin("the group rebalances", now_ms)
        elif found is Verdict.REBALANCE and self.state in (State.ADOPTING, State.STABLE):
            self._rebalance("the group rebalances", now_ms)
        elif found is Verdict.FAIL:
            self._failed(self._error(code, api, node), now_ms)

    def _error(self, code: int, api: ApiKey, node: int) -> ServerError:
        what = f"group {self._options.group_id!r}, generation {self.generation}"
        return refusal(code, what, api=api, node=node)

    def _fenced(self, why: ServerError, now_ms: int, *, keeps_id: bool) -> None:
        """Lose everything and join anew."""
        if Event.FENCE in TRANSITIONS[self.state]:
            self._forget(keeps_id=keeps_id)
            self._move(Event.FENCE)
            self._quiet()
            self._reason = f"the group refused the member: {why}"
            was_in_round = self.state is State.JOINING
            then: Then = (lambda at_ms: None) if was_in_round else self._prepared
            self._ownership.lose(why, then, now_ms)
            if was_in_round:
                self._join(now_ms)

    def _forget(self, *, keeps_id: bool = False) -> None:
        self.generation = NO_GENERATION
        if not keeps_id:
            self.member_id = ""

    def _failed(self, why: ClientError, now_ms: int) -> None:
        """Give up, unless the member leaves anyway."""
        if Event.FAIL in TRANSITIONS[self.state]:
            self._move(Event.FAIL)
            self._end(why, now_ms)
            self.handover.wishes.append(Failed(why))

    def _end(self, why: ClientError, now_ms: int) -> None:
        self._quiet()
        self._round.stop()
        self._forget()
        self._ownership.lose(why, lambda at_ms: None, now_ms)

    def _poll_expired(self, now_ms: int) -> None:
        if Event.EXPIRE not in TRANSITIONS[self.state]:
            return
        why = poll_interval_error(self._options.max_poll_interval_ms, self.owned)
        self._move(Event.EXPIRE)
        self._leaving.expired(self.group_metadata(), now_ms, is_parked=self._round.stop())
        self._end(why, now_ms)

    # Leaving

    def _leave_now(self, now_ms: int) -> None:
        self._quiet()
        who, is_parked = self.group_metadata(), self._is_parked
        self._leaving.leave(who, self._leave, self._gone, now_ms, is_parked=is_parked)

    def _gone(self, now_ms: int) -> None:
        self._forget()
        self._is_parked = False
        self._move(Event.GONE)
        self.handover.wishes.append(Left())
        selection, self._next = self._next, None
        self._selected.select(selection, now_ms)
        self._enter(now_ms)

    def _quiet(self) -> None:
        """Send no heartbeats, and wait for nothing."""
        self._timer.cancel()
        self._heartbeats.stop()
        self._parts.coordinator.forget(self._found)

    def _move(self, event: Event) -> None:
        self.state = next_state(self.state, event)
