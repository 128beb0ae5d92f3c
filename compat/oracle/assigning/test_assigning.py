"""Assignors, against Kafka's own classes. Skipped, with a word, without Java and Maven."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from compat.oracle.assigning import __main__ as groups
from compat.oracle.assigning import clients
from tests.support.rings.skips import skip_without

pytestmark = pytest.mark.oracle

UNAVAILABLE = 2
UNCHECKED = "assignors of Apache Kafka and ours are not compared"


@pytest.mark.parametrize(
    ("command", "arguments"),
    [(groups.main, ["--groups", "200"]), (clients.main, ["--cases", "2000"])],
    ids=["consumer-groups", "classic-groups"],
)
def test_both_assign_the_same_to_random_groups(
    command: Callable[[Sequence[str]], int],
    arguments: Sequence[str],
    request: pytest.FixtureRequest,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Random groups: client G-70, G-71, G-72, G-73, G-74, G-75, N 86; groups D-38 to D-43."""
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)
    code = command(arguments)
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        skip_without(shown.err.strip().rpartition("\n")[2], UNCHECKED)
    assert code == 0, "\n" + shown.out
