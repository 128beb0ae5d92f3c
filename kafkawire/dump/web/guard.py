"""Who may see the page: who knows the token, under a name that is ours, from no other site.

A page of another site can make a browser send requests here, and its owner can have a name of his
resolve to this host. Against the first stand the token, which travels in a cookie that is sent for
our own pages only, and the browser's own word on where a request comes from; against the second
the check of the Host header: an address, `localhost`, or a name that the user gave.
"""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
LOCAL = "localhost"
OWN_SITES = ("same-origin", "none")


class Guard:
    """ASGI middleware: everything that `app` says passes here, and nobody else is heard by it."""

    def __init__(self, app: ASGIApp, token: str, cookie: str, names: Iterable[str] = ()) -> None:
        self._app = app
        self._token = token
        self._cookie = cookie
        self._names = {name.lower() for name in (LOCAL, *names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # which closes a websocket before it opens
        await self._answer(scope)(scope, receive, _with_headers(send))

    def _answer(self, scope: Scope) -> ASGIApp:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] != "GET":
            return PlainTextResponse("only GET", 405)
        if not self._is_ours(headers.get(b"host", "")):
            return PlainTextResponse("this is not the name of this page", 403)
        if self._knows(self._sent_cookie(headers.get(b"cookie", ""))):
            is_own = headers.get(b"sec-fetch-site", "none") in OWN_SITES
            if scope["path"].startswith("/api/") and not is_own:
                return PlainTextResponse("not from another site", 403)
            if scope["path"] != "/" or b"token=" not in scope["query_string"]:
                return self._app
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and self._knows(given):
            return self._welcome()
        return PlainTextResponse("open the address that wire-dump has printed, with its token", 403)

    def _welcome(self) -> ASGIApp:
        """Takes the token out of the address, where it would be copied and shown."""
        response = RedirectResponse("/", 303)
        response.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
        return response

    def _knows(self, given: str) -> bool:
        return compare_digest(given.encode(), self._token.encode())

    def _sent_cookie(self, text: str) -> str:
        try:
            found = SimpleCookie(text).get(self._cookie)
        except CookieError:
            return ""
        return "" if found is None else found.value

    def _is_ours(self, host: str) -> bool:
        name, colon, port = host.rpartition(":")
        if not colon or not port.isdigit():
            name = host
        name = name.removeprefix("[").removesuffix("]").lower()
        return name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [(name, value) for name, value in message["headers"] if name != b"cache-control"]
            message = {**message, "headers": [*own, *HEADERS]}
        await send(message)

    return sending
