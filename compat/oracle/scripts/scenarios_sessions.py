"""The scenarios of fetch sessions (fetch J 120 to 144, 149 to 154), on both sides.

Not here, because they need a clock of their own, a cache that is full, a second broker, a follower
or a look inside: 127, 145 to 150 and 152's metrics. They have tests in `tests/broker/fetch`.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import (
    append,
    append_all,
    bases,
    errors,
    expect,
    fetched,
    numbers,
    only,
    partitions,
    shown,
    with_data,
)
from compat.oracle.scripts.fetching import UNKNOWN_ID, Topic, filled, request
from compat.oracle.scripts.kit import Part, World, create, delete, fetch_partition
from compat.oracle.scripts.sessions import opened
from compat.oracle.steps import Ask, Pause, Receive, Script, Send
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest

VERSIONS = (7, 11, 12, 13, 15, 16, 18)
BY_NAME = (7, 12)
SESSION_ID_NOT_FOUND = 70
INVALID_SESSION_EPOCH = 71
SESSION_TOPIC_ID_ERROR = 106
MAX_EPOCH = 2_147_483_647
NO_SHARD = 2_147_483_640
"""The first id that none of Kafka's eight shards could have issued."""


def full_fetches(world: World) -> Script:
    """(0, -1) gives no session, (0, 0) a new one; both list every partition (fetch J 120)."""
    topic = yield from filled(world, "log", 1, 3)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, *(fetch_partition(at, 2) for at in range(3)))
        found = fetched((yield Ask(request(wanted, session_epoch=-1), version)))
        expect("session of (0, -1)", found.session_id, 0)
        expect("partitions", numbers(found), [0, 1, 2])
        found = fetched((yield Ask(request(wanted, session_epoch=0), version)))
        expect("a session of (0, 0)", found.session_id > 0, True)
        expect("partitions", numbers(found), [0, 1, 2])


def quiet(world: World) -> Script:
    """Nothing new is empty; an epoch serves once, on any connection (fetch J 121, J 122, J 154)."""
    topic = yield from filled(world, "log", 1, 3)
    for version in world.spoken(FetchRequest, VERSIONS):
        session = yield from opened(version, topic.at(version, fetch_partition(0, 2)))
        found = yield from session.fetch()
        expect("answer", (found.error_code, found.session_id), (0, session.id))
        expect("topics", found.responses, [])
        session.epoch = 1
        found = yield from session.fetch()
        expect("answer", (found.error_code, found.session_id), (INVALID_SESSION_EPOCH, 0))
        asked = session.request()
        found = fetched((yield Ask(asked, version, "another")))
        expect("the next epoch elsewhere", (found.error_code, found.session_id), (0, session.id))


def unknown_sessions(world: World) -> Script:
    """Sessions that nobody has, and ids that no shard could have issued (fetch J 123, J 126)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, fetch_partition(0, 2))
        for session_id, epoch in ((77, 1), (0, 5), (0, -2), (-5, 1), (NO_SHARD - 1, 3)):
            asked = request(wanted, session_id=session_id, session_epoch=epoch)
            found = fetched((yield Ask(asked, version)))
            expect("error", found.error_code, SESSION_ID_NOT_FOUND)
            expect("rest", (found.session_id, found.responses), (0, []))
        session = yield from opened(version, wanted)
        session.epoch = -2
        found = yield from session.fetch()
        expect("(S, -2)", found.error_code, INVALID_SESSION_EPOCH)
        for epoch in (1, 0, -1):
            asked = request(wanted, session_id=NO_SHARD, session_epoch=epoch)
            found = fetched((yield Ask(asked, version)))
            expect("no shard", (found.error_code, found.session_id), (-1, NO_SHARD))
        session.epoch = -1
        yield from session.fetch()


def ended_sessions(world: World) -> Script:
    """(S, 0) closes S and opens another, (S, -1) only closes (fetch J 124, J 125)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, fetch_partition(0, 2))
        old = yield from opened(version, wanted)
        asked = request(wanted, session_id=old.id, session_epoch=0)
        new = fetched((yield Ask(asked, version)))
        expect("another session", new.session_id not in (0, old.id), True)
        expect("the old one", (yield from old.fetch()).error_code, SESSION_ID_NOT_FOUND)
        asked = request(session_id=new.session_id, session_epoch=-1)
        found = fetched((yield Ask(asked, version)))
        expect("closing", (found.error_code, found.session_id, found.responses), (0, 0, []))
        asked = request(session_id=new.session_id, session_epoch=1)
        found = fetched((yield Ask(asked, version)))
        expect("the closed one", found.error_code, SESSION_ID_NOT_FOUND)


def naming(world: World) -> Script:
    """Names and ids do not mix in a session, versions otherwise do (fetch J 128, J 129)."""
    topic = yield from filled(world, "log", 1)
    for made_by, refused, same in ((12, 13, (7, 9, 11, 12)), (13, 12, (15, 18, 14, 13))):
        session = yield from opened(made_by, topic.at(made_by, fetch_partition(0, 2)))
        for version in world.spoken(FetchRequest, same):
            session.version = version
            found = yield from session.fetch()
            expect("the same kind", (found.error_code, found.session_id), (0, session.id))
        session.version = refused
        found = yield from session.fetch()
        expect("the other kind", (found.error_code, found.session_id), (SESSION_TOPIC_ID_ERROR, 0))
        session.version, session.epoch = made_by, session.epoch - 1
        expect("it lives on", (yield from session.fetch()).error_code, 0)


def changed_lists(world: World) -> Script:
    """Adding, forgetting, both at once, and all of it (fetch J 130, J 132, J 133, J 153)."""
    topic = yield from filled(world, "log", 1, 4)
    for version in world.spoken(FetchRequest, VERSIONS):
        session = yield from opened(version, topic.at(version, fetch_partition(0, 2)))
        added = topic.at(version, fetch_partition(3, 2), fetch_partition(1, 2))
        found = yield from session.fetch(added)
        expect("new ones are listed though empty", shown(found), [(3, 0, 0), (1, 0, 0)])
        both = topic.at(version, fetch_partition(2, 0))
        found = yield from session.fetch(both, forget=[(topic, [2, 3])])
        expect("forgetting wins", found.responses, [])
        unknown = Topic("never-there", UNKNOWN_ID)
        found = yield from session.fetch(forget=[(unknown, [0, 9]), (topic, [9])])
        expect("forgetting what is not there", (found.error_code, found.responses), (0, []))
        found = yield from session.fetch(forget=[(topic, [0, 1])])
        expect("forgetting all", (found.error_code, found.session_id), (0, 0))
        expect("gone", (yield from session.fetch()).error_code, SESSION_ID_NOT_FOUND)


def orders(world: World) -> Script:
    """An update keeps its place, what gave data goes last (fetch J 131, J 139, J 140, J 141)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 1, 4)
        session = yield from opened(
            version, topic.at(version, *(fetch_partition(at, 2) for at in (1, 2, 3)))
        )
        yield from append(topic.name, 2)
        found = yield from session.fetch()
        expect("the one with data", with_data(found), [2])
        again = yield from session.fetch()
        expect("not moved on: the same again", bases(only(again)), bases(only(found)))
        yield from append_all(topic.name, (1, 3))
        found = yield from session.fetch(topic.at(version, fetch_partition(3, 2)))
        expect("2 has gone to the end, 3 kept its place", with_data(found), [1, 3, 2])
        forward = [fetch_partition(at, 3) for at in (1, 2, 3)]
        yield from session.fetch(topic.at(version, *forward))
        yield from append_all(topic.name, (1, 2, 3))
        order = []
        for _ in range(6):
            order += with_data((yield from session.fetch(max_bytes=1)))
        expect("one batch each, in turn", order, [1, 3, 2, 1, 3, 2])


def changes(world: World) -> Script:
    """A moved high watermark or log start is told, and divergence (fetch J 134, J 135, J 136)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 2, 2)
        both = [fetch_partition(at, 4) for at in (0, 1)]
        session = yield from opened(version, topic.at(version, *both))
        yield from append(topic.name, 1)
        yield from append(topic.name, 0)
        found = yield from session.fetch(max_bytes=1)
        expect("moved, and no room", shown(found)[1], (1, 0, 0))
        moved = [fetch_partition(at, 5) for at in (0, 1)]
        expect("told already", (yield from session.fetch(topic.at(version, *moved))).responses, [])
        yield from delete_to(topic, 3)
        found = yield from session.fetch()
        expect("log start", only(found).log_start_offset, 3)
        expect("told once", (yield from session.fetch()).responses, [])
        if version >= 12:
            beyond = fetch_partition(0, 6, last_fetched_epoch=0)
            found = yield from session.fetch(topic.at(version, beyond))
            epoch = only(found).diverging_epoch
            expect("divergence", (epoch.epoch, epoch.end_offset), (0, 5))


def delete_to(topic: Topic, offset: int, partition: int = 0) -> Part[None]:
    """Move a log start."""
    part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=partition, offset=offset)
    element = DeleteRecordsRequest.DeleteRecordsTopic(name=topic.name, partitions=[part])
    yield Ask(DeleteRecordsRequest(topics=[element], timeout_ms=5000), 2)


def erring(world: World) -> Script:
    """Errors are told while they last and once more, then nothing (fetch J 137, J 138)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        session = yield from opened(version, topic.at(version, fetch_partition(0, 99)))
        for _ in range(2):
            expect("it lasts", shown((yield from session.fetch())), [(0, 1, 0)])
        found = yield from session.fetch(topic.at(version, fetch_partition(0, 2)))
        expect("over", shown(found), [(0, 0, 0)])
        expect("silence", (yield from session.fetch()).responses, [])
    for version in world.spoken(FetchRequest, BY_NAME):
        later = Topic(f"later-{version}", bytes(16))
        session = yield from opened(
            version,
            later.at(version, fetch_partition()),
            topic.at(version, fetch_partition(0, 2)),
        )
        for _ in range(2):
            expect("not there yet", shown((yield from session.fetch())), [(0, 3, 0)])
        yield from create(world, later.name)
        expect("there", shown((yield from session.fetch())), [(0, 0, 0)])
        expect("silence", (yield from session.fetch()).responses, [])


def recreated(world: World) -> Script:
    """A topic deleted and made again, under its old id and its new (fetch J 49, J 143, J 144)."""
    for version in world.spoken(FetchRequest, (13, 16, 18)):
        topic = yield from filled(world, f"log-{version}", 1)
        there = yield from filled(world, f"there-{version}", 1)
        session = yield from opened(
            version,
            topic.at(version, fetch_partition(0, 2)),
            there.at(version, fetch_partition(0, 2)),
        )
        yield from delete(world, topic.name)
        expect("deleted", errors((yield from session.fetch())), [3])
        again = Topic(topic.name, (yield from create(world, topic.name)))
        expect("another by that name", errors((yield from session.fetch())), [103])
        asked = request(topic.at(version, fetch_partition()), session_epoch=-1)
        expect("a full fetch", errors(fetched((yield Ask(asked, version)))), [100])
        found = yield from session.fetch(again.at(version, fetch_partition()))
        expect(
            "both ids",
            [each.topic_id for each in found.responses],
            [topic.topic_id, again.topic_id],
        )
        expect("errors", errors(found), [103, 0])
        found = yield from session.fetch(forget=[(topic, [0])])
        expect("the old one forgotten", found.responses, [])


def unresolved(world: World) -> Script:
    """The zero id, and one that nobody has, are unknown ids in a session too (fetch J 50)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, (13, 18)):
        unknown = Topic("nope", UNKNOWN_ID)
        session = yield from opened(
            version,
            unknown.at(version, fetch_partition()),
            topic.at(version, fetch_partition(0, 2)),
        )
        found = yield from session.fetch()
        expect("unknown id", errors(found), [100])
        zero = FetchRequest.FetchTopic(topic_id=bytes(16), partitions=[fetch_partition()])
        found = fetched((yield Ask(request(zero, session_epoch=-1), version)))
        expect("zero id", (errors(found), found.error_code), ([100], 0))


def overtaken(world: World) -> Script:
    """A parked fetch whose session moved on ends with 71 and the session's id (fetch J 151)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        session = yield from opened(version, topic.at(version, fetch_partition(0, 2)))
        yield Send(session.request(max_wait_ms=700, min_bytes=1), version, "parked")
        yield Pause()
        # An epoch of the past is refused whether or not the other has come, and disturbs nothing.
        past = request(session_id=session.id, session_epoch=MAX_EPOCH)
        found = fetched((yield Ask(past, version)))
        expect("an epoch that never was", found.error_code, INVALID_SESSION_EPOCH)
        expect("the next one", (yield from session.fetch()).error_code, 0)
        found = fetched((yield Receive("parked")))
        expect(
            "overtaken", (found.error_code, found.session_id), (INVALID_SESSION_EPOCH, session.id)
        )
        expect("it lists", partitions(found), [])


SCRIPTS = {
    "J-120-full-fetches": full_fetches,
    "J-121-quiet": quiet,
    "J-123-unknown-sessions": unknown_sessions,
    "J-124-ended-sessions": ended_sessions,
    "J-128-naming": naming,
    "J-130-changed-lists": changed_lists,
    "J-131-orders": orders,
    "J-134-changes": changes,
    "J-137-erring": erring,
    "J-143-recreated": recreated,
    "J-50-unresolved": unresolved,
    "J-151-overtaken": overtaken,
}
