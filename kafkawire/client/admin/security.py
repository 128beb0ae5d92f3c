"""Methods of `Admin` about security: access control lists, SCRAM credentials, delegation tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import acls, scram, tokens
from kafkawire.client.descriptions import AclBinding, AclFilter, DelegationToken
from kafkawire.client.errors import ClientError, ConfigurationError
from kafkawire.client.outcomes import Outcomes

_HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
SALT_BYTES = 24


async def create_acls(
    admin: Runner, bindings: Iterable[AclBinding], *, timeout_ms: int | None = None
) -> Outcomes[AclBinding, None]:
    """Create ACLs."""
    wanted = list(bindings)
    _check_words(wanted)
    plan = acls.create_acls(admin.sources, wanted)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def describe_acls(
    admin: Runner, wanted: AclFilter | None = None, *, timeout_ms: int | None = None
) -> tuple[AclBinding, ...]:
    """Find the ACLs of a filter, or all."""
    chosen = AclFilter() if wanted is None else wanted
    _check_words([chosen])
    plan = acls.describe_acls(admin.sources, chosen)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def delete_acls(
    admin: Runner, filters: Iterable[AclFilter], *, timeout_ms: int | None = None
) -> Outcomes[AclFilter, Mapping[AclBinding, ClientError | None]]:
    """Delete the ACLs of filters; a result has each ACL, with the error of one that stayed."""
    wanted = list(filters)
    _check_words(wanted)
    plan = acls.delete_acls(admin.sources, wanted)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def describe_user_scram_credentials(
    admin: Runner, users: Iterable[str] | None = None, *, timeout_ms: int | None = None
) -> Outcomes[str, Mapping[str, int]]:
    """Find the SCRAM mechanisms of users, of some or of all, and the iterations of each."""
    plan = scram.describe_credentials(admin.sources, None if users is None else list(users))
    told = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    results: dict[str, Mapping[str, int]] = {}
    errors: dict[str, ClientError] = {}
    for user, found in told.items():
        if isinstance(found, ClientError):
            errors[user] = found
        else:
            results[user] = found
    return Outcomes(results, errors)


async def alter_user_scram_credentials(
    admin: Runner,
    changes: Mapping[str, Mapping[str, str | None]],
    *,
    iterations: int = 4096,
    timeout_ms: int | None = None,
) -> Outcomes[str, None]:
    """Set the passwords of users by mechanism ("SCRAM-SHA-512" ...); None deletes one.

    The password itself is not sent: brokers keep what is made of it, with a new salt.
    """
    wanted = {
        user: {name: _salted(name, password, iterations) for name, password in named.items()}
        for user, named in changes.items()
    }
    plan = scram.alter_credentials(admin.sources, wanted)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


def _salted(mechanism: str, password: str | None, iterations: int) -> scram.Salted | None:
    if mechanism not in _HASHES:
        known = ", ".join(_HASHES)
        raise ConfigurationError(f"unknown SCRAM mechanism {mechanism!r}; there are {known}")
    if password is None:
        return None
    salt = secrets.token_bytes(SALT_BYTES)
    made = hashlib.pbkdf2_hmac(_HASHES[mechanism], password.encode(), salt, iterations)
    return scram.Salted(iterations, salt, made)


def _check_words(wanted: Iterable[AclBinding | AclFilter]) -> None:
    for each in wanted:
        for field, words in acls.WORDS.items():
            word = getattr(each, field)
            if word is not None and word not in words:
                known = ", ".join(words)
                raise ConfigurationError(f"unknown {field} {word!r} of an ACL; there are {known}")


async def create_delegation_token(
    admin: Runner,
    *,
    owner: str | None = None,
    renewers: Iterable[str] = (),
    max_lifetime_ms: int = -1,
    timeout_ms: int | None = None,
) -> DelegationToken:
    """Create a token of `owner` ("User:anna"), or of the client itself; -1 lives the longest."""
    named = list(renewers)
    _check_principals(named if owner is None else [owner, *named])
    plan = tokens.create_token(admin.sources, owner, named, max_lifetime_ms=max_lifetime_ms)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def renew_delegation_token(
    admin: Runner, hmac: bytes, *, period_ms: int = -1, timeout_ms: int | None = None
) -> int:
    """Have a token live longer, by the broker's period with -1; return when it expires."""
    plan = tokens.renew_token(admin.sources, hmac, period_ms=period_ms)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def expire_delegation_token(
    admin: Runner, hmac: bytes, *, period_ms: int = -1, timeout_ms: int | None = None
) -> int:
    """Have a token end after a period, at once with -1; return when it expires."""
    plan = tokens.expire_token(admin.sources, hmac, period_ms=period_ms)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def describe_delegation_token(
    admin: Runner, owners: Iterable[str] | None = None, *, timeout_ms: int | None = None
) -> tuple[DelegationToken, ...]:
    """Find the tokens of owners ("User:anna"), or all that the client may see."""
    named = None if owners is None else list(owners)
    _check_principals(named or ())
    plan = tokens.describe_tokens(admin.sources, named)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


def _check_principals(principals: Iterable[str]) -> None:
    for each in principals:
        if ":" not in each:
            raise ConfigurationError(f"{each!r} is no principal: one is named like 'User:anna'")
