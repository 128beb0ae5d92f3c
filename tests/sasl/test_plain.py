"""PLAIN, by RFC 4616."""

from __future__ import annotations

import pytest

from kafkawire.sasl.plain import plain
from kafkawire.sasl.tokens import Refused


def test_name_and_password_are_one_token() -> None:
    """client K-3."""
    tokens = plain("alice", "s\u00e9cret")
    assert next(tokens) == "\0alice\0s\u00e9cret".encode()
    with pytest.raises(StopIteration):
        tokens.send(b"")


@pytest.mark.parametrize(("user", "password"), [("a\0b", "hunter2"), ("a", "hunter2\0c")])
def test_what_would_end_a_field_is_refused_and_not_shown(user: str, password: str) -> None:
    with pytest.raises(Refused, match="NUL") as refused:
        next(plain(user, password))
    assert "hunter2" not in str(refused.value)
