"""A schema registry over HTTP."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from kafkawire.dump.schema_registry import Registry


@pytest.mark.parametrize("address", ["file:///etc/passwd", "registry:8081", "http://", "ftp://a"])
def test_no_other_kind_of_address(address: str) -> None:
    with pytest.raises(ValueError, match="a registry has an address such as"):
        Registry(address)


class Handler(BaseHTTPRequestHandler):
    """A registry of one schema, which moves everything else to a place of its own."""

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers.get("Authorization")))  # type: ignore[attr-defined]
        body = b'{"schema": "\\"string\\""}'
        if self.path != "/schemas/ids/1":
            self.send_response(302)
            self.send_header("Location", "/schemas/ids/1")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.mark.slow
def test_over_http_with_a_password_and_without_redirections() -> None:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked = []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        registry = Registry(f"http://me:pw@127.0.0.1:{server.server_port}")
        assert registry.schema(1) == {"schema": '"string"'}
        with pytest.raises(ValueError, match="answers 302"):
            registry.schema(2)
        server.shutdown()
        thread.join()
        assert [path for path, _ in server.asked] == ["/schemas/ids/1", "/schemas/ids/2"]  # type: ignore[attr-defined]
        assert {user for _, user in server.asked} == {"Basic bWU6cHc="}  # type: ignore[attr-defined]


def test_nobody_there_is_no_answer() -> None:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        port = server.server_port
    with pytest.raises(ValueError, match=f"no answer from 127.0.0.1:{port}"):
        Registry(f"http://127.0.0.1:{port}").schema(1)
