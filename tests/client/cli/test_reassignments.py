"""`kafkawire cluster reassign`: moves as files have them, and as they go on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import trio.testing

from kafkawire.cli import parser
from kafkawire.client.cli.output import UsageError
from kafkawire.client.cli.reassignments import read_moves
from kafkawire.client.descriptions import Reassignment
from kafkawire.client.errors import refusal
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition
from tests.client.cli.test_hanging import Cluster
from tests.client.support.commands import command, verb
from tests.support.requests.served import serving

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)
MOVING = Reassignment((2, 1), (2,), (1,))


class Moving(Cluster):
    """The first partition moves for as many looks as are left; the second is not accepted."""

    def __init__(self, looks: int = 1_000) -> None:
        super().__init__()
        self.changes: list[Mapping[TopicPartition, Sequence[int] | None]] = []
        self.looks = looks

    async def alter_partition_reassignments(
        self, changes: Mapping[TopicPartition, Sequence[int] | None]
    ) -> Outcomes[TopicPartition, None]:
        self.changes.append(changes)
        errors = {each: refusal(39, "no broker 9") for each in changes if each == SECOND}
        return Outcomes({each: None for each in changes if each not in errors}, errors)

    async def list_partition_reassignments(self) -> dict[TopicPartition, Reassignment]:
        self.looks -= 1
        return {FIRST: MOVING} if self.looks >= 0 else {}


def saved(tmp_path: Path, text: str) -> str:
    path = tmp_path / "moves"
    path.write_text(text)
    return str(path)


JSON = json.dumps(
    {
        "version": 1,
        "partitions": [
            {"topic": "t", "partition": 0, "replicas": [2, 1], "log_dirs": ["any", "any"]},
            {"topic": "t", "partition": 1, "replicas": [9]},
        ],
    }
)


@pytest.mark.parametrize("text", [JSON, "t,0,2,1\n\n t , 1 , 9 \n"])
def test_files_are_those_of_kafka_or_have_lines(text: str, tmp_path: Path) -> None:
    assert read_moves(saved(tmp_path, text)) == {FIRST: [2, 1], SECOND: [9]}


@pytest.mark.parametrize(
    "text", ["", "{}", "{", "[]", '{"partitions": []}', "t,0", "t,x,1", '{"partitions": [1]}']
)
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="moves"):
        read_moves(saved(tmp_path, text))
    with pytest.raises(UsageError, match="cannot read"):
        read_moves(str(tmp_path / "none"))


async def test_partitions_move_and_those_that_do_not_are_named(tmp_path: Path) -> None:
    """client B-50."""
    cluster = Moving()
    told = await verb(cluster, "cluster", "reassign", saved(tmp_path, JSON))
    assert cluster.changes == [{FIRST: [2, 1], SECOND: [9]}]
    assert told.lines == [["TOPIC", "PARTITION", "NOW", "NEW"], ["t", "0", "1", "2,1"]]
    assert "t-1 does not move: INVALID_REPLICA_ASSIGNMENT" in told.err
    dry = await verb(cluster, "cluster", "reassign", saved(tmp_path, JSON), "--dry-run")
    assert (len(dry.lines), len(cluster.changes)) == (3, 1)


async def test_what_moves_is_shown_and_cancelled(tmp_path: Path) -> None:
    cluster = Moving()
    shown = await verb(cluster, "cluster", "reassign")
    assert shown.lines[1] == ["t", "0", "2,1", "2", "1"]
    dry = await verb(cluster, "cluster", "reassign", "--cancel", "--dry-run")
    assert (dry.lines[1], cluster.changes) == (["t", "0", "2,1", "2", "1"], [])
    cancelled = await verb(cluster, "cluster", "reassign", "--cancel")
    assert (cancelled.out, cluster.changes) == ("t-0 stays where it was\n", [{FIRST: None}])
    other = saved(tmp_path, "t,1,2\n")
    none = await verb(cluster, "cluster", "reassign", other, "--cancel")
    assert none.out == "no such move is going on\n"


async def test_it_waits_until_the_moves_are_done(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    cluster = Moving(looks=3)
    await verb(cluster, "cluster", "reassign", saved(tmp_path, "t,0,2,1"), "--wait")
    assert cluster.looks == -1
    assert trio.current_time() == pytest.approx(3, abs=0.1)


def test_moving_asks_and_looking_does_not() -> None:
    """client O-5."""
    asked = []
    for words in (["f"], [], ["--cancel"], ["f", "--cancel"]):
        arguments = parser("cluster").parse_args(["cluster", "reassign", *words])
        asked.append(arguments.question(arguments))
    assert asked == [
        "Move replicas as f has it?",
        None,
        "Cancel all moves?",
        "Cancel the moves in f?",
    ]


async def test_a_broker_refuses_replicas_that_it_does_not_know(tmp_path: Path) -> None:
    async with serving() as broker:
        assert (await command(broker, "cluster", "reassign")).out == "nothing moves\n"
        moves = saved(tmp_path, "t,0,99\nnone,0,1\n")
        told = await command(broker, "cluster", "reassign", moves, "--yes")
        assert (told.code, told.out) == (1, "")
        assert "t-0 does not move: INVALID_REPLICA_ASSIGNMENT" in told.err
        assert "none-0 does not move: UNKNOWN_TOPIC_OR_PARTITION" in told.err
