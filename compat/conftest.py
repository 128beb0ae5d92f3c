"""One broker for all scenarios, one client of each kind, and the known gaps.

`--against kafkawire` (the default) starts `kafkawire serve` as a process of its own, as a user
would. `--against apache:4.4.0` runs the same scenarios against the real one, which is how a
scenario is shown to state Kafka's behaviour and not ours.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from compat.clients import Client, load
from compat.matrix.choice import names_of_tests
from compat.oracle import KafkaNode, OracleUnavailable
from compat.scenario_gaps import FILE, SCENARIOS, is_whole, keys_of, scenario_gaps, unknown_keys
from tests.support.suite.patience import patient
from tools.programs import broker_process

CLIENTS = ("kafka-python", "confluent-kafka", "kafkawire")
GAPS = scenario_gaps(FILE.read_text())
SETTINGS = {
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1000",
    "quota.window.num": "3",
}
"""Of the broker of the scenarios, ours or Kafka's: groups and quotas wait for little."""
SELECTING = "keyword markexpr deselect ignore ignore_glob lf failedfirst".split()
"""Options of pytest that may leave scenarios out, or mean to."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--against",
        default="kafkawire",
        help="kafkawire, apache:VERSION, or (for scenarios) the HOST:PORT of a running broker",
    )
    parser.addoption(
        "--matrix",
        default="fast",
        help="clients of compat/matrix: fast, all, or their names with commas between",
    )


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    scenarios = [item for item in items if SCENARIOS in item.path.parents]
    if not session.testsfailed and _selects_nothing(config):
        cells = [(SCENARIOS / "test_matrix.py", name) for name in names_of_tests()]
        unknown = unknown_keys(GAPS, [*((item.path, item.name) for item in scenarios), *cells])
        if unknown:
            raise pytest.UsageError(f"{FILE.name} names no scenario with: {', '.join(unknown)}")
    against = config.getoption("--against")
    if against.startswith("apache:"):
        for item in scenarios:
            item.add_marker(pytest.mark.oracle)  # the first of them starts Kafka
    if against != "kafkawire":
        return
    for item in scenarios:
        for key in keys_of(item.path, item.name):
            if key in GAPS:
                item.add_marker(pytest.mark.xfail(strict=True, reason=GAPS[key]))


def _selects_nothing(config: pytest.Config) -> bool:
    """Whether this run collects the whole folder of scenarios."""
    if any(config.getoption(name, None) for name in SELECTING):
        return False
    return is_whole(config.args, config.invocation_params.dir)


@pytest.fixture(scope="session")
def bootstrap(request: pytest.FixtureRequest) -> Iterator[str]:
    against = request.config.getoption("--against")
    if against == "kafkawire":
        settings = [f"--set={name}={value}" for name, value in SETTINGS.items()]
        with broker_process(*settings, limit_s=patient(10)) as (_, address):
            yield address
    elif against.startswith("apache:"):
        try:
            node = KafkaNode(against.partition(":")[2], SETTINGS)
        except OracleUnavailable as missing:
            raise pytest.UsageError(str(missing)) from missing
        with node:
            yield node.bootstrap
    else:
        yield against


@pytest.fixture(scope="session", params=CLIENTS)
def client(request: pytest.FixtureRequest, bootstrap: str) -> Iterator[Client]:
    client = load(request.param, bootstrap)
    yield client
    client.close()


@pytest.fixture
def fresh_name(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Names that no other scenario uses; the broker is shared."""
    counter = itertools.count(1)
    stem = "".join(each if each.isalnum() else "-" for each in request.node.name)
    return lambda: f"{stem}-{next(counter)}"


@pytest.fixture
def topic(client: Client, fresh_name: Callable[[], str]) -> str:
    """A fresh topic of one partition."""
    name = fresh_name()
    client.create_topic(name)
    return name
