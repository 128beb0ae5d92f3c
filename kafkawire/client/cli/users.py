"""`kafkawire users`: SCRAM credentials of users.

Passwords come from a file, from $KAFKAWIRE_NEW_PASSWORD, or from a person at the terminal: other
users of the machine can see command lines.
"""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from typing import TYPE_CHECKING

import trio

from kafkawire.client.cli import verbs
from kafkawire.client.cli.files import read_text
from kafkawire.client.cli.output import Output, UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

MECHANISMS = ("SCRAM-SHA-256", "SCRAM-SHA-512")
VARIABLE = "KAFKAWIRE_NEW_PASSWORD"
ITERATIONS_MIN, ITERATIONS_MAX = 4096, 16384
_COLUMNS = {"user": "USER", "mechanism": "MECHANISM", "iterations": "ITERATIONS"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    listing = add.add("list", list_users, "list users with SCRAM credentials", _LIST_EXAMPLES)
    listing.add_argument("users", metavar="USER", nargs="*")
    creating = add.add(
        "create", create_user, "create a user, or set its password", _CREATE_EXAMPLES
    )
    creating.add_argument("user", metavar="USER")
    _add_mechanism(creating, MECHANISMS[1])
    creating.add_argument(
        "--iterations", type=iterations, default=ITERATIONS_MIN, help="4096 to 16384 (4096)"
    )
    creating.add_argument("--password-file", metavar="FILE", help="its first line is the password")
    deleting = add.add("delete", delete_users, "delete credentials of users", _DELETE_EXAMPLES)
    deleting.add_argument("users", metavar="USER", nargs="+")
    _add_mechanism(deleting, None)
    verbs.add_assent(deleting, lambda given: f"Delete credentials of {', '.join(given.users)}?")


def _add_mechanism(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--mechanism",
        choices=MECHANISMS,
        default=default,
        type=str.upper,
        help=f"{' or '.join(MECHANISMS)} ({default or 'all of a user'})",
    )


def iterations(text: str) -> int:
    """Read how often a password is hashed, within what Kafka accepts."""
    if not text.isdecimal() or not ITERATIONS_MIN <= int(text) <= ITERATIONS_MAX:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number from {ITERATIONS_MIN} to {ITERATIONS_MAX}"
        )
    return int(text)


async def list_users(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List users and their mechanisms."""
    found = await admin.describe_user_scram_credentials(arguments.users or None)
    rows = [
        {"user": user, "mechanism": mechanism, "iterations": count}
        for user in sorted(found)
        for mechanism, count in sorted(found[user].items())
    ]
    output.rows(_COLUMNS, rows)
    for user, error in found.errors.items():
        output.failed(f"user {user!r}", error)
    if not rows and not found.errors:
        output.line("no users; `kafkawire users create USER` makes one")


async def create_user(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Set the password of a user."""
    user, mechanism = arguments.user, arguments.mechanism
    password = await _password(arguments.password_file, user)
    changes = {user: {mechanism: password}}
    done = await admin.alter_user_scram_credentials(changes, iterations=arguments.iterations)
    for error in done.errors.values():
        output.failed(f"{user} was not changed", error)
    if done:
        output.tell(
            f"{user} has a password for {mechanism}", {"user": user, "mechanism": mechanism}
        )


async def delete_users(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Delete credentials of users."""
    users = list(dict.fromkeys(arguments.users))
    found = await admin.describe_user_scram_credentials(users)
    for user, error in found.errors.items():
        output.failed(f"user {user!r}", error)
    wanted = {user: [arguments.mechanism] if arguments.mechanism else found[user] for user in found}
    changes: dict[str, dict[str, str | None]] = {
        user: dict.fromkeys(mechanisms) for user, mechanisms in wanted.items()
    }
    done = await admin.alter_user_scram_credentials(changes) if changes else None
    for user in done or ():
        row = {"user": user, "mechanisms": list(wanted[user]), "is_deleted": True}
        output.tell(f"{user} has no credentials for {' and '.join(wanted[user])} any more", row)
    for user, error in done.errors.items() if done is not None else ():
        output.failed(f"{user} was not changed", error)


async def _password(path: str | None, user: str) -> str:
    """Return the password that a user gets. Raises UsageError."""
    if path is not None:
        found = read_text(path).partition("\n")[0]
    elif (given := os.environ.get(VARIABLE)) is not None:
        found = given
    elif sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(f"give a password by --password-file or ${VARIABLE}")
    else:
        prompt = f"Password of {user}: "
        found = await trio.to_thread.run_sync(getpass.getpass, prompt, abandon_on_cancel=True)
    if not found:
        raise UsageError("an empty password is no password")
    return found


_LIST_EXAMPLES = """\
  kafkawire users list
  kafkawire users list anna --json
"""
_CREATE_EXAMPLES = """\
  kafkawire users create anna                      asks for the password
  kafkawire users create anna --password-file ./secret --mechanism SCRAM-SHA-256
  KAFKAWIRE_NEW_PASSWORD=... kafkawire users create anna
"""
_DELETE_EXAMPLES = """\
  kafkawire users delete anna
  kafkawire users delete anna ben --mechanism SCRAM-SHA-256 --yes
"""
