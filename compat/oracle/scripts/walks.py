"""Seeded random walks over a few topics: many small requests in orders nobody thought of.

What a walk does next depends on its own random numbers and on what it did before, never on an
answer, so both sides walk alike; ids that a side chose are looked up when a request is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, UNKNOWN_ID, Topic, request
from compat.oracle.scripts.kit import (
    TIME_MS,
    Part,
    World,
    create,
    delete,
    end_offsets,
    fetch_partition,
    produce,
)
from compat.oracle.scripts.sessions import Session
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.builder import encode_batch

NAMES = ("ant", "bee", "cat")
PARTITIONS_MAX = 4
SESSIONS_MAX = 4
BATCH_RECORDS_MAX = 5
VALUE_BYTES_MAX = 300
PRODUCERS = (70_001, 70_002)
"""Kafka takes any id; these are far from those that it gives."""


class Walk:
    """The topics and sessions that a walk knows, and the steps it can take."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random = world.random
        self.topics: dict[str, tuple[Topic, int]] = {}
        self.stamped: set[str] = set()
        self.old: list[Topic] = [Topic("nope", UNKNOWN_ID)]
        self.sessions: list[Session] = []
        self.ends: dict[tuple[str, int], int] = {}
        self.sequences: dict[tuple[int, str, int], tuple[int, int]] = {}
        self.moves: list[tuple[int, Callable[[], Part[None]]]] = [
            (30, self.put),
            (15, self.put_in_sequence),
            (15, self.look),
            (40, self.continue_session),
            (6, self.open_session),
            (10, self.list_offsets),
            (5, self.delete_records),
            (3, self.make_or_delete),
        ]

    def step(self) -> Part[None]:
        """One move, by weight."""
        weights = [weight for weight, _ in self.moves]
        (move,) = self.random.choices([move for _, move in self.moves], weights)
        yield from move()

    def make_or_delete(self) -> Part[None]:
        """Delete a topic, or make one that is not there."""
        name = self.random.choice(NAMES)
        if name in self.topics:
            if len(self.topics) > 1:
                self.old.append(self.topics.pop(name)[0])
                yield from delete(self.world, name)
            return
        count = self.random.randint(1, PARTITIONS_MAX)
        stamped = {"message.timestamp.type": "LogAppendTime"}
        configs = self.random.choice(({}, stamped, {"max.message.bytes": "600"}))
        if configs is stamped:
            self.stamped.add(name)
        else:
            self.stamped.discard(name)
        topic_id = yield from create(self.world, name, count, configs)
        self.topics[name] = (Topic(name, topic_id), count)
        for partition in range(count):
            self.ends[name, partition] = 0

    def any_partition(self) -> tuple[Topic, int]:
        """Mostly one that is there."""
        if self.random.random() < 0.05:
            return self.random.choice(self.old), 0
        topic, count = self.topics[self.random.choice(sorted(self.topics))]
        return topic, self.random.randrange(count + (self.random.random() < 0.05))

    def offset(self, topic: Topic, partition: int) -> int:
        """Mostly within the log, sometimes at its end or beyond."""
        end = self.ends.get((topic.name, partition), 0)
        return self.random.choice((0, end, end, end + 1, self.random.randint(0, end + 1)))

    def put(self) -> Part[None]:
        """Produce one or two batches, into one partition each."""
        topic, partition = self.any_partition()
        count = self.random.randint(1, BATCH_RECORDS_MAX)
        records = [
            (
                TIME_MS + self.random.randint(0, 1000),
                self.random.choice((None, b"", b"key")),
                self.random.randbytes(self.random.randint(0, VALUE_BYTES_MAX)),
                self.random.choice(((), (("h", b"1"),))),
            )
            for _ in range(count)
        ]
        data = bytes(encode_batch(records, compression=self.random.choice((0, 0, 0, 1, 2, 3, 4))))
        acks = self.random.choice((-1, 1))
        yield Ask(produce(topic.name, data, partition, acks), PRODUCE_BY_NAME)
        if (topic.name, partition) in self.ends and len(data) <= 600:
            self.ends[topic.name, partition] += count

    def put_in_sequence(self) -> Part[None]:
        """Produce as one of a few idempotent producers; now and then again, too early, anew."""
        topic, partition = self.any_partition()
        producer = self.random.choice(PRODUCERS)
        place = (producer, topic.name, partition)
        epoch, sequence = self.sequences.get(place, (0, 0))
        count = self.random.randint(1, 3)
        usual = self.random.random() < 0.8
        if not usual:
            sequence = max(0, sequence + self.random.randint(-6, 2))
            if self.random.random() < 0.3:
                epoch, sequence = max(0, epoch + self.random.randint(-1, 1)), 0
        records = [(TIME_MS + sequence, None, b"%d" % each, ()) for each in range(count)]
        data = encode_batch(
            records, producer_id=producer, producer_epoch=epoch, base_sequence=sequence
        )
        yield Ask(produce(topic.name, bytes(data), partition), PRODUCE_BY_NAME)
        self.sequences[place] = (epoch, sequence + count)

    def elements(self, version: int) -> list[FetchRequest.FetchTopic]:
        """A few partitions to fetch, topic by topic or not."""
        found = []
        for _ in range(self.random.randint(0, 5)):
            topic, partition = self.any_partition()
            wanted = fetch_partition(
                partition,
                self.offset(topic, partition),
                partition_max_bytes=self.random.choice((1, 100, 500, 1 << 20)),
            )
            found.append(topic.at(version, wanted))
        return found

    def limits(self) -> dict[str, Any]:
        """Bytes of a request, and sometimes a short wait."""
        waits = self.random.random() < 0.05
        return {
            "max_bytes": self.random.choice((1, 200, 500, 2000, 1 << 24)),
            "min_bytes": self.random.choice((0, 1, 300)) if waits else 0,
            "max_wait_ms": 30 if waits else 0,
            "isolation_level": self.random.randint(0, 1),
        }

    def look(self) -> Part[None]:
        """A fetch outside of any session."""
        version = self.random.choice(self.world.versions(FetchRequest))
        yield Ask(request(*self.elements(version), **self.limits()), version)

    def open_session(self) -> Part[None]:
        """A new session, and an old one closed if there are many."""
        session = Session(self.random.choice((7, 11, 12, 13, 16, 18)))
        found = yield from session.fetch(*self.elements(session.version), **self.limits())
        session.id = found.session_id
        self.sessions.append(session)
        if len(self.sessions) > SESSIONS_MAX:
            gone = self.sessions.pop(self.random.randrange(SESSIONS_MAX))
            gone.epoch = -1
            yield from gone.fetch()

    def continue_session(self) -> Part[None]:
        """The next fetch of a session, perhaps with changes; now and then with a wrong epoch."""
        if not self.sessions:
            yield from self.open_session()
        session = self.random.choice(self.sessions)
        kept = session.epoch
        if wrong := self.random.random() < 0.03:
            session.epoch = self.random.randint(1, 100)
        forget = []
        if self.random.random() < 0.1:
            topic, partition = self.any_partition()
            forget.append((topic, [partition]))
        changes = self.elements(session.version) if self.random.random() < 0.5 else []
        yield from session.fetch(*changes, forget=forget, **self.limits())
        if wrong:
            session.epoch = kept

    def list_offsets(self) -> Part[None]:
        """By time, or one of the special times.

        Where the broker stamps, the greatest timestamp depends on the batches of one millisecond.
        """
        topic, partition = self.any_partition()
        greatest = -1 if topic.name in self.stamped else -3
        when = self.random.choice((-1, -2, greatest, TIME_MS + self.random.randint(-1, 1001)))
        yield Ask(end_offsets(topic.name, [partition], when), self.random.randint(7, 11))

    def delete_records(self) -> Part[None]:
        """Move a log start, often to where it may not go."""
        topic, partition = self.any_partition()
        part = DeleteRecordsRequest.DeleteRecordsPartition(
            partition_index=partition, offset=self.offset(topic, partition)
        )
        element = DeleteRecordsRequest.DeleteRecordsTopic(name=topic.name, partitions=[part])
        yield Ask(DeleteRecordsRequest(topics=[element], timeout_ms=2000), 2)


def walk(world: World) -> Script:
    """As many moves as the run was told to make."""
    found = Walk(world)
    while len(found.topics) < len(NAMES):
        yield from found.make_or_delete()
    for _ in range(world.steps):
        yield from found.step()
    for session in found.sessions:
        session.epoch = -1
        yield from session.fetch()


SCRIPTS = {f"walk-{number}": walk for number in (1, 2, 3)}
