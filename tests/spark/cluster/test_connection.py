"""TLS, SASL and versions, before a real broker."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.spark.cluster import ClusterError, LoginRefused, OutOfTime
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings
from tests.support.spark.topic_rows import topic_names as names

USERS = {"ann": "s=e,cr;et"}
MODULES = {"PLAIN": "plain.PlainLoginModule"}
SCRAM_MODULE = "scram.ScramLoginModule"


def jaas(mechanism: str, password: str = "s=e,cr;et") -> str:
    module = MODULES.get(mechanism, SCRAM_MODULE)
    return (
        f'org.apache.kafka.common.security.{module} required username="ann" password="{password}";'
    )


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_a_login_over_tls_lets_us_in(
    known: LocalBroker, tls: ssl.SSLContext, trusted: Path, mechanism: str
) -> None:
    with Guarded(known.bootstrap, tls=tls, users=USERS) as guard:
        found = settings(
            guard.bootstrap,
            security_protocol="SASL_SSL",
            sasl_mechanism=mechanism,
            sasl_jaas_config=jaas(mechanism),
            ssl_truststore_type="PEM",
            ssl_truststore_location=trusted,
        )
        assert names(found) == ["known"]


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_a_wrong_password_is_told_at_once_and_not_shown(known: LocalBroker, mechanism: str) -> None:
    with Guarded(known.bootstrap, users=USERS) as guard:
        found = settings(
            guard.bootstrap,
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism=mechanism,
            sasl_jaas_config=jaas(mechanism, "guessed"),
        )
        words = rf"localhost:{guard.port}: SASL: {mechanism}: wrong"
        with pytest.raises(LoginRefused, match=words) as caught:
            names(found)
    assert "guessed" not in str(caught.value) + repr(found)


def test_a_mechanism_that_the_broker_lacks_is_told_with_those_it_has(known: LocalBroker) -> None:
    with Guarded(known.bootstrap, users=USERS, mechanisms=("PLAIN",)) as guard:
        found = settings(
            guard.bootstrap,
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism="SCRAM-SHA-512",
            sasl_username="ann",
            sasl_password="x",
        )
        with pytest.raises(LoginRefused, match="no SCRAM-SHA-512; it offers PLAIN"):
            names(found)


def test_a_broker_of_old_gets_the_versions_that_it_offers(known: LocalBroker) -> None:
    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.API_VERSIONS:
            for each in answer.api_keys:
                each.max_version = min(each.max_version, 5)
        return answer

    with Guarded(known.bootstrap, edit=edit) as guard:
        assert names(settings(guard.bootstrap)) == ["known"]
        assert (ApiKey.METADATA, 5) in guard.asked


def test_a_broker_without_an_api_is_told(known: LocalBroker) -> None:
    def edit(api_key: int, answer: Any) -> Any:
        if isinstance(answer, ApiVersionsResponse):
            answer.api_keys = [each for each in answer.api_keys if each.api_key != ApiKey.METADATA]
        return answer

    with (
        Guarded(known.bootstrap, edit=edit) as guard,
        pytest.raises(ClusterError, match="Metadata: the broker does not offer it"),
    ):
        names(settings(guard.bootstrap))


def test_who_cannot_be_reached_is_named_when_the_time_is_over() -> None:
    found = settings("127.0.0.1:1", default_api_timeout_ms=20)
    with pytest.raises(OutOfTime, match=r"after 20 ms: 127\.0\.0\.1:1: Connection refused"):
        names(found)
