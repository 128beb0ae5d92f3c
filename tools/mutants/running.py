"""Runs tests in forked processes, at most `jobs` at once, each with a time limit.

The parent loads pytest and what all tests share, and nothing of `kafkawire`; a child begins where
that is done, and so needs a fraction of a second before its test.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, NamedTuple

PAUSE_S = 0.02
SHARED = ("pytest", "_pytest.config", "hypothesis.strategies", "trio")
# What is loaded before pytest begins: its asserts are not rewritten.
REWRITTEN = "ignore::pytest.PytestAssertRewriteWarning"
ARGUMENTS = ("-xq", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-W", REWRITTEN)
# With one of these set, pytest explains a failed assertion in full; for two unequal frames of
# 200 KB pytest needs minutes for it, and this run uses only the exit code.
UNTRUNCATED_BY = ("CI", "BUILD_NUMBER")
TIMED_OUT = -1


class Job(NamedTuple):
    """Tests to be run after `prepare`, which a child calls before it imports anything."""

    name: str
    tests: Sequence[str]
    prepare: Callable[[], None]
    limit_s: float


class Outcome(NamedTuple):
    """A job that has ended: pytest's exit code or `TIMED_OUT`, its output, and its duration."""

    name: str
    code: int
    output: str
    seconds: float


class _Child(NamedTuple):
    job: Job
    output: IO[str]
    start_s: float


def warm() -> None:
    """Import what all children need, and declare how properties are tested: always alike."""
    for name in SHARED:
        importlib.import_module(name)
    from _pytest.config import default_plugins
    from hypothesis import HealthCheck, Phase, settings

    for name in default_plugins:
        importlib.import_module(f"_pytest.{name}")
    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        # Shrinking an example takes long, and this run only asks whether there is one.
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow],
    )
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    for name in UNTRUNCATED_BY:
        os.environ.pop(name, None)


def run(jobs: Iterable[Job], *, at_once: int) -> Iterator[Outcome]:
    """Yield each job's outcome when it has one."""
    waiting = iter(jobs)
    children: dict[int, _Child] = {}
    try:
        while True:
            while len(children) < at_once and (job := next(waiting, None)) is not None:
                pid, child = _start(job)
                children[pid] = child
            if not children:
                return
            ended = [pid for pid, child in children.items() if _is_late(child) or _has_ended(pid)]
            for pid in ended:
                yield _outcome(pid, children.pop(pid))
            time.sleep(PAUSE_S)
    finally:
        for pid in children:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _start(job: Job) -> tuple[int, _Child]:
    output = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it is closed with the outcome
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        _be_child(job, output)
    return pid, _Child(job, output, time.monotonic())


def _be_child(job: Job, output: IO[str]) -> None:
    """Run the job's tests and end this process."""
    code = 3
    try:
        os.setpgid(0, 0)
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        import pytest

        job.prepare()
        code = int(pytest.main([*ARGUMENTS, *job.tests]))
    except BaseException:  # noqa: BLE001 - the process ends here, and this is not a test's
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _is_late(child: _Child) -> bool:
    return time.monotonic() - child.start_s > child.job.limit_s


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _outcome(pid: int, child: _Child) -> Outcome:
    code = TIMED_OUT
    if _has_ended(pid):
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    else:
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    child.output.seek(0)
    text = child.output.read()
    child.output.close()
    return Outcome(child.job.name, code, text, time.monotonic() - child.start_s)
