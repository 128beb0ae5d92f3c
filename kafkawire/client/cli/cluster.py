"""`kafkawire cluster`: brokers and their ends, log directories; other modules have other verbs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.elections import EXAMPLES as ELECT_EXAMPLES
from kafkawire.client.cli.elections import add_electing, elect
from kafkawire.client.cli.features import EXAMPLES as FEATURES_EXAMPLES
from kafkawire.client.cli.features import add_features, features
from kafkawire.client.cli.output import Output, sized
from kafkawire.client.cli.quorum import EXAMPLES as QUORUM_EXAMPLES
from kafkawire.client.cli.quorum import add_quorum, node_id, quorum
from kafkawire.client.cli.reassignments import EXAMPLES as REASSIGN_EXAMPLES
from kafkawire.client.cli.reassignments import add_reassigning, reassign
from kafkawire.client.descriptions import LogDirDescription

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

_BROKERS = {"id": "BROKER", "host": "HOST", "port": "PORT", "rack": "RACK", "role": "ROLE"}
_DIRECTORIES = {
    "broker": "BROKER",
    "path": "DIRECTORY",
    "replica_count": "REPLICAS",
    "size": "SIZE",
    "usable": "FREE",
    "total": "OF",
    "state": "STATE",
}
_REPLICAS = {
    "broker": "BROKER",
    "path": "DIRECTORY",
    "topic": "TOPIC",
    "partition": "PARTITION",
    "size": "SIZE",
    "offset_lag": "LAG",
    "is_future": "MOVING HERE",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    add.add("info", info, "show the cluster and its brokers", _EXAMPLES)
    add_features(
        add.add("features", features, "show or change the levels of features", FEATURES_EXAMPLES)
    )
    what = "show the nodes that keep the metadata log, and their offsets, or change the voters"
    add_quorum(add.add("quorum", quorum, what, QUORUM_EXAMPLES))
    leaving = add.add(
        "unregister", unregister, "forget a broker that is gone for good", _UNREGISTER_EXAMPLES
    )
    leaving.add_argument("id", metavar="ID", type=node_id)
    leaving.add_argument("--controller", action="store_true", help="a controller, not a broker")
    verbs.add_assent(leaving, _unregister_question)
    showing = add.add("logdirs", logdirs, "show log directories", _LOGDIRS_EXAMPLES)
    showing.add_argument(
        "--broker", metavar="ID", type=int, dest="brokers", action="append", help="one (all)"
    )
    showing.add_argument("--replicas", action="store_true", help="each replica and its size")
    showing.add_argument(
        "--topic", metavar="TOPIC", dest="topics", action="append", help="with --replicas: of these"
    )
    add_reassigning(
        add.add("reassign", reassign, "move replicas to other brokers", REASSIGN_EXAMPLES)
    )
    add_electing(add.add("elect", elect, "elect leaders of partitions", ELECT_EXAMPLES))


def _unregister_question(given: argparse.Namespace) -> str:
    kind = "controller" if given.controller else "broker"
    return f"Unregister {kind} {given.id}, which must not run any more?"


async def info(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the cluster's id, its controller and its brokers."""
    cluster = await admin.describe_cluster()
    if output.is_json:
        output.object(cluster._asdict())
        return
    output.line(f"cluster {cluster.cluster_id or 'without an id'}")
    rows = [
        {**node._asdict(), "role": "controller" if node.id == cluster.controller else None}
        for node in sorted(cluster.nodes)
    ]
    output.rows(_BROKERS, rows)


async def unregister(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Have the cluster forget a broker or a controller that is gone for good."""
    kind = "controller" if arguments.controller else "broker"
    forget = admin.unregister_controller if arguments.controller else admin.unregister_broker
    await forget(arguments.id)
    row = {"id": arguments.id, "kind": kind, "is_unregistered": True}
    output.tell(f"{kind} {arguments.id} is unregistered", row)


async def logdirs(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show log directories, or the replicas in them."""
    brokers = arguments.brokers
    if brokers is None:
        brokers = sorted(node.id for node in (await admin.describe_cluster()).nodes)
    found = await admin.describe_log_dirs(brokers)
    for broker, error in found.errors.items():
        output.failed(f"broker {broker}", error)
    places = [
        (broker, path, found[broker][path]) for broker in sorted(found) for path in found[broker]
    ]
    if arguments.replicas or arguments.topics:
        wanted = None if arguments.topics is None else set(arguments.topics)
        output.rows(_REPLICAS, _of_people(output, _replicas(places, wanted)))
        return
    rows = [_directory(*place) for place in places]
    output.rows(_DIRECTORIES, _of_people(output, rows))


def _directory(broker: int, path: str, found: LogDirDescription) -> dict[str, object]:
    return {
        "broker": broker,
        "path": path,
        "replica_count": len(found.replicas),
        "size": sum(each.size for each in found.replicas),
        "usable": found.usable_bytes,
        "total": found.total_bytes,
        "state": _state(found),
    }


def _state(found: LogDirDescription) -> str:
    if found.error is not None:
        return str(found.error)
    return "cordoned" if found.is_cordoned else "in use"


def _replicas(
    places: list[tuple[int, str, LogDirDescription]], topics: set[str] | None
) -> list[dict[str, object]]:
    return [
        {
            "broker": broker,
            "path": path,
            **each.partition._asdict(),
            "size": each.size,
            "offset_lag": each.offset_lag,
            "is_future": each.is_future,
        }
        for broker, path, found in places
        for each in sorted(found.replicas)
        if topics is None or each.partition.topic in topics
    ]


def _of_people(output: Output, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Rows with sizes in words, for people."""
    if output.is_json:
        return rows
    sizes = ("size", "usable", "total")
    return [
        {name: sized(each) if name in sizes else each for name, each in row.items()} for row in rows
    ]


_EXAMPLES = """\
  kafkawire cluster info
  kafkawire cluster info -b there:9092 --timeout 5
"""
_UNREGISTER_EXAMPLES = """\
  kafkawire cluster unregister 3
  kafkawire cluster unregister 3 --controller --yes
"""
_LOGDIRS_EXAMPLES = """\
  kafkawire cluster logdirs
  kafkawire cluster logdirs --broker 1 --replicas
  kafkawire cluster logdirs --topic orders --json
"""
