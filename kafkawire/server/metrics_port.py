"""A little HTTP server beside the broker, for Prometheus and the curious.

It answers GET and HEAD of two paths. Whatever a client does, it costs no more than a connection
with small bounds, and ends with it; the broker and other clients do not notice. HTTP itself is
h11's affair.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

import h11
import trio

from kafkawire.server.exposition import CONTENT_TYPE, scrape

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable

    from kafkawire.broker.broker import Broker

PATH = "/metrics"

CONNECTIONS_MAX = 16
HEAD_BYTES_MAX = 8 * 1024
BODY_BYTES_MAX = 8 * 1024
"""Requests here have no use for a body; a small one is read and forgotten."""
RECEIVE_BYTES = 4 * 1024
IDLE_S_MAX = 90.0
"""Prometheus keeps its connection, and comes back once a minute at the latest."""
REQUEST_S_MAX = 10.0
"""From a request's first byte to its last."""
ANSWER_S_MAX = 30.0

_PAGE = f"""\
<!doctype html>
<title>kafkawire</title>
<p>A kafkawire broker. What Prometheus reads is at <a href="{PATH}">{PATH}</a>.
""".encode()
_TEXT = "text/plain; charset=utf-8"
_ALLOWED = (b"GET", b"HEAD")


class Answer(NamedTuple):
    """A status, a body, and the type of the body."""

    status: int
    body: bytes
    content_type: str = _TEXT


class MetricsPort:
    """Serves the metrics of `broker` on `listener`; `report` gets what should never happen."""

    def __init__(
        self,
        broker: Broker,
        listener: socket.socket,
        *,
        report: Callable[[BaseException], None],
    ) -> None:
        self._broker = broker
        self._listener = listener
        self._report = report
        self.connections = 0
        """Open now."""

    async def run(self) -> None:
        """Serve until cancelled."""
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(self._listener))
        await trio.serve_listeners(self.serve, [listener])

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve one client until it ends, errs, or is too slow."""
        if self.connections >= CONNECTIONS_MAX:
            await trio.aclose_forcefully(stream)
            return
        self.connections += 1
        client = _Client(stream, self._answer)
        try:
            with client.scope:
                await client.serve()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        except Exception as bug:  # noqa: BLE001 - it ends this connection only
            self._report(bug)
        finally:
            self.connections -= 1
            await trio.aclose_forcefully(stream)

    async def _answer(self, method: bytes, target: bytes) -> Answer:
        path = target.partition(b"?")[0]
        if path not in (b"/", PATH.encode()):
            return Answer(404, f"There is nothing here; metrics are at {PATH}\n".encode())
        if method not in _ALLOWED:
            return Answer(405, b"GET and HEAD are all there is\n")
        if path == b"/":
            return Answer(200, _PAGE, "text/html; charset=utf-8")
        return Answer(200, await scrape(self._broker), CONTENT_TYPE)


class _Client:
    """One connection; `scope` ends it when it has been too slow."""

    def __init__(
        self,
        stream: trio.abc.Stream,
        answer: Callable[[bytes, bytes], Awaitable[Answer]],
    ) -> None:
        self.scope = trio.CancelScope()
        self._stream = stream
        self._answer = answer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES_MAX)

    async def serve(self) -> None:
        """Answer one request after another."""
        while True:
            self._allow(IDLE_S_MAX)
            try:
                request = await self._request()
            except h11.RemoteProtocolError as error:
                await self._refuse(error.error_status_hint, str(error))
                return
            if request is None:
                return
            self._allow(ANSWER_S_MAX)
            answer = await self._answer(request.method, request.target)
            await self._send(answer, is_head=request.method == b"HEAD")
            if self._http.our_state is h11.MUST_CLOSE:
                return
            self._http.start_next_cycle()

    def _allow(self, seconds: float) -> None:
        self.scope.deadline = trio.current_time() + seconds

    async def _request(self) -> h11.Request | None:
        """The next request, when all of it is here; None when the client has ended."""
        request, body_bytes, has_begun = None, 0, False
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                data = await self._stream.receive_some(RECEIVE_BYTES)
                if data and not has_begun:
                    has_begun = True
                    self._allow(REQUEST_S_MAX)
                self._http.receive_data(bytes(data))
            elif isinstance(event, h11.Request):
                request = event
            elif isinstance(event, h11.Data):
                body_bytes += len(event.data)
                if body_bytes > BODY_BYTES_MAX:
                    raise h11.RemoteProtocolError("a body has no business here", 413)
            elif isinstance(event, h11.EndOfMessage):
                return request
            else:
                return None

    async def _refuse(self, status: int, why: str) -> None:
        if self._http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._allow(REQUEST_S_MAX)
            await self._send(Answer(status, f"{why}\n".encode()), is_head=False)

    async def _send(self, answer: Answer, *, is_head: bool) -> None:
        headers = [
            ("Content-Type", answer.content_type),
            ("Content-Length", str(len(answer.body))),
        ]
        if answer.status == 405:
            headers.append(("Allow", b", ".join(_ALLOWED).decode()))
        if answer.status != 200:
            headers.append(("Connection", "close"))
        status = HTTPStatus(answer.status)
        response = h11.Response(status_code=status, headers=headers, reason=status.phrase)
        out = self._http.send(response) or b""
        if not is_head:
            out += self._http.send(h11.Data(data=answer.body)) or b""
        out += self._http.send(h11.EndOfMessage()) or b""
        await self._stream.send_all(out)
