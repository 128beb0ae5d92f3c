"""`kafkawire groups`: list, describe and delete groups, show lag, move offsets, remove members."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.group_kick import EXAMPLES as KICK_EXAMPLES
from kafkawire.client.cli.group_kick import add_kicking, kick
from kafkawire.client.cli.group_kinds import Described, describe_any
from kafkawire.client.cli.group_seek import EXAMPLES as SEEK_EXAMPLES
from kafkawire.client.cli.group_seek import add_seeking, seek_group
from kafkawire.client.cli.lag import EXAMPLES as LAG_EXAMPLES
from kafkawire.client.cli.lag import add_lag_arguments, show_lag
from kafkawire.client.cli.output import Output
from kafkawire.client.descriptions import GroupDescription
from kafkawire.client.group_descriptions import StreamsGroupDescription
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

_LIST = {"group_id": "GROUP", "type": "TYPE", "state": "STATE", "protocol_type": "OF"}
_MEMBERS = {
    "member_id": "MEMBER",
    "group_instance_id": "INSTANCE",
    "client_id": "CLIENT",
    "host": "HOST",
    "partitions": "PARTITIONS",
}

_STREAMS_MEMBERS = {
    "member_id": "MEMBER",
    "process_id": "PROCESS",
    "client_id": "CLIENT",
    "host": "HOST",
    "tasks": "TASKS",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    listing = add.add("list", list_groups, "list groups", _LIST_EXAMPLES)
    listing.add_argument("--names", action="store_true", help="print names only, one a line")
    listing.add_argument("--state", action="append", default=[], help="such as Stable, Empty")
    listing.add_argument(
        "--type", action="append", default=[], help="classic, consumer, share or streams"
    )
    describing = add.add("describe", describe_groups, "show members", _DESCRIBE_EXAMPLES)
    describing.add_argument("groups", metavar="GROUP", nargs="+")
    add_lag_arguments(add.add("lag", show_lag, "show how far a group is behind", LAG_EXAMPLES))
    add_seeking(add.add("seek", seek_group, "move committed offsets", SEEK_EXAMPLES))
    add_kicking(add.add("kick", kick, "remove members of a group", KICK_EXAMPLES))
    deleting = add.add("delete", delete_groups, "delete groups and their offsets", _DELETE_EXAMPLES)
    deleting.add_argument("groups", metavar="GROUP", nargs="+")
    verbs.add_assent(deleting, lambda given: f"Delete {', '.join(given.groups)} and all offsets?")


async def list_groups(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List the groups of the cluster."""
    found = await admin.list_groups(states=arguments.state, types=arguments.type)
    for broker, error in found.errors.items():
        output.failed(f"groups of {broker}", error)
    groups = sorted(found.values())
    if arguments.names and not output.is_json:
        for group in groups:
            output.name(group.group_id)
        return
    output.rows(_LIST, [group._asdict() for group in groups])
    if not groups and not found.errors:
        output.line("no groups")


async def describe_groups(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the members of groups and their partitions."""
    found = await describe_any(admin, arguments.groups)
    for name, error in found.errors.items():
        output.failed(f"group {name!r}", error)
    for index, group in enumerate(found.values()):
        if output.is_json:
            output.object(shown_group(group))
        elif isinstance(group, StreamsGroupDescription):
            _show_streams(output, index, group)
        else:
            _show(output, index, group)


def _show(output: Output, index: int, group: GroupDescription) -> None:
    told = [group.type, group.state, counted(len(group.members), "member")]
    if group.assignor:
        told.append(f"assignor {group.assignor}")
    if group.epoch is not None:
        told.append(f"epoch {group.epoch}")
    output.heading(index, f"{group.group_id}: {', '.join(told)}")
    rows = [
        {**member._asdict(), "partitions": _assigned(member.assignment)}
        for member in sorted(group.members)
    ]
    output.rows(_MEMBERS, rows)


def _show_streams(output: Output, index: int, group: StreamsGroupDescription) -> None:
    members = counted(len(group.members), "member")
    output.heading(index, f"{group.group_id}: streams, {group.state}, {members}")
    rows = [
        {**member._asdict(), "tasks": _assigned(member.assignment.active)}
        for member in sorted(group.members, key=lambda member: member.member_id)
    ]
    output.rows(_STREAMS_MEMBERS, rows)


def shown_group(group: Described) -> dict[str, object]:
    """Return a group as JSON has it: a mapping by subtopology and partition is a list there."""
    if not isinstance(group, StreamsGroupDescription):
        return group._asdict()
    members = [
        {
            **member._asdict(),
            **{
                name: [
                    {"subtopology": task[0], "partition": task[1], "offset": offset}
                    for task, offset in sorted(getattr(member, name).items())
                ]
                for name in ("task_offsets", "task_end_offsets")
            },
        }
        for member in group.members
    ]
    return {**group._asdict(), "type": "streams", "members": members}


def _assigned(assignment: object) -> str:
    """Return partitions by topic in one cell: orders:0,1 bills:2."""
    assert isinstance(assignment, dict)
    return " ".join(
        f"{topic}:{','.join(map(str, sorted(assignment[topic])))}" for topic in sorted(assignment)
    )


async def delete_groups(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Delete groups."""
    deleted = await admin.delete_consumer_groups(dict.fromkeys(arguments.groups))
    for name in deleted:
        output.tell(f"{name} deleted", {"group_id": name, "is_deleted": True})
    for name, error in deleted.errors.items():
        output.failed(f"{name} was not deleted", error)


_LIST_EXAMPLES = """\
  kafkawire groups list
  kafkawire groups list --state Empty --names
"""
_DESCRIBE_EXAMPLES = """\
  kafkawire groups describe billing
  kafkawire groups describe billing --json | jq '.members[].host'
"""
_DELETE_EXAMPLES = """\
  kafkawire groups delete billing
  kafkawire groups list --state Empty --names | xargs kafkawire groups delete --yes
"""
