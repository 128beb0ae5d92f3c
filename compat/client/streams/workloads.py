"""What consumers do, as steps that both drivers run alike.

A step is a line of words. Those of `drivers` are passed on, with partitions as numbers of the
workload's topic; these are done here:

    write PARTITION COUNT            records in one batch
    lead PARTITION NODE              move the leader
    delete PARTITION OFFSET          delete the records before it
    close-session NAME               at the broker: the consumer is not told
    skip-epoch NAME                  another client uses the next epoch of the consumer's session

After each step all open consumers become quiet, unless the line ends with `&`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

GROUP = "GROUP"
"""Stands for the name of the workload's group."""
OPTIONS: Mapping[str, str] = {
    "auto.offset.reset": "earliest",
    "enable.auto.commit": "false",
    "fetch.max.wait.ms": "300",
    "group.protocol": "classic",
}


class Workload(NamedTuple):
    """Steps, and where they are run.

    Attributes:
        about: What the workload shows, in a few words.
        steps: One line each; see the module.
        partitions: How many the topic has.
        nodes: 1 or 3.
        options: Of all consumers, over `OPTIONS`.
    """

    about: str
    steps: str
    partitions: int = 3
    nodes: int = 1
    options: Mapping[str, str] = {}


GROUP_STEPS = """
    write 0 5 &
    write 1 5 &
    write 2 5 &
    open a &
    subscribe a &
    held a 3 &
    received a 15
    open b &
    subscribe b &
    held b 1 &
    held a 2
    write 2 3 &
    received b 8 &
    commit b
    close b &
    held a 3
    write 2 2 &
    commit a
    close a
"""

WORKLOADS: Mapping[str, Workload] = {
    "steady": Workload(
        "three partitions are read, then one record batch at a time",
        """
        write 0 5 &
        write 1 5 &
        write 2 5 &
        open a &
        assign a 0 1 2 &
        received a 15
        write 1 3 &
        received a 18
        write 0 2 &
        received a 20
        close a
        """,
    ),
    "pause": Workload(
        "one partition and then all are paused and resumed, one is sought",
        """
        write 0 5 &
        open a &
        assign a 0 1 2 &
        received a 5
        pause a 1
        write 1 4
        resume a 1 &
        received a 9
        pause a 0 1 2
        resume a 0 1 2
        seek a 0 2 &
        received a 12
        close a
        """,
    ),
    "three-brokers": Workload(
        "six partitions of three brokers, paused and resumed on one of them",
        """
        write 0 5 &
        write 1 5 &
        write 2 5 &
        open a &
        assign a 0 1 2 3 4 5 &
        received a 15
        write 4 3 &
        received a 18
        pause a 1 4
        write 5 2 &
        received a 20
        resume a 1
        resume a 4
        close a
        """,
        partitions=6,
        nodes=3,
    ),
    "small-polls": Workload(
        "two records a poll, so that fetched records wait while others are fetched",
        """
        write 0 6 &
        write 1 6 &
        open a &
        assign a 0 1 &
        received a 12
        close a
        """,
        partitions=2,
        options={"max.poll.records": "2"},
    ),
    "leaders": Workload(
        "the leader of a partition moves away and back",
        """
        write 0 5 &
        write 1 5 &
        open a &
        assign a 0 1 2 &
        received a 10
        lead 0 2
        write 0 3 &
        received a 13
        lead 0 1
        write 0 2 &
        received a 15
        close a
        """,
        nodes=3,
    ),
    "session-errors": Workload(
        "the broker has lost the session, then another epoch, then the offset",
        """
        write 0 5 &
        write 1 5 &
        open a &
        assign a 0 1 2 &
        received a 10
        close-session a
        write 1 1 &
        received a 11
        skip-epoch a
        write 1 1 &
        received a 12
        delete 0 3 &
        seek a 0 1 &
        received a 14
        close a
        """,
    ),
    "committed": Workload(
        "assigned partitions of a group begin at committed offsets",
        """
        write 0 5 &
        write 1 5 &
        open a &
        assign a 0 1 2 &
        received a 10
        commit a
        close a &
        open b &
        assign b 0 1 2
        write 1 2 &
        received b 2
        commit b
        close b
        """,
        options={"group.id": GROUP},
    ),
    "classic-group": Workload(
        "a second member of a classic group comes and goes",
        GROUP_STEPS,
        options={"group.id": GROUP, "heartbeat.interval.ms": "300"},
    ),
    "cooperative-group": Workload(
        "a second member comes and goes; partitions move in two rounds",
        GROUP_STEPS,
        options={
            "group.id": GROUP,
            "heartbeat.interval.ms": "300",
            "partition.assignment.strategy": (
                "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"
            ),
        },
    ),
    "consumer-group": Workload(
        "a second member of a group of KIP-848 comes and goes",
        GROUP_STEPS,
        options={"group.id": GROUP, "group.protocol": "consumer"},
    ),
}
