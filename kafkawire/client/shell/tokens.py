"""Keeps a bearer token fresh: asks for it, sleeps, asks again."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import trio

from kafkawire.client.core.sasl.authentication import authentication
from kafkawire.client.errors import AuthenticationError
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.sasl.oauthbearer import Token, oauthbearer

if TYPE_CHECKING:
    from kafkawire.client.core.connection import Conversation
    from kafkawire.client.core.sasl.refreshing import Refreshing

OAUTHBEARER = "OAUTHBEARER"
_log = logging.getLogger("kafkawire.client.security")


class Tokens:
    """The token of one client. `wall_ms` is the wall clock, by which tokens end."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[Token]],
        refreshing: Refreshing,
        wall_ms: Callable[[], int] = lambda: int(time.time() * 1000),
    ) -> None:
        self._ask = ask
        self._refreshing = refreshing
        self._wall_ms = wall_ms
        self._wait_ms = 0

    async def first(self) -> None:
        """Ask for the first token. Raises AuthenticationError if there is none to be had."""
        try:
            token = await self._ask()
        except Exception as error:
            raise _missing(f"no bearer token could be had: {type(error).__name__}") from error
        self._wait_ms = self._refreshing.succeeded(token, self._wall_ms())

    async def run(self) -> None:
        """Replace the token whenever its time has come. `first` comes before it."""
        while True:
            await trio.sleep(self._wait_ms / 1000)
            try:
                token = await self._ask()
            except Exception as error:  # noqa: BLE001 - the user's function: whatever it raises
                self._wait_ms = self._refreshing.failed()
                # The text of the error may have secrets in it.
                _log.warning(
                    "no new bearer token could be had (%s); another attempt in %d ms",
                    type(error).__name__,
                    self._wait_ms,
                )
            else:
                self._wait_ms = self._refreshing.succeeded(token, self._wall_ms())

    def conversation(self) -> Conversation:
        """Return a login with the newest token. Raises AuthenticationError if there is none."""
        if self._refreshing.token is None:
            raise _missing("no bearer token was given yet")
        return authentication(OAUTHBEARER, oauthbearer(self._refreshing.token))


def _missing(why: str) -> AuthenticationError:
    return AuthenticationError(ErrorCode.SASL_AUTHENTICATION_FAILED, why)
