"""Transactions, as an admin client finds and ends them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kafkawire.client.errors import ClientError, ProducerFenced, ServerError
from kafkawire.client.producer import Producer
from kafkawire.client.values import TopicPartition
from tests.client.admin.test_client import admin
from tests.support.requests.served import Running

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


@asynccontextmanager
async def producing(broker: Running) -> AsyncIterator[Producer[bytes, bytes]]:
    """A producer with a transactional id."""
    host, port = broker.server.address
    async with Producer[bytes, bytes](f"{host}:{port}", transactional_id="orders") as producer:
        yield producer


@pytest.mark.slow
async def test_an_open_transaction_is_listed_and_described() -> None:
    """client J-2, J-3."""
    async with admin() as (broker, client), producing(broker) as producer:
        async with producer.transaction():
            await producer.send("t", value=b"one", partition=0)
            await producer.flush()
            listed = await client.list_transactions()
            assert [(key, each.state) for key, each in listed.items()] == [("orders", "Ongoing")]
            assert not await client.list_transactions(states=["Empty"])
            assert not await client.list_transactions(producer_ids=[999])
            assert not await client.list_transactions(duration_ms=3_600_000)
            assert set(await client.list_transactions(pattern="ord.*")) == {"orders"}
            assert not await client.list_transactions(pattern="ord")
            described = await client.describe_transactions(["orders", "none"])
            found = described["orders"]
            assert (found.state, found.partitions) == ("Ongoing", (FIRST,))
            assert found.producer_id == listed["orders"].producer_id
            assert found.start_time_ms
            assert "TRANSACTIONAL_ID_NOT_FOUND" in str(described.errors["none"])
            (open_one,) = (await client.describe_producers([FIRST]))[FIRST]
            assert open_one.transaction_start_offset == 0
        (ended,) = (await client.describe_producers([FIRST, SECOND], broker=1))[FIRST]
        assert (ended.producer_id, ended.transaction_start_offset) == (found.producer_id, None)


@asynccontextmanager
async def fenced(broker: Running) -> AsyncIterator[None]:
    """An open transaction, whose producer is fenced when it wants to commit."""
    with pytest.raises(ProducerFenced):  # noqa: PT012 - leaving the transaction raises
        async with producing(broker) as producer, producer.transaction():
            await producer.send("t", value=b"one", partition=0)
            await producer.flush()
            yield


@pytest.mark.slow
async def test_fenced_producers_cannot_commit() -> None:
    """client J-7."""
    async with admin() as (broker, client):
        async with fenced(broker):
            before = (await client.describe_transactions(["orders"]))["orders"]
            told = await client.fence_producers(["orders", "bills"])
            assert set(told) == {"orders", "bills"}
            assert told["orders"].producer_id == before.producer_id
            assert told["orders"].producer_epoch > before.producer_epoch
        assert (await client.describe_transactions(["orders"]))["orders"].state == "Empty"


@pytest.mark.slow
async def test_a_transaction_is_terminated_by_its_id() -> None:
    async with admin() as (broker, client):
        async with fenced(broker):
            await client.force_terminate_transaction("orders")
        assert (await client.describe_transactions(["orders"]))["orders"].state == "Empty"
        with pytest.raises(ServerError, match="INVALID_REQUEST"):
            await client.force_terminate_transaction("")


@pytest.mark.slow
async def test_a_transaction_that_hangs_in_a_partition_is_aborted() -> None:
    async with (
        admin() as (broker, client),
        producing(broker) as producer,
        producer.transaction(),
    ):
        await producer.send("t", value=b"one", partition=0)
        await producer.flush()
        (found,) = (await client.describe_producers([FIRST]))[FIRST]
        number = found.producer_id
        with pytest.raises(ClientError, match="t-0, producer id"):
            await client.abort_transaction(FIRST, producer_id=number, producer_epoch=-1)
        epoch = found.producer_epoch
        await client.abort_transaction(FIRST, producer_id=number, producer_epoch=epoch)
        (ended,) = (await client.describe_producers([FIRST]))[FIRST]
        assert ended.transaction_start_offset is None
