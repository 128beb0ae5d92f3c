"""Stock clients of many languages over the same scenarios; compat/matrix/README.md tells how."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from compat.matrix.brokers import broker
from compat.matrix.choice import Choice, chosen
from compat.matrix.clients import Unavailable, command_of
from compat.matrix.running import Absent, Broker, run_cell
from compat.oracle import OracleUnavailable


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        cells = chosen(metafunc.config.getoption("--matrix"))
        metafunc.parametrize("cell", cells, ids=[each.name for each in cells])


@pytest.fixture(scope="module")
def matrix_broker(request: pytest.FixtureRequest) -> Iterator[Broker]:
    try:
        with broker(request.config.getoption("--against")) as found:
            yield found
    except OracleUnavailable as missing:
        raise pytest.UsageError(str(missing)) from missing


def test_cell(cell: Choice, matrix_broker: Broker) -> None:
    client, scenario = cell
    try:
        command_of(client)
    except Unavailable as missing:
        pytest.skip(f"{client.name} is left out: {missing}")
    try:
        run_cell(client, scenario, matrix_broker)
    except Absent as absent:
        pytest.skip(f"{client.name} has no {scenario.name}: {absent}")
