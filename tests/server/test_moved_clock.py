"""A serving process whose wall clock is moved, and one that was suspended meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.testing import RawConnection
from tests.support.requests.loopback import connected
from tests.support.requests.produce import answers_of, produce_request
from tools.programs import ADDRESS, printed, running

ROOT = Path(__file__).parents[2]
HOUR_S = 3600
INVALID_TIMESTAMP = 32

PROGRAM = """
import os, sys, time
from kafkawire.server import main
main._wall_s = lambda: time.time() + float(os.readlink(sys.argv[1]))
from kafkawire.cli import main
sys.exit(main(["serve", "--listen", "127.0.0.1:0", "--topic", "t:1"]))
"""
"""Serves, with a wall clock that is as far off as a symbolic link names."""


class Clocked:
    """A serving process, a connection to it, and its clock."""

    def __init__(self, process: subprocess.Popen[str], client: RawConnection, link: Path) -> None:
        self.process = process
        self._client = client
        self._link = link

    def set_clock(self, ahead_s: int) -> None:
        """Have the clock of the process go `ahead_s` seconds before that of the system."""
        new = self._link.with_name("new")
        new.symlink_to(str(ahead_s))
        os.replace(new, self._link)

    def produce(self, at_s: float) -> int:
        """Produce a record of that time, in seconds since the epoch; the error code."""
        batch = encode_batch([(int(at_s * 1000), None, b"v", ())])
        request: ProduceRequest = produce_request(("t", 0, batch))
        (answer,) = answers_of(self._client.ask(request, 11)).values()
        return answer.error_code


@contextmanager
def clocked(path: Path) -> Iterator[Clocked]:
    link = path / "ahead"
    link.symlink_to("0")
    command = [sys.executable, "-c", PROGRAM, str(link)]
    with running(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        bootstrap = printed(process.stdout, ADDRESS)[0]
        with connected(bootstrap) as client:
            yield Clocked(process, client, link)


@pytest.mark.process
@pytest.mark.parametrize("step_s", [2 * HOUR_S, -2 * HOUR_S])
def test_records_are_judged_by_the_clock_as_it_is(tmp_path: Path, step_s: int) -> None:
    """A record may be an hour ahead of the broker (message.timestamp.after.max.ms)."""
    with clocked(tmp_path) as broker:
        assert broker.produce(time.time()) == 0
        broker.set_clock(step_s)
        assert broker.produce(time.time() + step_s) == 0
        assert broker.produce(time.time() + step_s + 2 * HOUR_S) == INVALID_TIMESTAMP


@pytest.mark.process
def test_a_suspended_machine_goes_on_with_the_time_of_its_waking(tmp_path: Path) -> None:
    with clocked(tmp_path) as broker:
        assert broker.produce(time.time()) == 0
        broker.process.send_signal(signal.SIGSTOP)
        broker.set_clock(8 * HOUR_S)
        broker.process.send_signal(signal.SIGCONT)
        assert broker.produce(time.time() + 8 * HOUR_S) == 0
