"""Answers that come later than a message may take: the broker's part in what is written twice."""

from __future__ import annotations

import pytest

from compat.late_answers import outcome
from compat.oracle.node import OracleUnavailable
from tests.support.rings.skips import skip_without

pytestmark = [pytest.mark.clients, pytest.mark.process]


def test_late_answers_lose_nothing_and_no_epoch_has_a_sequence_twice(
    request: pytest.FixtureRequest,
) -> None:
    """What librdkafka sends anew by another epoch is there twice, in Apache Kafka as well."""
    try:
        found = outcome(request.config.getoption("--against"))
    except OracleUnavailable as missing:
        skip_without(missing, "late answers of Apache Kafka are not run")
    assert found.failed
    assert not found.lost
    assert found.gaps == 0
    assert len(found.epochs) > 1
