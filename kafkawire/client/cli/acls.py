"""`kafkawire acls`: list, add and remove access control lists."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.cli import verbs
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.core.operations.acls import OPERATIONS, RESOURCES
from kafkawire.client.descriptions import AclBinding, AclFilter

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

CLUSTER = "kafka-cluster"
"""The name that Kafka gives the only resource of the type cluster."""
_COLUMNS = {
    "principal": "PRINCIPAL",
    "permission": "PERMISSION",
    "operation": "OPERATION",
    "resource": "RESOURCE",
    "pattern_type": "PATTERN",
    "host": "HOST",
}


class Resource(NamedTuple):
    """A resource of the cluster; without a name all resources of its type."""

    type: str
    name: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    _add_filter(add.add("list", list_acls, "list access control lists", _LIST_EXAMPLES))
    _add_adding(add.add("add", add_acls, "allow or deny operations", _ADD_EXAMPLES))
    removing = add.add("remove", remove_acls, "remove access control lists", _REMOVE_EXAMPLES)
    _add_filter(removing)
    removing.add_argument(
        "--all", action="store_true", help="all ACLs of the cluster, if no filter is given"
    )
    verbs.add_dry_run(removing)
    verbs.add_assent(removing, _question)


def _add_filter(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--principal", metavar="USER", type=principal, help="such as User:anna")
    add("--resource", metavar="TYPE/NAME", type=resource, help=f"{_TYPES}; TYPE/ is all of a type")
    add("--operation", metavar="NAME", type=operation, help=", ".join(OPERATIONS))
    add("--host", metavar="ADDRESS", help="of the client")
    add(
        "--matching",
        action="store_true",
        help="with --resource: all ACLs that apply to it, also by a prefix or *",
    )


def _add_adding(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("principal", metavar="USER", type=principal, help="such as User:anna; User:* is everyone")
    add("operations", metavar="OPERATIONS", type=operations, help="such as read or read,describe")
    add("resources", metavar="TYPE/NAME", type=named, nargs="+", help=_TYPES)
    add("--deny", action="store_true", help="deny instead of allow; a denial overrides rights")
    add("--host", metavar="ADDRESS", default="*", help="of the client (*, all)")
    add("--prefixed", action="store_true", help="for all resources whose names begin so")
    verbs.add_dry_run(parser)


def principal(text: str) -> str:
    """Read a principal; "anna" is short for "User:anna"."""
    if not text:
        raise argparse.ArgumentTypeError("a principal is named like User:anna")
    return text if ":" in text else f"User:{text}"


def operation(text: str) -> str:
    """Read an operation, in Kafka's words with - or _."""
    word = text.lower().replace("-", "_")
    if word not in OPERATIONS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an operation; there are {', '.join(OPERATIONS)}"
        )
    return word


def operations(text: str) -> list[str]:
    """Read operations with commas between."""
    return [operation(each) for each in text.split(",")]


def resource(text: str) -> Resource:
    """Read TYPE/NAME, or TYPE/ for all resources of a type."""
    kind, _, name = text.partition("/")
    kind = kind.lower().replace("-", "_")
    if kind not in RESOURCES:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form TYPE/NAME; {_TYPES}")
    return Resource(kind, CLUSTER if kind == "cluster" else name or None)


def named(text: str) -> Resource:
    """Read TYPE/NAME; the type cluster needs no name."""
    found = resource(text)
    if found.name is None:
        raise argparse.ArgumentTypeError(f"{text!r} has no name; {found.type}/* is all of them")
    return found


async def list_acls(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List the ACLs of a filter."""
    found = await admin.describe_acls(_filter(arguments))
    output.rows(_COLUMNS, map(_row, sorted(found, key=_order)))
    if not found:
        output.line("no ACLs")


async def add_acls(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Allow or deny operations on resources."""
    wanted = [
        AclBinding(
            each.type,
            each.name,
            arguments.principal,
            operation,
            "deny" if arguments.deny else "allow",
            arguments.host,
            "prefixed" if arguments.prefixed else "literal",
        )
        for each in arguments.resources
        for operation in arguments.operations
    ]
    done: Iterable[AclBinding] = wanted
    if not arguments.dry_run:
        created = await admin.create_acls(wanted)
        done = created
        for binding, error in created.errors.items():
            output.failed(f"{_written(binding)} was not added", error)
    for binding in done:
        text = f"{'could be added' if arguments.dry_run else 'added'}: {_written(binding)}"
        output.tell(text, {**_row(binding), "is_added": not arguments.dry_run})


async def remove_acls(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Remove the ACLs of a filter."""
    wanted = _filter(arguments)
    if wanted == AclFilter() and not arguments.all:
        raise UsageError(
            "give --principal, --resource, --operation or --host to choose ACLs, or --all"
        )
    if arguments.dry_run:
        await list_acls(admin, arguments, output)
        return
    found = (await admin.delete_acls([wanted])).unwrap()[wanted]
    removed = [binding for binding, error in found.items() if error is None]
    output.rows(_COLUMNS, map(_row, sorted(removed, key=_order)))
    for binding, error in found.items():
        if error is not None:
            output.failed(f"{_written(binding)} was not removed", error)
    if not found:
        output.line("no ACLs to remove")


def _question(given: argparse.Namespace) -> str | None:
    wanted = _filter(given)
    return f"Remove all ACLs{_told(wanted)}?" if given.all or wanted != AclFilter() else None


def _filter(arguments: argparse.Namespace) -> AclFilter:
    found: Resource = arguments.resource or Resource("", None)
    return AclFilter(
        found.type or None,
        found.name,
        arguments.principal,
        arguments.operation,
        host=arguments.host,
        pattern_type="match" if arguments.matching and found.name else None,
    )


def _told(wanted: AclFilter) -> str:
    """Return a filter in words: " of User:anna, on topic/orders"."""
    parts = [
        f" of {wanted.principal}" if wanted.principal else "",
        f" to {wanted.operation}" if wanted.operation else "",
        f" on {wanted.resource_type}/{wanted.resource_name or '...'}"
        if wanted.resource_type
        else "",
        f" from {wanted.host}" if wanted.host else "",
    ]
    return ",".join(filter(None, parts))


def _written(binding: AclBinding) -> str:
    what = f"{binding.resource_type}/{binding.resource_name}"
    more = "..." if binding.pattern_type == "prefixed" else ""
    return f"{binding.permission} {binding.principal} {binding.operation} {what}{more}"


def _row(binding: AclBinding) -> dict[str, object]:
    what = f"{binding.resource_type}/{binding.resource_name}"
    return {**binding._asdict(), "resource": what}


def _order(binding: AclBinding) -> tuple[str, ...]:
    return (binding.principal, binding.resource_type, binding.resource_name, *binding)


_TYPES = f"types are {', '.join(RESOURCES)}; cluster needs no name"
_LIST_EXAMPLES = """\
  kafkawire acls list
  kafkawire acls list --principal User:anna
  kafkawire acls list --resource topic/orders --matching   what applies to it
  kafkawire acls list --resource group/ --json
"""
_ADD_EXAMPLES = """\
  kafkawire acls add User:anna read,describe topic/orders group/billing
  kafkawire acls add User:anna write topic/orders- --prefixed
  kafkawire acls add 'User:*' delete topic/orders --deny
  kafkawire acls add User:admin alter-configs cluster
"""
_REMOVE_EXAMPLES = """\
  kafkawire acls remove --principal User:anna --dry-run
  kafkawire acls remove --resource topic/orders --operation read --yes
"""
