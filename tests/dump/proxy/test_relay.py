"""The two directions of a relay, with streams that cannot close one of them."""

from __future__ import annotations

from collections import deque

import trio

from kafkawire.dump.proxy.addresses import Asked, Node
from kafkawire.dump.proxy.relay import Relay
from kafkawire.dump.proxy.wire import Requests, Responses
from tests.support.suite.patience import patient

REQUEST = b"\0\0\0\x08\x0f\xa0\0\1\0\0\0\7"
ANSWER = b"\0\0\0\5\0\0\0\7!"


class Fake:
    """A stream that gives what it was told to, and keeps what it is sent."""

    def __init__(self, can_half_close: bool) -> None:
        self.can_half_close = can_half_close
        self.sent = b""
        self.has_ended = False
        self.give, self._given = trio.open_memory_channel[bytes](10)

    async def receive(self) -> bytes:
        return await self._given.receive()

    async def send(self, data: bytes) -> None:
        if data == b"broken":
            raise BrokenPipeError
        self.sent += data

    async def end_sending(self) -> None:
        self.has_ended = True

    def close(self, *, reset: bool = False) -> None:
        raise AssertionError("a relay closes nothing")


class Tried:
    """A relay between two fakes."""

    def __init__(self, can_half_close: bool) -> None:
        self.client, self.broker = Fake(can_half_close), Fake(can_half_close)
        pending: deque[Asked] = deque()
        self.told: list[tuple[int, bytes]] = []
        self.notes: list[str] = []
        self.relay = Relay(
            self.client,
            self.broker,
            requests=Requests(pending, self.notes.append),
            responses=Responses(pending, self.translate, self.notes.append),
            tell=lambda end, data: self.told.append((end, data)),
        )

    def translate(self, node: Node) -> tuple[str, int]:
        raise AssertionError("there are no addresses")

    def run(self, *script: tuple[Fake, bytes]) -> str:
        found = ""

        async def main() -> None:
            nonlocal found
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.play, script)
                with trio.fail_after(patient(20)):
                    found = await self.relay.run()

        trio.run(main)
        return found

    async def play(self, script: tuple[tuple[Fake, bytes], ...]) -> None:
        for fake, data in script:
            await fake.give.send(data)
            await trio.testing.wait_all_tasks_blocked()


def test_an_end_is_handed_on_where_that_can_be() -> None:
    tried = Tried(can_half_close=True)
    client, broker = tried.client, tried.broker
    how = tried.run((client, REQUEST), (client, b""), (broker, ANSWER), (broker, b""))

    assert how == "FIN"
    assert (broker.sent, broker.has_ended) == (REQUEST, True)
    assert (client.sent, client.has_ended) == (ANSWER, True)
    assert tried.told == [(0, REQUEST), (1, ANSWER)]


def test_answers_are_awaited_where_it_cannot() -> None:
    tried = Tried(can_half_close=False)
    client, broker = tried.client, tried.broker
    how = tried.run((client, REQUEST), (client, b""), (broker, ANSWER[:5]), (broker, ANSWER[5:]))

    assert how == "FIN"
    assert client.sent == ANSWER


def test_a_loss_ends_both_directions() -> None:
    tried = Tried(can_half_close=True)

    assert tried.run((tried.client, b"broken")) == "RST"


def test_what_the_broker_began_to_say_is_not_lost() -> None:
    tried = Tried(can_half_close=True)
    client, broker = tried.client, tried.broker
    tried.run((client, REQUEST), (broker, ANSWER[:3]), (broker, b""), (client, b""))

    assert client.sent == ANSWER[:3]
