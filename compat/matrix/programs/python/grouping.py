"""The scenarios of consumer groups."""

from __future__ import annotations

import time
from collections.abc import Callable

from compat.matrix.programs.python.client import (
    LITTLE_MORE_SECONDS,
    Absent,
    Client,
    Joining,
    Member,
    numbered,
)
from compat.matrix.programs.python.saying import (
    owns,
    say,
    say_assigned,
    say_error,
    say_value,
    until,
    values,
)

PARTITIONS = 4


def _reads(member: Member, count: int) -> None:
    until(lambda: len(member.records) >= count, member)


def _alone(client: Client, how: Joining) -> Member:
    """`a` reads all and commits."""
    a = client.join(how)
    owns(PARTITIONS, a)
    say_assigned("a", a)
    _reads(a, 40)
    say("read", member="a", values=values(a.records))
    a.commit()
    say("committed", error=0)
    return a


def _first_two(client: Client, how: Joining) -> tuple[Member, Member]:
    """Then `b` comes, and both own half of the partitions."""
    a = _alone(client, how)
    b = client.join(how)
    owns(2, a, b)
    return a, b


def _group(client: Client, prefix: str, protocol: str) -> None:
    how = Joining(prefix, prefix, protocol)
    a, b = _first_two(client, how)
    say_assigned("a", a)
    say_assigned("b", b)
    b.close()
    owns(PARTITIONS, a)
    say_assigned("a", a)
    a.close()
    client.send(prefix, numbered(range(40, 44), PARTITIONS))
    c = client.join(how)
    _resumed(c)
    say_offsets(client, prefix, prefix)


def _resumed(c: Member) -> None:
    """What is new, and nothing else."""
    _reads(c, PARTITIONS)
    deadline = time.monotonic() + LITTLE_MORE_SECONDS
    until(lambda: time.monotonic() > deadline, c)
    say("resumed", values=values(c.records))
    c.commit()
    c.close()


def say_offsets(client: Client, group: str, topic: str) -> None:
    found = client.committed(group, topic)
    say("offsets", offsets={str(each): offset for each, (offset, _) in found.items()})


def group(client: Client, prefix: str) -> None:
    _group(client, prefix, "")


def consumer_protocol(client: Client, prefix: str) -> None:
    _group(client, prefix, "consumer")
    say_value("pattern", lambda: {"partitions": _by_pattern(client, prefix)})


def _by_pattern(client: Client, prefix: str) -> list[int]:
    how = Joining(f"{prefix}-re", protocol="consumer", pattern=f"{prefix}.*")
    member = client.join(how)
    owns(PARTITIONS, member)
    found = sorted(member.partitions)
    member.close()
    return found


def conversion(client: Client, prefix: str) -> None:
    """A group goes over to KIP-848 and back, by who joins and leaves."""
    classic, new = Joining(prefix, prefix), Joining(prefix, prefix, "consumer")
    a = _alone(client, classic)
    b = client.join(new)
    owns(2, a, b)
    say_assigned("a", a)
    say_assigned("b", b)
    a.close()
    owns(PARTITIONS, b)
    say_assigned("b", b)
    c = client.join(classic)
    owns(2, b, c)
    say_assigned("b", b)
    say_assigned("c", c)
    b.close()
    owns(PARTITIONS, c)
    say_assigned("c", c)
    client.send(prefix, numbered(range(40, 44), PARTITIONS))
    _resumed(c)


def cooperative(client: Client, prefix: str) -> None:
    a, b = _first_two(client, Joining(prefix, prefix, "cooperative"))
    for name, member in (("a", a), ("b", b)):
        for partitions in member.revoked:
            say("revoked", member=name, partitions=partitions)
    say_assigned("a", a)
    say_assigned("b", b)
    b.close()
    a.close()


def _fenced(member: Member, *others: Member) -> Exception:
    """What a member gets whose instance id another has taken."""

    def is_told() -> bool:
        member.verify()
        return member.failure is not None

    until(is_told, member, *others)
    assert member.failure is not None
    return member.failure


def static(client: Client, prefix: str) -> None:
    how = Joining(prefix, prefix)
    a = client.join(how._replace(instance=f"{prefix}-a"))
    owns(PARTITIONS, a)
    b = client.join(how._replace(instance=f"{prefix}-b"))
    owns(2, a, b)
    say_assigned("a", a)
    say_assigned("b", b)
    before = b.rebalances
    a.close()
    again = client.join(how._replace(instance=f"{prefix}-a"))
    until(lambda: len(again.partitions) == 2, again, b)
    say("returned", partitions=sorted(again.partitions))
    say("undisturbed", rebalances=b.rebalances - before)
    usurper = client.join(how._replace(instance=f"{prefix}-b"))

    say_value("fenced", lambda: {"error": client.code(_fenced(b, usurper, again))})
    usurper.close()
    again.close()


def groups(client: Client, prefix: str) -> None:
    _groups(client, prefix, "")


def consumer_groups(client: Client, prefix: str) -> None:
    _groups(client, prefix, "consumer")


def _groups(client: Client, prefix: str, protocol: str) -> None:
    member = client.join(Joining(prefix, prefix, protocol))
    _reads(member, 20)
    member.commit()
    say("listed", has=prefix in client.groups())
    state = client.describe_group(prefix)
    hidden = {} if state.partitions is None else {"partitions": state.partitions}
    say("described", state=state.state, members=state.members, **hidden)
    found = client.committed(prefix, prefix)
    say("committed", offsets={str(each): offset for each, (offset, _) in found.items()})
    say_error(client, "busy", lambda: client.delete_group(prefix))
    say_error(client, "alter-busy", lambda: client.alter_offset(prefix, prefix, 3))
    say_error(client, "remove-unknown", lambda: client.remove_member(prefix, f"{prefix}-none"))
    member.close()
    _emptied(client, prefix)


def _emptied(client: Client, prefix: str) -> None:
    try:
        client.alter_offset(prefix, prefix, 3)
    except Absent as absent:
        say("altered", absent=str(absent))
    else:
        say("altered", error=0, offset=client.committed(prefix, prefix)[0][0])
    say("emptied", state=client.describe_group(prefix).state)
    say_error(client, "deleted", lambda: client.delete_group(prefix))
    say_error(client, "unknown", lambda: client.delete_group(f"{prefix}-none"))
    try:
        say("dead", state=client.describe_group(f"{prefix}-none").state, error=0)
    except Exception as error:  # noqa: BLE001 whatever a library raises is what it says
        say("dead", state=None, error=client.code(error))


CONSUMING: dict[str, Callable[[Client, str], None]] = {
    "group": group,
    "cooperative": cooperative,
    "static": static,
    "consumer-protocol": consumer_protocol,
    "conversion": conversion,
    "groups": groups,
    "consumer-groups": consumer_groups,
}
