"""Bearer tokens are replaced while a client runs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random

import pytest
import trio
import trio.testing

from kafkawire.client.core.sasl.refreshing import Refreshing, RefreshWindow
from kafkawire.client.errors import AuthenticationError
from kafkawire.client.shell.tokens import Tokens
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.oauthbearer import Token

HOUR_MS = 3_600_000


class Issuer:
    """Issues tokens for an hour, or fails."""

    def __init__(self, *failures: Exception | None) -> None:
        self.failures: Iterator[Exception | None] = iter(failures)
        self.asked_s: list[float] = []

    async def __call__(self) -> Token:
        await trio.lowlevel.checkpoint()
        self.asked_s.append(trio.current_time())
        failure = next(self.failures, None)
        if failure is not None:
            raise failure
        now_ms = wall_ms()
        return Token(f"token-{len(self.asked_s)}", now_ms, now_ms + HOUR_MS)


def wall_ms() -> int:
    return 1_000_000 + int(trio.current_time() * 1000)


def kept(issuer: Issuer) -> Tokens:
    return Tokens(issuer, Refreshing(RefreshWindow(jitter=0.0), Random(1)), wall_ms)


def said(tokens: Tokens) -> bytes:
    """Return the token of SaslAuthenticate of a new connection."""
    talk = tokens.conversation()
    next(talk)
    asked = talk.send(SaslHandshakeResponse())
    assert isinstance(asked, SaslAuthenticateRequest)
    return asked.auth_bytes


async def test_new_connections_say_the_newest_token(autojump_clock: trio.testing.MockClock) -> None:
    """client K-4, K-8."""
    issuer = Issuer()
    tokens = kept(issuer)
    await tokens.first()
    assert said(tokens) == b"n,,\x01auth=Bearer token-1\x01\x01"
    begun = trio.current_time()
    with trio.move_on_after(3 * 2880 + 1):
        await tokens.run()
    assert [round(at - begun) for at in issuer.asked_s] == [0, 2880, 5760, 8640]
    assert said(tokens) == b"n,,\x01auth=Bearer token-4\x01\x01"


async def test_failures_are_tried_again_and_the_old_token_stays(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """client K-8, K-10."""
    issuer = Issuer(None, OSError("hunter2"), ValueError("hunter2"))
    tokens = kept(issuer)
    await tokens.first()
    with trio.move_on_after(2881), caplog.at_level(logging.WARNING, "kafkawire.client.security"):
        await tokens.run()
    assert len(issuer.asked_s) == 4
    assert issuer.asked_s[-1] - issuer.asked_s[1] < 0.5
    told = [record.getMessage() for record in caplog.records]
    assert [text.partition(";")[0] for text in told] == [
        "no new bearer token could be had (OSError)",
        "no new bearer token could be had (ValueError)",
    ]


async def test_without_a_first_token_entering_fails(autojump_clock: trio.testing.MockClock) -> None:
    """client K-4."""
    tokens = kept(Issuer(OSError("unreachable")))
    with pytest.raises(AuthenticationError, match="no bearer token"):
        tokens.conversation()
    with pytest.raises(AuthenticationError, match="OSError") as refused:
        await tokens.first()
    assert isinstance(refused.value.__cause__, OSError)
