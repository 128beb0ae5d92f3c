"""Producers whose requests are refused, lost or late: client N 103 to 120."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import trio

from compat.client.acts import changed, held, lost, refused
from compat.client.faults import Act, faulty
from compat.client.test_producing import values_of
from compat.client.world import World, until
from kafkawire.client import BufferFull, Closed, DeliveryFailed, Producer, TimedOut
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.records.batch import read_header

RETRIABLE = [2, 3, 5, 6, 7, 9, 13, 14, 19, 20, 56, 72, 74, 75, 78, 89, 100, 106]
QUICK: dict[str, Any] = {
    "retry_backoff_ms": 5,
    "retry_backoff_max_ms": 20,
    "reconnect_backoff_ms": 10,
    "reconnect_backoff_max_ms": 50,
    "linger_ms": 0,
}
IN_ORDER = list(range(10))


class Sent(NamedTuple):
    """The numbers that are in the partition, and the producer ids and epochs that wrote them."""

    values: list[int]
    producers: list[tuple[int, int]]


async def ten_with(world: World, *acts: Act) -> Sent:
    """Send ten records, the second of which meets these acts, one after another."""
    topic = await world.topic()
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, **QUICK) as producer,
    ):
        await (await producer.send(topic, b"0"))
        spoilt = [faults.at(ApiKey.PRODUCE, act) for act in acts]
        for number in range(1, 10):
            await (await producer.send(topic, b"%d" % number))
        assert [each.used for each in spoilt] == [1] * len(acts)
    producers = dict.fromkeys(producer_of(each.request) for each in faults.of(ApiKey.PRODUCE))
    return Sent(await values_of(world, topic, 10), list(producers))


def producer_of(request: Any) -> tuple[int, int]:
    """The producer id and epoch in a Produce of one batch."""
    ((data,),) = (topic.partition_data for topic in request.topic_data)
    header = read_header(data.records)
    return header.producer_id, header.producer_epoch


async def test_what_may_be_sent_again_is_written_once(world: World) -> None:
    """Client N 103: after each code that is worth another attempt."""
    assert (await ten_with(world, *map(refused, RETRIABLE))).values == IN_ORDER


async def test_a_lost_answer_leaves_no_duplicate(world: World) -> None:
    """Client N 104."""
    assert (await ten_with(world, lost(), lost(), lost())).values == IN_ORDER


@pytest.mark.parametrize(
    ("code", "ids", "epochs"),
    [(45, 1, [0, 1]), (59, 1, [0]), (47, 2, [0, 0])],
    ids=["bumped", "retried", "renewed"],
)
async def test_errors_of_idempotence_are_survived(
    world: World, code: int, ids: int, epochs: list[int]
) -> None:
    """Client N 118, H-43, H-44, H-47: under the next epoch, the same one, or another id."""
    sent = await ten_with(world, refused(code))
    assert sent.values == IN_ORDER
    assert len({each for each, _ in sent.producers}) == ids
    assert [epoch for _, epoch in sent.producers] == epochs


async def test_a_producer_id_whose_epochs_run_out_is_replaced(world: World) -> None:
    """Client N 117, H-45."""

    def last_epoch(answer: Any) -> None:
        answer.producer_epoch = 32767

    topic = await world.topic()
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.INIT_PRODUCER_ID, changed(last_epoch))
        async with Producer(faults.bootstrap, **QUICK) as producer:
            await (await producer.send(topic, b"0"))
            assert len(faults.of(ApiKey.INIT_PRODUCER_ID)) == 1
            faults.at(ApiKey.PRODUCE, refused(45))
            for number in range(1, 10):
                await (await producer.send(topic, b"%d" % number))
        assert len(faults.of(ApiKey.INIT_PRODUCER_ID)) == 2
    assert await values_of(world, topic, 10) == IN_ORDER


async def test_order_is_kept_when_the_second_of_five_fails(world: World) -> None:
    """Client N 105: the broker refuses those behind it, for their sequences."""
    topic = await world.topic()
    first = trio.Event()
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, **QUICK) as producer,
    ):
        await (await producer.send(topic, b"0"))
        faults.at(ApiKey.PRODUCE, held(first))
        faults.at(ApiKey.PRODUCE, refused(7))
        for number in range(1, 6):
            await producer.send(topic, b"%d" % number)
            await until(lambda: len(faults.of(ApiKey.PRODUCE)) == number + 1)  # noqa: B023
        first.set()
        for number in range(6, 10):
            await producer.send(topic, b"%d" % number)
        await producer.flush()
        assert len(faults.of(ApiKey.PRODUCE)) > 10
    assert await values_of(world, topic, 10) == IN_ORDER


async def test_a_broker_that_is_away_for_a_while(world: World) -> None:
    """Client N 106: nothing is lost, nothing comes twice."""
    topic = await world.topic()
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, **QUICK) as producer,
    ):
        await (await producer.send(topic, b"0"))
        await faults.down()
        for number in range(1, 9):
            await producer.send(topic, b"%d" % number)
        await trio.sleep(1)
        faults.up()
        await (await producer.send(topic, b"9"))
    assert await values_of(world, topic, 10) == IN_ORDER


async def test_a_broker_that_stays_away(world: World) -> None:
    """Client N 107: records end by delivery.timeout.ms, and their memory is free."""
    topic = await world.topic()
    options = {"delivery_timeout_ms": 1000, "request_timeout_ms": 500, "buffer_memory": 70_000}
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, **{**QUICK, **options}) as producer,
    ):
        await (await producer.send(topic, b"0"))
        await faults.down()
        late = await producer.send(topic, bytes(60_000))
        with pytest.raises(TimedOut):
            await late
        faults.up()
        for number in range(1, 10):
            await (await producer.send(topic, b"%d" % number + b" " * 60_000))
    assert await values_of(world, topic, 10) == IN_ORDER


async def test_memory_bounds_what_waits_for_a_broker(world: World) -> None:
    """Client N 108, N 109: a send waits, until max.block.ms at most; cancelled, it sent nothing."""
    topic = await world.topic()
    options = {"buffer_memory": 1 << 16, "max_block_ms": 500}
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, **{**QUICK, **options}) as producer,
    ):
        await (await producer.send(topic, b"0"))
        await faults.down()
        for number in range(1, 7):
            await producer.send(topic, b"%d" % number + b" " * 10_000)
        with pytest.raises(BufferFull, match=r"buffer\.memory"):
            await producer.send(topic, b"7" + b" " * 10_000)
        with trio.move_on_after(0.1) as scope:
            await producer.send(topic, b"100" + b" " * 10_000)
        assert scope.cancelled_caught
        faults.up()
        for number in range(7, 10):
            await producer.send(topic, b"%d" % number)
    assert await values_of(world, topic, 10) == IN_ORDER


async def test_leaving_a_broker_that_is_away_ends_within_the_budget(world: World) -> None:
    """Client N 120: cancelled with records queued; they fail as unsent."""
    topic = await world.topic()
    async with faulty(world.bootstrap) as faults:
        with trio.CancelScope() as scope:
            async with Producer(
                faults.bootstrap, cancelled_close_budget_ms=300, **QUICK
            ) as producer:
                await (await producer.send(topic, b"0"))
                await faults.down()
                unsent = await producer.send(topic, b"1")
                scope.cancel()
                await trio.lowlevel.checkpoint()
        assert scope.cancelled_caught
        assert isinstance(unsent.error, Closed)
    assert await values_of(world, topic, 1) == [0]


async def test_what_is_left_at_the_end_of_the_budget_is_raised(world: World) -> None:
    """Client N 120, N 116: the body has ended by itself."""
    topic = await world.topic()

    async def leave() -> None:
        async with Producer(faults.bootstrap, close_budget_ms=300, **QUICK) as producer:
            await (await producer.send(topic, b"0"))
            await faults.down()
            await producer.send(topic, b"1")

    async with faulty(world.bootstrap) as faults:
        with pytest.raises(DeliveryFailed) as raised:
            await leave()
    assert raised.value.count == 1
    assert await values_of(world, topic, 1) == [0]
