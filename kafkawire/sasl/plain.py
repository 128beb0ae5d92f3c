"""PLAIN (RFC 4616): name and password as they are, so for encrypted connections."""

from __future__ import annotations

from kafkawire.sasl.tokens import Refused, Tokens


def plain(user: str, password: str) -> Tokens:
    """Send name and password. Raises Refused if one of them cannot be sent."""
    if "\0" in user or "\0" in password:
        raise Refused("names and passwords of PLAIN have no NUL characters")
    yield f"\0{user}\0{password}".encode()
