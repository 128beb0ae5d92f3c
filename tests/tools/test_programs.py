"""Programs that are told lines, that print where they serve, and that do not want to end."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.support.requests.loopback import connected
from tools.programs import (
    ADDRESS,
    NotUp,
    broker_process,
    cpu_ns,
    drain,
    end,
    free_port,
    piped,
    printed,
    resident_bytes,
    running,
    until_up,
)

ECHO = "import sys\nfor line in sys.stdin: print('got', line, end='', flush=True)"
STUBBORN = (
    "import signal, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('ready', flush=True)\n"
    "time.sleep(600)"
)
INTERRUPTED = (
    "import signal, sys, time\n"
    "signal.signal(signal.SIGINT, lambda *_: sys.exit(7))\n"
    "print('ready', flush=True)\n"
    "time.sleep(600)"
)
LOUD = "import sys\nfor _ in range(100_000): print('line')\nsys.exit(5)"


def program(text: str) -> list[str]:
    return [sys.executable, "-c", text]


@pytest.mark.process
def test_a_program_answers_lines_and_is_killed_at_the_end() -> None:
    with piped(program(ECHO)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("one\n")
        process.stdin.flush()
        assert process.stdout.readline() == "got one\n"
    assert process.returncode == -9
    assert process.stdin.closed
    assert process.stdout.closed


@pytest.mark.process
def test_a_program_that_ends_at_sigterm_is_not_killed() -> None:
    with piped(program(ECHO)) as process:
        assert end(process, 60.0)
        assert process.returncode == -15


@pytest.mark.process
def test_a_program_that_ignores_sigterm_is_killed() -> None:
    with piped(program(STUBBORN)) as process:
        printed(process.stdout, "ready")
        assert not end(process, 0.1)
        assert process.returncode == -9


@pytest.mark.process
def test_a_block_ends_its_program_by_the_signal_that_it_names() -> None:
    with running(program(INTERRUPTED), by=signal.SIGINT, stdout=subprocess.PIPE) as process:
        printed(process.stdout, "ready")
    assert process.returncode == 7
    assert process.stdout is not None
    assert process.stdout.closed


@pytest.mark.process
def test_a_block_whose_program_ignores_the_signal_fails_and_kills_it() -> None:
    with (
        pytest.raises(RuntimeError, match="did not end within 0 s of SIGTERM"),
        running(program(STUBBORN), limit_s=0.1, stdout=subprocess.PIPE) as process,
    ):
        printed(process.stdout, "ready")
    assert process.returncode == -9


@pytest.mark.process
def test_the_failure_of_a_block_ends_the_program_and_is_raised() -> None:
    started = []

    def failing() -> None:
        with running(program(STUBBORN), limit_s=0.1, stdout=subprocess.PIPE) as process:
            started.append(process)
            printed(process.stdout, "ready")
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        failing()
    assert [process.returncode for process in started] == [-9]


def test_the_first_line_with_a_pattern_is_found_and_no_further_line_is_read() -> None:
    stream = io.StringIO("one\nserves at 127.0.0.1:9092 (node 1)\nthree\n")
    assert printed(stream, ADDRESS)[0] == "127.0.0.1:9092"
    assert stream.readline() == "three\n"


def test_a_program_that_ends_without_the_line_is_not_up() -> None:
    with pytest.raises(NotUp, match="port is taken"):
        printed(io.StringIO("the port is taken\n"), ADDRESS)


@pytest.mark.process
def test_a_broker_prints_the_address_where_it_serves() -> None:
    with (
        broker_process("--topic", "t:1") as (process, bootstrap),
        connected(bootstrap) as client,
    ):
        assert client.is_served()
    assert process.returncode == 0


@pytest.mark.process
def test_a_program_whose_output_is_drained_can_end() -> None:
    with running(program(LOUD), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        drain(process.stdout)
        assert process.wait(60.0) == 5


@pytest.mark.process
def test_a_program_is_waited_for_until_it_serves() -> None:
    answers = iter([False, False, True, False])
    with piped(program(ECHO)) as process:
        until_up(process, lambda: next(answers), 60.0)
    assert list(answers) == [False]


@pytest.mark.process
def test_a_program_that_does_not_serve_in_time_is_not_up() -> None:
    with piped(program(ECHO)) as process:
        with pytest.raises(NotUp, match="does not serve after 0 s"):
            until_up(process, lambda: False, 0.01)
        assert process.poll() is None


@pytest.mark.process
def test_a_program_that_has_ended_is_not_up_even_if_another_one_serves_there() -> None:
    with piped(program("raise SystemExit(3)")) as process:
        process.wait()
        with pytest.raises(NotUp, match=r"ended by itself \(3\)"):
            until_up(process, lambda: True, 60.0)


def test_a_free_port_can_be_listened_on() -> None:
    with socket.create_server(("127.0.0.1", free_port())) as server:
        assert server.getsockname()[1]


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="no Linux: no process is measured by its clock and its files in /proc",
)
def test_a_process_is_measured_by_its_id() -> None:
    before = time.process_time_ns()
    between = cpu_ns(os.getpid())
    assert before <= between <= time.process_time_ns()
    kept = bytearray(os.urandom(32 << 20))
    assert resident_bytes(os.getpid()) > len(kept)
    assert resident_bytes(os.getpid()) < 64 << 30
