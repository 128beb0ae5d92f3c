"""What producers of transactions may do in a walk, rightly and wrongly.

What to do is drawn from the plan's randomness alone; ids and epochs are looked up when the turn
comes, in what this side has said: mostly the latest, sometimes an older one, or none that ever was.
"""

from __future__ import annotations

from compat.oracle.scripts.commits import fetch as fetch_request_of
from compat.oracle.scripts.fetching import request as fetch_request
from compat.oracle.scripts.kit import Part, batch, end_offsets, fetch_partition
from compat.oracle.scripts.kit import produce as produce_request
from compat.oracle.steps import Answer, Ask, Outcome
from compat.oracle.walking.ground import NO_ID, Act, Ground
from compat.oracle.walking.identities import (
    NAMES,
    NOBODY,
    Producers,
    TopicList,
    Who,
    settle,
    some_partitions,
)
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest

TRANSACTIONAL_SINCE, BY_ID_SINCE = 3, 13
FOR_BROKERS_SINCE = 4
GROUPS = ("walkers", "others")


def initialize(sketch: Sketch) -> Act:
    """InitProducerId: anew, or with an identity that may be the right one (C.3)."""
    random = sketch.random
    who, version = Who(sketch), sketch.version(InitProducerIdRequest)
    given = version >= 3 and random.random() < 0.45
    only_one = given and random.random() < 0.1
    timeout_ms = random.choice((60_000,) * 12 + (1, 900_000, 900_001, 0, -1))

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground) if given else NOBODY
        asked = InitProducerIdRequest(
            transactional_id=who.called(ground),
            transaction_timeout_ms=timeout_ms,
            producer_id=identity.producer_id,
            producer_epoch=-1 if only_one else identity.epoch,
        )
        outcome = yield Ask(asked, version, until=who.at_rest(ground))
        if isinstance(outcome, Answer) and not who.is_unknown:
            found = outcome.message
            ground.of(Producers).learn(who.name, found.producer_id, found.producer_epoch)  # type: ignore[attr-defined]
        yield from settle(ground)

    return act


def _added(
    ground: Ground, topics: TopicList
) -> list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic]:
    return [
        AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(
            name=ground.name(topic), partitions=list(partitions)
        )
        for topic, partitions in topics
    ]


def add_partitions(sketch: Sketch) -> Act:
    """AddPartitionsToTxn as clients send it (C.4)."""
    who, topics = Who(sketch), some_partitions(sketch)
    version = sketch.version(AddPartitionsToTxnRequest, last=FOR_BROKERS_SINCE - 1)
    is_empty = sketch.random.random() < 0.03

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        asked = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=who.called(ground),
            v3_and_below_producer_id=identity.producer_id,
            v3_and_below_producer_epoch=identity.epoch,
            v3_and_below_topics=[] if is_empty else _added(ground, topics),
        )
        yield Ask(asked, version, until=who.at_rest(ground))

    return act


def add_for_broker(sketch: Sketch) -> Act:
    """AddPartitionsToTxn as brokers send it, to add or only to look (C-47)."""
    who, topics = Who(sketch), some_partitions(sketch)
    version = sketch.version(AddPartitionsToTxnRequest, FOR_BROKERS_SINCE)
    verify_only = sketch.random.random() < 0.6

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        transaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
            transactional_id=who.called(ground),
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            verify_only=verify_only,
            topics=_added(ground, topics),
        )
        asked = AddPartitionsToTxnRequest(transactions=[transaction])
        yield Ask(asked, version, until=who.at_rest(ground))

    return act


def add_offsets(sketch: Sketch) -> Act:
    """AddOffsetsToTxn (C-50)."""
    who, group = Who(sketch), sketch.random.choice(GROUPS)
    version = sketch.version(AddOffsetsToTxnRequest)

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        asked = AddOffsetsToTxnRequest(
            transactional_id=who.called(ground),
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            group_id=ground.prefix + group,
        )
        yield Ask(asked, version, until=who.at_rest(ground))

    return act


def commit_offsets(sketch: Sketch) -> Act:
    """TxnOffsetCommit, added to the transaction before or not (C-51 to C-56).

    Not with metadata that are too long: a group that nothing else has been committed for is there
    from then on for who writes, and not for who reads, until something is written beside it.
    """
    random = sketch.random
    who, group, topics = Who(sketch), random.choice(GROUPS), some_partitions(sketch)
    version, offset = sketch.version(TxnOffsetCommitRequest), random.randint(0, 9)
    generation = random.choice((-1,) * 8 + (0, 3))
    member_id = "somebody" if random.random() < 0.1 else ""
    metadata = random.choice(("", "m", None)) if random.random() < 0.1 else ""
    part = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        later = (
            {}
            if version < 3
            else {
                "generation_id_or_member_epoch": generation,
                "member_id": member_id,
            }
        )
        asked = TxnOffsetCommitRequest(
            transactional_id=who.called(ground),
            group_id=ground.prefix + group,
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            topics=[
                TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(
                    name=ground.name(topic),
                    topic_id=ground.topic_id(topic) if version >= 6 else NO_ID,
                    partitions=[
                        part(
                            partition_index=at,
                            committed_offset=offset,
                            committed_metadata=metadata,
                        )
                        for at in partitions
                    ],
                )
                for topic, partitions in topics
            ],
            **later,  # type: ignore[arg-type]
        )
        yield Ask(asked, version, until=who.at_rest(ground))

    return act


def _produce(sketch: Sketch, *, transactional: bool) -> Act:
    random = sketch.random
    who, topic = Who(sketch), sketch.topic()
    partition, count = sketch.partition(topic), random.randint(1, 3)
    version = sketch.version(ProduceRequest, TRANSACTIONAL_SINCE)
    gap = random.choice((0,) * 15 + (1, -1, 5))

    def act(ground: Ground) -> Part[None]:
        identity, producers = who.identity(ground), ground.of(Producers)
        name = ground.name(topic)
        sequence = max(0, producers.sequence(identity, name, partition) + gap)
        data = batch(
            *[b"v"] * count,
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            base_sequence=sequence,
            transactional=transactional,
        )
        by_id = version >= BY_ID_SINCE
        topic_id = ground.topic_id(topic) if by_id else NO_ID
        asked = produce_request("" if by_id else name, data, partition, topic_id=topic_id)
        asked.transactional_id = who.called(ground) if transactional else None
        outcome = yield Ask(asked, version)
        if _was_taken(outcome):
            producers.wrote(identity, name, partition, count)

    return act


def _was_taken(outcome: Outcome) -> bool:
    if not isinstance(outcome, Answer):
        return False
    (topic,) = outcome.message.responses  # type: ignore[attr-defined]
    return not topic.partition_responses[0].error_code


def produce(sketch: Sketch) -> Act:
    """A batch of a transaction (A.13)."""
    return _produce(sketch, transactional=True)


def produce_plainly(sketch: Sketch) -> Act:
    """The same producer, outside of its transaction (B-26, B-27)."""
    return _produce(sketch, transactional=False)


def end(sketch: Sketch) -> Act:
    """EndTxn (C.6)."""
    who, version = Who(sketch), sketch.version(EndTxnRequest)
    committed = sketch.random.random() < 0.6

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        asked = EndTxnRequest(
            transactional_id=who.called(ground),
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            committed=committed,
        )
        outcome = yield Ask(asked, version, until=who.at_rest(ground))
        if isinstance(outcome, Answer) and not who.is_unknown:
            found = outcome.message
            ground.of(Producers).learn(who.name, found.producer_id, found.producer_epoch)  # type: ignore[attr-defined]
        yield from settle(ground)

    return act


def describe(sketch: Sketch) -> Act:
    """DescribeTransactions (C-120)."""
    names = sketch.random.sample((*NAMES, "unknown"), sketch.random.randint(1, 3))

    def act(ground: Ground) -> Part[None]:
        wanted = [ground.prefix + name for name in names] + [""]
        yield Ask(DescribeTransactionsRequest(transactional_ids=wanted), 0)

    return act


def list_all(sketch: Sketch) -> Act:
    """ListTransactions: of this walk alone, whatever others have left (C-121)."""
    random = sketch.random
    states = random.choice(([], ["Ongoing"], ["Empty", "Ongoing", "no state"], ["CompleteAbort"]))
    pattern = random.choice((".*", "tx-[ab]", "tx", ".*b", "("))
    duration = random.choice((-1, -1, 3_600_000))

    def act(ground: Ground) -> Part[None]:
        asked = ListTransactionsRequest(
            state_filters=list(states),
            duration_filter=duration,
            transactional_id_pattern=ground.prefix + pattern,
        )
        yield Ask(asked, 2)

    return act


def describe_producers(sketch: Sketch) -> Act:
    """What partitions know of producers (B.7)."""
    topics = some_partitions(sketch)

    def act(ground: Ground) -> Part[None]:
        make = DescribeProducersRequest.TopicRequest
        wanted = [make(name=ground.name(it), partition_indexes=list(at)) for it, at in topics]
        yield Ask(DescribeProducersRequest(topics=wanted), 0)

    return act


def read(sketch: Sketch) -> Act:
    """A partition from its start, or its end, committed or not."""
    random = sketch.random
    topic, isolation = sketch.topic(), random.choice((0, 1, 1))
    partition, version = sketch.partition(topic), sketch.version(FetchRequest, 4, 12)
    asks_end = random.random() < 0.3

    def act(ground: Ground) -> Part[None]:
        if asks_end:
            asked = end_offsets(ground.name(topic), [partition])
            asked.isolation_level = isolation
            yield Ask(asked, 6)
            return
        wanted = FetchRequest.FetchTopic(
            topic=ground.name(topic), partitions=[fetch_partition(partition)]
        )
        yield Ask(fetch_request(wanted, isolation_level=isolation), version)

    return act


def fetch_offsets(sketch: Sketch) -> Act:
    """OffsetFetch, stable offsets only or any (C-56); of all, their order would be anything."""
    group, stable = sketch.random.choice(GROUPS), sketch.random.random() < 0.5
    topics = some_partitions(sketch)

    def act(ground: Ground) -> Part[None]:
        wanted = [(ground.name(it), ground.topic_id(it), tuple(at)) for it, at in topics]
        asked = fetch_request_of(8, ground.prefix + group, wanted)
        assert isinstance(asked, OffsetFetchRequest)
        asked.require_stable = stable
        yield Ask(asked, 8)

    return act


def mark(sketch: Sketch) -> Act:
    """WriteTxnMarkers, as an operator ends what seems to hang (C.8).

    Never with a newer epoch than the producer's: its coordinator would try in vain for ever. Nor
    with a negative version, after which 4.4.0 serves what is appended next only in part.
    """
    random = sketch.random
    who, topics, commits = Who(sketch), some_partitions(sketch), random.random() < 0.4
    version, coordinator_epoch = sketch.version(WriteTxnMarkersRequest), random.choice((0, 0, -1))
    transaction_version = random.choice((0, 0, 1, 2)) if version >= 2 else 0
    make = WriteTxnMarkersRequest.WritableTxnMarkerTopic

    def act(ground: Ground) -> Part[None]:
        identity = who.identity(ground)
        epoch = identity.epoch if who.shift <= 0 else identity.epoch - who.shift
        marker = WriteTxnMarkersRequest.WritableTxnMarker(
            producer_id=identity.producer_id,
            producer_epoch=max(0, epoch),
            transaction_result=commits,
            topics=[
                make(name=ground.name(topic), partition_indexes=list(partitions))
                for topic, partitions in topics
            ],
            coordinator_epoch=coordinator_epoch,
            transaction_version=transaction_version,
        )
        yield Ask(WriteTxnMarkersRequest(markers=[marker]), version)

    return act
