"""`kafkawire lag` against a broker. client O.2, N 140."""

from __future__ import annotations

import io

import pytest
import trio

from kafkawire.cli import parser
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.running import execute
from tests.client.support.commands import command, join
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient


class Screen(io.StringIO):
    """Has an event for the moment at which it was flushed so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.shown = trio.Event()
        self._left = times

    def flush(self) -> None:
        self._left -= 1
        if not self._left:
            self.shown.set()


async def behind(broker: Running) -> None:
    """Have the group g three records behind in one partition of t."""
    connection = await broker.connect()
    await connection.request(produce_request(("t", 0, make_batch(5))), 9)
    seek = ("groups", "seek", "g", "--to", "2", "--topic", "t:0", "--yes")
    assert (await command(broker, *seek)).code == 0


@pytest.mark.slow
async def test_the_lag_of_each_partition_is_shown() -> None:
    async with serving() as broker:
        await behind(broker)
        for words in (["lag", "g"], ["groups", "lag", "g"]):
            shown = await command(broker, *words)
            assert shown.code == 0
            assert shown.lines == [
                ["g:", "Empty,", "0", "members,", "3", "records", "behind"],
                ["TOPIC", "PARTITION", "COMMITTED", "END", "LAG", "CLIENT", "HOST"],
                ["t", "0", "2", "5", "3", "-", "-"],
            ]
        (told,) = (await command(broker, "lag", "g", "--json")).objects
        assert (told["group_id"], told["topic"], told["lag"]) == ("g", "t", 3)


async def test_partitions_of_members_are_shown_before_they_commit() -> None:
    async with serving() as broker:
        await join(broker, "used")
        first, second = (await command(broker, "lag", "used", "--json")).objects
        assert (first["committed"], first["lag"], first["member_id"]) == (None, None, "m" * 22)
        assert second["partition"] == 1


@pytest.mark.slow
async def test_offsets_of_a_deleted_topic_do_not_stop_the_others() -> None:
    async with serving() as broker:
        await behind(broker)
        await command(broker, "topics", "create", "gone")
        await command(broker, "groups", "seek", "g", "--to", "0", "--topic", "gone", "--yes")
        await command(broker, "topics", "delete", "gone", "--yes")
        told = (await command(broker, "lag", "g", "--json")).objects
        assert [each["lag"] for each in told if each["topic"] == "t"] == [3]


@pytest.mark.slow
async def test_an_unknown_group_is_named_and_hides_no_other() -> None:
    async with serving() as broker:
        await behind(broker)
        shown = await command(broker, "lag", "none", "g")
        assert shown.code == 1
        assert "group 'none': GROUP_ID_NOT_FOUND" in shown.err
        assert shown.lines[-1] == ["t", "0", "2", "5", "3", "-", "-"]


@pytest.mark.slow
async def test_watching_shows_it_again_and_again() -> None:
    """client O.2: until it is interrupted."""
    async with serving() as broker:
        await behind(broker)
        host, port = broker.server.address
        given = ["lag", "g", "--watch", "0.01", "-b", f"{host}:{port}"]
        arguments = parser("lag").parse_args(given)
        out = Screen(3)
        with trio.fail_after(patient(30)):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(execute, arguments, Output("lag", out, out), {})
                await out.shown.wait()
                nursery.cancel_scope.cancel()
        assert out.getvalue().count("3 records behind") == 3
        assert out.getvalue().count("\n\ng: Empty") == 2
