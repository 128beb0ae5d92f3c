"""`kafkawire groups` against a broker. client O.2, N 140."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.client.support.commands import command, join
from tests.support.requests.served import Running, serving


@asynccontextmanager
async def with_groups() -> AsyncIterator[Running]:
    """A broker with the group `empty`, which has offsets, and `used`, which has a member."""
    async with serving() as broker:
        seek = ("groups", "seek", "empty", "--to", "start", "--topic", "t", "--yes")
        assert (await command(broker, *seek)).code == 0
        await join(broker, "used")
        yield broker


async def test_groups_are_listed() -> None:
    async with with_groups() as broker:
        listed = await command(broker, "groups", "list")
        assert [line[0] for line in listed.lines] == ["GROUP", "empty", "used"]
        assert listed.lines[1][:3] == ["empty", "classic", "Empty"]
        names = await command(broker, "groups", "list", "--names", "--state", "Empty")
        assert names.out == "empty\n"


@pytest.mark.slow
async def test_members_are_described() -> None:
    async with with_groups() as broker:
        shown = await command(broker, "groups", "describe", "used", "none", "empty")
        assert shown.code == 1
        assert "group 'none': GROUP_ID_NOT_FOUND" in shown.err
        used, empty = sorted(shown.out.split("\n\n"), reverse=True)
        assert used.startswith("used: consumer, Stable, 1 member, assignor uniform, epoch ")
        assert "t:0,1" in used
        assert empty.startswith("empty: classic, Empty, 0 members")
        (told,) = (await command(broker, "groups", "describe", "used", "--json")).objects
        assert told["members"][0]["assignment"] == {"t": [0, 1]}


async def test_groups_without_members_are_deleted() -> None:
    async with with_groups() as broker:
        deleted = await command(broker, "groups", "delete", "empty", "used", "none", "--yes")
        assert (deleted.code, deleted.out) == (1, "empty deleted\n")
        told = sorted(deleted.err.splitlines())
        assert len(told) == 2
        assert "none was not deleted: GROUP_ID_NOT_FOUND" in told[0]
        assert "used was not deleted: NON_EMPTY_GROUP" in told[1]
        assert "stop its members first" in told[1]


async def test_without_groups_it_says_so() -> None:
    async with serving() as broker:
        assert (await command(broker, "groups", "list")).out == "no groups\n"
