"""The page's server as an ASGI application; it has to run on trio.

/                       the page
/static/NAME            its modules and styles
/api/stream             server-sent events (`stream`); `filter` and `highlight` choose
/api/exchange/NUMBER    all of an exchange, by the number of its row
/api/check?filter=      what an expression asks, or what is wrong with it
/api/help               the filter language
"""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_hex

import trio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kafkawire import __version__
from kafkawire.dump.filter import FilterError
from kafkawire.dump.filter.explaining import help_lines
from kafkawire.dump.page.offline import STATIC
from kafkawire.dump.records.views import Views
from kafkawire.dump.safe_text import page_text
from kafkawire.dump.web.choosing import Choice, checked
from kafkawire.dump.web.detail import detail_of
from kafkawire.dump.web.guard import Guard
from kafkawire.dump.web.store import Store
from kafkawire.dump.web.stream import Bell, Stream

STREAMS_MAX = 32
"""Pages at a time."""
_FOLDER = STATIC
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class Page:
    """What the routes answer from. Made within trio."""

    def __init__(self, store: Store, views: Views | None = None) -> None:
        self._store = store
        self._views = views
        self._bell = Bell()
        self._run = token_hex(4)
        self._streams = 0
        self._static = {path.name: path for path in _FOLDER.iterdir() if path.suffix in _KINDS}
        store.listen(self._bell.ring)

    def app(self, token: str, cookie: str, names: Iterable[str] = ()) -> ASGIApp:
        """The application, guarded."""
        routes = [
            Route("/", self.index, methods=["GET"]),
            Route("/static/{name}", self.static, methods=["GET"]),
            Route("/api/stream", self.stream, methods=["GET"]),
            Route("/api/exchange/{number:int}", self.exchange, methods=["GET"]),
            Route("/api/check", self.check, methods=["GET"]),
            Route("/api/help", self.help, methods=["GET"]),
        ]
        return Guard(Starlette(routes=routes), token, cookie, names)

    async def index(self, request: Request) -> Response:
        """The page."""
        return Response((_FOLDER / "index.html").read_bytes(), media_type="text/html")

    async def static(self, request: Request) -> Response:
        """A module or a style."""
        path = self._static.get(request.path_params["name"])
        if path is None:
            return PlainTextResponse("there is no such file", 404)
        return Response(path.read_bytes(), media_type=_KINDS[path.suffix])

    async def stream(self, request: Request) -> Response:
        """Rows and changes of rows."""
        asked = request.query_params
        try:
            choice = Choice(asked.get("filter", ""), asked.get("highlight", ""))
        except FilterError as error:
            return PlainTextResponse(str(error), 400)
        if self._streams >= STREAMS_MAX:
            return PlainTextResponse(f"there are {STREAMS_MAX} pages already", 503)
        stream = Stream(self._store, self._bell, choice, self._run)
        return _Streaming(self, stream, request.headers.get("last-event-id", ""))

    async def exchange(self, request: Request) -> Response:
        """One exchange."""
        row = self._store.row(request.path_params["number"])
        if row is None or not row.is_exchange or row.exchange is None:
            return PlainTextResponse("it is no longer kept", 404)
        # In a thread, since a view may have to ask a registry.
        found = await trio.to_thread.run_sync(detail_of, row.exchange, self._views)
        return Response(page_text(found), media_type="application/json")

    async def check(self, request: Request) -> Response:
        """What an expression asks."""
        return JSONResponse(checked(request.query_params.get("filter", "")))

    async def help(self, request: Request) -> Response:
        """The filter language."""
        return JSONResponse({"version": __version__, "lines": list(help_lines())})

    def count(self, by: int) -> None:
        """A stream has begun or ended."""
        self._streams += by


class _Streaming(Response):
    """Sends a stream until the browser goes away."""

    def __init__(self, page: Page, stream: Stream, last_id: str) -> None:
        super().__init__(media_type="text/event-stream")
        self._page = page
        self._stream = stream
        self._last_id = last_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        del self.headers["content-length"]
        await send(
            {"type": "http.response.start", "status": 200, "headers": self.raw_headers},
        )

        async def put(data: bytes) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": True})

        async def wait_for_the_end(scope: trio.CancelScope) -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            scope.cancel()

        self._page.count(1)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(wait_for_the_end, nursery.cancel_scope)
                await self._stream.run(put, self._last_id)
        finally:
            self._page.count(-1)
