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
from tests.support.rings.skips import skip_without


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        try:
            cells = chosen(metafunc.config.getoption("--matrix"))
        except ValueError as unknown:
            raise pytest.UsageError(f"--matrix: {unknown}") from unknown
        metafunc.parametrize(
            "cell", [pytest.param(each, id=each.name, marks=marks(each)) for each in cells]
        )


def marks(cell: Choice) -> tuple[pytest.MarkDecorator, ...]:
    """Clients in Python need nothing but a process; others need a toolchain."""
    if cell.client.program == "python":
        return (pytest.mark.clients, pytest.mark.process)
    return (pytest.mark.foreign,)


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
        skip_without(missing, f"clients of compat/matrix/programs/{client.program} are not run")
    except Absent as absent:
        skip_without(
            f"{client.name} has not all features", f"{scenario.name} is not run ({absent})"
        )
