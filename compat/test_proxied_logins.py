"""The proxy of wire-dump and SASL, before the real Apache Kafka: passed through, and done by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from compat.oracle import OracleUnavailable
from compat.secured import PASSWORD, USER, secured_node
from kafkawire.dump.proxy.server import Settings
from kafkawire.dump.transport import Endpoint
from kafkawire.sasl.conversation import MECHANISMS, Login
from tests.support.dump.proxied import Proxied, endpoint
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

pytestmark = pytest.mark.oracle

LIMIT_S = patient(30.0)


@pytest.fixture(scope="module")
def secured() -> Iterator[str]:
    """The bootstrap address of a listener that wants SASL, with a user for each mechanism."""
    try:
        with secured_node() as bootstrap:
            yield bootstrap
    except OracleUnavailable as missing:
        skip_without(missing, "logins of the proxy at Apache Kafka are not run")


def settings_for(to: str, login: Login | None) -> Settings:
    return Settings(Endpoint("127.0.0.1", 0), (endpoint(to),), login=login)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_proxy_logs_in_for_clients_that_do_not(secured: str, mechanism: str) -> None:
    settings = settings_for(secured, Login(mechanism, USER, PASSWORD))
    with Proxied(settings=settings) as proxy:
        admin = AdminClient({"bootstrap.servers": proxy.bootstrap})
        brokers = admin.list_topics(timeout=LIMIT_S).brokers
    assert len(brokers) == 1
    assert PASSWORD.encode() not in b"".join(proxy.sent(0).values())


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_client_that_logs_in_itself_is_passed_through(secured: str, mechanism: str) -> None:
    with Proxied(secured) as proxy:
        admin = AdminClient(
            {
                "bootstrap.servers": proxy.bootstrap,
                "security.protocol": "sasl_plaintext",
                "sasl.mechanism": mechanism,
                "sasl.username": USER,
                "sasl.password": PASSWORD,
            }
        )
        brokers = admin.list_topics(timeout=LIMIT_S).brokers
    found = {f"{each.host}:{each.port}" for each in brokers.values()}
    assert len(found) == 1
    assert secured not in found


def test_a_wrong_password_is_said(secured: str) -> None:
    settings = settings_for(secured, Login("SCRAM-SHA-256", USER, "wrong"))
    with Proxied(settings=settings) as proxy:
        admin = AdminClient({"bootstrap.servers": proxy.bootstrap, "log_level": 0})
        with pytest.raises(KafkaException):
            admin.list_topics(timeout=3)
    assert any("Authentication failed" in said for said in proxy.said)
