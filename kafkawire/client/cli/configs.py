"""`kafkawire configs`: show, set and unset configurations."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.locating import describe
from kafkawire.client.cli.output import Output
from kafkawire.client.descriptions import ConfigEntry, ConfigResource
from kafkawire.client.outcomes import Outcomes

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

TYPES = ("topic", "broker", "broker_logger", "client_metrics", "group")
_COLUMNS = {"config": "NAME", "value": "VALUE", "source": "SOURCE"}
_FROM_ELSEWHERE = ("default", "unknown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    showing = add.add("show", show, "show what is configured", _SHOW_EXAMPLES)
    showing.add_argument("resources", metavar="TYPE/NAME", type=resource, nargs="+", help=_HELP)
    showing.add_argument("--all", action="store_true", help="also those with their default")
    setting = add.add("set", set_configs, "set configurations", _SET_EXAMPLES)
    setting.add_argument("resource", metavar="TYPE/NAME", type=resource, help=_HELP)
    setting.add_argument("changes", metavar="NAME=VALUE", type=verbs.assignment, nargs="+")
    verbs.add_dry_run(setting)
    unsetting = add.add("unset", unset_configs, "go back to the default", _UNSET_EXAMPLES)
    unsetting.add_argument("resource", metavar="TYPE/NAME", type=resource, help=_HELP)
    unsetting.add_argument("names", metavar="NAME", nargs="+")
    verbs.add_dry_run(unsetting)


def resource(text: str) -> ConfigResource:
    """Read TYPE/NAME. The broker without a name is every one of the cluster."""
    kind, separator, name = text.partition("/")
    if kind not in TYPES or not separator or not (name or kind == "broker"):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form TYPE/NAME; types are {', '.join(TYPES)}"
        )
    return ConfigResource(kind, name)


async def show(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show configurations that are not at their default, or all."""
    wanted = await _there(admin, output, arguments.resources)
    found = await admin.describe_configs(wanted)
    for key, error in found.errors.items():
        output.failed(_written(key), error)
    for index, key in enumerate(key for key in wanted if key in found):
        entries = sorted(found[key], key=lambda entry: entry.name)
        own = [entry for entry in entries if entry.source not in _FROM_ELSEWHERE]
        if len(wanted) > 1:
            output.heading(index, f"{_written(key)}:")
        output.rows(_COLUMNS, [_row(key, entry) for entry in (entries if arguments.all else own)])
        if not own and not arguments.all:
            output.line(f"{_written(key)} has its defaults; --all shows them")


async def set_configs(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Set configurations of a resource."""
    changes: dict[str, str | None] = dict(arguments.changes)
    await _change(admin, arguments, output, changes)


async def unset_configs(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Reset configurations of a resource to what they are without."""
    await _change(admin, arguments, output, dict.fromkeys(arguments.names))


async def _change(
    admin: Admin, arguments: argparse.Namespace, output: Output, changes: dict[str, str | None]
) -> None:
    key: ConfigResource = arguments.resource
    if not await _there(admin, output, [key]):
        return
    done: Outcomes[ConfigResource, None] = await admin.incremental_alter_configs(
        {key: changes}, validate_only=arguments.dry_run
    )
    for error in done.errors.values():
        output.failed(f"{_written(key)} was not changed", error)
    for name, value in changes.items() if done else ():
        what = f"{name}={value}" if value is not None else f"{name} unset"
        text = f"{_written(key)} {'could have' if arguments.dry_run else 'has'} {what}"
        row = {"type": key.type, "name": key.name, "config": name, "value": value}
        output.tell(text, {**row, "is_changed": not arguments.dry_run})


async def _there(
    admin: Admin, output: Output, resources: Iterable[ConfigResource]
) -> list[ConfigResource]:
    """The resources without topics that do not exist, for which brokers would be asked in vain."""
    wanted = list(dict.fromkeys(resources))
    topics = [key.name for key in wanted if key.type == "topic"]
    there = await describe(admin, output, topics) if topics else {}
    return [key for key in wanted if key.type != "topic" or key.name in there]


def _row(key: ConfigResource, entry: ConfigEntry) -> dict[str, object]:
    fields = entry._asdict()
    del fields["name"], fields["documentation"], fields["synonyms"]
    shown = "[hidden]" if entry.is_sensitive else entry.value
    return {"type": key.type, "name": key.name, "config": entry.name, **fields, "value": shown}


def _written(key: ConfigResource) -> str:
    return f"{key.type}/{key.name}"


_HELP = f"what is configured: {', '.join(TYPES)}; broker/ is all brokers"
_SHOW_EXAMPLES = """\
  kafkawire configs show topic/orders
  kafkawire configs show topic/orders --all
  kafkawire configs show broker/1 group/billing --json
"""
_SET_EXAMPLES = """\
  kafkawire configs set topic/orders retention.ms=60000 cleanup.policy=compact,delete
  kafkawire configs set broker/ log.cleaner.threads=2     all brokers
  kafkawire configs set group/billing consumer.session.timeout.ms=60000
"""
_UNSET_EXAMPLES = """\
  kafkawire configs unset topic/orders retention.ms
"""
