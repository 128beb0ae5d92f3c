"""client L.1: blocks are left within one budget, and calls that still wait end with the block."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio

from kafkawire.client import ClientError, Closed, DeliveryFailed, PartitionStream
from tests.client.cancellation.ledger import Reading
from tests.client.cancellation.stage import FIRST, Stage
from tests.client.support.steps import Moment, simulated

NEVER_S = 10_000.0
Use = Callable[[Any], Awaitable[object]]


def client_of(stage: Stage, kind: str) -> Any:
    """Return a client that is not open."""
    if kind == "member":
        return stage.member(Reading(stage.ledger))
    if kind == "classic member":
        return stage.member(Reading(stage.ledger), group_protocol="classic")
    if kind == "producer":
        return stage.producer()
    if kind == "transactional producer":
        return stage.producer(transactional_id="x")
    return stage.admin()


def in_world(play: Callable[[Stage], Awaitable[Any]]) -> Any:
    """Run a play beside a broker that has four records."""

    async def main() -> Any:
        stage = Stage(None, Moment.BLOCKED)
        stage.fill(4)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.net.run)
            found = await play(stage)
            nursery.cancel_scope.cancel()
        return found

    return simulated(main)


async def read(consumer: Any) -> None:
    """Read two batches, so that there is something to commit."""
    await consumer.poll(max_records=1)
    await consumer.poll(max_records=1)
    await consumer.poll(max_records=1)


async def send(producer: Any) -> None:
    """Have a batch in flight."""
    await producer.send("t", b"")
    await trio.sleep(0.1)


async def send_and_flush(producer: Any) -> None:
    """Have a producer id."""
    await producer.send("t", b"")
    await producer.flush()


async def send_in_transaction(producer: Any) -> None:
    await producer.begin_transaction()
    await producer.send("t", b"", partition=0)
    await producer.flush()


@pytest.mark.parametrize(("is_cancelled", "budget_s"), [(False, 30), (True, 3)])
@pytest.mark.parametrize(
    ("kind", "begin", "go_on"),
    [
        ("member", read, None),
        ("classic member", read, None),
        ("producer", send_and_flush, send),
        ("transactional producer", send_in_transaction, send),
    ],
)
def test_a_silent_broker_takes_one_budget(
    kind: str, begin: Use, go_on: Use | None, is_cancelled: bool, budget_s: int
) -> None:
    """client L-1, N 144."""

    async def play(stage: Stage) -> float:
        with trio.CancelScope() as scope:
            try:
                async with client_of(stage, kind) as client:
                    await begin(client)
                    stage.net.delay_s = lambda: NEVER_S
                    if go_on is not None:
                        await go_on(client)
                    begins_s = trio.current_time()
                    if is_cancelled:
                        scope.cancel()
                        await trio.lowlevel.checkpoint()
            except DeliveryFailed:
                pass
        return trio.current_time() - begins_s

    assert in_world(play) == pytest.approx(budget_s, abs=0.1)


async def handle(stream: PartitionStream[bytes, bytes]) -> None:
    async for _ in stream:
        pass


def test_a_connection_that_comes_too_late_is_closed() -> None:
    """client B-2, L-1: its lane was closed after it was made, and before its task ran."""

    async def play(stage: Stage) -> list[bool]:
        admin = stage.admin()

        async def late(*given: Any) -> Any:
            with trio.CancelScope(shield=True):
                await trio.sleep(1)
                return await stage.net.open(*given)

        admin._runtime.open_line = late  # type: ignore[assignment]  # what it returns is a line
        with trio.move_on_after(0.5):
            async with admin:
                pass
        return [line.is_open for line in stage.net.all_lines]

    assert in_world(play) == [False]


WAITS: dict[str, tuple[str, Use]] = {
    "poll": ("member", lambda consumer: consumer.poll()),
    "committed": ("member", lambda consumer: consumer.committed([FIRST])),
    "end_offsets": ("member", lambda consumer: consumer.end_offsets([FIRST])),
    "offsets_for_times": ("member", lambda consumer: consumer.offsets_for_times({FIRST: 0})),
    "send": ("producer", lambda producer: producer.send("unknown", b"")),
    "partitions_for": ("producer", lambda producer: producer.partitions_for("unknown")),
    "init_transactions": (
        "transactional producer",
        lambda producer: producer.init_transactions(),
    ),
    "begin_transaction": (
        "transactional producer",
        lambda producer: producer.begin_transaction(),
    ),
    "list_topics": ("admin", lambda admin: admin.list_topics()),
    "fence_producers": ("admin", lambda admin: admin.fence_producers(["x", "y"])),
}


@pytest.mark.parametrize("name", WAITS)
def test_a_call_of_another_task_ends_with_the_block(name: str) -> None:
    """client L-2: it raises Closed; it neither hangs nor waits for its own time limit."""
    kind, use = WAITS[name]
    assert isinstance(in_world(lambda stage: _error_of(stage, kind, use)), Closed)


@pytest.mark.parametrize("use", [lambda each: each.unsubscribe(), lambda each: each.serve(handle)])
def test_a_leaving_of_another_task_ends_with_the_block(use: Use) -> None:
    """client L-2: both leave the group at the same time, and the block is left."""
    error = in_world(lambda stage: _error_of(stage, "member", use))
    assert error is None or isinstance(error, Closed)


async def _error_of(stage: Stage, kind: str, use: Use) -> BaseException | None:
    """Return what a call raises that waits for a silent broker when the block is left."""
    raised: list[BaseException | None] = []
    ended_s: list[float] = []

    async def wait(client: Any) -> None:
        try:
            await use(client)
        except ClientError as error:
            raised.append(error)
        else:
            raised.append(None)
        ended_s.append(trio.current_time())

    async with trio.open_nursery() as nursery:
        async with client_of(stage, kind) as client:
            if kind == "member":
                await client.poll()
            stage.net.delay_s = lambda: NEVER_S
            nursery.start_soon(wait, client)
            await trio.sleep(0.01)
        left_s = trio.current_time()
    assert ended_s[0] <= left_s + 0.001
    return raised[0]
