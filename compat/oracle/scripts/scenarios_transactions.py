"""The scenarios of transactions as fetches see them (fetch J 70 to 72, 74, 75, 111).

Markers come some time after the answer to EndTxn, in Kafka more so than here: whoever wants to see
them waits for them. Not here: 73 needs a second broker, 76 a look inside.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import append, bases, expect, fetched, only, size_of
from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, Topic, request
from compat.oracle.scripts.kit import Part, World, batch, create, fetch_partition, message, produce
from compat.oracle.steps import Ask, Pause, Receive, Script, Send
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse

VERSIONS = (4, 11, 12, 13, 18)
TRANSACTION = 1
"""The kind of coordinator."""
LONG_MS = 9000
CLIENT_FORM = 3
"""The last version of AddPartitionsToTxn for clients, and one of EndTxn that goes with it."""


class Producer:
    """A transactional producer of one topic."""

    def __init__(self, name: str, topic: Topic) -> None:
        self.name = name
        self.topic = topic
        self.id = -1
        self.epoch = -1
        self._sequence = 0

    def start(self) -> Part[None]:
        """Get an id, as soon as there is a coordinator."""
        find = FindCoordinatorRequest(key=self.name, key_type=TRANSACTION)
        yield Ask(find, 3, until=_is_fine)
        asked = InitProducerIdRequest(transactional_id=self.name, transaction_timeout_ms=60_000)
        found = message((yield Ask(asked, 4, until=_is_fine)), InitProducerIdResponse)
        expect("error of a producer id", found.error_code, 0)
        self.id, self.epoch = found.producer_id, found.producer_epoch

    def write(self, *values: bytes) -> Part[int]:
        """Enter the partition into a transaction and append to it; the base offset."""
        element = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(
            name=self.topic.name, partitions=[0]
        )
        yield Ask(
            AddPartitionsToTxnRequest(
                v3_and_below_transactional_id=self.name,
                v3_and_below_producer_id=self.id,
                v3_and_below_producer_epoch=self.epoch,
                v3_and_below_topics=[element],
            ),
            CLIENT_FORM,
            until=_is_entered,
        )
        asked = produce(
            self.topic.name,
            batch(
                *values,
                producer_id=self.id,
                producer_epoch=self.epoch,
                base_sequence=self._sequence,
                transactional=True,
            ),
        )
        asked.transactional_id = self.name
        self._sequence += len(values)
        found = message((yield Ask(asked, PRODUCE_BY_NAME)), ProduceResponse)
        data = found.responses[0].partition_responses[0]
        expect("error of a transactional append", data.error_code, 0)
        return data.base_offset

    def end(self, committed: bool) -> Part[None]:
        """Commit or abort; the marker comes soon after."""
        asked = EndTxnRequest(
            transactional_id=self.name,
            producer_id=self.id,
            producer_epoch=self.epoch,
            committed=committed,
        )
        yield Ask(asked, CLIENT_FORM, until=_is_fine)


def _is_fine(found: Message) -> bool:
    return found.error_code == 0  # type: ignore[attr-defined, no-any-return]


def _is_entered(found: Message) -> bool:
    topics = found.results_by_topic_v3_and_below  # type: ignore[attr-defined]
    return all(
        not each.partition_error_code for topic in topics for each in topic.results_by_partition
    )


def read(
    version: int, topic: Topic, offset: int = 0, *, committed: bool = True
) -> Part[FetchResponse.PartitionData]:
    """One partition, at once."""
    wanted = topic.at(version, fetch_partition(0, offset))
    asked = request(wanted, isolation_level=int(committed))
    return only(fetched((yield Ask(asked, version))))


def _new(world: World, name: str) -> Part[Producer]:
    """Three plain records, and a producer that has begun a transaction behind them."""
    # Markers have the time of today, which is far from that of records here: no roll for that.
    topic = Topic(name, (yield from create(world, name, configs={"segment.ms": str(1 << 62)})))
    for _ in range(3):
        yield from append(name)
    producer = Producer(name, topic)
    yield from producer.start()
    expect("base offset", (yield from producer.write(b"a", b"b")), 3)
    return producer


def open_ones(world: World) -> Script:
    """An open one bounds read_committed, which beyond it never waits (fetch J 70, J 111)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        producer = yield from _new(world, f"open-{version}")
        data = yield from read(version, producer.topic)
        expect("offsets", (data.high_watermark, data.last_stable_offset), (5, 3))
        expect("batches", bases(data), [0, 1, 2])
        data = yield from read(version, producer.topic, committed=False)
        expect("batches, uncommitted", bases(data), [0, 1, 2, 3])
        wanted = producer.topic.at(version, fetch_partition(0, 5))
        asked = request(wanted, isolation_level=1, min_bytes=1, max_wait_ms=LONG_MS)
        data = only(fetched((yield Ask(asked, version, waits_ms=LONG_MS))))
        expect("beyond it", (data.error_code, size_of(data)), (0, 0))
        yield from producer.end(committed=False)


def ended_ones(world: World) -> Script:
    """Its end lets read_committed go on, with a list if aborted (fetch J 71, J 72, J 74)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        for committed in (True, False):
            producer = yield from _new(world, f"ended-{version}-{committed}")
            wanted = producer.topic.at(version, fetch_partition(0, 3))
            asked = request(wanted, isolation_level=1, min_bytes=1, max_wait_ms=LONG_MS)
            yield Send(asked, version, "waiting")
            yield Pause()
            yield from producer.end(committed)
            data = only(fetched((yield Receive("waiting", waits_ms=LONG_MS))))
            expect("offsets", (data.high_watermark, data.last_stable_offset), (6, 6))
            expect("batches and marker", bases(data), [3, 5])
            aborted = [
                (each.producer_id, each.first_offset) for each in data.aborted_transactions or ()
            ]
            expect("aborted", aborted, [] if committed else [(producer.id, 3)])
            data = yield from read(version, producer.topic, committed=False)
            expect("no list", data.aborted_transactions, None)


def aborted_lists(world: World) -> Script:
    """A list may name more than is returned, and lacks none that is (fetch J 75)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        producer = yield from _new(world, f"lists-{version}")
        firsts = [3]
        for _ in range(4):
            yield from producer.end(committed=False)
            firsts.append((yield from producer.write(b"c")))
        yield from producer.end(committed=False)
        # The last marker may still be on its way.
        wanted = producer.topic.at(version, fetch_partition(0, firsts[-1] + 1))
        asked = request(wanted, min_bytes=1, max_wait_ms=LONG_MS)
        yield Ask(asked, version)
        for at, first in enumerate(firsts):
            asked = request(
                producer.topic.at(version, fetch_partition(0, first, partition_max_bytes=1)),
                isolation_level=1,
            )
            data = only(fetched((yield Ask(asked, version))))
            expect("one batch", bases(data), [first])
            listed = [each.first_offset for each in data.aborted_transactions or ()]
            expect("its own is there", listed[:1], [first])
            expect("others are behind it", set(listed) <= set(firsts[at:]), True)


SCRIPTS = {
    "J-70-open-ones": open_ones,
    "J-71-ended-ones": ended_ones,
    "J-75-aborted-lists": aborted_lists,
}
