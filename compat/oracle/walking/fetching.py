"""Moves that fetch: at every version, outside of sessions, within them, and across their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compat.oracle.steps import Answer, Outcome
from compat.oracle.walking.ground import Ground, PlannedTopic, Request
from compat.oracle.walking.sketch import WITH_CONVERSION_BELOW, PlannedSession, Sketch
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse

BY_ID = 13
WITH_REQUEST_LIMIT = 3
WITH_ISOLATION = 4
WITH_SESSIONS = 7
WITH_CURRENT_EPOCH = 9
WITH_RACK = 11
WITH_FETCHED_EPOCH = 12
WITH_REPLICA_STATE = 15
ROOMY = 1 << 24
PARTITION_ROOMY = 1 << 20
SESSIONS_MAX = 4
CLOSE = -1
SIZED = 0.7
"""How often small limits are tried."""
OTHER_SESSION = 77
"""An id that no session has, but for a chance of one in a thousand million."""
WAIT_MS = 20
LONG_WAIT_MS = 10_000
"""More than an append takes on a busy machine."""

Element = tuple[PlannedTopic, FetchRequest.FetchPartition]


def _elements(
    sketch: Sketch, version: int, is_sized: bool, count_max: int = 6, *, with_nobody: bool = False
) -> list[list[Element]]:
    """Elements of a request: runs of partitions of one topic.

    The zero topic id, beside others, can make Kafka fail when it answers. If that is after a wait,
    it never does; so whoever names it must not wait, nor have it in a session that may wait.
    """
    random = sketch.random
    found: list[list[Element]] = []
    for _ in range(random.randint(0, count_max)):
        topic = sketch.topic(sized=is_sized)
        if not topic.name and version >= BY_ID and not with_nobody:
            topic = sketch.strange[0]
        place = (topic, _partition(sketch, version, topic, is_sized))
        if found and found[-1][0][0] is topic and random.random() < 0.9:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _partition(
    sketch: Sketch, version: int, topic: PlannedTopic, is_sized: bool
) -> FetchRequest.FetchPartition:
    random = sketch.random
    at = sketch.partition(topic)
    found = FetchRequest.FetchPartition(partition=at, fetch_offset=sketch.offset(topic, at))
    limits = (PARTITION_ROOMY, PARTITION_ROOMY, 500, 100, 61, 1, 0, -1)
    found.partition_max_bytes = random.choice(limits) if is_sized else PARTITION_ROOMY
    if version >= WITH_CURRENT_EPOCH:
        found.current_leader_epoch = sketch.leader_epoch()
    if version >= WITH_FETCHED_EPOCH and random.random() < 0.15:
        found.last_fetched_epoch = random.choice((0, 0, 1, 5, -2))
    if version >= 5 and random.random() < 0.1:
        found.log_start_offset = random.choice((0, 1, 100))
    return found


def _made(
    ground: Ground, version: int, elements: Sequence[Sequence[Element]]
) -> list[FetchRequest.FetchTopic]:
    found = []
    for run in elements:
        element = FetchRequest.FetchTopic(partitions=[each for _, each in run])
        if version >= BY_ID:
            element.topic_id = ground.topic_id(run[0][0])
        else:
            element.topic = ground.name(run[0][0])
        found.append(element)
    return found


def _limits(sketch: Sketch, version: int, is_sized: bool) -> dict[str, object]:
    """Bytes of a request, a short wait now and then, and who asks."""
    random = sketch.random
    waits = random.random() < 0.08
    limits: dict[str, object] = {"max_wait_ms": WAIT_MS if waits else 0}
    limits["min_bytes"] = random.choice((0, 1, 300 if is_sized else 1)) if waits else 0
    if version >= WITH_REQUEST_LIMIT:
        sizes = (ROOMY, ROOMY, 2000, 500, 200, 61, 1, 0, -1)
        limits["max_bytes"] = random.choice(sizes) if is_sized else ROOMY
    if version >= WITH_ISOLATION:
        limits["isolation_level"] = random.choice((0, 0, 1, 1, 2))
    if version >= WITH_RACK:
        limits["rack_id"] = random.choice(("", "", "rack"))
    if random.random() < 0.05:
        who = random.choice((-2, 0, 1, 2))
        if version < WITH_REPLICA_STATE:
            limits["replica_id"] = who
        else:
            epoch = random.choice((-1, 0, 5))
            state = FetchRequest.ReplicaState(replica_id=who, replica_epoch=epoch)
            limits["replica_state"] = state
    return limits


def _version(sketch: Sketch) -> int:
    """Any, but old ones only where nothing is compressed.

    A converted answer is as long as the batches were before, whatever became of them: it is cut, or
    filled up, at a place that depends on the encoder of the broker.
    """
    are_pure = all(each.pure for each in (*sketch.topics.values(), *sketch.gone))
    return sketch.version(FetchRequest, 0 if are_pure else WITH_CONVERSION_BELOW)


def look(sketch: Sketch) -> Request:
    """A fetch outside of any session."""
    version = _version(sketch)
    is_sized = version < WITH_CONVERSION_BELOW or sketch.random.random() < SIZED
    elements = _elements(sketch, version, is_sized, with_nobody=True)
    limits = _limits(sketch, version, is_sized)
    if any(not topic.name for run in elements for topic, _ in run):
        limits["max_wait_ms"] = 0

    def build(ground: Ground) -> FetchRequest:
        return FetchRequest(topics=_made(ground, version, elements), **limits)  # type: ignore[arg-type]

    return Request(build, version)


def at_end(
    ground: Ground, version: int, topic: PlannedTopic, partition: int, offset: int
) -> FetchRequest:
    """A long poll of one partition."""
    wanted = FetchRequest.FetchPartition(partition=partition, fetch_offset=offset)
    wanted.partition_max_bytes = PARTITION_ROOMY
    topics = _made(ground, version, [[(topic, wanted)]])
    return FetchRequest(max_wait_ms=LONG_WAIT_MS, min_bytes=1, topics=topics)


def open_session(sketch: Sketch) -> Request:
    """A new session."""
    version = sketch.version(FetchRequest, WITH_SESSIONS)
    session = PlannedSession(sketch.key(), version, sketch.random.random() < 0.7)
    elements = _elements(sketch, version, session.is_sized)
    limits = _limits(sketch, version, session.is_sized)

    def build(ground: Ground) -> FetchRequest:
        topics = _made(ground, version, elements)
        return FetchRequest(session_epoch=0, topics=topics, **limits)  # type: ignore[arg-type]

    def learn(ground: Ground, outcome: Outcome) -> None:
        if isinstance(outcome, Answer) and isinstance(outcome.message, FetchResponse):
            ground.session(session.key).id = outcome.message.session_id
            ground.session(session.key).epoch = 1

    if len(sketch.sessions) >= SESSIONS_MAX:
        return go_on(sketch)
    sketch.sessions.append(session)
    return Request(build, version, learn=learn)


def _forgotten(sketch: Sketch) -> list[tuple[PlannedTopic, list[int]]]:
    if sketch.random.random() > 0.12:
        return []
    topic = sketch.topic()
    return [(topic, [sketch.partition(topic) for _ in range(sketch.random.randint(0, 2))])]


def _made_forgotten(
    ground: Ground, version: int, forgotten: list[tuple[PlannedTopic, list[int]]]
) -> list[FetchRequest.ForgottenTopic]:
    make = FetchRequest.ForgottenTopic
    if version >= BY_ID:
        return [make(topic_id=ground.topic_id(topic), partitions=at) for topic, at in forgotten]
    return [make(topic=ground.name(topic), partitions=at) for topic, at in forgotten]


def _same_kind(sketch: Sketch, session: PlannedSession) -> int:
    """Mostly the session's version, else another that names topics as it does."""
    if sketch.random.random() < 0.9:
        return session.version
    if session.version >= BY_ID:
        return sketch.version(FetchRequest, BY_ID)
    return sketch.version(FetchRequest, WITH_SESSIONS, BY_ID - 1)


def go_on(sketch: Sketch) -> Request:
    """The next fetch of a session, perhaps with changes."""
    if not sketch.sessions:
        return open_session(sketch)
    session = sketch.random.choice(sketch.sessions)
    version = _same_kind(sketch, session)
    changes = sketch.random.choice((0, 0, 0, 1, 2, 5))
    elements = _elements(sketch, version, session.is_sized, changes)
    forgotten = _forgotten(sketch)
    limits = _limits(sketch, version, session.is_sized)

    def build(ground: Ground) -> FetchRequest:
        state = ground.session(session.key)
        found = FetchRequest(
            session_id=state.id,
            session_epoch=state.epoch,
            topics=_made(ground, version, elements),
            forgotten_topics_data=_made_forgotten(ground, version, forgotten),
            **limits,  # type: ignore[arg-type]
        )
        state.epoch += 1
        return found

    return Request(build, version)


def misuse(sketch: Sketch) -> Request:
    """A request that a session does not expect: another epoch, another id, topics named otherwise.

    Of these only the last counts in the session.
    """
    if not sketch.sessions:
        return open_session(sketch)
    random = sketch.random
    session = random.choice(sketch.sessions)
    way = random.choice(("epoch", "epoch", "id", "zero id", "naming"))
    version = session.version
    if way == "naming":
        by_name = session.version >= BY_ID
        bounds = (WITH_SESSIONS, BY_ID - 1) if by_name else (BY_ID, 1000)
        version = sketch.version(FetchRequest, *bounds)
    wrong = random.choice((-1, 1, 2, 1 << 30)) if way == "epoch" else 0
    elements = _elements(sketch, version, session.is_sized, 3)
    limits = _limits(sketch, version, session.is_sized)

    def build(ground: Ground) -> FetchRequest:
        state = ground.session(session.key)
        found = FetchRequest(
            session_id={"id": OTHER_SESSION, "zero id": 0}.get(way, state.id),
            session_epoch=max(1, state.epoch + wrong),
            topics=_made(ground, version, elements),
            **limits,  # type: ignore[arg-type]
        )
        if way == "naming":
            state.epoch += 1
        return found

    return Request(build, version)


def close(sketch: Sketch) -> Request:
    """End a session, with a last fetch; or leave one for a new one that takes its place."""
    if not sketch.sessions:
        return open_session(sketch)
    session = sketch.sessions.pop(sketch.random.randrange(len(sketch.sessions)))
    if sketch.random.random() < 0.5:
        return _closing(sketch, session)
    heir = PlannedSession(session.key, session.version, session.is_sized)
    elements = _elements(sketch, heir.version, heir.is_sized, 3)
    sketch.sessions.append(heir)

    def build(ground: Ground) -> FetchRequest:
        topics = _made(ground, heir.version, elements)
        old = ground.session(heir.key).id
        return FetchRequest(max_wait_ms=0, session_id=old, session_epoch=0, topics=topics)

    def learn(ground: Ground, outcome: Outcome) -> None:
        if isinstance(outcome, Answer) and isinstance(outcome.message, FetchResponse):
            ground.session(heir.key).id = outcome.message.session_id
            ground.session(heir.key).epoch = 1

    return Request(build, heir.version, learn=learn)


def _closing(sketch: Sketch, session: PlannedSession) -> Request:
    elements = _elements(sketch, session.version, session.is_sized, 2)

    def build(ground: Ground) -> FetchRequest:
        state = ground.session(session.key)
        topics = _made(ground, session.version, elements)
        return FetchRequest(max_wait_ms=0, session_id=state.id, session_epoch=CLOSE, topics=topics)

    return Request(build, session.version)


def close_all(sketch: Sketch) -> Iterator[Request]:
    """What a walk ends with, so that no session is left on either side."""
    while sketch.sessions:
        yield _closing(sketch, sketch.sessions.pop())
