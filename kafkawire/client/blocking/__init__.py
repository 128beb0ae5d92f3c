"""The client without an event loop: one thread, plain sockets, and a deadline for every wait.

    with Client(NetworkOptions([("localhost", 9092)], "my-tool")) as client:
        deadline = Deadline(10_000)
        answer = client.ask(DescribeClusterRequest(), DescribeClusterResponse, deadline)

For executors, tools and scripts, in which trio has no place: importing it imports no trio. All
decisions are those of `kafkawire.client.core`, as in the client on trio: versions, logins,
back-off, throttling, the choice of a broker.

    deadline    limits of time, and the pauses between attempts within them
    line        the socket of one connection, with TLS or without
    runtime     carries bytes, times and answers between sockets, core and the caller
    client      topics, leaders and coordinators, and questions to them
    pool        clients that are kept from one piece of work to the next

`kafkawire.client.logins` makes the login that the options ask for, `kafkawire.client.sockets` the
sockets, `kafkawire.tls` the context of TLS connections.

A client belongs to one thread. What interrupts a wait, Ctrl-C too, closes the client.
"""

from kafkawire.client.blocking.client import Client
from kafkawire.client.blocking.deadline import Deadline
from kafkawire.client.blocking.runtime import Pending, Runtime

__all__ = ["Client", "Deadline", "Pending", "Runtime"]
