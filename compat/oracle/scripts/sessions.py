"""Fetch sessions: made, used, changed, misused and closed (KIP-227)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compat.oracle.scripts.fetching import (
    BY_ID,
    PRODUCE_BY_NAME,
    UNKNOWN_ID,
    Topic,
    filled,
    request,
)
from compat.oracle.scripts.kit import (
    Part,
    World,
    batch,
    create,
    delete,
    fetch_partition,
    message,
    produce,
)
from compat.oracle.steps import Ask, Pause, Receive, Script, Send
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse

VERSIONS = (7, 12, 13, 18)
CLOSE = -1


class Session:
    """A session of one script: its id on that side, and its next epoch."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.id = 0
        self.epoch = 0

    def fetch(
        self,
        *topics: FetchRequest.FetchTopic,
        forget: Sequence[tuple[Topic, Sequence[int]]] = (),
        **fields: int,
    ) -> Part[FetchResponse]:
        """The next fetch in the session."""
        return message(
            (yield Ask(self.request(*topics, forget=forget, **fields), self.version)), FetchResponse
        )

    def request(
        self,
        *topics: FetchRequest.FetchTopic,
        forget: Sequence[tuple[Topic, Sequence[int]]] = (),
        **fields: int,
    ) -> FetchRequest:
        """The request of the next epoch."""
        found = request(*topics, session_id=self.id, session_epoch=self.epoch, **fields)
        make = FetchRequest.ForgottenTopic
        by_id = self.version >= BY_ID
        found.forgotten_topics_data = [
            make(topic_id=topic.topic_id, partitions=list(which))
            if by_id
            else make(topic=topic.name, partitions=list(which))
            for topic, which in forget
        ]
        self.epoch += 1
        return found


def opened(version: int, *topics: FetchRequest.FetchTopic, **fields: Any) -> Part[Session]:
    """A new session with these partitions."""
    session = Session(version)
    found = yield from session.fetch(*topics, **fields)
    session.id = found.session_id
    return session


def incremental(world: World) -> Script:
    """Only what changed comes, and changed positions and limits are kept."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 2, 3)
        name = topic.name
        whole = topic.at(version, *(fetch_partition(at) for at in range(3)))
        session = yield from opened(version, whole)
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(0, 4)))
        yield from session.fetch(topic.at(version, fetch_partition(1, 4), fetch_partition(2, 4)))
        yield from session.fetch()
        yield Ask(produce(name, batch(b"new"), 1), PRODUCE_BY_NAME)
        yield from session.fetch()
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(1, 5)))
        yield from session.fetch(topic.at(version, fetch_partition(2, 99)))
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(2, 0), fetch_partition(9, 0)))
        yield from session.fetch()
        yield from session.fetch(forget=[(topic, [2, 9])])
        yield from session.fetch(forget=[(topic, [2, 7])])
        yield Ask(produce(name, batch(b"newer"), 2), PRODUCE_BY_NAME)
        yield Ask(produce(name, batch(b"newer"), 0), PRODUCE_BY_NAME)
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(0, 5), fetch_partition(2, 4)))
        yield from session.fetch(
            topic.at(version, fetch_partition(1, 0, partition_max_bytes=1)), max_bytes=1
        )
        yield from session.fetch()


def rotation(world: World) -> Script:
    """Partitions that got data go to the end, so small limits reach all in turn."""
    topic = yield from filled(world, "log", 5, 6)
    other = yield from filled(world, "other", 5, 2)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, *(fetch_partition(at) for at in range(6)))
        more = other.at(version, *(fetch_partition(at) for at in range(2)))
        session = yield from opened(version, wanted, more, max_bytes=200)
        for limit in (200, 200, 1, 300, 90, 200, 150, 500, 61, 200):
            yield from session.fetch(max_bytes=limit)
        yield from session.fetch(topic.at(version, fetch_partition(3, 4)), max_bytes=200)
        yield from session.fetch(forget=[(topic, [0, 4])], max_bytes=200)
        yield from session.fetch(topic.at(version, fetch_partition(4, 0)), max_bytes=100)
        for limit in (100, 200, 100, 100):
            yield from session.fetch(max_bytes=limit)


def misuse(world: World) -> Script:
    """Wrong epochs, wrong ids, full fetches within, closing."""
    topic = yield from filled(world, "log", 2)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, fetch_partition())
        session = yield from opened(version, wanted)
        yield from session.fetch()
        for epoch in (1, 0, 3, 5, 2, 2):
            session.epoch = epoch
            yield from session.fetch()
        for session_id, epoch in ((77, 1), (-5, 1), (77, 0), (77, -1), (0, -1), (0, 5), (0, 1)):
            yield Ask(request(wanted, session_id=session_id, session_epoch=epoch), version)
        yield Ask(request(wanted, session_id=session.id, session_epoch=CLOSE), version)
        session.epoch = 1
        yield from session.fetch()
        again = yield from opened(version, wanted)
        again.epoch = 0
        newer = yield from again.fetch(wanted)
        assert newer.session_id != again.id
        again.epoch = 1
        yield from again.fetch()
        session.id = newer.session_id
        session.epoch = 1
        yield from session.fetch()
        session.epoch = (1 << 31) - 1
        yield from session.fetch()
        yield Ask(request(session_id=0, session_epoch=0), version)
        unknown = Topic("nope", UNKNOWN_ID).at(version, fetch_partition())
        lost = yield from opened(version, unknown)
        yield from lost.fetch()
        yield from lost.fetch(wanted)
        yield from lost.fetch()


def changes_below(world: World) -> Script:
    """Log starts move, topics go and come again while a session knows them."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 3, 2)
        wanted = topic.at(version, fetch_partition(0, 6), fetch_partition(1, 6))
        session = yield from opened(version, wanted)
        yield from session.fetch()
        part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=0, offset=2)
        element = DeleteRecordsRequest.DeleteRecordsTopic(name=topic.name, partitions=[part])
        yield Ask(DeleteRecordsRequest(topics=[element], timeout_ms=5000), 2)
        yield from session.fetch()
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(0, 1)))
        yield from session.fetch()
        yield from session.fetch(topic.at(version, fetch_partition(0, 2)))
        yield from delete(world, topic.name)
        yield from session.fetch()
        yield from session.fetch()
        again = Topic(topic.name, (yield from create(world, topic.name, 2)))
        yield from session.fetch()
        yield from session.fetch()
        yield from session.fetch(again.at(version, fetch_partition(0, 0)))
        yield Ask(produce(topic.name, batch(b"again")), PRODUCE_BY_NAME)
        yield from session.fetch()
        yield from session.fetch(forget=[(topic, [0, 1])])
        yield from session.fetch()


def not_there_yet(world: World) -> Script:
    """A session with a topic that is made later."""
    there = yield from filled(world, "there", 1)
    for version in world.spoken(FetchRequest, (7, 12)):
        later = Topic(f"later-{version}", bytes(16))
        session = yield from opened(
            version, later.at(version, fetch_partition()), there.at(version, fetch_partition(0, 2))
        )
        yield from session.fetch()
        yield from create(world, later.name)
        yield from session.fetch()
        yield from session.fetch()
        yield Ask(produce(later.name, batch(b"x")), PRODUCE_BY_NAME)
        yield from session.fetch()


def waiting(world: World) -> Script:
    """Long polls in a session: what waits, and what wakes it."""
    wait = 700
    for version in world.spoken(FetchRequest, (7, 13)):
        topic = yield from filled(world, f"log-{version}", 1, 2)
        name = topic.name
        both = topic.at(version, fetch_partition(0, 2), fetch_partition(1, 2))
        session = yield from opened(version, both, max_wait_ms=wait, min_bytes=1)
        found = session.request(max_wait_ms=wait, min_bytes=1)
        yield Ask(found, version, waits_ms=wait)
        yield Send(session.request(max_wait_ms=5000, min_bytes=1), version)
        yield Pause()
        yield Ask(produce(name, batch(b"x"), 1), PRODUCE_BY_NAME, "other")
        yield Receive(waits_ms=5000)
        gone = session.request(
            topic.at(version, fetch_partition(1, 3)), max_wait_ms=wait, min_bytes=1
        )
        yield Ask(gone, version, waits_ms=wait)
        yield Send(session.request(max_wait_ms=wait, min_bytes=120), version)
        yield Pause()
        yield Ask(produce(name, batch(b"y"), 0), PRODUCE_BY_NAME, "other")
        yield Receive(waits_ms=wait)
        yield Send(session.request(max_wait_ms=5000, min_bytes=1), version)
        yield Receive(waits_ms=5000)
        forget = session.request(forget=[(topic, [0])], max_wait_ms=wait, min_bytes=1)
        yield Ask(forget, version, waits_ms=wait)
        yield Send(session.request(max_wait_ms=5000, min_bytes=1), version)
        yield Pause()
        yield from delete(world, name, "other")
        yield Receive(waits_ms=5000)


SCRIPTS = {
    "session-incremental": incremental,
    "session-rotation": rotation,
    "session-misuse": misuse,
    "session-changes-below": changes_below,
    "session-not-there-yet": not_there_yet,
    "session-waiting": waiting,
}
