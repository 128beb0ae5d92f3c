"""What kind of fetch a request is, by its session id and epoch (fetch.md E.1 and E.2).

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


class SessionRefused(ApiError):
    """The session does not exist or expects something else; the answer lists nothing (A-20)."""


def is_full(request: FetchRequest) -> bool:
    """Whether the request lists everything it wants (fetch.md E-3)."""
    return request.session_epoch in (FINAL_EPOCH, INITIAL_EPOCH)


def open_session(
    sessions: FetchSessionCache, request: FetchRequest, *, uses_topic_ids: bool, now_ms: int
) -> FetchSession | None:
    """The session that the request goes on with, told what it asks; None for a full fetch.

    A session that has nothing left is closed, and its request is served as a full one (E-16).
    Raises `SessionRefused`, or `ApiError` with UNKNOWN_SERVER_ERROR for an impossible id.
    """
    session = sessions.get(request.session_id)
    if is_full(request):
        if session is not None:
            sessions.remove(session)
        return None
    session = checked(session, request, uses_topic_ids=uses_topic_ids)
    take_over(session, request, uses_topic_ids=uses_topic_ids)
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
    """Add and update what the request lists, then drop what it forgets (fetch.md E-15)."""
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
