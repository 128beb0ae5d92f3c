"""Nodes of the real Kafka for all tests of a session, and a last word on the random walks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from compat.oracle.comparing import Comparison, comparing
from compat.oracle.runner import Runner
from compat.oracle.sides import OLD_VERSION, VERSION

WALKED = pytest.StashKey[list[str]]()
"""What random walks were made, in a line each."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[WALKED] = []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name the seeds even where all is well: the next run takes others."""
    for line in config.stash[WALKED]:
        terminalreporter.write_line(line)


@pytest.fixture
def walked(request: pytest.FixtureRequest) -> list[str]:
    """The lines of the summary; a test adds its own."""
    return request.config.stash[WALKED]


@pytest.fixture(scope="session")
def new_comparison(request: pytest.FixtureRequest) -> Iterator[Comparison]:
    with comparing(request.config.getoption("--against"), VERSION) as found:
        yield found


@pytest.fixture(scope="session")
def old_comparison(request: pytest.FixtureRequest) -> Iterator[Comparison]:
    with comparing(request.config.getoption("--against"), OLD_VERSION) as found:
        yield found


@pytest.fixture(scope="session")
def runner(new_comparison: Comparison) -> Iterator[Runner]:
    with new_comparison.runner() as found:
        yield found


@pytest.fixture(scope="session")
def old_runner(old_comparison: Comparison) -> Iterator[Runner]:
    with old_comparison.runner() as found:
        yield found


@pytest.fixture(scope="session")
def emulated_runner(old_comparison: Comparison) -> Iterator[Runner]:
    """Ours behaves as the old release."""
    with old_comparison.runner(emulates=True) as found:
        yield found
