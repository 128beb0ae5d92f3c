"""Unfinished business: what one node has begun, the next one of another kind brings to its end.

Each node leaves behind, when it is stopped or killed, transactions that are open, with records and
offsets; a classic group with a member; a group of KIP-848 with members, which is left by none of
them. The next one must know all of it as it was. There the open transactions are committed and
aborted by the identity that the node before gave, or run out of time; members go on beating; and
ids that were used are taken up at their next epoch.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from compat.clients.raw import RawClient
from compat.interchange import coordinated, inventory
from compat.interchange.asking import (
    Refused,
    check,
    find_coordinator,
    list_offset,
    patiently,
    produce,
    until,
)
from compat.interchange.modern_groups import has_modern_groups
from compat.interchange.nodes import QUIET, node
from compat.interchange.work import Work
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_offsets_to_txn_response import AddOffsetsToTxnResponse
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse
from kafkawire.records.builder import encode_batch
from tests.support.suite.patience import patient

TOPIC, READERS, CREW, HERD = "handed", "handed-readers", "handed-crew", "handed-herd"
COMMITTED, ABORTED, EXPIRED = "committed", "aborted", "expired"
FATES = (COMMITTED, ABORTED, EXPIRED)
LONG_MS, SHORT_MS = 900_000, round(patient(1.5) * 1_000)
SETTINGS = {
    **QUIET,
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "300",
    "group.consumer.max.session.timeout.ms": "600000",
    "group.consumer.session.timeout.ms": "600000",
}
"""Members stay as long as the exchange takes; transactions that ran out are soon found."""
TRANSACTION = 1
CLASSIC_END = 4
"""The version of EndTxn that leaves the epoch as it is."""
FENCED = (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH)


class Identity(NamedTuple):
    """A transactional id and what its coordinator gave it."""

    name: str
    producer_id: int
    epoch: int


class Unfinished:
    """What is left for the next node. One topic partition and one offset for each fate."""

    def __init__(self) -> None:
        self._round = 0
        self._ids: dict[str, Identity] = {}
        self._mate: tuple[str, int] = "", 0

    def leave(self, work: Work, fates: Sequence[str]) -> None:
        """Begin, and do not end."""
        self._round += 1
        self._ids = {}
        work.topic(TOPIC, len(FATES))
        find_coordinator(work.client, READERS)
        for at, fate in enumerate(fates):
            timeout_ms = SHORT_MS if fate == EXPIRED else LONG_MS
            name = f"{fate}-{self._round}"
            found = self._ids[fate] = patiently(lambda: _init(work.client, name, timeout_ms))  # noqa: B023
            _begin(work.client, found, at, 100 * self._round + at)
        if not self._mate[0]:
            self._mate = _join(work.client)
        if has_modern_groups(work.client):
            _enter(work.client, f"member-{self._round}")

    def finish(self, client: RawClient) -> Iterator[str]:
        """End what the node before left; what is not as it should be."""
        yield from self._groups(client)
        for fate, commits in ((COMMITTED, True), (ABORTED, False)):
            check(f"EndTxn {fate}", _end(client, self._ids[fate], commits=commits))
        if EXPIRED in self._ids:
            yield from self._expired(client, self._ids[EXPIRED])
        until(lambda: not _pending(client), "the end of pending offsets")
        yield from self._ended(client)

    def _expired(self, client: RawClient, who: Identity) -> Iterator[str]:
        until(lambda: _is_in(client, who.name, "CompleteAbort"), "the end of what ran out of time")
        code = _end(client, who, commits=True)
        if code not in FENCED:
            yield f"who ran out of time is told {ErrorCode(code).name}"

    def _groups(self, client: RawClient) -> Iterator[str]:
        member, generation = self._mate
        request = HeartbeatRequest(group_id=CREW, member_id=member, generation_id=generation)
        code = client.ask(request, HeartbeatResponse).error_code
        if code:
            yield f"a member of a classic group is told {ErrorCode(code).name}"
        if not has_modern_groups(client):
            return
        for each in coordinated.described(client, HERD).members:
            beat = ConsumerGroupHeartbeatRequest(
                group_id=HERD, member_id=each.member_id, member_epoch=each.member_epoch
            )
            found = client.ask(beat, ConsumerGroupHeartbeatResponse)
            if found.error_code:
                yield f"{each.member_id} is told {found.error_message}"

    def _ended(self, client: RawClient) -> Iterator[str]:
        offsets = inventory.committed(client, READERS)
        for at, fate in enumerate(self._ids):
            ends = [list_offset(client, TOPIC, at, -1, isolation) for isolation in (0, 1)]
            if ends[0] != ends[1]:
                yield f"{fate}: the last stable offset is {ends[1]} of {ends[0]}"
            wanted = f"{TOPIC}-{at} {100 * self._round + at} "
            if any(each.startswith(wanted) for each in offsets) != (fate == COMMITTED):
                yield f"{fate}: offsets are {offsets}"
        before = self._ids[COMMITTED]
        after = patiently(lambda: _init(client, before.name, LONG_MS))
        if after != before._replace(epoch=before.epoch + 1):
            yield f"{before} has become {after}"


def _init(client: RawClient, name: str, timeout_ms: int) -> Identity:
    find = FindCoordinatorRequest(key_type=TRANSACTION, coordinator_keys=[name])
    (where,) = client.ask(find, FindCoordinatorResponse).coordinators
    check("FindCoordinator", where.error_code)
    request = InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=timeout_ms)
    found = client.ask(request, InitProducerIdResponse, 4)
    check(f"InitProducerId {name}", found.error_code)
    return Identity(name, found.producer_id, found.producer_epoch)


def _begin(client: RawClient, who: Identity, partition: int, offset: int) -> None:
    """A transaction of one record and one offset, for a partition."""
    _add(client, who, partition)
    now_ms = int(time.time() * 1_000)
    batch = encode_batch(
        [(now_ms, None, b"%d" % offset, ())],
        producer_id=who.producer_id,
        producer_epoch=who.epoch,
        base_sequence=0,
        transactional=True,
    )
    produce(client, TOPIC, partition, batch, who.name)
    asked = AddOffsetsToTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.epoch,
        group_id=READERS,
    )
    check("AddOffsetsToTxn", client.ask(asked, AddOffsetsToTxnResponse, 3).error_code)
    _commit(client, who, partition, offset)


def _add(client: RawClient, who: Identity, partition: int) -> None:
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=TOPIC, partitions=[partition])
    request = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=who.name,
        v3_and_below_producer_id=who.producer_id,
        v3_and_below_producer_epoch=who.epoch,
        v3_and_below_topics=[topic],
    )
    answer = client.ask(request, AddPartitionsToTxnResponse, 3)
    (found,) = answer.results_by_topic_v3_and_below[0].results_by_partition
    check("AddPartitionsToTxn", found.partition_error_code)


def _commit(client: RawClient, who: Identity, partition: int, offset: int) -> None:
    part = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition
    topic = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(
        name=TOPIC, partitions=[part(partition_index=partition, committed_offset=offset)]
    )
    request = TxnOffsetCommitRequest(
        transactional_id=who.name,
        group_id=READERS,
        producer_id=who.producer_id,
        producer_epoch=who.epoch,
        topics=[topic],
    )
    answer = client.ask(request, TxnOffsetCommitResponse, 3)
    check("TxnOffsetCommit", answer.topics[0].partitions[0].error_code)


def _end(client: RawClient, who: Identity, *, commits: bool) -> int:
    request = EndTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.epoch,
        committed=commits,
    )
    return client.ask(request, EndTxnResponse, CLASSIC_END).error_code


def _is_in(client: RawClient, name: str, state: str) -> bool:
    return coordinated.transaction(client, name).startswith(state)


def _join(client: RawClient) -> tuple[str, int]:
    """The only member of a classic group, with its assignment: its id and the generation."""
    find_coordinator(client, CREW)
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"meta")
    request = JoinGroupRequest(
        group_id=CREW,
        session_timeout_ms=LONG_MS,
        rebalance_timeout_ms=LONG_MS,
        protocol_type="consumer",
        protocols=[protocol],
    )
    request.member_id = client.ask(request, JoinGroupResponse, 5).member_id
    found = client.ask(request, JoinGroupResponse, 5)
    check("JoinGroup", found.error_code)
    make = SyncGroupRequest.SyncGroupRequestAssignment
    sync = SyncGroupRequest(
        group_id=CREW,
        member_id=found.member_id,
        generation_id=found.generation_id,
        assignments=[make(member_id=found.member_id, assignment=b"all")],
    )
    check("SyncGroup", client.ask(sync, SyncGroupResponse, 3).error_code)
    return found.member_id, found.generation_id


def _enter(client: RawClient, member: str) -> None:
    """One more member of a group of KIP-848; those that are there go on as they are."""
    find_coordinator(client, HERD)
    request = ConsumerGroupHeartbeatRequest(
        group_id=HERD,
        member_id=member,
        member_epoch=0,
        rebalance_timeout_ms=LONG_MS,
        subscribed_topic_names=[TOPIC],
        topic_partitions=[],
    )
    found = client.ask(request, ConsumerGroupHeartbeatResponse)
    check(f"ConsumerGroupHeartbeat ({found.error_message})", found.error_code)
    until(lambda: _is_assigned(client), "an assignment")


def _is_assigned(client: RawClient) -> bool:
    found = coordinated.described(client, HERD)
    return found.group_epoch == found.assignment_epoch


def exchange(home: Path, kinds: list[str], *, kills: bool) -> list[str]:
    """Nodes of these kinds on one directory; what was not as it should be, with who showed it."""
    unfinished, known, found = Unfinished(), inventory.Inventory(), list[str]()
    for number, kind in enumerate(kinds):
        each = node(kind, home)
        each.start(SETTINGS)
        work = Work(each.bootstrap)
        try:
            if number:
                found += (f"{kind}: {line}" for line in _take_over(work, unfinished, known))
            unfinished.leave(work, _fates(kinds[number + 1 :], kills=kills))
            known = _known(work)
        finally:
            work.client.close()
            each.kill() if kills else each.stop()
    return found


def _fates(followers: Sequence[str], *, kills: bool) -> Sequence[str]:
    """What the transactions that are left shall come to.

    Apache Kafka 4.4.0 after a kill, also its own, aborts at once what has run out of time, loses
    the markers while it is elected, and notes the abort as complete: those offsets and that last
    stable offset are stuck, and none after it can know. So such a start is not asked for it.
    """
    is_lost = kills and followers[:1] not in ([], ["ours"])
    return [fate for fate in FATES if not (is_lost and fate == EXPIRED)]


def _take_over(work: Work, unfinished: Unfinished, known: inventory.Inventory) -> Iterator[str]:
    def differs() -> list[str]:
        try:
            return inventory.differences(known, _known(work))
        except Refused as error:  # while it still reads
            return [str(error)]

    # Groups and transactions are listed as empty, without an error, until they have been read.
    try:
        until(lambda: not differs(), "what was known before")
    except TimeoutError:
        yield from differs()
    yield from unfinished.finish(work.client)


def _known(work: Work) -> inventory.Inventory:
    """But for what runs out of time on its way."""
    found = inventory.taken(work.bootstrap, coordinated.everything)
    pending = _pending(work.client)
    lasting = tuple(each for each in pending if each != f"{TOPIC}-{FATES.index(EXPIRED)}")
    found[f"group {READERS} pending"] = lasting
    return {
        place: lines
        for place, lines in found.items()
        if not place.startswith(f"transactional id {EXPIRED}")
    }


def _pending(client: RawClient) -> set[str]:
    return set(coordinated.pending(client, READERS, [(TOPIC, range(len(FATES)))]))
