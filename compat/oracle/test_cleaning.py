"""Compaction, compared with Apache Kafka. Skipped without Java and Maven."""

from __future__ import annotations

import pytest

from compat.oracle.cleaning import main
from tests.support.rings.skips import skip_without

pytestmark = pytest.mark.oracle

UNAVAILABLE = 2
UNCHECKED = "compaction by Apache Kafka and by ours is not compared"


def test_both_leave_the_same_of_random_logs(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)
    code = main(["--logs", "8"])
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        skip_without(shown.err.strip().rpartition("\n")[2], UNCHECKED)
    assert code == 0, "\n" + shown.out
