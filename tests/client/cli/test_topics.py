"""`kafkawire topics` against a broker. client O.2, N 140."""

from __future__ import annotations

import pytest

from tests.client.support.commands import command
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import serving


async def test_topics_are_created_listed_and_deleted() -> None:
    async with serving() as broker:
        created = await command(
            broker, "topics", "create", "orders", "t", "-p", "3", "-c", "retention.ms=60000"
        )
        assert created.code == 1
        assert created.out == "orders created: 3 partitions of 1 replica\n"
        assert "t was not created: TOPIC_ALREADY_EXISTS" in created.err
        listed = await command(broker, "topics", "list")
        assert listed.lines == [
            ["TOPIC", "PARTITIONS", "REPLICAS"],
            ["orders", "3", "1"],
            ["t", "2", "1"],
        ]
        assert (listed.code, listed.err) == (0, "")
        deleted = await command(broker, "topics", "delete", "orders", "none", "--yes")
        assert (deleted.code, deleted.out) == (1, "orders deleted\n")
        assert "none was not deleted: UNKNOWN_TOPIC_OR_PARTITION" in deleted.err
        names = await command(broker, "topics", "list", "--names")
        assert names.out == "t\n"


async def test_a_described_topic_has_partitions_offsets_and_its_own_configurations() -> None:
    async with serving() as broker:
        await command(broker, "topics", "create", "orders", "-p", "2", "-c", "retention.ms=6000")
        connection = await broker.connect()
        await connection.request(produce_request(("orders", 1, make_batch(5))), 9)
        shown = await command(broker, "topics", "describe", "orders", "none", "t")
        assert shown.code == 1
        assert "topic 'none': UNKNOWN_TOPIC_OR_PARTITION" in shown.err
        first, second = shown.out.split("\n\n")
        assert first.startswith("orders: 2 partitions of 1 replica, id ")
        assert [line.split() for line in first.splitlines()[1:]] == [
            ["retention.ms=6000"],
            ["PARTITION", "LEADER", "REPLICAS", "IN", "SYNC", "START", "END"],
            ["0", "1", "1", "1", "0", "0"],
            ["1", "1", "1", "1", "0", "5"],
        ]
        assert second.startswith("t: 2 partitions")
        (told,) = (await command(broker, "topics", "describe", "orders", "--json")).objects
        assert told["configs"] == {"retention.ms": "6000"}
        assert [each["end"] for each in told["partitions"]] == [0, 5]
        assert told["partition_count"] == 2


async def test_topics_that_exist_are_passed_over_on_wish() -> None:
    async with serving() as broker:
        made = await command(broker, "topics", "create", "t", "new", "--if-not-exists")
        assert made.code == 0
        assert made.out.splitlines()[0] == "t exists"
        assert made.out.splitlines()[1].startswith("new created")


async def test_a_dry_run_changes_nothing() -> None:
    async with serving() as broker:
        made = await command(broker, "topics", "create", "new", "--dry-run")
        assert (made.code, made.out[:20]) == (0, "new could be created")
        grown = await command(broker, "topics", "grow", "t", "5", "--dry-run", "--json")
        assert grown.objects == [{"name": "t", "partitions": 5, "is_grown": False}]
        assert (await command(broker, "topics", "list", "--json")).objects[0] == {
            **(await command(broker, "topics", "list", "--json")).objects[0],
            "name": "t",
            "partition_count": 2,
        }


async def test_a_topic_grows_and_does_not_shrink() -> None:
    async with serving() as broker:
        grown = await command(broker, "topics", "grow", "t", "4")
        assert (grown.code, grown.out) == (0, "t has 4 partitions\n")
        shrunk = await command(broker, "topics", "grow", "t", "1")
        assert shrunk.code == 1
        assert "t has not grown: INVALID_PARTITIONS" in shrunk.err


@pytest.mark.parametrize(("before", "start"), [("3", 3), ("-1", 4), ("end", 5), ("100", 5)])
async def test_records_before_a_place_are_deleted(before: str, start: int) -> None:
    async with serving() as broker:
        connection = await broker.connect()
        await connection.request(produce_request(("t", 0, make_batch(5))), 9)
        trim = ("topics", "trim", "t", "--before", before, "-p", "0")
        planned = await command(broker, *trim, "--dry-run")
        trimmed = await command(broker, *trim, "--yes")
        for result in (planned, trimmed):
            assert result.code == 0
            assert result.lines[1] == ["0", "0", str(start), "5"]
        (found,) = (await command(broker, "offsets", "t", "-p", "0", "--json")).objects
        assert (found["start"], found["end"]) == (start, 5)


async def test_records_of_an_unknown_topic_are_not_waited_for() -> None:
    async with serving() as broker:
        result = await command(broker, "topics", "trim", "none", "--before", "end", "--yes")
        assert (result.code, result.out) == (1, "")
        assert result.err.count("\n") == 1


async def test_without_topics_it_says_how_to_make_one() -> None:
    async with serving() as broker:
        await command(broker, "topics", "delete", "t", "--yes")
        listed = await command(broker, "topics", "list")
        assert listed.out == "no topics; `kafkawire topics create NAME` makes one\n"
        assert (await command(broker, "topics", "list", "--json")).out == ""
