"""The real Apache Kafka behind a listener that wants SASL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from confluent_kafka.admin import AdminClient
from confluent_kafka.admin._scram import (
    ScramCredentialInfo,
    ScramMechanism,
    UserScramCredentialUpsertion,
)

from compat.oracle import KafkaNode
from kafkawire.sasl.conversation import MECHANISMS
from tests.support.suite.patience import patient
from tools.programs import HOST, free_port

LIMIT_S = patient(30.0)
USER, PASSWORD = "alice", "alice's, secret=word"
PREFIX = "listener.name.sasl_plaintext"
_SECURITY = "org.apache.kafka.common.security"
_UNSECURED = f"{_SECURITY}.oauthbearer.internals.unsecured"
JAAS = (
    f"{_SECURITY}.plain.PlainLoginModule required "
    f'username="{USER}" password="{PASSWORD}" user_{USER}="{PASSWORD}";'
)
SCRAM_JAAS = f"{_SECURITY}.scram.ScramLoginModule required;"
BEARER_JAAS = (
    f"{_SECURITY}.oauthbearer.OAuthBearerLoginModule required"
    ' unsecuredLoginStringClaim_sub="kafka";'
)
_BEARER = {
    "jaas.config": BEARER_JAAS,
    "server.callback.handler.class": f"{_UNSECURED}.OAuthBearerUnsecuredValidatorCallbackHandler",
    "login.callback.handler.class": f"{_UNSECURED}.OAuthBearerUnsecuredLoginCallbackHandler",
}


@contextmanager
def secured_node(more: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a node; gives the address of its listener with SASL, with a user for each mechanism.

    Bearer tokens need no signature. Raises OracleUnavailable.
    """
    port, plain_port, controller_port = free_port(), free_port(), free_port()
    shown = f"PLAINTEXT://{HOST}:{plain_port},SASL_PLAINTEXT://{HOST}:{port}"
    settings = {
        "listeners": f"{shown},CONTROLLER://{HOST}:{controller_port}",
        "advertised.listeners": shown,
        "controller.quorum.voters": f"1@{HOST}:{controller_port}",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,"
        "SASL_PLAINTEXT:SASL_PLAINTEXT",
        "inter.broker.listener.name": "PLAINTEXT",
        "sasl.enabled.mechanisms": ",".join((*MECHANISMS, "OAUTHBEARER")),
        f"{PREFIX}.plain.sasl.jaas.config": JAAS,
        f"{PREFIX}.scram-sha-256.sasl.jaas.config": SCRAM_JAAS,
        f"{PREFIX}.scram-sha-512.sasl.jaas.config": SCRAM_JAAS,
        **{f"{PREFIX}.oauthbearer.sasl.{name}": value for name, value in _BEARER.items()},
        **(more or {}),
    }
    node = KafkaNode(settings=settings)
    node.port = plain_port
    with node:
        _make_users(f"{HOST}:{plain_port}")
        yield f"{HOST}:{port}"


def _make_users(bootstrap: str) -> None:
    changes = [
        UserScramCredentialUpsertion(USER, ScramCredentialInfo(mechanism, 4096), PASSWORD.encode())
        for mechanism in (ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)
    ]
    admin = AdminClient({"bootstrap.servers": bootstrap})
    for change in changes:
        for done in admin.alter_user_scram_credentials([change]).values():
            done.result(LIMIT_S)
