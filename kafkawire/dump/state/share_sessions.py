"""Share sessions rebuilt from what clients and brokers say to each other (KIP-932).

A member of a share group has a session with each broker that leads some of what it reads. As in a
fetch session, the client names only what changed; other than there, the group and the member are
its name, and acknowledging counts as a request of it too:

    ShareFetch of epoch 0       it begins, in place of the member's former one
    epoch -1, of either API     it ends, and what was acquired and not acknowledged is free again
    epoch 1 and up              its next request: partitions come and go, and are acknowledged

An answer leaves a partition out when nothing of it was acquired and there is no error. What is
acquired is locked for the member until it says what became of it, or until the lock times out:
then, or when it is released, somebody gets it again, and its delivery count says so.

A broker that has lost a session answers that it does not know it. Since Kafka 4.1 it loses one with
the connection on which it was opened (`ShareSessionCache`).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.dump.state.phrases import error_name, lasted
from kafkawire.dump.state.session_memory import SessionMemory, next_epoch
from kafkawire.dump.state.session_step import (
    BEGUN_UNSEEN,
    THROTTLED,
    had_text,
    missed_text,
    wrong_epoch_text,
)
from kafkawire.dump.state.share_records import Key, acknowledged_in, acquired_in, partitions_of
from kafkawire.dump.state.share_step import NOTHING_ACQUIRED, RENEWED_ONLY, ShareSessionStep
from kafkawire.dump.transport import Endpoint
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange, Message
    from kafkawire.dump.state.session_step import Partitions
    from kafkawire.dump.state.topics import TopicNames

LEFT_OUT_NAMED_MAX = 8

OPENING = 0
CLOSING = -1
NOT_KNOWN = -2
"""The epoch of a session of which it is not known whether the broker has counted a request."""

_FETCH = ApiKey.SHARE_FETCH.value


class SessionKey(NamedTuple):
    """What a broker knows a session by, and the broker."""

    broker: Endpoint
    group: str
    member: str


class ShareSession:
    """What a broker remembers of one member."""

    __slots__ = ("begun_on", "counted", "epoch", "is_whole", "partitions", "used_ns", "used_on")

    def __init__(self, connection: Connection, used_ns: int) -> None:
        self.begun_on: Connection | None = connection
        """The connection on which it began; None if that was not seen."""
        self.used_on = connection
        """The connection with its latest request."""
        self.used_ns = used_ns
        self.epoch = 1
        """The one that the next request must have."""
        self.is_whole = True
        self.partitions: dict[Key, None] = {}
        self.counted = 0
        """How many of its partitions the sum of all has."""


class _Ask(NamedTuple):
    """A request with its answer, if there is one that can be read."""

    request: Message
    wanted: dict[str, Any]
    said: dict[str, Any] | None
    now_ns: int

    @property
    def is_fetch(self) -> bool:
        return self.request.api_key == _FETCH

    @property
    def epoch(self) -> int:
        found: int = self.wanted["shareSessionEpoch"]
        return found

    @property
    def opens(self) -> bool:
        """Whether it wants a session; to acknowledge opens none, whatever its epoch."""
        return self.is_fetch and self.epoch == OPENING

    @property
    def key(self) -> SessionKey:
        server = self.request.connection.server
        return SessionKey(server, self.wanted["groupId"] or "", self.wanted["memberId"] or "")

    @property
    def error_code(self) -> int:
        found: int = ErrorCode.NONE if self.said is None else self.said["errorCode"]
        return found

    def step(self, kind: str, **fields: Any) -> ShareSessionStep:
        """A step of this request."""
        return ShareSessionStep(f"{self.key.group}/{self.key.member}", self.epoch, kind, **fields)


class ShareSessions:
    """All share sessions that are known, and what each request does to them."""

    def __init__(self, names: TopicNames) -> None:
        self._names = names
        self._sessions: SessionMemory[SessionKey, ShareSession] = SessionMemory()

    def find(self, broker: Endpoint, group: str, member: str) -> ShareSession | None:
        """A session as it is now."""
        return self._sessions.find(SessionKey(broker, group, member))

    def done(self, exchange: Exchange) -> None:
        """Take an exchange that has ended, and put its step into it."""
        request, response = exchange.request, exchange.response
        if request is None or not request.values:
            return
        said = None if response is None else response.values or None
        now_ns = (response or request).end_ns
        exchange.session = self._step(_Ask(request, request.values, said, now_ns))

    def _step(self, ask: _Ask) -> ShareSessionStep:
        if ask.error_code != ErrorCode.NONE:
            return self._refused(ask)
        if ask.epoch == CLOSING:
            return self._closed(ask)
        if ask.opens:
            return self._opened(ask)
        return self._continued(ask)

    def _closed(self, ask: _Ask) -> ShareSessionStep:
        old = self._sessions.end(ask.key, ask.now_ns)
        return self._acknowledging(ask, ask.step("closed", detail=had_text(old)))

    def _opened(self, ask: _Ask) -> ShareSessionStep:
        old = self._sessions.end(ask.key, ask.now_ns)
        if ask.said is None:
            return ask.step("unanswered", detail=had_text(old))
        session = ShareSession(ask.request.connection, ask.now_ns)
        self._sessions.begin(ask.key, session)
        added, _, _ = self._change(session, ask)
        detail = "in place of the former one" if old is not None else ""
        return self._answered(session, ask, ask.step("opened", added=added, detail=detail))

    def _continued(self, ask: _Ask) -> ShareSessionStep:
        session = self._sessions.use(ask.key)
        if session is None:
            session = ShareSession(ask.request.connection, ask.now_ns)
            session.begun_on, session.is_whole, session.epoch = None, False, ask.epoch
            self._sessions.begin(ask.key, session)
        details = (
            "" if ask.said is None else _missed(session, ask.epoch),
            "" if session.begun_on is not None else BEGUN_UNSEEN,
        )
        detail = ", ".join(filter(None, details))
        session.epoch = NOT_KNOWN if ask.said is None else next_epoch(ask.epoch)
        session.used_ns, session.used_on = ask.now_ns, ask.request.connection
        added, changed, forgotten = self._change(session, ask) if ask.is_fetch else ((), (), ())
        step = ask.step(
            "continued", added=added, changed=changed, forgotten=forgotten, detail=detail
        )
        step = self._acknowledging(ask, step)
        if ask.said is None:
            self._sessions.count(session)
            return step._replace(
                kind="unanswered", held=len(session.partitions), is_whole=session.is_whole
            )
        return self._answered(session, ask, step)

    def _refused(self, ask: _Ask) -> ShareSessionStep:
        """A session whose epoch was wrong is kept; what the broker does not find is gone."""
        if ask.opens:
            self._sessions.end(ask.key, ask.now_ns)
            return ask.step("none", detail=_why_none(ask.error_code))
        session = self._sessions.find(ask.key)
        is_evicted = False
        if ask.error_code == ErrorCode.SHARE_SESSION_NOT_FOUND:
            is_evicted = session is not None and _is_all_seen(session, ask)
            detail = self._why_not_found(ask, session)
            self._sessions.end(ask.key, ask.now_ns)
        elif ask.error_code == ErrorCode.INVALID_SHARE_SESSION_EPOCH:
            detail = _why_wrong(ask, session)
        else:
            detail = f"error {error_name(ask.error_code)}"
            if session is not None:
                session.epoch = NOT_KNOWN
        is_gone = ask.error_code == ErrorCode.SHARE_SESSION_NOT_FOUND
        held = 0 if session is None or is_gone else len(session.partitions)
        is_whole = session is not None and session.is_whole
        return ask.step(
            "refused", held=held, is_whole=is_whole, is_evicted=is_evicted, detail=detail
        )

    def _why_not_found(self, ask: _Ask, session: ShareSession | None) -> str:
        if session is not None:
            unused = lasted(ask.now_ns - session.used_ns)
            begun_on = session.begun_on
            if begun_on is not None and begun_on is not ask.request.connection:
                why = (
                    f"it began on connection #{begun_on.number}, and ends with that since Kafka 4.1"
                )
            elif begun_on is not None and _is_all_seen(session, ask):
                why = "the broker was restarted, or the group has removed the member"
            else:
                return (
                    f"it is gone, {unused} after its latest use that was seen; {had_text(session)}"
                )
            return (
                f"the broker has lost it, {unused} after its latest use: {why}; {had_text(session)}"
            )
        closed_ns = self._sessions.closed_ns(ask.key)
        if closed_ns is not None:
            return f"it has ended {lasted(ask.now_ns - closed_ns)} before"
        return "the broker does not know it, and neither was its beginning seen"

    # What a session holds

    def _change(
        self, session: ShareSession, ask: _Ask
    ) -> tuple[Partitions, Partitions, Partitions]:
        """Apply a request: what it adds, names again and forgets, in this order, as Kafka does."""
        added: list[TopicPartition] = []
        changed: list[TopicPartition] = []
        forgotten: list[TopicPartition] = []
        held = session.partitions
        for key, partition in partitions_of(ask.wanted["topics"]):
            if partition.get("partitionMaxBytes") == 0:
                continue  # In version 0 this is there for its acknowledgements alone.
            (changed if key in held else added).append(self._names.partition(key))
            held[key] = None
        for topic in ask.wanted["forgottenTopicsData"]:
            for number in topic["partitions"]:
                key = (topic["topicId"], number)
                if key in held or not session.is_whole:
                    forgotten.append(self._names.partition(key))
                held.pop(key, None)
        return tuple(added), tuple(changed), tuple(forgotten)

    def _answered(
        self, session: ShareSession, ask: _Ask, step: ShareSessionStep
    ) -> ShareSessionStep:
        """The step with what the answer says."""
        assert ask.said is not None
        told = dict(partitions_of(ask.said["responses"]))
        left_out: dict[Key, str] = {}
        if ask.is_fetch:
            reason = _why_left_out(ask)
            left_out = {key: reason for key in session.partitions if key not in told}
            if not session.is_whole:
                session.partitions.update(dict.fromkeys(told))
        self._sessions.count(session)
        acquired, records = acquired_in(told.items(), self._names.partition)
        details = (step.detail, self._not_acknowledged(told))
        named = islice(left_out.items(), LEFT_OUT_NAMED_MAX)
        return step._replace(
            held=len(session.partitions),
            is_whole=session.is_whole,
            reported=tuple(map(self._names.partition, told)),
            left_out=dict(Counter(left_out.values())),
            left_out_partitions={self._names.partition(key): reason for key, reason in named},
            detail=", ".join(filter(None, details)),
            acquired=acquired,
            acquired_records=records,
        )

    def _acknowledging(self, ask: _Ask, step: ShareSessionStep) -> ShareSessionStep:
        """The step with what the request says of records."""
        ranges, records = acknowledged_in(
            partitions_of(ask.wanted["topics"]), self._names.partition
        )
        return step._replace(acknowledged=ranges, acknowledged_records=records)

    def _not_acknowledged(self, told: dict[Key, dict[str, Any]]) -> str:
        """What is wrong with acknowledgements, of the first partition that has something."""
        wrong = [
            (key, code)
            for key, partition in told.items()
            if (code := partition.get("acknowledgeErrorCode", partition["errorCode"]))
        ]
        if not wrong:
            return ""
        key, code = wrong[0]
        shown = self._names.partition(key)
        text = f"what is said of {shown.topic} {shown.partition} is refused: {error_name(code)}"
        if code == ErrorCode.INVALID_RECORD_STATE:
            text += ", the member does not have these records (any more): a lock may have timed out"
        more = len(wrong) - 1
        return f"{text}, and so in {counted(more, 'partition')} more" if more else text


def _is_all_seen(session: ShareSession, ask: _Ask) -> bool:
    """Whether all that was said of a session since its latest use was seen."""
    connections = (session.used_on, ask.request.connection)
    is_counted = session.epoch != NOT_KNOWN
    return is_counted and all(each.is_unbroken(session.used_ns) for each in connections)


def _why_left_out(ask: _Ask) -> str:
    assert ask.said is not None
    if ask.said["throttleTimeMs"]:
        return THROTTLED
    return RENEWED_ONLY if ask.wanted.get("isRenewAck") else NOTHING_ACQUIRED


def _missed(session: ShareSession, epoch: int) -> str:
    if session.epoch in (epoch, NOT_KNOWN):
        return ""
    session.is_whole = False
    return missed_text(session.epoch, epoch)


def _why_wrong(ask: _Ask, session: ShareSession | None) -> str:
    if ask.epoch == OPENING:
        return "an acknowledgement opens no session, only a fetch does"
    if session is None or not _is_all_seen(session, ask):
        return "the broker expects another epoch"
    return wrong_epoch_text(session.epoch, ask.epoch)


def _why_none(error_code: int) -> str:
    if error_code in (ErrorCode.SHARE_SESSION_LIMIT_REACHED, ErrorCode.SHARE_SESSION_NOT_FOUND):
        # Kafka before 4.1 has no error of its own for it.
        return "the broker has as many as it may have (group.share.max.share.sessions)"
    return f"error {error_name(error_code)}"
