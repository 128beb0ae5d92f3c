"""What clients hear that make and delete too many partitions (KIP-599).

Each case has a client and a quota of its own: what is left of a bucket depends on the time since
its last use, so that only a refusal or none can be compared, not for how long it is.
"""

from __future__ import annotations

from compat.oracle.scripts.kit import World, delete_topics, new_topic
from compat.oracle.scripts.quotas import in_force
from compat.oracle.scripts.throttling import Client, clients
from compat.oracle.steps import Script
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest

RATE = 0.5
"""Partitions a second: a bucket holds five and a half, and a script is done before one comes."""
TIMEOUT_MS = 10_000


def create(*topics: tuple[str, int], validate_only: bool = False) -> CreateTopicsRequest:
    """CreateTopics of some names, each with so many partitions."""
    return CreateTopicsRequest(
        topics=[new_topic(name, partitions) for name, partitions in topics],
        timeout_ms=TIMEOUT_MS,
        validate_only=validate_only,
    )


def grow(*topics: tuple[str, int]) -> CreatePartitionsRequest:
    """CreatePartitions of some topics, each up to so many."""
    make = CreatePartitionsRequest.CreatePartitionsTopic
    return CreatePartitionsRequest(
        topics=[make(name=name, count=count, assignments=None) for name, count in topics],
        timeout_ms=TIMEOUT_MS,
    )


def creating(world: World) -> Script:
    """Admin E-26, E-27, H 128: one by one, half done, refused, and only told."""
    versions = world.versions(CreateTopicsRequest)
    names = [f"create-{version}" for version in versions]
    found = yield from clients(*names, controller_mutation_rate=RATE)
    for version, client in zip(versions, found, strict=True):
        topics = ((f"m{version}a", 3), (f"m{version}b", 3), (f"m{version}c", 1))
        yield from client.ask(create(*topics), version, f"{client.id} 1")
        yield from client.ask(create((f"m{version}d", 1)), version, f"{client.id} 2")
    (client,) = yield from clients("validate", controller_mutation_rate=RATE)
    for at in range(3):
        request = create(("mv", 4), validate_only=True)
        yield from client.ask(request, world.latest(CreateTopicsRequest), f"{client.id} {at}")
    yield from _forget(*found, client)


def growing(world: World) -> Script:
    """Admin E-26: as many as are added."""
    versions = world.versions(CreatePartitionsRequest)
    rich = Client("q-rich")
    for version in versions:
        request = create((f"g{version}a", 1), (f"g{version}b", 1))
        yield from rich.ask(request, world.latest(CreateTopicsRequest))
    names = [f"grow-{version}" for version in versions]
    found = yield from clients(*names, controller_mutation_rate=RATE)
    for version, client in zip(versions, found, strict=True):
        yield from client.ask(grow((f"g{version}a", 8)), version, f"{client.id} 1")
        yield from client.ask(grow((f"g{version}b", 2)), version, f"{client.id} 2")
    yield from _forget(*found)


def deleting(world: World) -> Script:
    """Admin B-36, E-26: as many as a topic has."""
    versions = world.versions(DeleteTopicsRequest)
    rich = Client("q-rich")
    for version in versions:
        request = create((f"d{version}a", 7), (f"d{version}b", 1))
        yield from rich.ask(request, world.latest(CreateTopicsRequest))
    names = [f"delete-{version}" for version in versions]
    found = yield from clients(*names, controller_mutation_rate=RATE)
    for version, client in zip(versions, found, strict=True):
        request_a = delete_topics([f"d{version}a"], version)
        request_b = delete_topics([f"d{version}b"], version)
        yield from client.ask(request_a, version, f"{client.id} 1")
        yield from client.ask(request_b, version, f"{client.id} 2")
    yield from _forget(*found)


def _forget(*found: Client) -> Script:
    keys = {"controller_mutation_rate": None}
    yield from in_force(*(({"client-id": each.id}, keys) for each in found))


SCRIPTS = {
    "mutations-create": creating,
    "mutations-grow": growing,
    "mutations-delete": deleting,
}
