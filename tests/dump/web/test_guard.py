"""Who sees the page, and who does not."""

from __future__ import annotations

from functools import partial

import pytest
import trio
from starlette.types import Receive, Scope, Send

from kafkawire.dump.web.guard import POLICY, Guard
from tests.support.dump.asgi import Answer, get

TOKEN = "the-right-token"
COOKIE = "wire-dump-8080"
KNOWN = f"{COOKIE}={TOKEN}"


async def secret(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"what passed"})


def asked(path: str, method: str = "GET", **headers: str) -> Answer:
    app = Guard(secret, TOKEN, COOKIE, ["kafka.example"])
    return trio.run(partial(get, app, path, method, **headers))


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/stream", "/api/exchange/1"])
@pytest.mark.parametrize(
    "headers",
    [{}, {"cookie": "x=y"}, {"cookie": f"{COOKIE}=wrong"}, {"cookie": f"other={TOKEN}"}],
)
def test_who_has_no_token_sees_nothing(path: str, headers: dict[str, str]) -> None:
    answer = asked(path, **headers)

    assert answer.status == 403
    assert b"what passed" not in answer.body


@pytest.mark.parametrize("token", ["", "wrong", "the-right-toke", "\u00e9"])
def test_a_wrong_token_opens_nothing(token: str) -> None:
    answer = asked(f"/?token={token}")

    assert answer.status == 403
    assert "set-cookie" not in answer.headers


def test_the_right_token_becomes_a_cookie_and_leaves_the_address() -> None:
    answer = asked(f"/?token={TOKEN}")

    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"{COOKIE}={TOKEN};")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert asked(f"/?token={TOKEN}", cookie=KNOWN).status == 303


def test_the_cookie_opens_everything() -> None:
    assert asked("/", cookie=KNOWN).body == b"what passed"
    assert asked("/api/stream", cookie=f"a=b; {KNOWN}").body == b"what passed"


def test_the_token_opens_nothing_but_the_page() -> None:
    assert asked(f"/api/stream?token={TOKEN}").status == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "10.1.2.3", "Kafka.example:80"]
)
def test_our_names_and_addresses_are_answered(host: str) -> None:
    assert asked("/", cookie=KNOWN, host=host).status == 200


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:8080", "127.0.0.1.evil.example"]
)
def test_other_names_that_lead_here_are_not(host: str) -> None:
    assert asked("/", cookie=KNOWN, host=host).status == 403
    assert asked(f"/?token={TOKEN}", host=host).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_cannot_ask_for_data(site: str) -> None:
    assert asked("/api/exchange/1", cookie=KNOWN, sec_fetch_site=site).status == 403
    assert asked("/api/exchange/1", cookie=KNOWN, sec_fetch_site="same-origin").status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
def test_nothing_can_be_done_but_look(method: str) -> None:
    assert asked("/", method, cookie=KNOWN).status == 405


@pytest.mark.parametrize("path", ["/", f"/?token={TOKEN}"])
@pytest.mark.parametrize("cookie", ["", KNOWN])
def test_every_answer_says_what_a_browser_may_do_with_it(path: str, cookie: str) -> None:
    headers = asked(path, cookie=cookie).headers

    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
