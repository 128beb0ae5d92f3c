"""The rights that requests need, compared with Apache Kafka. Skipped without Java and Maven."""

from __future__ import annotations

import pytest

from compat.oracle.authorizing import main
from tests.support.rings.skips import skip_without

pytestmark = pytest.mark.oracle

UNAVAILABLE = 2
UNCHECKED = "the rights that requests need are not compared with Apache Kafka"


def test_both_ask_for_the_same_rights(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)
    code = main([])
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        skip_without(shown.err.strip().rpartition("\n")[2], UNCHECKED)
    assert code == 0, "\n" + shown.out
