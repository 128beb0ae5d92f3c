"""The proxy of wire-dump and SASL, before the real Apache Kafka: passed through, and done by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.admin._scram import (
    ScramCredentialInfo,
    ScramMechanism,
    UserScramCredentialUpsertion,
)

from compat.oracle import KafkaNode, OracleUnavailable
from compat.oracle.node import HOST, free_port
from kafkawire.dump.proxy.sasl import MECHANISMS, Login
from kafkawire.dump.proxy.server import Settings
from kafkawire.dump.transport import Endpoint
from tests.support.proxied import Proxied, endpoint

LIMIT_S = 30.0
USER, PASSWORD = "alice", "alice's, secret=word"
JAAS = (
    "org.apache.kafka.common.security.plain.PlainLoginModule required "
    f'username="{USER}" password="{PASSWORD}" user_{USER}="{PASSWORD}";'
)
SCRAM_JAAS = "org.apache.kafka.common.security.scram.ScramLoginModule required;"


@pytest.fixture(scope="module")
def secured() -> Iterator[str]:
    """The bootstrap address of a listener that wants SASL, with a user for each mechanism."""
    port, plain_port, controller_port = free_port(), free_port(), free_port()
    prefix = "listener.name.sasl_plaintext"
    settings = {
        "listeners": f"PLAINTEXT://{HOST}:{plain_port},SASL_PLAINTEXT://{HOST}:{port},"
        f"CONTROLLER://{HOST}:{controller_port}",
        "advertised.listeners": f"PLAINTEXT://{HOST}:{plain_port},SASL_PLAINTEXT://{HOST}:{port}",
        "controller.quorum.voters": f"1@{HOST}:{controller_port}",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,"
        "SASL_PLAINTEXT:SASL_PLAINTEXT",
        "inter.broker.listener.name": "PLAINTEXT",
        "sasl.enabled.mechanisms": ",".join(MECHANISMS),
        f"{prefix}.plain.sasl.jaas.config": JAAS,
        f"{prefix}.scram-sha-256.sasl.jaas.config": SCRAM_JAAS,
        f"{prefix}.scram-sha-512.sasl.jaas.config": SCRAM_JAAS,
    }
    try:
        node = KafkaNode(settings=settings)
        node.port = plain_port
        with node:
            _make_users(f"{HOST}:{plain_port}")
            yield f"{HOST}:{port}"
    except OracleUnavailable as missing:
        pytest.skip(f"no real Kafka here: {missing}")


def _make_users(bootstrap: str) -> None:
    changes = [
        UserScramCredentialUpsertion(USER, ScramCredentialInfo(mechanism, 4096), PASSWORD.encode())
        for mechanism in (ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)
    ]
    admin = AdminClient({"bootstrap.servers": bootstrap})
    for change in changes:
        for done in admin.alter_user_scram_credentials([change]).values():
            done.result(LIMIT_S)


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
