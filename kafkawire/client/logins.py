"""Logins with a name and a password, for both shells."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.client.core.sasl.authentication import authentication

if TYPE_CHECKING:
    from kafkawire.client.core.connection import Conversation
    from kafkawire.sasl.conversation import Login

NONCE_BYTES = 18


def authentication_of(login: Login) -> Callable[[], Conversation]:
    """Return what makes the conversation that logs one connection in, with a nonce of its own."""

    def make() -> Conversation:
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        return authentication(login.mechanism, login.tokens(nonce))

    return make
