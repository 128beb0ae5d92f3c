"""`kafkawire quotas`: quotas of users, client ids and addresses."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.descriptions import QuotaEntity

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

DEFAULT = "<default>"
"""The name, in Kafka's tools, of the quota of all entities without one of their own."""
KINDS = ("user", "client_id", "ip")
_COLUMNS = {
    "user": "USER",
    "client_id": "CLIENT ID",
    "ip": "IP",
    "quota": "QUOTA",
    "value": "VALUE",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    _add_entity(add.add("list", list_quotas, "list quotas", _LIST_EXAMPLES))
    setting = add.add("set", set_quotas, "set quotas", _SET_EXAMPLES)
    _add_entity(setting)
    setting.add_argument("values", metavar="NAME=VALUE", type=value, nargs="+", help=_NAMES)
    verbs.add_dry_run(setting)
    unsetting = add.add("unset", unset_quotas, "remove quotas", _UNSET_EXAMPLES)
    _add_entity(unsetting)
    unsetting.add_argument("names", metavar="NAME", nargs="+", help=_NAMES)
    verbs.add_dry_run(unsetting)


def _add_entity(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--user", metavar="NAME", help=f"{DEFAULT} is all without a quota of their own")
    add("--client-id", metavar="ID", help=f"alone or with --user; {DEFAULT} as above")
    add("--ip", metavar="ADDRESS", help=f"{DEFAULT} as above")


def value(text: str) -> tuple[str, float]:
    """Read NAME=VALUE with a number."""
    name, written = verbs.assignment(text)
    try:
        found = float(written)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=NUMBER")
    return name, found


async def list_quotas(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List quotas, all or those of an entity."""
    found = await admin.describe_client_quotas(_entity(arguments))
    rows = [
        {**_shown(entity), "quota": name, "value": _number(found[entity][name])}
        for entity in sorted(found, key=str)
        for name in sorted(found[entity])
    ]
    output.rows(_COLUMNS, rows)
    if not rows:
        output.line("no quotas")


async def set_quotas(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Set quotas of an entity."""
    await _change(admin, arguments, output, dict(arguments.values))


async def unset_quotas(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Remove quotas of an entity."""
    await _change(admin, arguments, output, dict.fromkeys(arguments.names))


async def _change(
    admin: Admin, arguments: argparse.Namespace, output: Output, values: dict[str, float | None]
) -> None:
    entity = _entity(arguments)
    if entity == QuotaEntity():
        raise UsageError("give --user, --client-id, both, or --ip: the quota is of one of these")
    done = await admin.alter_client_quotas({entity: values}, validate_only=arguments.dry_run)
    name = " ".join(f"{kind} {text}" for kind, text in _shown(entity).items() if text)
    for error in done.errors.values():
        output.failed(f"{name} was not changed", error)
    for quota, limit in values.items() if done else ():
        what = f"no {quota}" if limit is None else f"{quota}={_number(limit)}"
        row = {**_shown(entity), "quota": quota, "value": limit}
        output.tell(
            f"{name} {'could have' if arguments.dry_run else 'has'} {what}",
            {**row, "is_changed": not arguments.dry_run},
        )


def _entity(arguments: argparse.Namespace) -> QuotaEntity:
    given = {kind: getattr(arguments, kind) for kind in KINDS}
    return QuotaEntity(
        **{kind: None if text == DEFAULT else text for kind, text in given.items() if text}
    )


def _shown(entity: QuotaEntity) -> dict[str, object]:
    """The parts of an entity; None where it has no such part."""
    named = entity._asdict()
    return {kind: DEFAULT if text is None else text or None for kind, text in named.items()}


def _number(found: float) -> float:
    """Return a whole number without a fraction."""
    return int(found) if found == int(found) else found


_NAMES = (
    "producer_byte_rate, consumer_byte_rate, request_percentage, controller_mutation_rate,"
    " connection_creation_rate"
)
_LIST_EXAMPLES = """\
  kafkawire quotas list
  kafkawire quotas list --user anna --json
"""
_SET_EXAMPLES = """\
  kafkawire quotas set --user anna producer_byte_rate=1000000 request_percentage=200
  kafkawire quotas set --client-id '<default>' consumer_byte_rate=1000000
"""
_UNSET_EXAMPLES = """\
  kafkawire quotas unset --user anna producer_byte_rate
"""
