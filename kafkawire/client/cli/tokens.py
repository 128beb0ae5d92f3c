"""`kafkawire tokens`: delegation tokens.

A token's hmac is a password. It is printed once, by `create`; other verbs name tokens by their ids
and fetch what they need from the cluster.
"""

from __future__ import annotations

import argparse
from base64 import b64encode
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.acls import principal
from kafkawire.client.cli.connection import seconds
from kafkawire.client.cli.output import Output
from kafkawire.client.descriptions import DelegationToken
from kafkawire.client.errors import ServerError
from kafkawire.wording import iso

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

_COLUMNS = {
    "token_id": "TOKEN",
    "owner": "OWNER",
    "requester": "REQUESTER",
    "renewers": "RENEWERS",
    "expires": "EXPIRES",
    "ends": "ENDS",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    listing = add.add("list", list_tokens, "list delegation tokens", _LIST_EXAMPLES)
    listing.add_argument("--owner", metavar="USER", type=principal, action="append", default=[])
    creating = add.add("create", create_token, "create a token, and print it", _CREATE_EXAMPLES)
    creating.add_argument("--owner", metavar="USER", type=principal, help="whose it is (yours)")
    creating.add_argument(
        "--renewer",
        metavar="USER",
        type=principal,
        dest="renewers",
        action="append",
        default=[],
        help="may renew it, too; may be repeated",
    )
    creating.add_argument(
        "--lifetime", metavar="SECONDS", type=seconds, help="until it ends for good (the longest)"
    )
    renewing = add.add("renew", renew_tokens, "have tokens live longer", _RENEW_EXAMPLES)
    _add_ids(renewing)
    renewing.add_argument("--period", metavar="SECONDS", type=seconds, help="how long (a day)")
    expiring = add.add("expire", expire_tokens, "end tokens at once", _EXPIRE_EXAMPLES)
    _add_ids(expiring)
    verbs.add_assent(expiring, lambda given: f"End {', '.join(given.tokens)}?")


def _add_ids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tokens", metavar="TOKEN", nargs="+", help="the id of a token")


async def list_tokens(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List tokens without their secrets."""
    found = await admin.describe_delegation_token(arguments.owner or None)
    output.rows(_COLUMNS, map(_row, sorted(found)))
    if not found:
        output.line("no tokens")


async def create_token(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Create a token and print it with its secret."""
    lifetime_ms = -1 if arguments.lifetime is None else round(arguments.lifetime * 1000)
    token = await admin.create_delegation_token(
        owner=arguments.owner, renewers=arguments.renewers, max_lifetime_ms=lifetime_ms
    )
    hmac = b64encode(token.hmac).decode()
    row = {**_row(token), "hmac": hmac}
    if output.is_json:
        output.object(row)
        return
    for name in ("token_id", "hmac", "owner", "expires", "ends"):
        output.line(f"{name.replace('_', ' '):9} {row[name]}")


async def renew_tokens(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Have tokens live longer."""
    period_ms = -1 if arguments.period is None else round(arguments.period * 1000)
    for token in await _named(admin, arguments.tokens, output):
        try:
            expiry_ms = await admin.renew_delegation_token(token.hmac, period_ms=period_ms)
        except ServerError as error:
            output.failed(f"{token.token_id} was not renewed", error)
            continue
        row = {**_row(token), "expiry_timestamp_ms": expiry_ms, "expires": iso(expiry_ms)}
        output.tell(f"{token.token_id} expires {iso(expiry_ms)}", row)


async def expire_tokens(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """End tokens."""
    for token in await _named(admin, arguments.tokens, output):
        try:
            await admin.expire_delegation_token(token.hmac)
        except ServerError as error:
            output.failed(f"{token.token_id} was not ended", error)
        else:
            row = {"token_id": token.token_id, "is_expired": True}
            output.tell(f"{token.token_id} ended", row)


async def _named(admin: Admin, names: list[str], output: Output) -> list[DelegationToken]:
    """The tokens with these ids."""
    there = {each.token_id: each for each in await admin.describe_delegation_token()}
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in there:
            output.fail(f"there is no token {name!r}", "`kafkawire tokens list` shows yours")
    return [there[name] for name in wanted if name in there]


def _row(token: DelegationToken) -> dict[str, object]:
    fields = token._asdict()
    del fields["hmac"]
    expires, ends = iso(token.expiry_timestamp_ms), iso(token.max_timestamp_ms)
    return {**fields, "expires": expires, "ends": ends}


_LIST_EXAMPLES = """\
  kafkawire tokens list
  kafkawire tokens list --owner User:anna --json
"""
_CREATE_EXAMPLES = """\
  kafkawire tokens create --renewer User:ben --lifetime 86400
  kafkawire tokens create --owner User:anna --json > token
"""
_RENEW_EXAMPLES = """\
  kafkawire tokens renew sNDwIVCYSzuVHtHZCgHpSA
"""
_EXPIRE_EXAMPLES = """\
  kafkawire tokens expire sNDwIVCYSzuVHtHZCgHpSA --yes
"""
