"""`wire-dump live`, between a real client's socket and a broker's that answers by rote."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kafkawire.dump.cli import main
from tests.support.dump.recording import may_listen
from tests.support.suite.patience import patient
from tools.programs import running, wire_dump

WAIT_S = patient(60.0)
QUESTION = struct.pack("!hhih3sb", 18, 0, 7, 2, b"me", 0)[:-2]
"""ApiVersions v0 of a client called `me`, correlation id 7."""
ANSWER = struct.pack("!ihi", 7, 0, 1) + struct.pack("!hhh", 18, 0, 4)


@contextmanager
def listening(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, once it listens."""
    command = wire_dump("live", "lo", *arguments)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with running(command, by=signal.SIGKILL, stdout=pipe, stderr=pipe, env=environment) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "wire-dump: listening to lo\n"
        yield process


def talk(server: socket.socket) -> None:
    with socket.create_connection(server.getsockname()) as client, server.accept()[0] as broker:
        client.sendall(struct.pack("!i", len(QUESTION)) + QUESTION)
        broker.recv(4 + len(QUESTION), socket.MSG_WAITALL)
        broker.sendall(struct.pack("!i", len(ANSWER)) + ANSWER)
        client.recv(4 + len(ANSWER), socket.MSG_WAITALL)


@pytest.mark.process
@may_listen
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_exchanges_are_shown_as_they_happen_until_it_is_told_to_stop(how: signal.Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with listening("--json", "--port", str(port)) as process:
            talk(server)
            assert process.stdout is not None
            lines = [json.loads(process.stdout.readline()) for _ in range(2)]
            process.send_signal(how)
            assert process.wait(WAIT_S) == 0
    assert [line["kind"] for line in lines] == ["opened", "exchange"]
    assert lines[1]["api"] == "ApiVersions"


@pytest.mark.process
@may_listen
def test_it_stops_by_itself_when_its_time_is_over() -> None:
    with listening("--seconds", "0.01") as process:
        assert process.wait(WAIT_S) in (0, 1)


@may_listen
def test_an_interface_that_is_not_there_is_complained_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["live", "nowhere0"]) == 2
    assert "cannot listen to nowhere0" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan"])
def test_there_is_no_such_time(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["live", "lo", "--seconds", seconds])
    assert "is no time to listen for" in capsys.readouterr().err


def test_a_filter_that_cannot_be_is_complained_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["live", "lo", "-f", "~nonsense"]) == 2
    assert "wire-dump: " in capsys.readouterr().err
