"""`kafkawire groups kick`: removes members of a group."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.descriptions import MemberDescription

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

KNOW = "`kafkawire groups describe` shows its members"


def add_kicking(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add = parser.add_argument
    add("group", metavar="GROUP")
    add("members", metavar="MEMBER", nargs="*", help="a member id or a group instance id")
    add("--all", action="store_true", help="all members")
    add("--reason", default="", help="shown in the broker's log")
    verbs.add_assent(parser, _question)


def _question(given: argparse.Namespace) -> str | None:
    names = "all members" if given.all else ", ".join(given.members)
    return f"Remove {names} of {given.group}?" if names else None


async def kick(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Remove members by their ids, or all."""
    group_id = arguments.group
    if arguments.all == bool(arguments.members):
        raise UsageError("give members to remove, or --all")
    described = await admin.describe_consumer_groups([group_id])
    for error in described.errors.values():
        output.failed(f"group {group_id!r}", error)
    if group_id not in described:
        return
    instances, ids = _chosen(described[group_id].members, arguments, output)
    if not instances and not ids:
        if arguments.all:
            output.line(f"{group_id} has no members")
        return
    removed = await admin.remove_members_from_consumer_group(
        group_id, instances, member_ids=ids, reason=arguments.reason
    )
    for name in removed:
        row = {"group_id": group_id, "member": name, "is_removed": True}
        output.tell(f"{name} removed from {group_id}", row)
    for name, error in removed.errors.items():
        output.failed(f"{name} was not removed", error)


def _chosen(
    members: Sequence[MemberDescription], arguments: argparse.Namespace, output: Output
) -> tuple[list[str], list[str]]:
    """The group instance ids and the member ids that are meant."""
    named = {each.group_instance_id for each in members if each.group_instance_id}
    others = {each.member_id for each in members}
    wanted = list(dict.fromkeys(arguments.members))
    if arguments.all:
        wanted = [each.group_instance_id or each.member_id for each in members]
    for name in wanted:
        if name not in named | others:
            output.fail(f"group {arguments.group!r} has no member {name!r}", KNOW)
    instances = [name for name in wanted if name in named]
    return instances, [name for name in wanted if name in others - named]


EXAMPLES = """\
  kafkawire groups kick billing worker-3           by its group instance id
  kafkawire groups kick billing --all --reason 'new release'

A member that still runs joins again at once. A static member that is gone for good
keeps its partitions until its session times out, or it is kicked.
"""
