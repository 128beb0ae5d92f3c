"""Topics that come and go, and offsets that a group commits, while the broker dies."""

from __future__ import annotations

import itertools
import threading
from random import Random

from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.testing import Gone, RawConnection
from tools.crash.ledger import Ledger
from tools.crash.producers import LOADING, new_producer_id
from tools.crash.wire import connected

GROUP = "readers"
COMMITTED_TOPIC = "plain"
TOPICS_MAX = 10
CREATE_VERSION = 5
DELETE_VERSION = 5
COMMIT_VERSION = 8
OFFSET_FETCH_VERSION = 5
METADATA_VERSION = 9
FIND_COORDINATOR_VERSION = 3


def create_topic(
    wire: RawConnection, name: str, partitions: int, configs: dict[str, str] | None = None
) -> int:
    """The error code."""
    chosen = [
        CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
        for key, value in (configs or {}).items()
    ]
    topic = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=partitions, replication_factor=1, configs=chosen
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
    code: int = wire.ask(request, CREATE_VERSION).topics[0].error_code
    return code


class Administrator:
    """One thread; knows of each topic and each offset what may be true after a crash."""

    def __init__(self, ledger: Ledger, random: Random) -> None:
        self._ledger = ledger
        self._random = random
        self._numbers = itertools.count()
        self._topics: dict[str, tuple[int, set[bool]]] = {}
        """Partitions, and whether it exists: both while that is in doubt."""
        self._offset: set[int] = {-1}

    def run(self, port: int, stop: threading.Event) -> None:
        """Until the broker is gone, or `stop`."""
        wire = None
        try:
            wire = connected(port)
            while not stop.is_set():
                self._random.choice([self._create, self._delete, self._commit, self._identify])(
                    wire
                )
                stop.wait(self._random.random() * 0.02)
        except Gone:
            pass
        finally:
            if wire is not None:
                wire.close()

    def _create(self, wire: RawConnection) -> None:
        if sum(True in there for _, there in self._topics.values()) >= TOPICS_MAX:
            return
        name, partitions = f"made-{next(self._numbers)}", self._random.randint(1, 5)
        self._topics[name] = partitions, {False, True}
        self._expect(create_topic(wire, name, partitions), f"creating {name}")
        self._topics[name] = partitions, {True}

    def _delete(self, wire: RawConnection) -> None:
        there = [name for name, (_, exists) in self._topics.items() if exists == {True}]
        if not there:
            return
        name = self._random.choice(there)
        partitions, _ = self._topics[name]
        self._topics[name] = partitions, {False, True}
        request = DeleteTopicsRequest(topic_names=[name], timeout_ms=10_000)
        answer = wire.ask(request, DELETE_VERSION)
        self._expect(answer.responses[0].error_code, f"deleting {name}")
        self._topics[name] = partitions, {False}

    def _commit(self, wire: RawConnection) -> None:
        offset = self._random.randrange(1 << 30)
        self._offset.add(offset)
        partition = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=0, committed_offset=offset
        )
        topic = OffsetCommitRequest.OffsetCommitRequestTopic(
            name=COMMITTED_TOPIC, partitions=[partition]
        )
        request = OffsetCommitRequest(
            group_id=GROUP, generation_id_or_member_epoch=-1, topics=[topic]
        )
        wire.ask(FindCoordinatorRequest(key=GROUP), FIND_COORDINATOR_VERSION)
        code = wire.ask(request, COMMIT_VERSION).topics[0].partitions[0].error_code
        if code in LOADING:
            return
        self._expect(code, "committing an offset")
        self._offset = {offset}

    def _identify(self, wire: RawConnection) -> None:
        new_producer_id(wire, self._ledger)

    def _expect(self, code: int, what: str) -> None:
        if code:
            self._ledger.note(f"{what} was answered with {code}")

    def compare(self, wire: RawConnection) -> None:
        """Ask what there is."""
        answer = wire.ask(MetadataRequest(topics=None), METADATA_VERSION)
        found = {topic.name: len(topic.partitions) for topic in answer.topics}
        for name, (partitions, exists) in self._topics.items():
            if (name in found) not in exists:
                self._ledger.note(f"topic {name} is {'' if name in found else 'not '}there")
            elif found.get(name, partitions) != partitions:
                self._ledger.note(f"topic {name} has {found[name]} partitions")
            self._topics[name] = partitions, {name in found}
        self._compare_offset(wire)

    def _compare_offset(self, wire: RawConnection) -> None:
        wire.ask(FindCoordinatorRequest(key=GROUP), FIND_COORDINATOR_VERSION)
        topic = OffsetFetchRequest.OffsetFetchRequestTopic(
            name=COMMITTED_TOPIC, partition_indexes=[0]
        )
        request = OffsetFetchRequest(group_id=GROUP, topics=[topic])
        answer = wire.ask(request, OFFSET_FETCH_VERSION)
        while answer.error_code in LOADING:
            answer = wire.ask(request, OFFSET_FETCH_VERSION)
        (found,) = answer.topics[0].partitions
        if found.committed_offset not in self._offset:
            self._ledger.note(f"offset {found.committed_offset} instead of {self._offset}")
        self._offset = {found.committed_offset}
