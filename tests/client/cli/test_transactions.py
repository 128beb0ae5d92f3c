"""`kafkawire transactions` against a broker. client O.2."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kafkawire.cli import parser
from kafkawire.client.cli.transactions import place
from kafkawire.client.errors import ClientError
from kafkawire.client.producer import Producer
from kafkawire.client.values import TopicPartition
from tests.client.support.commands import command
from tests.support.requests.served import Running, serving


@asynccontextmanager
async def with_open_transaction() -> AsyncIterator[Running]:
    """A broker with an open transaction of the id `pay`, which has written to t-1."""
    async with serving() as broker:
        host, port = broker.server.address
        async with Producer(f"{host}:{port}", transactional_id="pay") as producer:
            await producer.init_transactions()
            await producer.begin_transaction()
            await (await producer.send("t", b"x", partition=1))
            yield broker
            with pytest.raises(ClientError):
                await producer.commit_transaction()


@pytest.mark.slow
async def test_a_transaction_is_listed_described_and_aborted() -> None:
    async with with_open_transaction() as broker:
        listed = await command(broker, "transactions", "list", "--state", "Ongoing")
        assert listed.lines[0] == ["TRANSACTIONAL", "ID", "STATE", "PRODUCER"]
        assert listed.lines[1][:2] == ["pay", "Ongoing"]
        older = await command(broker, "transactions", "list", "--older", "3600")
        assert older.out == "no transactions\n"
        shown = await command(broker, "transactions", "describe", "pay", "none")
        assert shown.code == 1
        assert "transactional id 'none': TRANSACTIONAL_ID_NOT_FOUND" in shown.err
        assert shown.out.startswith("pay: Ongoing, producer ")
        assert " ms, since 20" in shown.out
        assert shown.lines[1:] == [["TOPIC", "PARTITION"], ["t", "1"]]
        (told,) = (await command(broker, "transactions", "describe", "pay", "--json")).objects
        assert told["partitions"] == [{"topic": "t", "partition": 1}]
        assert told["start_time"].startswith("20")
        aborted = await command(broker, "transactions", "abort", "pay", "none", "--yes")
        assert aborted.code == 1
        assert aborted.out.startswith("pay has no open transaction; producers before epoch ")
        assert "transactional id 'none'" in aborted.err
        after = await command(broker, "transactions", "list", "--json")
        assert [each["transactional_id"] for each in after.objects] == ["pay"], "none was not made"


@pytest.mark.slow
async def test_a_transaction_with_a_coordinator_does_not_hang() -> None:
    async with with_open_transaction() as broker:
        found = await command(broker, "transactions", "hanging", "t", "--older", "0.000001")
        assert (found.code, found.out) == (0, "no transaction hangs\n")
        await command(broker, "transactions", "abort", "pay", "--yes")


async def test_what_is_aborted_has_to_be_named() -> None:
    """client O-5."""
    async with serving() as broker:
        for words in ([], ["--hanging", "t:0"], ["pay", "--producer", "1"]):
            refused = await command(broker, "transactions", "abort", *words, "--yes")
            assert (refused.code, refused.out) == (2, "")
        none = await command(
            broker, "transactions", "abort", "--hanging", "t:0", "--producer", "7", "--yes"
        )
        assert none.err.endswith("producer 7 has no open transaction in t-0\n")
    arguments = parser("transactions").parse_args(
        ["transactions", "abort", "pay", "--hanging", "a:b:3", "--producer", "7"]
    )
    assert arguments.question(arguments) == "Abort pay, what producer 7 has open in a:b-3?"


@pytest.mark.parametrize("text", ["t", "t:", ":0", "t:x"])
def test_a_place_is_a_topic_and_a_partition(text: str) -> None:
    assert place("t:3") == TopicPartition("t", 3)
    with pytest.raises(argparse.ArgumentTypeError):
        place(text)
