"""Lines about connections."""

from __future__ import annotations

from trio.testing import MockClock, wait_all_tasks_blocked

from tests.server.test_server import VERSIONS
from tests.support.requests.served import serving


async def test_connections_have_lines_if_they_are_wanted(autojump_clock: MockClock) -> None:
    async with serving() as running:
        lines: list[str] = []
        loggers = running.server.broker.loggers
        loggers.print_to(lambda level, name, text: lines.append(f"{name} {text}"))
        silent = await running.connect()
        await silent.request(*VERSIONS)
        assert lines == []
        loggers.change([("kafkawire.connection", 0, "DEBUG")])
        client = await running.connect()
        await client.request(*VERSIONS)
        for each in (client, silent):
            await each.stream.aclose()
        await wait_all_tasks_blocked()
        wrong = await running.connect()
        await wrong.stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
        assert await wrong.is_closed()
    begins, *ended = [line.partition(": ")[2] for line in lines]
    assert begins == "begins, the last of 2 connections"
    assert ended[:2] == ["ended by the client, after 1 requests"] * 2
    assert ended[3].startswith("ended by the broker: frame of 1195725856 bytes")
