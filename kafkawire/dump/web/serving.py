"""The page's server: its socket, its address, and how it runs, alone or beside something else."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from threading import Event, Thread

import trio
from hypercorn.config import Config
from hypercorn.trio import serve

from kafkawire.dump.records.views import Views
from kafkawire.dump.transport import Endpoint
from kafkawire.dump.web.app import Page
from kafkawire.dump.web.store import Store

TOKEN_BYTES = 24
GRACE_S = 0.2
"""How long streams are given to end."""
ANYWHERE = ("", "0.0.0.0", "::")


class Server:
    """A listening server that does not answer yet. Raises OSError."""

    def __init__(self, where: Endpoint, store: Store, views: Views | None = None) -> None:
        self._store = store
        self._views = views
        self._host = where.host
        family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
        self._socket = socket.create_server((where.host, where.port), family=family)
        self.port: int = self._socket.getsockname()[1]
        self._token = token_urlsafe(TOKEN_BYTES)

    @property
    def url(self) -> str:
        """Where a browser finds the page, with the token."""
        host = "127.0.0.1" if self._host in ANYWHERE else self._host
        return f"http://{Endpoint(host, self.port)}/?token={self._token}"

    async def run(self, until: Callable[[], Awaitable[None]] = trio.sleep_forever) -> None:
        """Answer until `until` returns."""
        names = [] if self._host in ANYWHERE else [self._host]
        app = Page(self._store, self._views).app(
            self._token, f"wire-dump-{self.port}", [*names, socket.gethostname()]
        )
        config = Config()
        config.bind = [f"fd://{self._socket.detach()}"]  # who serves closes it
        config.loglevel = "ERROR"
        config.graceful_timeout = GRACE_S
        config.include_server_header = False
        await serve(app, config, shutdown_trigger=until)  # type: ignore[arg-type]

    def close(self) -> None:
        """Give the port back, if it was not served."""
        self._socket.close()


class ServedStore(Store):
    """A store with its page, served from a thread of its own until it is closed."""

    def __init__(self, where: Endpoint, views: Views | None = None) -> None:
        super().__init__()
        self._server = Server(where, self, views)
        self.url = self._server.url
        self._token: trio.lowlevel.TrioToken | None = None
        self._ended = trio.Event()
        self._begun = Event()
        self._thread = Thread(target=self._serve, name="wire-dump web", daemon=True)
        self._thread.start()
        self._begun.wait()

    def close(self) -> None:
        """End the page too: who shows traffic as it goes has nothing more to show."""
        super().close()
        if self._token is not None:
            try:
                self._token.run_sync_soon(self._ended.set)
            except trio.RunFinishedError:
                pass
        self._thread.join(5)
        self._server.close()

    def _serve(self) -> None:
        trio.run(self._main)

    async def _main(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._begun.set()
        await self._server.run(self._ended.wait)
