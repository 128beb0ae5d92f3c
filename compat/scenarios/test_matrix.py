"""Stock clients of many languages over the same scenarios; compat/matrix/README.md tells how."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from compat.matrix.brokers import broker
from compat.matrix.choice import Choice, chosen
from compat.matrix.clients import Unavailable
from compat.matrix.running import Absent, Broker, Cells
from compat.oracle import OracleUnavailable


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        try:
            cells = chosen(metafunc.config.getoption("--matrix"))
        except ValueError as unknown:
            raise pytest.UsageError(f"--matrix: {unknown}") from unknown
        metafunc.parametrize("cell", cells, ids=[each.name for each in cells])


@pytest.fixture(scope="module")
def matrix_broker(request: pytest.FixtureRequest) -> Iterator[Broker]:
    try:
        with broker(request.config.getoption("--against")) as found:
            yield found
    except OracleUnavailable as missing:
        raise pytest.UsageError(str(missing)) from missing


@pytest.fixture(scope="module")
def cells(request: pytest.FixtureRequest, matrix_broker: Broker) -> Iterator[Cells]:
    """All cells of this run: the tests wait for their own."""
    parameters = [getattr(item, "callspec", None) for item in request.session.items]
    named = [each.params.get("cell") for each in parameters if each is not None]
    wanted = [each for each in named if isinstance(each, Choice)]
    with contextlib.closing(Cells(wanted, matrix_broker)) as running:
        yield running


def test_cell(cell: Choice, cells: Cells) -> None:
    client, scenario = cell
    try:
        cells.of(client, scenario)
    except Unavailable as missing:
        pytest.skip(f"{client.name} is left out: {missing}")
    except Absent as absent:
        pytest.skip(f"{client.name} has no {scenario.name}: {absent}")
