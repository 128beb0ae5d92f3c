"""`kafkawire cluster features`: shows the levels of features, and changes them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.cli import verbs
from kafkawire.client.cli.output import Output, UsageError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

DISABLED = 0
_COLUMNS = {"name": "FEATURE", "finalized": "LEVEL", "least": "FROM", "greatest": "TO"}


class Change(NamedTuple):
    """A change of levels that the command line asks for.

    Attributes:
        levels: The new levels by feature; 0 removes a feature.
        direction: `upgrade`, `safe_downgrade` or `unsafe_downgrade`.
    """

    levels: Mapping[str, int]
    direction: str


def add_features(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    kinds = parser.add_mutually_exclusive_group()
    for name, verb in (("upgrade", "raise"), ("downgrade", "lower")):
        kinds.add_argument(
            f"--{name}",
            metavar="FEATURE=LEVEL",
            type=feature_level,
            action="append",
            default=[],
            help=f"{verb} the level of a feature; may be repeated",
        )
    kinds.add_argument(
        "--disable",
        metavar="FEATURE",
        action="append",
        default=[],
        help="remove the level of a feature; may be repeated",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="with --downgrade or --disable: although metadata may be lost",
    )
    verbs.add_dry_run(parser)
    verbs.add_assent(parser, _question)


def feature_level(text: str) -> tuple[str, int]:
    """Read FEATURE=LEVEL."""
    name, level = verbs.assignment(text)
    if not level.isdecimal() or int(level) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form FEATURE=LEVEL, as f=2")
    return name, int(level)


def _question(given: argparse.Namespace) -> str | None:
    """Ask before a level becomes lower: members of the cluster may lose what they can do."""
    lower = [f"{name} to {level}" for name, level in given.downgrade]
    what = f"Lower {', '.join(lower)}" if lower else f"Disable {', '.join(given.disable)}"
    if not lower and not given.disable:
        return None
    return f"{what}, and maybe lose metadata?" if given.unsafe else f"{what}?"


async def features(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the level of each feature and those that the brokers have, or change levels."""
    change = change_of(arguments)
    if change is not None:
        await _update(admin, change, output, is_dry_run=arguments.dry_run)
        return
    found = await admin.describe_features()
    output.rows(_COLUMNS, [{"name": name, **found[name]._asdict()} for name in sorted(found)])
    if not found:
        output.line("no features")


def change_of(arguments: argparse.Namespace) -> Change | None:
    """Return the change that the command line asks for, None if it asks for none."""
    downward = "unsafe_downgrade" if arguments.unsafe else "safe_downgrade"
    if arguments.upgrade:
        if arguments.unsafe:
            raise UsageError("--unsafe is for --downgrade and --disable")
        return Change(dict(arguments.upgrade), "upgrade")
    if arguments.downgrade:
        return Change(dict(arguments.downgrade), downward)
    if arguments.disable:
        return Change(dict.fromkeys(arguments.disable, DISABLED), downward)
    if arguments.unsafe or arguments.dry_run:
        raise UsageError("name a change: --upgrade, --downgrade or --disable")
    return None


async def _update(admin: Admin, change: Change, output: Output, *, is_dry_run: bool) -> None:
    """Change the levels, all or none."""
    done = await admin.update_features(
        change.levels, upgrade=change.direction, validate_only=is_dry_run
    )
    for name in sorted(done):
        level = change.levels[name]
        what = f"level {level}" if level else "no level"
        row = {"name": name, "finalized": level or None, "is_changed": not is_dry_run}
        output.tell(f"{name} {'could have' if is_dry_run else 'has'} {what}", row)
    for name, error in done.errors.items():
        output.failed(f"{name} has the level that it had", error)


EXAMPLES = """\
  kafkawire cluster features
  kafkawire cluster features --json | jq 'select(.name == "metadata.version").finalized'
  kafkawire cluster features --upgrade metadata.version=29 --dry-run
  kafkawire cluster features --downgrade transaction.version=1 --yes
  kafkawire cluster features --disable eligible.leader.replicas.version
"""
