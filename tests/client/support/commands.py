"""Commands of `kafkawire` in the test's own run of trio, against a broker there."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import trio

from kafkawire.cli import parser
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.running import execute
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.served import Running
from tests.support.suite.patience import patient


class Result(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[list[str]]:
        """The words of each line."""
        return [line.split() for line in self.out.splitlines()]

    @property
    def objects(self) -> list[Any]:
        """The objects of `--json`."""
        return [json.loads(line) for line in self.out.splitlines()]


async def command(
    broker: Running,
    *words: str,
    environment: Mapping[str, str] | None = None,
    stdin: Sequence[bytes] = (),
) -> Result:
    """Run a command to its end; its input comes in these pieces."""
    host, port = broker.server.address
    connection = ["-b", f"{host}:{port}", "--timeout", str(patient(30.0))]
    arguments = parser(words[0]).parse_args([*words, *connection])
    pieces = list(stdin)

    async def source() -> bytes:
        await trio.lowlevel.checkpoint()
        return pieces.pop(0) if pieces else b""

    arguments.source = source
    data, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(data, encoding="utf-8", newline="\n")
    output = Output(arguments.command, out, err, is_json=arguments.json)
    code = await execute(arguments, output, environment or {})
    out.flush()
    return Result(code, data.getvalue().decode(errors="surrogateescape"), err.getvalue())


async def verb(admin: object, *words: str) -> Result:
    """Run a verb to its end with an admin client that a test made."""
    arguments = parser(words[0]).parse_args(words)
    out, err = io.StringIO(), io.StringIO()
    output = Output(arguments.command, out, err, is_json=arguments.json)

    async def session(*given: object) -> None:
        await trio.lowlevel.checkpoint()
        await arguments.verb(admin, arguments, output)

    arguments.session = session
    code = await execute(arguments, output, {})
    return Result(code, out.getvalue(), err.getvalue())


async def join(broker: Running, group_id: str) -> None:
    """Have a group with one member, which reads the topic t."""
    connection = await broker.connect()
    # The topic of offsets is made when a coordinator is first asked for.
    await connection.request(FindCoordinatorRequest(coordinator_keys=[group_id]), 4)
    response = await connection.request(joining(group_id, "t"), 1)
    assert response.error_code == 0


def joining(group_id: str, topic: str) -> ConsumerGroupHeartbeatRequest:
    """Return the request by which a member joins a group and subscribes to a topic."""
    return ConsumerGroupHeartbeatRequest(
        group_id=group_id,
        member_id="m" * 22,
        subscribed_topic_names=[topic],
        rebalance_timeout_ms=1000,
        topic_partitions=[],
    )
