"""Fetch sessions rebuilt from what clients and brokers say to each other (KIP-227).

A broker remembers what a client fetches, so that the client names only what changed, and the broker
answers only what is new. So a Fetch of a session cannot be understood alone: the partitions it is
about were named before. Here is what the broker remembers, one step for each answered request:

    epoch 0, answered with an id    that session begins, with every partition of the request; the
                                    one that the request named ends
    epoch -1                        the session that the request named ends
    epoch 1 and up                  the session's next request: partitions come, change and go

A broker leaves a partition out of an answer if it has no records for it, its high watermark and log
start are what they were, and there is no error. No records may mean that there are none, that the
answer had no room left, or that an open transaction holds back a reader of committed records. What
the position and the last known offsets say of that is kept for the few partitions that are not at
their end, so that a step costs what it changes.

A session whose beginning was not seen is known in part, from what is said of it. A broker is known
by its address, since ids of sessions mean nothing elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.state.fetch_session import FetchSession
from kafkawire.dump.state.fetches import (
    VERSION_MAX,
    Answered,
    Asked,
    Key,
    Told,
    answered,
    answered_partitions,
    asked,
    asked_partitions,
    forgotten_partitions,
    max_bytes,
    may_have_session,
    names_partitions,
)
from kafkawire.dump.state.phrases import error_name, lasted
from kafkawire.dump.state.session_memory import SessionMemory, next_epoch
from kafkawire.dump.state.session_step import (
    BEGUN_UNSEEN,
    NO_ROOM,
    NOT_READ,
    NOTHING_NEW,
    THROTTLED,
    Partitions,
    SessionStep,
    had_text,
    missed_text,
    wrong_epoch_text,
)
from kafkawire.dump.transport import Endpoint
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange, Message
    from kafkawire.dump.state.topics import TopicNames

OPENING = 0
CLOSING = -1

SessionKey = tuple[Endpoint, int]

_NOBODY: Partitions = ()
_NO_CHANGES = (_NOBODY, _NOBODY, _NOBODY)
_NOBODY_TOLD: dict[Key, Told] = {}
_NOTHING: dict[str, int] = {}
_NOTHING_NAMED: dict[TopicPartition, str] = {}


class _Fetch(NamedTuple):
    """A request of a session with its response, if there is one that can be read."""

    request: Message
    response: Message | None
    ask: Asked
    answer: Answered | None

    @property
    def broker(self) -> Endpoint:
        return self.request.connection.server

    @property
    def key(self) -> SessionKey:
        return self.broker, self.ask.session_id

    @property
    def now_ns(self) -> int:
        return (self.response or self.request).end_ns


class FetchSessions:
    """All sessions of all brokers that are known, and what each Fetch does to them."""

    def __init__(self, names: TopicNames) -> None:
        self._names = names
        self._sessions: SessionMemory[SessionKey, FetchSession] = SessionMemory()

    def find(self, broker: Endpoint, session_id: int) -> FetchSession | None:
        """A session as it is now."""
        return self._sessions.find((broker, session_id))

    def not_decoded(self, exchange: Exchange) -> None:
        """A Fetch that says nothing for certain: what it names is not known for sure any more."""
        request = exchange.request
        if request is None or request.api_version > VERSION_MAX or not may_have_session(request):
            return
        ask = asked(request)
        session = None if ask is None else self._sessions.find((request.connection.server, ask[1]))
        if session is not None:
            session.is_whole = session.is_in_step = False

    def done(self, exchange: Exchange) -> None:
        """Take an exchange that has ended, and put its step into it."""
        request, response = exchange.request, exchange.response
        if request is None or not may_have_session(request):
            return
        ask = asked(request)
        if ask is None:
            return
        fetch = _Fetch(request, response, ask, answered(response) if response else None)
        if ask.session_epoch in (OPENING, CLOSING):
            exchange.session = self._full(fetch)
        elif fetch.answer is not None and fetch.answer.error_code != ErrorCode.NONE:
            exchange.session = self._refused(fetch, fetch.answer)
        else:
            exchange.session = self._incremental(fetch)

    def _full(self, fetch: _Fetch) -> SessionStep:
        ask, answer = fetch.ask, fetch.answer
        old = self._sessions.end(fetch.key, fetch.now_ns)
        if ask.session_epoch == CLOSING:
            return SessionStep(ask.session_id, CLOSING, "closed", detail=had_text(old))
        if answer is None or fetch.response is None:
            return SessionStep(ask.session_id, OPENING, "unanswered", detail=had_text(old))
        if answer.session_id == 0 or answer.error_code != ErrorCode.NONE:
            return SessionStep(ask.session_id, OPENING, "none", detail=_why_none(answer))
        session = self._begin(fetch, answer.session_id)
        session.is_begun = True
        wanted = asked_partitions(fetch.request)
        told = answered_partitions(fetch.response)
        for key in told:
            if key in wanted:
                session.ask(key, wanted[key])
        reported = self._report(session, fetch, told)
        detail = f"in place of session {ask.session_id}" if ask.session_id else ""
        held = len(session.partitions)
        self._sessions.count(session)
        return SessionStep(
            session.id, OPENING, "opened", held, session.is_whole, added=reported,
            reported=reported, detail=detail,
        )  # fmt: skip

    def _refused(self, fetch: _Fetch, answer: Answered) -> SessionStep:
        """Kafka keeps a session whose epoch was wrong; what it does not find is gone."""
        session = self._sessions.find(fetch.key)
        is_evicted = False
        if answer.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND:
            is_evicted = session is not None and _is_all_seen(session, fetch)
            detail = self._why_not_found(fetch, session)
            self._sessions.end(fetch.key, fetch.now_ns)
        elif answer.error_code == ErrorCode.INVALID_FETCH_SESSION_EPOCH:
            detail = _why_wrong(fetch, session)
        elif answer.error_code == ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR:
            detail = "the session names topics by name and the request by id, or the reverse"
        else:
            # It failed later, and has used up its epoch (`FetchSession` knows no way back).
            detail = f"error {error_name(answer.error_code)}"
            if session is not None and session.epoch == fetch.ask.session_epoch:
                session.epoch = next_epoch(session.epoch)
                session.is_whole = False
        is_gone = answer.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
        held = 0 if session is None or is_gone else len(session.partitions)
        return SessionStep(
            fetch.ask.session_id, fetch.ask.session_epoch, "refused", held,
            is_whole=session is not None and session.is_whole, is_evicted=is_evicted, detail=detail,
        )  # fmt: skip

    def _why_not_found(self, fetch: _Fetch, session: FetchSession | None) -> str:
        if session is not None:
            unused = lasted(fetch.now_ns - session.used_ns)
            if not _is_all_seen(session, fetch):
                return (
                    f"it is gone, {unused} after its latest use that was seen; {had_text(session)}"
                )
            return (
                f"the broker has lost it, {unused} after its latest use: evicted for another, "
                f"or the broker was restarted; {had_text(session)}"
            )
        closed_ns = self._sessions.closed_ns(fetch.key)
        if closed_ns is not None:
            return f"it has ended {lasted(fetch.now_ns - closed_ns)} before"
        return "the broker does not know it, and neither was its beginning seen"

    def _incremental(self, fetch: _Fetch) -> SessionStep:
        session = self._sessions.use(fetch.key)
        if session is None:
            is_closed = self._sessions.closed_ns(fetch.key) is not None
            if fetch.answer is None or is_closed:
                return SessionStep(
                    fetch.ask.session_id,
                    fetch.ask.session_epoch,
                    "unanswered" if fetch.answer is None else "continued",
                    is_whole=False,
                    detail="it had ended before this was answered" if is_closed else "",
                )
            session = self._begin(fetch, fetch.ask.session_id)
            session.is_whole = False
            session.epoch = fetch.ask.session_epoch
        return self._continued(fetch, session)

    def _continued(self, fetch: _Fetch, session: FetchSession) -> SessionStep:
        epoch, answer = fetch.ask.session_epoch, fetch.answer
        missed = "" if epoch == session.epoch else _missed(session, epoch)
        if answer is None:
            missed = ""  # Whether the broker took this epoch is not known.
        if not session.is_begun:
            missed = f"{missed}, {BEGUN_UNSEEN}" if missed else BEGUN_UNSEEN
        session.epoch = next_epoch(epoch)
        session.used_ns, session.used_on = fetch.now_ns, fetch.request.connection
        session.is_in_step = answer is not None
        added, changed, forgotten = _NO_CHANGES
        if names_partitions(fetch.request):
            added, changed, forgotten = self._change(session, fetch)
        kind, reported, left_out, named = "unanswered", _NOBODY, _NOTHING, _NOTHING_NAMED
        if answer is not None:
            if answer.session_id == 0 and not answer.throttle_time_ms:
                self._sessions.end(fetch.key, fetch.now_ns)
                return SessionStep(
                    session.id, epoch, "emptied", 0, True, added, changed, forgotten, detail=missed
                )
            kind = "continued"
            reported, left_out, named = self._answered(session, fetch, answer)
        held = len(session.partitions)
        if held != session.counted:
            self._sessions.count(session)
        return SessionStep(
            session.id, epoch, kind, held, session.is_whole, added, changed, forgotten,
            reported, left_out, named, False, missed,
        )  # fmt: skip

    def _change(
        self, session: FetchSession, fetch: _Fetch
    ) -> tuple[Partitions, Partitions, Partitions]:
        """Apply a request: what it adds, changes and forgets, in this order, as Kafka does."""
        added: dict[TopicPartition, None] = {}
        changed: dict[TopicPartition, None] = {}
        for key, offset in asked_partitions(fetch.request).items():
            is_new = session.ask(key, offset)
            session.judge(key, fetch.ask.is_read_committed)
            shown = self._shown(session, key)
            if is_new:
                added[shown] = None
            elif shown not in added:
                changed[shown] = None
        forgotten = []
        for key in forgotten_partitions(fetch.request):
            shown = self._shown(session, key)
            if session.forget(key) or not session.is_whole:
                forgotten.append(shown)
        return tuple(added), tuple(changed), tuple(forgotten)

    def _answered(
        self, session: FetchSession, fetch: _Fetch, answer: Answered
    ) -> tuple[Partitions, dict[str, int], dict[TopicPartition, str]]:
        """What is reported, how much is left out and why, and the first of that."""
        assert fetch.response is not None
        if names_partitions(fetch.response):
            told = answered_partitions(fetch.response)
            left_out, named = self._left_out(session, told, NOTHING_NEW, fetch.request)
            return self._report(session, fetch, told), left_out, named
        if answer.throttle_time_ms:
            return (_NOBODY, *self._left_out(session, _NOBODY_TOLD, THROTTLED))
        if session.idle is None:
            session.idle = self._left_out(session, _NOBODY_TOLD, NOTHING_NEW)
        return (_NOBODY, *session.idle)

    def _left_out(
        self,
        session: FetchSession,
        told: dict[Key, Told],
        usual: str,
        request: Message | None = None,
    ) -> tuple[dict[str, int], dict[TopicPartition, str]]:
        left_out = session.left_out(told, usual)
        named = {
            self._shown(session, key): reason for key, reason in session.first_left_out(told, usual)
        }
        if NOT_READ in left_out and request is not None and _is_full(request, told):
            left_out = {NO_ROOM if why == NOT_READ else why: n for why, n in left_out.items()}
            named = {key: NO_ROOM if why == NOT_READ else why for key, why in named.items()}
        return left_out, named

    def _report(self, session: FetchSession, fetch: _Fetch, told: dict[Key, Told]) -> Partitions:
        """Note what an answer says."""
        for key, each in told.items():
            session.report(key, each)
            session.judge(key, fetch.ask.is_read_committed)
        return tuple([self._shown(session, key) for key in told])

    def _shown(self, session: FetchSession, key: Key) -> TopicPartition:
        held = session.partitions.get(key)
        if held is not None and held.shown is not None:
            return held.shown
        topic, partition = key
        shown = TopicPartition(self._names.shown(topic), partition)
        if held is not None and (isinstance(topic, str) or self._names.name(topic) is not None):
            held.shown = shown
        return shown

    def _begin(self, fetch: _Fetch, session_id: int) -> FetchSession:
        session = FetchSession(session_id, fetch.now_ns)
        session.used_on = fetch.request.connection
        self._sessions.begin((fetch.broker, session_id), session)
        return session


def _missed(session: FetchSession, epoch: int) -> str:
    session.is_whole = False
    return missed_text(session.epoch, epoch)


def _is_all_seen(session: FetchSession, fetch: _Fetch) -> bool:
    """Whether all that was said of a session since its latest use was seen."""
    used_on, since_ns = session.used_on, session.used_ns
    if used_on is None or not session.is_in_step or not used_on.is_unbroken(since_ns):
        return False
    connection = fetch.request.connection
    return connection is used_on or connection.is_unbroken(since_ns)


def _is_full(request: Message, told: dict[Key, Told]) -> bool:
    """Whether what fills an answer leaves no room for as many records of another partition."""
    sizes = [each.records_size for each in told.values()]
    return bool(sizes) and max(sizes) > 0 and sum(sizes) + max(sizes) > max_bytes(request)


def _why_wrong(fetch: _Fetch, session: FetchSession | None) -> str:
    if session is None or not _is_all_seen(session, fetch):
        return "the broker expects another epoch"
    return wrong_epoch_text(session.epoch, fetch.ask.session_epoch)


def _why_none(answer: Answered) -> str:
    if answer.throttle_time_ms:
        return "a throttled answer opens none"
    if answer.error_code != ErrorCode.NONE:
        return f"error {error_name(answer.error_code)}"
    return "the broker has no room for one, or has them switched off"
