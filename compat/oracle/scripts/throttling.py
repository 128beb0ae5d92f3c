"""What clients hear that are over a quota (KIP-13, KIP-124, KIP-219).

How long a client must wait depends on the time since it was first counted, so answers are compared
without that number (`trees`). Instead the scripts themselves hold it against Kafka's arithmetic:
exactly for a client that was never heard of before, within a bound for others (`Told`). Quotas are
given to clients of their own, whose ids no other script has, and taken away at the end.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Generator

from compat.oracle.scripts.fetching import BY_NAME, PRODUCE_BY_NAME, Topic, filled, request
from compat.oracle.scripts.kit import Part, World, batch, end_offsets, fetch_partition, produce
from compat.oracle.scripts.quotas import Entity, in_force
from compat.oracle.steps import Answer, Ask, Drop, Outcome, Raw, Script, Silence, Step
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse

FREE_MS = 10_000
"""Of ten windows of a second a client may use all at once."""
SLACK_MS = 4_000
"""So long a script may take between two of its requests."""
USER = "ANONYMOUS"
FOLLOWER_TAG = 15


class Told:
    """For how long a client must be silent: what Kafka's arithmetic allows, in milliseconds."""

    def __init__(self, size: int, rate: float, *, free_ms: int = FREE_MS) -> None:
        """`size` counted bytes at `rate` bytes a second, by a client that was quiet before."""
        self.most = max(0, round(1000 * size / rate - free_ms))

    def check(self, throttle_ms: int, slack_ms: int = 0) -> None:
        """Raise AssertionError if a broker told another time."""
        assert self.most - slack_ms <= throttle_ms <= self.most, (
            f"throttled for {throttle_ms} ms, not {self.most}"
        )


class Client:
    """A client of one script, with an id of its own and a connection that bears its name."""

    def __init__(self, name: str) -> None:
        self.id = name

    def ask(
        self, request: Message, version: int, connection: str = ""
    ) -> Generator[Step, Outcome, Message]:
        """A request and its answer."""
        found = yield self.raw(request, version, connection)
        assert isinstance(found, Answer), f"{type(request).__name__} v{version}: {found}"
        return found.message

    def hears_nothing(self, connection: str = "") -> Part[None]:
        """Even the simplest request is not answered; the connection is given up."""
        found = yield self.raw(ApiVersionsRequest(), 0, connection, answers=False)
        assert isinstance(found, Silence), f"the connection is not muted: {found}"

    def raw(
        self, request: Message, version: int, connection: str = "", *, answers: bool = True
    ) -> Raw:
        """A request under this client's id."""
        frame = encode_request(request.API_KEY, version, 1, self.id, request)
        reads = (request.API_KEY, version)
        return Raw(frame, connection or self.id, answers=answers, reads=reads)


def clients(*names: str, **quotas: float) -> Part[list[Client]]:
    """Clients that nobody has heard of before, with these quotas each."""
    found = [Client(f"q-{name}") for name in names]
    yield from in_force(*(({"client-id": each.id}, quotas) for each in found))
    return found


def forget(*clients: Client) -> Part[None]:
    """Take the quotas of clients away."""
    keys = ("producer_byte_rate", "consumer_byte_rate", "request_percentage")
    yield from in_force(*(({"client-id": each.id}, dict.fromkeys(keys)) for each in clients))


def fetched(
    who: Client, version: int, request: FetchRequest, connection: str = ""
) -> Part[FetchResponse]:
    """The answer to a fetch."""
    found = yield from who.ask(request, version, connection)
    assert isinstance(found, FetchResponse)
    return found


def spoken(world: World, *versions: int) -> list[int]:
    """These versions of Fetch, the latest in the place of those that are newer."""
    latest = world.latest(FetchRequest)
    return sorted({min(version, latest) for version in versions})


def empty_size(version: int) -> int:
    """What an answer without partitions counts (fetch B-61)."""
    return 4 + len(FetchResponse().encode(version))


def size_of(response: FetchResponse, version: int) -> int:
    """What an answer counts, taken from one that was not throttled."""
    return 4 + len(FetchResponse(responses=response.responses).encode(version))


def is_throttled(response: FetchResponse, session_id: int = 0) -> bool:
    """Whether an answer tells nothing but to wait."""
    told = response.error_code, response.session_id, response.responses
    return response.throttle_time_ms > 0 and told == (0, session_id, [])


def fetches(world: World) -> Script:
    """Nothing but a time to wait, at every version (fetch A-14, A-21, B-60, B-61, B-62)."""
    topic = yield from filled(world, "log", 3)
    everybody = Client("q-nobody")
    versions = world.versions(FetchRequest, 4)
    poor = yield from clients(*(f"data-{each}" for each in versions), consumer_byte_rate=1)
    for version, one in zip(versions, poor, strict=True):
        wanted = request(topic.at(version, fetch_partition()))
        ten_windows = request(topic.at(version, fetch_partition()), max_bytes=10)
        full = yield from fetched(everybody, version, ten_windows)
        size = size_of(full, version)
        answer = yield from fetched(one, version, wanted)
        assert is_throttled(answer), answer
        Told(size, 1).check(answer.throttle_time_ms)
        if version in (4, BY_NAME, versions[-1]):
            yield from one.hears_nothing()
        yield Drop(one.id)
        again = yield from fetched(one, version, wanted, "another connection")
        assert is_throttled(again), again
        Told(size, 1).check(again.throttle_time_ms, SLACK_MS)
        yield Drop("another connection")
    yield from forget(*poor)


def nothing_wanted(world: World) -> Script:
    """Requests without partitions, or with rejected ones only; after the wait (fetch B-60)."""
    topic = yield from filled(world, "log", 1)
    for version in spoken(world, 4, 7, 12, 13, 18):
        names = (f"{kind}-{version}" for kind in ("none", "rejected", "waiting"))
        poor = yield from clients(*names, consumer_byte_rate=1)
        none, rejected, waiting = poor
        answer = yield from fetched(none, version, request())
        assert is_throttled(answer), answer
        Told(empty_size(version), 1).check(answer.throttle_time_ms)
        unknown = Topic("nope", bytes(range(16)))
        wanted = request(unknown.at(version, fetch_partition()))
        answer = yield from fetched(rejected, version, wanted)
        assert is_throttled(answer), answer
        at_end = topic.at(version, fetch_partition(0, 2))
        begun = time.monotonic()
        answer = yield from fetched(waiting, version, request(at_end, max_wait_ms=600, min_bytes=1))
        assert is_throttled(answer), answer
        assert time.monotonic() - begun > 0.5, "throttled before the wait was over"
        for each in poor:
            yield Drop(each.id)
        yield from forget(*poor)


def sessions(world: World) -> Script:
    """What becomes of a session whose client is throttled (fetch B-60, E-33, J 152)."""
    for version in spoken(world, 7, 12, 13, 18):
        names = (f"{kind}-{version}" for kind in ("full", "poor", "error-99", "error-1"))
        limited = yield from clients(*names, consumer_byte_rate=1)
        full, poor, *errors = limited
        topic = yield from filled(world, f"log-{version}", 1, 2)
        free = Client("q-nobody")
        wanted = request(
            topic.at(version, fetch_partition(0, 2), fetch_partition(1, 2)), session_epoch=0
        )
        answer = yield from fetched(full, version, wanted)
        assert is_throttled(answer), answer
        opened = yield from fetched(free, version, wanted)
        assert opened.session_id > 0
        yield Ask(produce(topic.name, batch(b"new"), 1), PRODUCE_BY_NAME)
        at = [opened.session_id, 1]

        def next_fetch(at: list[int] = at, **fields: int) -> FetchRequest:
            found = request(session_id=at[0], session_epoch=at[1], **fields)
            at[1] += 1
            return found

        answer = yield from fetched(poor, version, next_fetch())
        assert is_throttled(answer, opened.session_id), answer
        yield from poor.hears_nothing()
        told = yield from fetched(free, version, next_fetch())
        assert [len(each.partitions) for each in told.responses] == [1], told
        told = yield from fetched(free, version, next_fetch())
        refused = ((opened.session_id, 99), (opened.session_id + 1, 1))
        for error, (session_id, epoch) in zip(errors, refused, strict=True):
            wrong = request(session_id=session_id, session_epoch=epoch)
            answer = yield from fetched(error, version, wrong)
            assert is_throttled(answer), answer
            Told(empty_size(version), 1).check(answer.throttle_time_ms)
            yield Drop(error.id)
        yield from fetched(free, version, next_fetch())
        for each in (full, free):
            yield Drop(each.id)
        yield from forget(*limited)


def ceilings(world: World) -> Script:
    """Records up to what ten windows permit, a little too much (fetch B-12, B-63, B-64)."""
    topic = yield from filled(world, "large", 1)
    for _ in range(6):
        yield Ask(produce("large", batch(b"x" * 939)), PRODUCE_BY_NAME)
    for rate in (100, 250, 550, 620):
        cases = list(itertools.product(spoken(world, 4, 12, 13, 15, 18), (1, 1 << 20)))
        names = (f"ceiling-{rate}-{version}-{min_bytes}" for version, min_bytes in cases)
        poor = yield from clients(*names, consumer_byte_rate=rate)
        for one, (version, min_bytes) in zip(poor, cases, strict=True):
            wanted = request(topic.at(version, fetch_partition(0, 2)), max_bytes=10 * rate)
            full = yield from fetched(Client("q-nobody"), version, wanted)
            wanted.max_bytes, wanted.min_bytes, wanted.max_wait_ms = 1 << 24, min_bytes, 400
            answer = yield from fetched(one, version, wanted)
            Told(size_of(full, version), rate).check(answer.throttle_time_ms)
            yield Drop(one.id)
        yield from forget(*poor)


def followers(world: World) -> Script:
    """A follower is subject to no quota of clients (fetch B-63)."""
    topic = yield from filled(world, "large", 3)
    (follower,) = yield from clients("follower", consumer_byte_rate=1)
    # After that, releases differ in what else they tell followers.
    for version in (4, BY_NAME, FOLLOWER_TAG):
        wanted = request(topic.at(version, fetch_partition(0, 0)))
        if version >= FOLLOWER_TAG:
            wanted.replica_state = FetchRequest.ReplicaState(replica_id=5)
        else:
            wanted.replica_id = 5
        yield from fetched(follower, version, wanted)
        yield from fetched(follower, version, wanted)
    yield from forget(follower)


def produces(world: World) -> Script:
    """The whole request counts; acks=0 is muted all the same (produce A-77, F 73)."""
    yield from filled(world, "log", 1)
    data = batch(b"v" * 100)
    versions = world.versions(ProduceRequest, 3, PRODUCE_BY_NAME)
    names = [f"{kind}-{each}" for kind in ("produce", "silent") for each in versions]
    poor = yield from clients(*names, producer_byte_rate=1)
    quick = yield from clients(*(f"quick-{each}" for each in versions), producer_byte_rate=100)
    for at, version in enumerate(versions):
        one, silent = poor[at], poor[at + len(versions)]
        wanted = produce("log", data)
        size = len(encode_request(wanted.API_KEY, version, 1, one.id, wanted)) - 4
        answer = yield from one.ask(wanted, version)
        assert isinstance(answer, ProduceResponse)
        Told(size, 1).check(answer.throttle_time_ms)
        if version in (versions[0], versions[-1]):
            yield from one.hears_nothing()
        yield Drop(one.id)
        answer = yield from quick[at].ask(wanted, version)
        assert isinstance(answer, ProduceResponse)
        assert not answer.throttle_time_ms, answer
        yield Drop(quick[at].id)
        if version not in (versions[0], versions[-1]):
            continue
        unanswered = silent.raw(produce("log", data, acks=0), version, answers=False).data
        probe = silent.raw(ApiVersionsRequest(), 0).data
        yield Raw(unanswered + probe, silent.id, answers=False)
    last = yield Ask(end_offsets("log", [0]), 6)
    assert isinstance(last, Answer)
    yield from forget(*poor, *quick)


def unmuted(world: World) -> Script:
    """What was sent meanwhile is answered when the time has passed (fetch B-62)."""
    yield from filled(world, "log", 1)
    wanted = produce("log", batch(b"v" * 100))
    one = Client("q-unmuted")
    size = len(encode_request(wanted.API_KEY, PRODUCE_BY_NAME, 1, one.id, wanted)) - 4
    rate = size * 1000 // (FREE_MS + 1500)
    yield from in_force(({"client-id": one.id}, {"producer_byte_rate": rate}))
    begun = time.monotonic()
    answer = yield from one.ask(wanted, PRODUCE_BY_NAME)
    assert isinstance(answer, ProduceResponse)
    assert 1000 < answer.throttle_time_ms < SLACK_MS, answer
    found = yield from one.ask(end_offsets("log", [0]), 6)
    assert isinstance(found, ListOffsetsResponse)
    muted_ms = (time.monotonic() - begun) * 1000
    assert muted_ms > answer.throttle_time_ms, f"muted for {muted_ms:.0f} ms"
    yield from forget(one)


LEVELS: tuple[Entity, ...] = (
    {"client-id": None},
    {"client-id": "q-level"},
    {"user": None},
    {"user": None, "client-id": None},
    {"user": None, "client-id": "q-level"},
    {"user": USER},
    {"user": USER, "client-id": None},
    {"user": USER, "client-id": "q-level"},
)
"""The least specific one first: each hides those before it."""


def precedence(world: World) -> Script:
    """Of eight levels the most specific one counts (admin E-19)."""
    one = Client("q-level")
    probe = request()
    size = empty_size(BY_NAME)
    for at, entity in enumerate(LEVELS):
        rate = 1 if at % 2 == 0 else 1.0 * size
        yield from in_force((entity, {"consumer_byte_rate": rate}))
        answer = yield from fetched(one, BY_NAME, probe, f"level {at}")
        assert is_throttled(answer) == (rate == 1), (entity, answer)
        yield Drop(f"level {at}")
    for at, entity in reversed(list(enumerate(LEVELS))):
        yield from in_force((entity, {"consumer_byte_rate": None}))
        answer = yield from fetched(one, BY_NAME, probe, f"without level {at}")
        assert is_throttled(answer) == (at % 2 == 1), (entity, answer)
        yield Drop(f"without level {at}")


def thread_time(world: World) -> Script:
    """Any request is charged its time, which costs a second at most (admin E-21, fetch B-60)."""
    topic = yield from filled(world, "log", 1)
    (one,) = yield from clients("time", request_percentage=1e-9)
    for at, (version, wanted) in enumerate(
        (
            (9, MetadataRequest(topics=[], allow_auto_topic_creation=False)),
            (6, end_offsets("log", [0])),
            (BY_NAME, request(topic.at(BY_NAME, fetch_partition()), session_epoch=0)),
            (PRODUCE_BY_NAME, produce("log", batch(b"x"))),
            (1, DescribeClientQuotasRequest()),
        )
    ):
        answer = yield from one.ask(wanted, version, f"time {at}")
        told = answer.throttle_time_ms  # type: ignore[attr-defined]
        assert told == 1000, f"throttled for {told} ms"
        yield Drop(f"time {at}")
    silent = one.raw(produce("log", batch(b"x"), acks=0), PRODUCE_BY_NAME, "silent")
    probe = one.raw(end_offsets("log", [0]), 6, "silent")
    yield probe._replace(data=silent.data + probe.data)
    yield Drop("silent")
    yield from forget(one)


SCRIPTS = {
    "throttled-fetches": fetches,
    "throttled-nothing-wanted": nothing_wanted,
    "throttled-sessions": sessions,
    "throttled-ceilings": ceilings,
    "throttled-not-followers": followers,
    "throttled-produces": produces,
    "throttled-unmuted": unmuted,
    "throttled-precedence": precedence,
    "throttled-thread-time": thread_time,
}
