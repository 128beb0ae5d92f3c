"""`kafkawire groups seek` against a broker. client O.2, N 140."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.client.cli.group_seek import read_offsets
from kafkawire.client.cli.output import UsageError
from kafkawire.client.values import TopicPartition
from tests.client.support.commands import Result, command, join
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import Running, serving


async def seek(broker: Running, place: str, *more: str) -> Result:
    return await command(broker, "groups", "seek", "g", f"--to={place}", "--yes", *more)


async def fill(broker: Running) -> None:
    """Have five records in t-0, three in t-1."""
    connection = await broker.connect()
    await connection.request(produce_request(("t", 0, make_batch(5)), ("t", 1, make_batch(3))), 9)


async def committed(broker: Running) -> list[int | None]:
    return [each["committed"] for each in (await command(broker, "lag", "g", "--json")).objects]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "offsets"),
    [
        ("start", [0, 0]),
        ("end", [5, 3]),
        ("4", [4, 3]),
        ("@0", [0, 0]),
        ("@now", [5, 3]),
        ("+1", [3, 3]),
        ("-1", [1, 1]),
        ("-100", [0, 0]),
    ],
)
async def test_offsets_move_to_a_place_within_the_log(place: str, offsets: list[int]) -> None:
    async with serving() as broker:
        await fill(broker)
        await seek(broker, "2", "--topic", "t")
        moved = await seek(broker, place, "--json")
        assert (moved.code, moved.err) == (0, "")
        assert [each["committed"] for each in moved.objects] == [2, 2]
        assert [each["offset"] for each in moved.objects] == offsets
        assert await committed(broker) == offsets


@pytest.mark.slow
async def test_a_dry_run_moves_nothing() -> None:
    async with serving() as broker:
        await fill(broker)
        await seek(broker, "2", "--topic", "t:0")
        shown = await seek(broker, "end", "--dry-run")
        assert shown.lines[1] == ["t", "0", "2", "5", "0", "5"]
        assert await committed(broker) == [2]


@pytest.mark.slow
async def test_partitions_are_those_with_offsets_or_those_that_are_named() -> None:
    async with serving() as broker:
        none = await seek(broker, "start")
        assert none.code == 1
        assert "group 'g' has no offsets; --topic names" in none.err
        moved = await seek(broker, "start", "--topic", "t:1", "--json")
        assert [each["partition"] for each in moved.objects] == [1]
        moved = await seek(broker, "end", "--json")
        assert [each["partition"] for each in moved.objects] == [1]
        unknown = await seek(broker, "end", "--topic", "none")
        assert (unknown.code, unknown.out) == (1, "")
        assert "`kafkawire topics list`" in unknown.err


async def test_partitions_that_do_not_exist_are_named() -> None:
    async with serving() as broker:
        await fill(broker)
        moved = await seek(broker, "end", "--topic", "t:1,7", "--json")
        assert moved.code == 1
        assert [each["partition"] for each in moved.objects] == [1]
        assert moved.err == "kafkawire groups seek: t has no partition 7; it has 2 partitions\n"
        none = await seek(broker, "end", "--topic", "t:7")
        assert (none.code, none.out) == (1, "")
        assert none.err == "kafkawire groups seek: t has no partition 7; it has 2 partitions\n"


@pytest.mark.slow
async def test_what_was_saved_can_be_brought_back(tmp_path: Path) -> None:
    async with serving() as broker:
        await fill(broker)
        await seek(broker, "2", "--topic", "t")
        saved = tmp_path / "saved"
        saved.write_text((await command(broker, "lag", "g", "--json")).out)
        await seek(broker, "end")
        assert (await seek(broker, str(saved))).code == 0
        assert await committed(broker) == [2, 2]
        saved.write_text("t,1,1\n")
        await seek(broker, str(saved))
        assert await committed(broker) == [2, 1]


async def test_a_group_in_use_is_left_alone() -> None:
    async with serving() as broker:
        await join(broker, "g")
        refused = await seek(broker, "start", "--topic", "t")
        assert (refused.code, refused.out) == (1, "")
        assert "group 'g' has 1 member; stop them first" in refused.err


async def test_a_number_to_move_by_needs_an_offset_to_move_from() -> None:
    async with serving() as broker:
        refused = await seek(broker, "+1", "--topic", "t:0")
        assert refused.code == 1
        assert "t-0 has no committed offset to move from; give a place" in refused.err


async def test_no_place_is_refused() -> None:
    async with serving() as broker:
        refused = await seek(broker, "noon")
        assert refused.code == 2
        assert "or +N, -N, or a file of offsets" in refused.err


def test_a_file_has_lines_of_kafka_or_of_json(tmp_path: Path) -> None:
    path = tmp_path / "offsets"
    path.write_text(
        'a,0,5\n"b", 1, 6\n\n'
        '{"topic": "c", "partition": 2, "committed": 7, "lag": 1}\n'
        '{"topic": "d", "partition": 3, "committed": 7, "offset": 8}\n'
        '{"topic": "e", "partition": 4, "committed": null}\n'
    )
    assert read_offsets(str(path)) == {
        TopicPartition("a", 0): 5,
        TopicPartition("b", 1): 6,
        TopicPartition("c", 2): 7,
        TopicPartition("d", 3): 8,
    }


@pytest.mark.parametrize("line", ["a,0", "a,x,5", "{", '{"topic": "c"}', "[1]", "a,0,5,6"])
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "offsets"
    path.write_text(f"a,0,5\n{line}\n")
    with pytest.raises(UsageError, match="line 2: not topic,partition,offset"):
        read_offsets(str(path))
