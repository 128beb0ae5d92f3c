"""The hooks of pytest that make rings of tests; the root `conftest.py` loads this plugin."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.rings import examples
from tests.support.rings.guard import Guard, install
from tests.support.rings.kinds import ALL, FIXTURES, FOLDER_MARKS, RINGS, ring_of
from tests.support.rings.left_out import LeftOut, folders_without
from tests.support.rings.skips import skip_lines
from tests.support.suite.patience import FACTOR, patient

GUARD = Guard()
LEFT_OUT = pytest.StashKey[LeftOut]()
FOLDERS = pytest.StashKey[dict[str, list[str]]]()
PROFILE = pytest.StashKey[str]()
SHOWS_SKIPS = pytest.StashKey[bool]()
WORKER_OUTPUT = "left_out"
REASON_LINES, REASON_WIDTH = 3, 400
"""Of a failure as it comes: its whole text stands at the end of the run."""
GARBAGE = (20_000, 20, 20)
"""Thresholds of the collector. With Python's own it takes a tenth of the time of all tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ring",
        choices=RINGS,
        default=None,
        help="the outermost ring of tests to run: quick, test or all (see tests/README.md)",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = LeftOut()
    config.stash[FOLDERS] = folders_without()
    restore_interrupts()
    install(GUARD)
    profile = os.environ.get("HYPOTHESIS_PROFILE")
    config.stash[PROFILE] = examples.load(profile, config.getoption("--ring"))
    if config.getoption("--ring"):
        keep_compiled(config.rootpath / ".cache" / "pycache")
    if getattr(config.option, "timeout", None) is None:
        config.option.timeout = float(config.getini("timeout")) * FACTOR
    if getattr(config.option, "dist", "no") == "loadfile" and not hasattr(config, "workerinput"):
        from tests.support.rings.scheduling import Scheduling  # needs pytest-xdist

        config.pluginmanager.register(Scheduling())


def pytest_sessionstart(session: pytest.Session) -> None:
    """Take the list of skipped tests over from pytest, which shows a line for each place."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        session.config.stash[SHOWS_SKIPS] = "s" in reporter.reportchars
        reporter.reportchars = reporter.reportchars.replace("s", "")


def keep_compiled(folder: Path) -> None:
    """Let this process write compiled modules into the folder, and its children read them.

    pytest rewrites each test module, which takes longer than most tests, so the result is kept
    also where `PYTHONDONTWRITEBYTECODE` is set. Children write none: some tests limit the size of
    a child's files, and Python would keep the truncated module.
    """
    sys.pycache_prefix = str(folder)
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def restore_interrupts() -> None:
    """Let this process and its children be interrupted.

    A shell starts background jobs with SIGINT ignored, and so does `nohup` with other signals.
    Children inherit that. A handler of Python's becomes the default in a child.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a folder whose packages are not installed."""
    left_out = (config.rootpath / folder for folder in config.stash[FOLDERS])
    return True if collection_path in left_out else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by their fixtures, and leave those out that belong to outer rings."""
    outermost = RINGS.index(config.getoption("--ring") or ALL)
    kept, left_out = [], []
    for item in items:
        for folder, mark in FOLDER_MARKS.items():
            if item.nodeid.startswith(f"{folder}/"):
                item.add_marker(mark)
        for fixture in FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(FIXTURES[fixture])
        if own := item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(patient(own.args[0])))
        marks = [mark.name for mark in item.iter_markers()]
        if RINGS.index(ring_of(marks)) <= outermost:
            kept.append(item)
        else:
            left_out.append(item)
            config.stash[LEFT_OUT].add(marks)
    examples.limit(kept, config.stash[PROFILE])
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    if hasattr(config, "workerinput"):
        from tests.support.rings.scheduling import longest_first

        longest_first(kept)
    items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Find tests without the garbage collector: all objects that this makes stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Keep the collector away from what stays until the end: it would walk all tests again."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch which programs the test starts."""
    GUARD.begin(item)
    try:
        return (yield)
    finally:
        GUARD.end()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name each failure as it comes, if several processes run the tests: a run takes minutes."""
    node = getattr(report, "node", None)  # set by pytest-xdist where it collects the reports
    if report.failed and node is not None:
        terminal = node.config.pluginmanager.get_plugin("terminalreporter")
        terminal.write_line("")
        terminal.write_line(f"FAILED {report.nodeid} ({report.when}, {node.gateway.id})", red=True)
        for line in reason_lines(report):
            terminal.write_line(f"  {line}")


def reason_lines(report: pytest.TestReport) -> list[str]:
    """Return the first lines of the exception's message, cut to the width of a log."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = report.longreprtext if crash is None else crash.message
    return [line[:REASON_WIDTH] for line in message.splitlines()[:REASON_LINES]]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that started a program without a mark and caught the exception."""
    yield
    if GUARD.refused:
        pytest.fail(GUARD.refused, pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Give the counts of a worker of pytest-xdist to the process that shows them."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[WORKER_OUTPUT] = session.config.stash[LEFT_OUT].dumped()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has counted."""
    dumped = getattr(node, "workeroutput", {}).get(WORKER_OUTPUT)
    if dumped:
        node.config.stash[LEFT_OUT].load(dumped)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what this run left out: skipped tests, folders, and tests of outer rings."""
    if terminalreporter.config.stash.get(SHOWS_SKIPS, False):
        skipped = terminalreporter.stats.get("skipped", [])
        for line in skip_lines(each.longrepr[2] for each in skipped):
            terminalreporter.write_line(line)
    for folder, packages in terminalreporter.config.stash[FOLDERS].items():
        names = " and ".join(packages)
        terminalreporter.write_line(f"{folder} is left out: {names} not installed")
    for line in terminalreporter.config.stash[LEFT_OUT].lines():
        terminalreporter.write_line(line)
