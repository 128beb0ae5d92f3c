"""Consumer groups: sharing, handing over, resuming."""

from __future__ import annotations

import time
from collections.abc import Callable

from compat.clients import Client, Member, Received, ToSend
from tests.support.suite.patience import patient

WAIT_SECONDS_MAX = patient(40.0)
PARTITIONS = 4
SESSION_SECONDS = 3.0


def poll_until(members: list[Member], done: Callable[[], bool]) -> list[Received]:
    """Poll all members in turn until `done`; what they received on the way."""
    found: list[Received] = []
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not done():
        assert time.monotonic() < deadline, [member.assignment() for member in members]
        for member in members:
            found += member.poll(0.1)
    return found


def collect(member: Member, count: int) -> list[Received]:
    found: list[Received] = []
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while len(found) < count:
        assert time.monotonic() < deadline, f"{len(found)} of {count} records came"
        found += member.poll(0.2)
    return found


def topic_with_records(client: Client, name: str) -> None:
    client.create_topic(name, partitions=PARTITIONS)
    for partition in range(PARTITIONS):
        client.send(name, [ToSend(b"%d" % at, partition=partition) for at in range(10)])


def test_two_members_share_and_one_takes_over(
    client: Client, fresh_name: Callable[[], str]
) -> None:
    name, group = fresh_name(), fresh_name()
    client.create_topic(name, partitions=PARTITIONS)
    everything = set(range(PARTITIONS))
    first = client.join(group, name)
    poll_until([first], lambda: first.assignment() == everything)

    second = client.join(group, name)
    poll_until(
        [first, second],
        lambda: (
            bool(first.assignment() and second.assignment())
            and first.assignment() | second.assignment() == everything
            and not first.assignment() & second.assignment()
        ),
    )

    second.close()
    poll_until([first], lambda: first.assignment() == everything)
    first.close()


def test_a_member_reads_what_was_there_and_what_comes(
    client: Client, fresh_name: Callable[[], str]
) -> None:
    name, group = fresh_name(), fresh_name()
    topic_with_records(client, name)
    member = client.join(group, name)
    found = collect(member, 10 * PARTITIONS)
    client.send(name, [ToSend(b"later", partition=1)])
    found += collect(member, 1)
    member.close()

    for partition in range(PARTITIONS):
        values = [record.value for record in found if record.partition == partition]
        assert values[:10] == [b"%d" % at for at in range(10)]
    assert found[-1].value == b"later"


def test_committed_offsets_are_where_the_next_member_resumes(
    client: Client, fresh_name: Callable[[], str]
) -> None:
    name, group = fresh_name(), fresh_name()
    topic_with_records(client, name)
    member = client.join(group, name)
    collect(member, 10 * PARTITIONS)
    member.commit()
    member.close()
    client.send(name, [ToSend(b"new", partition=2)])

    successor = client.join(group, name)
    (record,) = collect(successor, 1)
    successor.close()
    assert (record.partition, record.offset, record.value) == (2, 10, b"new")


def test_the_group_goes_on_after_the_broker_lost_a_member(
    client: Client, fresh_name: Callable[[], str]
) -> None:
    """The lost member never leaves; its session ends, and its partitions go to the other."""
    name, group = fresh_name(), fresh_name()
    topic_with_records(client, name)
    lost = client.join(group, name, session_seconds=SESSION_SECONDS)
    collect(lost, 10 * PARTITIONS)
    lost.commit()
    lost.vanish()
    client.send(name, [ToSend(b"after the loss", partition=3)])

    other = client.join(group, name, session_seconds=SESSION_SECONDS)
    (record,) = collect(other, 1)
    other.close()
    assert (record.partition, record.offset, record.value) == (3, 10, b"after the loss")
