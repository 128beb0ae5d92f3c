"""`kafkawire topics`: list, describe, create, delete, grow and trim topics."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.locating import bounds, describe, led, locate, partitions_of
from kafkawire.client.cli.output import Output, topic_id
from kafkawire.client.cli.places import END, place
from kafkawire.client.descriptions import ConfigResource, NewTopic, TopicDescription
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

_LIST = {"name": "TOPIC", "partition_count": "PARTITIONS", "replication_factor": "REPLICAS"}
_PARTITIONS = {
    "partition": "PARTITION",
    "leader": "LEADER",
    "replicas": "REPLICAS",
    "in_sync": "IN SYNC",
    "start": "START",
    "end": "END",
}
_TRIMMED = {"partition": "PARTITION", "start": "START", "before": "NEW START", "end": "END"}
UNTIL_HIGH_WATERMARK = -1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    listing = add.add("list", list_topics, "list topics", _LIST_EXAMPLES)
    listing.add_argument("--names", action="store_true", help="print names only, one a line")
    listing.add_argument("--internal", action="store_true", help="with Kafka's own topics")
    describing = add.add(
        "describe", describe_topics, "show partitions, replicas and offsets", _DESCRIBE_EXAMPLES
    )
    _add_names(describing)
    _add_creating(add.add("create", create_topics, "create topics", _CREATE_EXAMPLES))
    deleting = add.add("delete", delete_topics, "delete topics and their records", _DELETE_EXAMPLES)
    _add_names(deleting)
    verbs.add_assent(deleting, lambda given: f"Delete {', '.join(given.topics)} and all records?")
    growing = add.add("grow", grow_topic, "have a topic have more partitions", _GROW_EXAMPLES)
    growing.add_argument("topic", metavar="TOPIC")
    growing.add_argument("count", metavar="PARTITIONS", type=verbs.positive, help="in all")
    verbs.add_dry_run(growing)
    _add_trimming(add.add("trim", trim_topic, "delete the oldest records", _TRIM_EXAMPLES))


def _add_names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topics", metavar="TOPIC", nargs="+")


def _add_creating(parser: argparse.ArgumentParser) -> None:
    _add_names(parser)
    add = parser.add_argument
    add("-p", "--partitions", type=verbs.positive, default=-1, help="how many (as the broker has)")
    add("-r", "--replicas", type=verbs.positive, default=-1, help="copies (as the broker has)")
    add(
        "-c",
        "--set",
        metavar="NAME=VALUE",
        dest="configs",
        type=verbs.assignment,
        action="append",
        default=[],
        help="a configuration of the topic; may be repeated",
    )
    add("--if-not-exists", action="store_true", help="pass over topics that are there")
    verbs.add_dry_run(parser)


def _add_trimming(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("topic", metavar="TOPIC")
    add(
        "--before",
        metavar="PLACE",
        required=True,
        help="the first record to keep: an offset, -5 (the last five), @TIME, end (none)",
    )
    add("-p", "--partitions", type=verbs.partitions, metavar="LIST", help="such as 0,2 (all)")
    verbs.add_dry_run(parser)
    verbs.add_assent(
        parser, lambda given: f"Delete the records of {given.topic} before {given.before}?"
    )


async def list_topics(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List the topics of the cluster."""
    names = sorted(await admin.list_topics(include_internal=arguments.internal))
    if arguments.names and not output.is_json:
        for name in names:
            output.name(name)
        return
    described = await describe(admin, output, names) if names else {}
    output.rows(_LIST, map(_summary, described.values()))
    if not names:
        output.line("no topics; `kafkawire topics create NAME` makes one")


async def describe_topics(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show partitions, offsets and what is configured."""
    described = await describe(admin, output, arguments.topics)
    if not described:
        return
    resources = [ConfigResource("topic", name) for name in described]
    configs = await admin.describe_configs(resources)
    for resource, error in configs.errors.items():
        output.failed(f"configurations of {resource.name}", error)
    for index, (name, topic) in enumerate(described.items()):
        within = await bounds(admin, output, led(output, topic))
        rows = [{**each._asdict(), "start": None, "end": None} for each in topic.partitions]
        for partition, limits in within.items():
            rows[partition.partition].update(limits._asdict())
        entries = configs.get(ConfigResource("topic", name)) or ()
        own = {each.name: each.value for each in entries if each.source == "topic"}
        summary = {**_summary(topic), "is_internal": topic.is_internal, "configs": own}
        if output.is_json:
            output.object({**summary, "partitions": rows})
            continue
        output.heading(index, f"{name}: {_size(topic)}, id {topic_id(topic.id) or 'unknown'}")
        for config, value in own.items():
            output.line(f"  {config}={value}")
        output.rows(_PARTITIONS, rows)


async def create_topics(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Create topics."""
    configs = dict(arguments.configs)
    wanted = list(dict.fromkeys(arguments.topics))
    if arguments.if_not_exists:
        there = await admin.list_topics(include_internal=True)
        for name in there.keys() & set(wanted):
            output.tell(f"{name} exists", {"name": name, "is_created": False})
        wanted = [name for name in wanted if name not in there]
    new = [
        NewTopic(name, arguments.partitions, arguments.replicas, configs=configs) for name in wanted
    ]
    created = await admin.create_topics(new, validate_only=arguments.dry_run)
    done = "could be created" if arguments.dry_run else "created"
    for name, topic in created.items():
        counts = (topic.partitions, topic.replication_factor)
        text = f"{name} {done}: {_counts(*counts)}" if topic.partitions > 0 else f"{name} {done}"
        row = {"partitions": topic.partitions, "replication_factor": topic.replication_factor}
        output.tell(
            text,
            {"name": name, "id": topic_id(topic.id), **row, "is_created": not arguments.dry_run},
        )
    for name, error in created.errors.items():
        output.failed(f"{name} was not created", error)


async def delete_topics(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Delete topics."""
    deleted = await admin.delete_topics(dict.fromkeys(arguments.topics))
    for name in map(str, deleted):
        output.tell(f"{name} deleted", {"name": name, "is_deleted": True})
    for key, error in deleted.errors.items():
        output.failed(f"{key!s} was not deleted", error)


async def grow_topic(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Have a topic have more partitions."""
    topic, count = arguments.topic, arguments.count
    grown = await admin.create_partitions({topic: count}, validate_only=arguments.dry_run)
    for name, error in grown.errors.items():
        output.failed(f"{name} has not grown", error)
    if grown:
        done = "could have" if arguments.dry_run else "has"
        row = {"name": topic, "partitions": count, "is_grown": not arguments.dry_run}
        output.tell(f"{topic} {done} {counted(count, 'partition')}", row)


async def trim_topic(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Delete the records before a place."""
    wanted = place(arguments.before, int(time.time() * 1000))
    partitions = await partitions_of(admin, output, arguments.topic, arguments.partitions)
    within = await bounds(admin, output, partitions)
    found = await locate(admin, output, wanted, within)
    rows = [
        {**each._asdict(), **within[each]._asdict(), "before": offset}
        for each, offset in found.items()
    ]
    if not arguments.dry_run and found:
        before = dict.fromkeys(found, UNTIL_HIGH_WATERMARK) if wanted == END else found
        deleted = await admin.delete_records(before)
        for partition, error in deleted.errors.items():
            output.failed(f"{partition} was not trimmed", error)
        rows = [
            {**each._asdict(), **within[each]._asdict(), "before": offset}
            for each, offset in deleted.items()
        ]
    output.rows(_TRIMMED, rows)


def _summary(topic: TopicDescription) -> dict[str, object]:
    return {
        "name": topic.name,
        "id": topic_id(topic.id),
        "partition_count": len(topic.partitions),
        "replication_factor": _replicas(topic),
    }


def _size(topic: TopicDescription) -> str:
    return _counts(len(topic.partitions), _replicas(topic))


def _counts(partitions: int, replicas: int) -> str:
    return f"{counted(partitions, 'partition')} of {counted(replicas, 'replica')}"


def _replicas(topic: TopicDescription) -> int:
    return max((len(each.replicas) for each in topic.partitions), default=0)


_LIST_EXAMPLES = """\
  kafkawire topics list
  kafkawire topics list --json | jq 'select(.partition_count > 50)'
  kafkawire topics list --names | grep '^test-' | xargs kafkawire topics delete --yes
"""
_DESCRIBE_EXAMPLES = """\
  kafkawire topics describe orders
  kafkawire topics describe orders --json | jq '.partitions[] | select(.leader == null)'
"""
_CREATE_EXAMPLES = """\
  kafkawire topics create orders
  kafkawire topics create orders bills -p 12 -r 3 -c retention.ms=60000
  kafkawire topics create orders -p 12 --if-not-exists
"""
_DELETE_EXAMPLES = """\
  kafkawire topics delete orders
  kafkawire topics delete orders bills --yes
"""
_GROW_EXAMPLES = """\
  kafkawire topics grow orders 24

Records with a key go to other partitions from then on.
"""
_TRIM_EXAMPLES = """\
  kafkawire topics trim orders --before 1000
  kafkawire topics trim orders --before @2026-11-01T00:00 --dry-run
  kafkawire topics trim orders --before -100 -p 0,2
  kafkawire topics trim orders --before end --yes
"""
