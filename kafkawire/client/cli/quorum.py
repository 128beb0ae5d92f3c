"""`kafkawire cluster quorum`: shows the nodes that keep the metadata log, and changes voters."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.descriptions import Endpoint, QuorumDescription, QuorumReplica
from kafkawire.protocol.uuids import uuid_bytes, uuid_text
from kafkawire.wording import counted, iso

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

NO_DIRECTORY = bytes(16)
_ENDPOINT = re.compile(r"(\w+)://(?:\[([^\]]+)\]|([^:/\[\]]+)):(\d{1,5})")
_DIRECTORY = re.compile(r"[A-Za-z0-9_-]{22}")
_COLUMNS = {
    "id": "NODE",
    "role": "ROLE",
    "log_end_offset": "LOG END",
    "lag": "LAG",
    "caught_up": "CAUGHT UP",
    "directory": "DIRECTORY",
    "endpoint": "ENDPOINT",
}


def add_quorum(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--add-voter", metavar="ID", type=node_id, help="have this controller vote, too"
    )
    kinds.add_argument(
        "--remove-voter", metavar="ID", type=node_id, help="have this controller vote no more"
    )
    parser.add_argument(
        "--directory",
        metavar="UUID",
        type=directory_id,
        help="the id of its metadata directory (the one that the quorum shows)",
    )
    parser.add_argument(
        "--endpoint",
        metavar="LISTENER://HOST:PORT",
        dest="endpoints",
        type=endpoint,
        action="append",
        default=[],
        help="with --add-voter: where it listens; may be repeated",
    )
    verbs.add_assent(
        parser,
        lambda given: (
            None
            if given.remove_voter is None
            else f"Have controller {given.remove_voter} vote no more on the metadata log?"
        ),
    )


def node_id(text: str) -> int:
    """Read the id of a node."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not the id of a node")
    return int(text)


def directory_id(text: str) -> bytes:
    """Read a uuid as Kafka writes it."""
    if not _DIRECTORY.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a uuid of 22 characters")
    return uuid_bytes(text)


def endpoint(text: str) -> Endpoint:
    """Read LISTENER://HOST:PORT; an IPv6 address stands in brackets."""
    found = _ENDPOINT.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form LISTENER://HOST:PORT")
    listener, address, host, port = found.groups()
    return Endpoint(listener, address or host, int(port))


async def quorum(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the nodes that keep the metadata log, or change which of them vote."""
    found = await admin.describe_metadata_quorum()
    if arguments.add_voter is not None:
        await _add(admin, arguments, output, found)
    elif arguments.remove_voter is not None:
        await _remove(admin, arguments, output, found)
    elif arguments.endpoints or arguments.directory:
        raise UsageError("name a change: --add-voter ID or --remove-voter ID")
    else:
        _show(found, output)


async def _add(
    admin: Admin, arguments: argparse.Namespace, output: Output, found: QuorumDescription
) -> None:
    if not arguments.endpoints:
        raise UsageError("give the controller's address: --endpoint CONTROLLER://HOST:PORT")
    node = arguments.add_voter
    directory = arguments.directory or _directory_of(node, found.observers, "observer")
    await admin.add_raft_voter(node, directory, arguments.endpoints)
    row = {"id": node, "directory": uuid_text(directory), "is_voter": True}
    output.tell(f"controller {node} votes", row)


async def _remove(
    admin: Admin, arguments: argparse.Namespace, output: Output, found: QuorumDescription
) -> None:
    if arguments.endpoints:
        raise UsageError("--endpoint is for --add-voter")
    node = arguments.remove_voter
    directory = arguments.directory or _directory_of(node, found.voters, "voter")
    await admin.remove_raft_voter(node, directory)
    row = {"id": node, "directory": uuid_text(directory), "is_voter": False}
    output.tell(f"controller {node} votes no more", row)


def _directory_of(node: int, replicas: tuple[QuorumReplica, ...], role: str) -> bytes:
    """Return the directory of the only replica with this id. Raises UsageError."""
    directories = [each.directory_id for each in replicas if each.id == node]
    if not directories:
        raise UsageError(
            f"node {node} is no {role} of the quorum: `kafkawire cluster quorum` shows them;"
            " --directory UUID names one all the same"
        )
    if len(directories) > 1:
        raise UsageError(f"node {node} has several directories: --directory UUID names one")
    return directories[0]


def _show(found: QuorumDescription, output: Output) -> None:
    if output.is_json:
        output.object(found._asdict())
        return
    voters = counted(len(found.voters), "voter")
    output.line(
        f"leader {found.leader}, epoch {found.leader_epoch},"
        f" high watermark {found.high_watermark}, {voters}"
    )
    output.rows(_COLUMNS, _nodes(found))


def _nodes(found: QuorumDescription) -> list[dict[str, object]]:
    end = max((each.log_end_offset for each in found.voters), default=0)
    return [
        {
            "id": each.id,
            "role": "leader" if each.id == found.leader else role,
            "log_end_offset": each.log_end_offset,
            "lag": max(end - each.log_end_offset, 0),
            "caught_up": None if each.last_caught_up_ms is None else iso(each.last_caught_up_ms),
            "directory": _directory(each.directory_id),
            "endpoint": " ".join(
                f"{point.listener}://{point.host}:{point.port}"
                for point in found.endpoints.get(each.id, ())
            ),
        }
        for role, nodes in (("voter", found.voters), ("observer", found.observers))
        for each in sorted(nodes)
    ]


def _directory(found: bytes) -> str | None:
    return None if found == NO_DIRECTORY else uuid_text(found)


EXAMPLES = """\
  kafkawire cluster quorum
  kafkawire cluster quorum --json | jq .leader
  kafkawire cluster quorum --add-voter 4 --endpoint CONTROLLER://there:9093
  kafkawire cluster quorum --remove-voter 2
"""
