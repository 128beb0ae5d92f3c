"""TLS, SASL and versions, before a real broker."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509 import load_pem_x509_certificate

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.spark.cluster import Cluster, ClusterError, LoginRefused, OutOfTime, Settings
from kafkawire.testing import LocalBroker
from tests.support.guarded import Guarded
from tests.support.topic_rows import settings

USERS = {"ann": "s=e,cr;et"}
MODULES = {"PLAIN": "plain.PlainLoginModule"}
SCRAM_MODULE = "scram.ScramLoginModule"


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


def names(found: Settings) -> list[str]:
    with Cluster(found) as cluster:
        return list(cluster.topics())


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
        with pytest.raises(LoginRefused, match=rf"localhost:{guard.port}: SASL: wrong") as caught:
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


def test_certificates_may_be_given_as_text(
    known: LocalBroker, tls: ssl.SSLContext, authority: trustme.CA
) -> None:
    with Guarded(known.bootstrap, tls=tls) as guard:
        text = authority.cert_pem.bytes().decode()
        found = settings(guard.bootstrap, security_protocol="SSL", ssl_truststore_certificates=text)
        assert names(found) == ["known"]


def test_a_broker_that_nobody_vouches_for_is_refused(
    known: LocalBroker, tls: ssl.SSLContext
) -> None:
    with (
        Guarded(known.bootstrap, tls=tls) as guard,
        pytest.raises(LoginRefused, match=r"TLS: .*certificate verify failed"),
    ):
        names(settings(guard.bootstrap, security_protocol="SSL"))


@pytest.mark.parametrize("algorithm", ["https", ""])
def test_host_names_are_compared_unless_told_otherwise(
    known: LocalBroker, authority: trustme.CA, trusted: Path, algorithm: str
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("elsewhere.example").configure_cert(context)
    with Guarded(known.bootstrap, tls=context) as guard:
        found = settings(
            guard.bootstrap,
            security_protocol="SSL",
            ssl_ca_location=trusted,
            ssl_endpoint_identification_algorithm=algorithm,
        )
        if algorithm:
            with pytest.raises(LoginRefused, match="Hostname mismatch"):
                names(found)
        else:
            assert names(found) == ["known"]


@pytest.mark.parametrize("form", ["pem", "p12"])
def test_a_client_shows_its_certificate_from_either_kind_of_store(
    known: LocalBroker, authority: trustme.CA, trusted: Path, tmp_path: Path, form: str
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED
    store = tmp_path / f"client.{form}"
    own = authority.issue_cert("ann@example.org")
    if form == "pem":
        store.write_bytes(own.private_key_and_cert_chain_pem.bytes())
    else:
        key = load_pem_private_key(own.private_key_pem.bytes(), None)
        certificate = load_pem_x509_certificate(own.cert_chain_pems[0].bytes())
        encrypted = BestAvailableEncryption(b"changeit")
        made = pkcs12.serialize_key_and_certificates(
            b"ann",
            key,
            certificate,
            None,
            encrypted,  # type: ignore[arg-type]
        )
        store.write_bytes(made)
    with Guarded(known.bootstrap, tls=context) as guard:
        found = settings(
            guard.bootstrap,
            security_protocol="SSL",
            ssl_truststore_location=trusted,
            ssl_keystore_location=store,
            ssl_keystore_password="changeit" if form == "p12" else "",
        )
        assert names(found) == ["known"]


def test_a_java_trust_store_is_read(
    known: LocalBroker, tls: ssl.SSLContext, authority: trustme.CA, tmp_path: Path
) -> None:
    certificate = load_pem_x509_certificate(authority.cert_pem.bytes())
    store = tmp_path / "trust.p12"
    encrypted = BestAvailableEncryption(b"changeit")
    store.write_bytes(
        pkcs12.serialize_key_and_certificates(None, None, None, [certificate], encrypted)
    )
    with Guarded(known.bootstrap, tls=tls) as guard:
        given = {"security_protocol": "SSL", "ssl_truststore_location": store}
        assert names(settings(guard.bootstrap, ssl_truststore_password="changeit", **given)) == [
            "known"
        ]
        with pytest.raises(LoginRefused, match=r"trust\.p12"):
            names(settings(guard.bootstrap, ssl_truststore_password="wrong", **given))


def test_a_jks_store_is_refused_with_the_way_to_convert_it(
    known: LocalBroker, tmp_path: Path
) -> None:
    store = tmp_path / "trust.jks"
    store.write_bytes(b"\xfe\xed\xfe\xed" + bytes(40))
    found = settings(known.bootstrap, security_protocol="SSL", ssl_truststore_location=store)
    with pytest.raises(LoginRefused, match="keytool -importkeystore"):
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
