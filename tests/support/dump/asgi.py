"""Requests to an ASGI application in this process, on trio, without sockets."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import trio
from starlette.types import ASGIApp

HOST = "127.0.0.1:8080"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def scope(path: str, headers: Mapping[str, str], method: str = "GET") -> dict[str, Any]:
    path, _, query = path.partition("?")
    sent = {"host": HOST, **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
        "server": ("127.0.0.1", 8080),
        "client": ("127.0.0.1", 50_000),
    }


async def get(app: ASGIApp, path: str, method: str = "GET", **headers: str) -> Answer:
    """The whole answer; `_` in names of headers stands for `-`."""
    got: list[Any] = []

    async def send(message: Any) -> None:
        got.append(message)

    async def receive() -> Any:
        await trio.sleep_forever()

    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    await app(scope(path, sent, method), receive, send)
    body = b"".join(each.get("body", b"") for each in got[1:])
    fields = {name.decode().lower(): value.decode() for name, value in got[0]["headers"]}
    return Answer(got[0]["status"], fields, body)


class Event(NamedTuple):
    name: str
    number: str
    data: Any


Next = Callable[[], Awaitable[Event]]


@asynccontextmanager
async def events(app: ASGIApp, path: str, **headers: str) -> AsyncIterator[Next]:
    """Server-sent events, one at each call; the browser goes away at the end."""
    send, received = trio.open_memory_channel[bytes](0)
    gone = trio.Event()

    async def put(message: Any) -> None:
        if message["type"] == "http.response.body":
            try:
                await send.send(message["body"])
            except trio.BrokenResourceError:  # a server throws it away, too
                await trio.lowlevel.checkpoint()
        else:
            assert message["status"] == 200

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def following() -> Event:
        while True:
            text = (await received.receive()).decode()
            if not text.startswith(":"):
                return parsed(text)

    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(app, scope(path, sent), receive, put)
        yield following
        gone.set()
        await received.aclose()


def parsed(text: str) -> Event:
    fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
    return Event(fields["event"], fields.get("id", ""), json.loads(fields["data"]))
