"""OAUTHBEARER, by RFC 7628 and KIP-342."""

from __future__ import annotations

import base64
import json

import pytest

from kafkawire.sasl.oauthbearer import Token, jwt, oauthbearer, unsecured
from kafkawire.sasl.tokens import Refused


def test_a_token_and_its_extensions_are_one_message() -> None:
    """client K-4."""
    tokens = oauthbearer(Token("abc.def", 0, 9, {"logicalCluster": "lkc-1"}))
    assert next(tokens) == b"n,,\x01auth=Bearer abc.def\x01logicalCluster=lkc-1\x01\x01"
    with pytest.raises(StopIteration):
        tokens.send(b"")


def test_a_refusal_is_asked_for_and_told() -> None:
    """client K-4."""
    tokens = oauthbearer(Token("abc", 0, 9))
    next(tokens)
    assert tokens.send(b'{"status":"invalid_token"}') == b"\x01"
    with pytest.raises(Refused, match="invalid_token"):
        tokens.send(b"")


@pytest.mark.parametrize(
    "token",
    [
        Token("a b", 0, 9),
        Token("a\x01auth=b", 0, 9),
        Token("", 0, 9),
        Token("a", 0, 9, {"auth": "x"}),
        Token("a", 0, 9, {"with-dash": "x"}),
        Token("a", 0, 9, {"name": "x\x01y"}),
    ],
)
def test_what_cannot_be_said_is_refused_and_not_shown(token: Token) -> None:
    """client K-10."""
    with pytest.raises(Refused) as refused:
        next(oauthbearer(token))
    assert "auth=b" not in str(refused.value)


def test_an_unsecured_token_is_a_json_web_token() -> None:
    """client K-4."""
    token = unsecured("alice", 1_000, 60_000)
    head, body, signature = token.value.split(".")
    assert json.loads(base64.urlsafe_b64decode(head + "==")) == {"alg": "none"}
    claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    assert claims == {"sub": "alice", "iat": 1.0, "exp": 61.0}
    assert signature == ""
    assert jwt(f"{token.value}\n") == token == Token(token.value, 1_000, 61_000)


@pytest.mark.parametrize("text", ["abc", "a.b.c", f"a.{base64.b64encode(b'{}').decode()}.c"])
def test_text_that_is_no_token_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="bearer token"):
        jwt(text)


def test_a_token_does_not_show_itself() -> None:
    """client K-10."""
    assert "abc" not in repr(Token("abc", 0, 9))
