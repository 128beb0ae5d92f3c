"""Brokers with rows in them, and one Spark for those tests that need it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.client.blocking import deadline, pool
from kafkawire.testing import LocalBroker


@pytest.fixture(autouse=True)
def _prompt(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(deadline, "BACKOFF_MS", 1)
    monkeypatch.setattr(deadline, "BACKOFF_MAX_MS", 5)
    yield
    pool.close_all()


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found
