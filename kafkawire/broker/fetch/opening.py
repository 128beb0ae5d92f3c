"""What kind of fetch a request is, by its session id and epoch (fetch E.1 and E.2).

    request (id, epoch)      meaning
    (0, -1)                  a full fetch, no session; every version below 7
    (id, -1)                 close session id, then as above
    (0, 0)                   a full fetch, and please open a session
    (id, 0)                  close session id, then as above
    (id, n > 0)              the nth incremental fetch of session id

An id that no shard could have issued fails the whole request, whatever the epoch (E-35).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.session import next_epoch
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.fetch.session_cache import FetchSessionCache
    from kafkawire.protocol.messages.fetch_request import FetchRequest

FINAL_EPOCH = -1
INITIAL_EPOCH = 0
FULL_EPOCHS = (FINAL_EPOCH, INITIAL_EPOCH)
"""The epochs of requests that list all that they want (fetch E-3)."""
TAKING_OVER = -2
"""The epoch of a session while it takes over a request; no request can have it."""


class SessionRefused(ApiError):
    """The session does not exist or expects something else; the answer lists nothing (A-20)."""


def open_session(
    sessions: FetchSessionCache, request: FetchRequest, *, uses_topic_ids: bool, now_ms: int
) -> FetchSession | None:
    """Return the session of an incremental fetch, updated by the request; None for a full one.

    A session without partitions is closed, and its request is served as a full one (E-16).
    Raises `SessionRefused`, or `ApiError` with UNKNOWN_SERVER_ERROR for an impossible id.
    """
    session = sessions.get(request.session_id)
    if request.session_epoch in FULL_EPOCHS:
        if session is not None:
            sessions.remove(session)
        return None
    session = checked(session, request, uses_topic_ids=uses_topic_ids)
    # To take over a long list rests. A request that comes meanwhile has missed its turn, and the
    # session may lose its place.
    if request.topics or request.forgotten_topics_data:
        expected, session.epoch = session.epoch, TAKING_OVER
        try:
            take_over(session, request, uses_topic_ids=uses_topic_ids)
        finally:
            session.epoch = expected
        if not session.is_cached:
            raise SessionRefused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
    if not session.partitions:
        sessions.remove(session)
        return None
    session.epoch = next_epoch(session.epoch)
    sessions.touch(session, now_ms)
    return session


def checked(
    session: FetchSession | None, request: FetchRequest, *, uses_topic_ids: bool
) -> FetchSession:
    """The session, if the request may go on with it. Raises `SessionRefused`."""
    if session is None:
        raise SessionRefused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
    if session.epoch != request.session_epoch:
        raise SessionRefused(ErrorCode.INVALID_FETCH_SESSION_EPOCH)
    if session.uses_topic_ids != uses_topic_ids:
        raise SessionRefused(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR)
    return session


def take_over(session: FetchSession, request: FetchRequest, *, uses_topic_ids: bool) -> None:
    """Add and update what the request lists, then drop what it forgets (fetch E-15)."""
    for topic in request.topics:
        name = None if uses_topic_ids else topic.topic
        for asked in topic.partitions:
            key = (topic.topic_id if uses_topic_ids else topic.topic, asked.partition)
            if not session.update(key, asked):
                session.add(key, CachedPartition(name, topic.topic_id, asked))
    for forgotten in request.forgotten_topics_data:
        known_by = forgotten.topic_id if uses_topic_ids else forgotten.topic
        for partition in forgotten.partitions:
            session.drop((known_by, partition))
