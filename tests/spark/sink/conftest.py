"""A broker, and a client that loses no time between attempts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.client.blocking import deadline, pool
from kafkawire.spark.cluster import Cluster
from kafkawire.testing import LocalBroker
from tests.support.spark.topic_rows import settings


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


@pytest.fixture
def cluster(broker: LocalBroker) -> Iterator[Cluster]:
    with Cluster(settings(broker.bootstrap)) as found:
        yield found
