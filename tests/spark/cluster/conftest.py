"""A broker, a client that loses no time between attempts, and certificates."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

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


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def tls(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    return context


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    path.write_bytes(authority.cert_pem.bytes())
    return path


@pytest.fixture
def known(broker: LocalBroker) -> LocalBroker:
    broker.create_topic("known", partitions=1)
    return broker
