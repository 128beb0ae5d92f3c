"""Each scenario runs against kafkawire and against two releases of Apache Kafka."""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import pytest
import trio
import trio.testing

from compat.client.world import LIMIT_S, World
from compat.matrix.brokers import SETTINGS, broker
from compat.oracle import OracleUnavailable
from tests.support.rings.skips import skip_without

BROKERS = (
    pytest.param("kafkawire", marks=pytest.mark.process),
    pytest.param("apache:4.4.0", marks=pytest.mark.oracle),
    pytest.param("apache:3.9.2", marks=pytest.mark.oracle),
)
MORE_SETTINGS: Mapping[str, str] = {
    "auto.create.topics.enable": "false",
    # Transactions that take too long soon end.
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "300",
    # Groups are full with three members, which may have short sessions.
    "group.max.size": "3",
    "group.consumer.max.size": "3",
    "group.min.session.timeout.ms": "1000",
    # The broker soon removes members that were killed.
    "group.consumer.min.session.timeout.ms": "6000",
    "group.consumer.session.timeout.ms": "6000",
    # There is one broker to keep the state of share groups.
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
}
_names = itertools.count(1)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> None:
    """Run a scenario by trio, for a limited time."""
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = trio.testing.trio_test(in_time(pyfuncitem.obj))


def in_time(scenario: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Return a scenario that ends after LIMIT_S at the latest."""

    @functools.wraps(scenario)
    async def limited(**fixtures: Any) -> None:
        with trio.fail_after(LIMIT_S):
            await scenario(**fixtures)

    return limited


class Running:
    """The brokers of a process that runs tests: each starts when it is first needed, and stays."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self._stack = stack
        self._found: dict[str, tuple[str, str | None] | OracleUnavailable] = {}

    def find(self, name: str) -> tuple[str, str | None]:
        """Return the address of a broker, and its release if it is the real one.

        Raises:
            OracleUnavailable: The release cannot run here.
        """
        if name not in self._found:
            self._found[name] = self._started(name)
        found = self._found[name]
        if isinstance(found, OracleUnavailable):
            raise found
        return found

    def _started(self, name: str) -> tuple[str, str | None] | OracleUnavailable:
        try:
            found = self._stack.enter_context(broker(name, {**SETTINGS, **MORE_SETTINGS}))
        except OracleUnavailable as missing:
            return missing
        return found.bootstrap, found.version


@pytest.fixture(scope="session")
def brokers() -> Iterator[Running]:
    with contextlib.ExitStack() as stack:
        yield Running(stack)


@pytest.fixture(params=BROKERS)
def running(request: pytest.FixtureRequest, brokers: Running) -> tuple[str, str | None]:
    """Return the address of a broker, and its release if it is the real one."""
    try:
        return brokers.find(request.param)
    except OracleUnavailable as missing:
        name = request.param.replace("apache:", "Apache Kafka ")
        skip_without(missing, f"scenarios of our client against {name} are not run")


@pytest.fixture
def world(running: tuple[str, str | None]) -> World:
    bootstrap, version = running
    return World(bootstrap, version, f"n{next(_names)}")


@pytest.fixture(params=["classic", "consumer"])
def protocol(request: pytest.FixtureRequest, world: World) -> str:
    """A group protocol that the broker has."""
    if request.param == "consumer":
        world.needs_new_groups()
    return str(request.param)
