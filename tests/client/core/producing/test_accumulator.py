"""Records become batches."""

from __future__ import annotations

from collections import Counter

import pytest

from kafkawire.client.core.producing.accumulator import Span, Wait
from kafkawire.client.core.producing.batch import Delivery
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.errors import RecordTooLarge
from kafkawire.records.builder import RecordTuple
from tests.client.support.producing import Producing


def batches(producing: Producing, partition: int = 0) -> list[int]:
    return [head.records_count for head in producing.headers(partition=partition)]


def test_records_wait_for_more_until_linger_is_over() -> None:
    """client H-26: linger.ms."""
    producing = Producing(ProducerOptions(linger_ms=50))
    producing.send()
    producing.world.advance(30)
    producing.send()
    producing.world.advance(19)
    assert not producing.produce_requests()
    producing.world.advance(500)
    assert batches(producing) == [2]


def test_a_full_batch_does_not_linger() -> None:
    """client H-26."""
    producing = Producing(ProducerOptions(linger_ms=60_000, batch_size=1000))
    for _ in range(10):
        producing.send(bytes(150))
    producing.world.advance(1000)
    assert batches(producing) == [5]
    producing.flush(1000)
    assert batches(producing) == [5, 5]


def test_without_linger_a_record_is_sent_at_once() -> None:
    """client H-26."""
    producing = Producing(ProducerOptions(linger_ms=0))
    producing.send()
    producing.world.advance(0)
    producing.world.advance(200)
    before = len(producing.produce_requests())
    producing.send()
    producing.world.settle()
    assert len(producing.produce_requests()) == before + 1


def test_records_of_one_key_go_to_one_partition() -> None:
    """client H-20."""
    producing = Producing(topics={"orders": 5})
    for number in range(30):
        producing.send(key=b"foobar")
        producing.send(key=b"%d" % number)
    producing.flush(1000)
    there = [
        number
        for number in range(5)
        if b"foobar" in {record.key for record in producing.records(partition=number)}
    ]
    assert there == [(-790332482 & 0x7FFFFFFF) % 5]


def test_keys_are_ignored_on_wish() -> None:
    """client H-20: partitioner.ignore.keys."""
    options = ProducerOptions(partitioner_ignore_keys=True)
    producing = Producing(options, topics={"orders": 5})
    for number in range(20):
        producing.send(key=b"%d" % number)
    producing.flush(1000)
    assert sorted(len(producing.values(partition=number)) for number in range(5)) == [
        0,
        0,
        0,
        0,
        20,
    ]


def test_a_full_sticky_partition_moves_no_key() -> None:
    """client H-20, H-21: a key keeps its partition though the sticky one had its share."""
    producing = Producing(ProducerOptions(batch_size=500), topics={"orders": 4})
    for _ in range(50):
        producing.send(bytes(100))
        producing.send(bytes(100), key=b"foobar")
    producing.flush(1000)
    there = Counter(
        number
        for number in range(4)
        for record in producing.records(partition=number)
        if record.key == b"foobar"
    )
    assert there == {(-790332482 & 0x7FFFFFFF) % 4: 50}


def test_records_without_a_key_fill_batches_and_share_partitions() -> None:
    """client H-21: N 101."""
    producing = Producing(ProducerOptions(batch_size=1000), topics={"orders": 4})
    for _ in range(4000):
        producing.send(bytes(90))
    producing.flush(5000)
    counts = [sum(batches(producing, number)) for number in range(4)]
    assert sum(counts) == 4000
    assert all(800 < count < 1200 for count in counts)
    full = sum(count == 9 for number in range(4) for count in batches(producing, number))
    assert full >= 440, "of 445 batches"


def test_many_records_are_accepted_at_once() -> None:
    """client B-33, H-21."""
    producing = Producing(ProducerOptions(batch_size=1000))
    producing.know("orders")
    records: list[RecordTuple] = [(1, None, b"%d" % number, ()) for number in range(100)]
    records[40] = (1, b"key", None, [("name", b"text")])
    spans: list[Span] = []
    assert (
        producing.core.append_many("orders", None, records, spans, producing.world.now_ms) is None
    )
    assert sum(span.length for span in spans) == 100
    producing.flush(1000)
    expected = [b"%d" % number for number in range(100)]
    assert [value for value in producing.values() if value is not None] == [
        each for number, each in enumerate(expected) if number != 40
    ]
    assert producing.records()[40].headers == [("name", b"text")]
    last = spans[-1]
    delivery = Delivery(last.batch, last.first + last.length - 1)
    assert delivery.metadata().offset == 99
    assert producing.core.memory_free == 33554432


def test_keys_spread_many_records() -> None:
    """client B-33, H-20."""
    producing = Producing(topics={"orders": 3})
    producing.know("orders")
    records = [(1, b"%d" % number, b"x", ()) for number in range(60)]
    assert producing.core.append_many("orders", None, records, [], producing.world.now_ms) is None
    assert producing.core.append_many("orders", 1, records, [], producing.world.now_ms) is None
    producing.flush(1000)
    counts = [len(producing.values(partition=number)) for number in range(3)]
    assert sum(counts) == 120
    assert counts[1] > 60
    assert all(counts)


def test_a_partition_that_the_topic_has_not_waits_for_metadata() -> None:
    """client H-1."""
    producing = Producing()
    record = (1, None, b"x", ())
    assert producing.core.append("orders", 0, record, 0) is Wait.METADATA
    producing.know("orders")
    assert producing.core.append("orders", 1, record, 0) is Wait.METADATA
    assert producing.core.append("orders", -1, record, 0) is Wait.METADATA
    assert isinstance(producing.core.append("orders", 0, record, 0), Delivery)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (ProducerOptions(max_request_size=1000), "max.request.size"),
        (ProducerOptions(buffer_memory=1000), "buffer.memory"),
    ],
)
def test_a_record_that_never_fits_is_refused(options: ProducerOptions, name: str) -> None:
    """client H-15: N 111, and nothing is reserved (H-1)."""
    producing = Producing(options)
    producing.know("orders")
    free = producing.core.memory_free
    with pytest.raises(RecordTooLarge, match=name):
        producing.core.append("orders", None, (1, None, bytes(1000), ()), 0)
    assert producing.core.memory_free == free
    assert producing.core.is_idle


def test_memory_is_waited_for_in_turn_and_nothing_lingers_meanwhile() -> None:
    """client H-10, H-11, H-13."""
    producing = Producing(ProducerOptions(buffer_memory=1000, linger_ms=600_000))
    for _ in range(3):
        producing.send(bytes(268))
    assert producing.core.memory_free == 100
    large, small = (1, None, bytes(200), ()), (1, None, bytes(10), ())
    now_ms = producing.world.now_ms
    assert producing.core.append("orders", None, large, now_ms) is Wait.MEMORY
    woken: list[str] = []
    ticket = producing.core.wait_for_memory(large, lambda: woken.append("large"), now_ms)
    assert producing.core.add("orders", None, small) is None, "no overtaking"
    assert producing.core.append("orders", None, small, now_ms) is Wait.MEMORY, "no overtaking"
    other = producing.core.wait_for_memory(small, lambda: woken.append("small"), now_ms)
    producing.world.advance(1000)
    assert woken == ["large", "small"]
    assert len(producing.values()) == 3
    for record, granted in ((small, other), (large, ticket)):
        found = producing.core.append("orders", None, record, producing.world.now_ms, granted)
        assert isinstance(found, Delivery)
    assert producing.core.memory_free == 1000 - 232 - 42
    producing.flush(1000)
    assert producing.core.memory_free == 1000


def test_a_record_that_needs_a_batch_of_its_own_is_not_added() -> None:
    """client H-26: with room in the open batch of its partition it is, and elsewhere it is not."""
    producing = Producing(ProducerOptions(linger_ms=60_000, batch_size=1000), topics={"orders": 2})
    record = (1, None, bytes(400), ())
    keyed = (1, b"foobar", b"v", ((("h", b"x"),)))
    assert producing.core.add("unknown", None, record) is None
    assert producing.core.add("orders", 0, record) is None, "no batch is open"
    producing.send(bytes(400), partition=0)
    assert producing.core.add("orders", 1, record) is None, "none in this partition"
    assert producing.core.add("orders", 2, record) is None, "no such partition"
    added = [producing.core.add("orders", 0, record) for _ in range(2)]
    assert [each is not None and each.index for each in added] == [1, False], "it is full then"
    first = producing.send(b"v", key=b"foobar")
    second = producing.core.add("orders", None, keyed)
    assert second is not None
    assert (second.batch, second.index) == (first.batch, first.index + 1)


def test_compression_lets_batches_hold_more_records() -> None:
    """client H-26: full by the estimate of compression."""
    producing = Producing(ProducerOptions(batch_size=2000, compression=1))
    for _ in range(300):
        for _ in range(20):
            producing.send(b"a" * 100)
        producing.flush(300)
    found = batches(producing)
    assert found[0] < 20
    assert found[-1] == 20, "what was two batches fits into one"
