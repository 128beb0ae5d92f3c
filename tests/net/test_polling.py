"""Pollers: everyone who has something is served, in bounded groups, until removed."""

from __future__ import annotations

import select
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from kafkawire.net.pacer import Pacer
from kafkawire.net.polling import EpollPoller, TaskPoller, make_poller

POLLS_PER_TURN = 8
REQUESTS_PER_GROUP = 64


class FakeLink:
    """Receives and counts; writes what happens to a common log."""

    def __init__(self, log: list[tuple[str, int]], index: int) -> None:
        self.sock, self.peer = socket.socketpair()
        self.sock.setblocking(False)
        self.log = log
        self.index = index
        self.received = b""
        self.requests = 1

    def readable(self) -> int:
        self.received += self.sock.recv(1)
        self.log.append(("read", self.index))
        return self.requests

    def flush(self) -> None:
        self.log.append(("sent", self.index))

    def close(self) -> None:
        self.sock.close()
        self.peer.close()


class Room:
    def __init__(self, poller: Any, links: list[FakeLink], log: list[tuple[str, int]]) -> None:
        self.poller = poller
        self.links = links
        self.log = log


@asynccontextmanager
async def polled(kind: Any, count: int) -> AsyncIterator[Room]:
    log: list[tuple[str, int]] = []
    async with trio.open_nursery() as nursery:
        poller = kind(nursery.start_soon, lambda: log.append(("after", -1)), Pacer())
        links = [FakeLink(log, index) for index in range(count)]
        for index in range(count):
            poller.add(links[index])
        await wait_all_tasks_blocked()
        yield Room(poller, links, log)
        nursery.cancel_scope.cancel()
    poller.close()
    for link in links:
        link.close()


BOTH = pytest.mark.parametrize("kind", [EpollPoller, TaskPoller])


@BOTH
async def test_everyone_with_data_is_served_until_all_is_taken(kind: Any) -> None:
    async with polled(kind, 100) as room:
        for link in room.links:
            link.peer.send(b"abc")
        await wait_all_tasks_blocked()
        assert {link.received for link in room.links} == {b"abc"}


@BOTH
async def test_the_silent_are_left_alone(kind: Any) -> None:
    async with polled(kind, 3) as room:
        room.links[1].peer.send(b"a")
        await wait_all_tasks_blocked()
        assert room.log == [("read", 1), ("sent", 1), ("after", -1)]


@BOTH
async def test_who_is_removed_is_not_served_until_added_again(kind: Any) -> None:
    async with polled(kind, 1) as room:
        (link,) = room.links
        room.poller.remove(link)
        room.poller.remove(link)
        link.peer.send(b"a")
        await wait_all_tasks_blocked()
        assert room.log == []
        room.poller.add(link)
        await wait_all_tasks_blocked()
        assert link.received == b"a"


@BOTH
async def test_a_link_may_remove_itself_and_others_while_served(kind: Any) -> None:
    async with polled(kind, 3) as room:

        def remove_all() -> int:
            for link in room.links:
                room.poller.remove(link)
            return 1

        for link in room.links:
            link.readable = remove_all  # type: ignore[method-assign]
            link.peer.send(b"a")
        await wait_all_tasks_blocked()
        assert len([entry for entry in room.log if entry[0] == "sent"]) <= 3


async def test_a_link_that_was_removed_is_held_on_to_by_nobody() -> None:
    async with polled(EpollPoller, 1) as room:
        link = room.links.pop()
        link.peer.send(b"a")
        await wait_all_tasks_blocked()
        room.poller.remove(link)
        link.close()
        gone = weakref.ref(link)
        del link
        assert gone() is None


@pytest.mark.parametrize("links", [1, 2, 5])
async def test_answers_of_a_group_are_sent_together(links: int) -> None:
    async with polled(EpollPoller, 2 * links) as room:
        for link in room.links:
            link.requests = -(-REQUESTS_PER_GROUP // links)
            link.peer.send(b"a")
        await wait_all_tasks_blocked()
        kinds = [kind for kind, _ in room.log]
        group = ["read"] * links + ["sent"] * links + ["after"]
        assert kinds[: 2 * len(group)] == group + group


async def test_platforms_without_epoll_have_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(select, "epoll", raising=False)
    poller = make_poller(lambda work: None, lambda: None, Pacer())
    assert isinstance(poller, TaskPoller)


async def reads_before_another_task(room: Room) -> int:
    """How often a client that asks on and on is served before a task of trio has its turn."""
    (link,) = room.links
    near, far = socket.socketpair()
    sent = link.flush

    def ask_again() -> None:
        sent()
        if len(room.log) == 2:
            far.send(b"now")
        if len(room.log) < 10 * POLLS_PER_TURN:
            link.peer.send(b"again")

    async def other() -> None:
        await trio.lowlevel.wait_readable(near)
        room.log.append(("other", -1))

    link.flush = ask_again  # type: ignore[method-assign]
    with near, far:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other)
            await wait_all_tasks_blocked()
            link.peer.send(b"first")
    before = room.log[: room.log.index(("other", -1))]
    return [kind for kind, _ in before].count("read")


async def test_the_hub_lingers_for_who_asks_again_but_not_for_ever() -> None:
    async with polled(EpollPoller, 1) as room:
        assert POLLS_PER_TURN <= await reads_before_another_task(room) <= 2 * POLLS_PER_TURN


async def test_the_hub_does_not_linger_while_a_connection_is_at_work() -> None:
    async with polled(EpollPoller, 1) as room:
        room.poller.tasks_at_work = 1
        assert await reads_before_another_task(room) <= 2
