"""`kafkawire tokens`, with an admin client that keeps tokens itself: our broker has none."""

from __future__ import annotations

from typing import Any

from kafkawire.client.descriptions import DelegationToken
from kafkawire.client.errors import refusal
from tests.client.support.commands import verb

TOKEN = DelegationToken(
    "id-1", b"\xffsecret", "User:anna", "User:ben", 0, 86_400_000, 604_800_000, ("User:carl",)
)


class Kept:
    """Tokens, the calls that there were, and the tokens that are refused."""

    def __init__(self, *more: DelegationToken, refused: bytes = b"") -> None:
        self.calls: list[Any] = []
        self._tokens = (TOKEN, *more)
        self._refused = refused

    async def describe_delegation_token(self, owners: Any = None) -> tuple[DelegationToken, ...]:
        return self._tokens if owners in (None, ["User:anna"]) else ()

    async def create_delegation_token(self, **given: Any) -> DelegationToken:
        self.calls.append(given)
        return TOKEN

    async def renew_delegation_token(self, hmac: bytes, *, period_ms: int) -> int:
        self._refuse(hmac)
        self.calls.append((hmac, period_ms))
        return 172_800_000

    async def expire_delegation_token(self, hmac: bytes) -> int:
        self._refuse(hmac)
        self.calls.append(hmac)
        return 0

    def _refuse(self, hmac: bytes) -> None:
        if hmac == self._refused:
            raise refusal(66)


async def test_tokens_are_listed_without_their_secrets() -> None:
    """client O-1."""
    listed = await verb(Kept(), "tokens", "list")
    assert listed.lines[1][:4] == ["id-1", "User:anna", "User:ben", "User:carl"]
    assert listed.lines[1][4:] == ["1970-01-02T00:00:00.000Z", "1970-01-08T00:00:00.000Z"]
    (shown,) = (await verb(Kept(), "tokens", "list", "--owner", "anna", "--json")).objects
    assert "hmac" not in shown
    assert (await verb(Kept(), "tokens", "list", "--owner", "ben")).out == "no tokens\n"


async def test_a_new_token_is_shown_with_its_secret() -> None:
    kept = Kept()
    made = await verb(kept, "tokens", "create", "--renewer", "carl", "--lifetime", "60")
    assert kept.calls == [{"owner": None, "renewers": ["User:carl"], "max_lifetime_ms": 60_000}]
    assert made.lines[:2] == [["token", "id", "id-1"], ["hmac", "/3NlY3JldA=="]]
    (shown,) = (await verb(kept, "tokens", "create", "--json")).objects
    assert shown["hmac"] == "/3NlY3JldA=="
    assert kept.calls[-1]["max_lifetime_ms"] == -1


async def test_tokens_are_renewed_and_ended_by_their_ids() -> None:
    kept = Kept()
    renewed = await verb(kept, "tokens", "renew", "id-1", "none", "--period", "5")
    assert (renewed.code, renewed.out) == (1, "id-1 expires 1970-01-03T00:00:00.000Z\n")
    assert "there is no token 'none'" in renewed.err
    ended = await verb(kept, "tokens", "expire", "id-1")
    assert ended.out == "id-1 ended\n"
    assert kept.calls == [(b"\xffsecret", 5000), b"\xffsecret"]


async def test_a_token_that_is_refused_is_named_and_the_others_are_changed() -> None:
    kept = Kept(TOKEN._replace(token_id="id-2", hmac=b"other"), refused=b"\xffsecret")
    renewed = await verb(kept, "tokens", "renew", "id-1", "id-2")
    assert (renewed.code, renewed.out) == (1, "id-2 expires 1970-01-03T00:00:00.000Z\n")
    assert "id-1 was not renewed: DELEGATION_TOKEN_EXPIRED" in renewed.err
    ended = await verb(kept, "tokens", "expire", "id-1", "id-2")
    assert (ended.code, ended.out) == (1, "id-2 ended\n")
    assert "id-1 was not ended: DELEGATION_TOKEN_EXPIRED" in ended.err
    assert kept.calls == [(b"other", -1), b"other"]
