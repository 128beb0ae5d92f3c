"""The page's server, asked in this process."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Awaitable, Callable
from random import Random

import pytest
import trio
from starlette.types import ASGIApp
from trio.testing import MockClock

from kafkawire.dump.engine import Engine
from kafkawire.dump.model import ExchangeDone
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.dump.web import app as module
from kafkawire.dump.web.app import Page
from kafkawire.dump.web.store import Store
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from tests.support.dump.asgi import events, get
from tests.support.dump.conversations import conversation, transport
from tests.support.dump.exchanges import exchange
from tests.support.suite.patience import patient

COOKIE = "wire-dump-1=token"


def filled() -> Store:
    store = Store()
    pipeline = Pipeline(Engine(), State(None), None, [store])
    pipeline.run(transport(conversation(Random(7), 40)))
    pipeline.close()
    return store


def with_page(
    store: Store, act: Callable[[ASGIApp], Awaitable[None]], clock: MockClock | None = None
) -> None:
    async def main() -> None:
        with trio.fail_after(patient(60)):
            await act(Page(store).app("token", "wire-dump-1"))

    trio.run(main, clock=clock)


def test_the_page_and_all_that_it_loads_is_there_and_comes_from_here() -> None:
    async def act(app: ASGIApp) -> None:
        answer = await get(app, "/", cookie=COOKIE)
        assert answer.headers["content-type"].startswith("text/html")
        wanted = re.findall(r'(?:src|href)="([^"]+)"', answer.body.decode())
        seen = set()
        while wanted:
            name = wanted.pop()
            if name in seen or name == "data:,":
                continue
            seen.add(name)
            found = await get(app, name, cookie=COOKIE)
            assert found.status == 200, name
            text = found.body.decode()
            assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
            wanted += [f"/static/{each}" for each in re.findall(r'from "\./([^"]+)"', text)]
        assert len(seen) > 10

    with_page(Store(), act)


@pytest.mark.parametrize("name", ["nothing.js", "index.html", "..%2Fapp.py", "../app.py"])
def test_nothing_else_is_there(name: str) -> None:
    async def act(app: ASGIApp) -> None:
        assert (await get(app, f"/static/{name}", cookie=COOKIE)).status == 404

    with_page(Store(), act)


def test_the_stream_has_all_rows_and_goes_on_as_they_come() -> None:
    store = filled()

    async def act(app: ASGIApp) -> None:
        numbers = []
        async with events(app, "/api/stream", cookie=COOKIE) as following:
            while (event := await following()).name != "ready":
                numbers += [row[0] for row in event.data.get("rows", [])]
            assert numbers == [row.number for row in store.rows(0, store.end)]
            store.event(ExchangeDone(exchange(number=99, request={})))
            assert (await following()).data["rows"][0][4] == 99

    with_page(store, act, MockClock(autojump_threshold=0))


def test_the_filter_is_asked_here() -> None:
    store = filled()

    async def act(app: ASGIApp) -> None:
        async with events(app, "/api/stream?filter=~api+Fetch", cookie=COOKIE) as following:
            apis = set()
            while (event := await following()).name != "ready":
                apis |= {row[6] for row in event.data.get("rows", [])}
            assert apis == {"Fetch"}

    with_page(store, act)


def test_a_wrong_filter_is_refused_and_explained() -> None:
    async def act(app: ASGIApp) -> None:
        assert (await get(app, "/api/stream?highlight=~nonsense", cookie=COOKIE)).status == 400
        found = (await get(app, "/api/check?filter=~nonsense", cookie=COOKIE)).json()
        assert (found["ok"], found["column"]) == (False, 0)

    with_page(Store(), act)


def test_there_are_only_so_many_streams_and_their_ends_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "STREAMS_MAX", 1)

    async def act(app: ASGIApp) -> None:
        async with events(app, "/api/stream", cookie=COOKIE) as following:
            await following()
            assert (await get(app, "/api/stream", cookie=COOKIE)).status == 503
        async with events(app, "/api/stream", cookie=COOKIE) as following:
            assert (await following()).name == "reset"

    with_page(Store(), act)


def test_every_row_that_is_an_exchange_has_its_details() -> None:
    store = filled()

    async def act(app: ASGIApp) -> None:
        for row in store.rows(0, store.end):
            answer = await get(app, f"/api/exchange/{row.number}", cookie=COOKIE)
            assert answer.status == (200 if row.is_exchange else 404)
            if row.is_exchange:
                assert answer.json()["connection"]["client"]
        assert (await get(app, "/api/exchange/99999", cookie=COOKIE)).status == 404

    with_page(store, act)


def test_no_password_leaves_the_server() -> None:
    secret = "hunter2-is-a-secret"
    token = f"\0alice\0{secret}".encode()
    asked = [
        (SaslHandshakeRequest(mechanism="PLAIN"), SaslHandshakeResponse(), 1),
        (SaslAuthenticateRequest(auth_bytes=token), SaslAuthenticateResponse(), 2),
    ]
    sends = []
    for number, (request, response, version) in enumerate(asked):
        key = request.API_KEY
        sent = encode_request(key, version, number, "client", request)
        back = joined(encode_response(number, key, version, response))
        sends += [(0, 0, bytes(sent), number * 1000), (0, 1, back, number * 1000 + 500)]
    store = Store()
    pipeline = Pipeline(Engine(), State(None), None, [store])
    pipeline.run(transport(sends))
    pipeline.close()

    async def act(app: ASGIApp) -> None:
        said = b""
        async with events(app, "/api/stream", cookie=COOKIE) as following:
            while (event := await following()).name != "ready":
                said += repr(event).encode()
        for row in store.rows(0, store.end):
            answer = await get(app, f"/api/exchange/{row.number}", cookie=COOKIE)
            found = answer.json() if row.is_exchange else {}
            frames = [found[name]["bytes"] for name in ("request", "response") if found]
            said += answer.body + b"".join(map(b64decode, frames))
        assert b"SaslAuthenticate" in said
        assert b"alice" in said
        assert secret.encode() not in said

    with_page(store, act)


def test_the_language_is_explained() -> None:
    async def act(app: ASGIApp) -> None:
        found = (await get(app, "/api/help", cookie=COOKIE)).json()
        assert any("~lat" in line for line in found["lines"])

    with_page(Store(), act)
