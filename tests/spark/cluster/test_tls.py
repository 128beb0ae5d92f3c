"""Stores of certificates of both worlds, before a broker behind TLS."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509 import load_pem_x509_certificate

from kafkawire.spark.cluster import (
    LoginRefused,
)
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings
from tests.support.spark.topic_rows import topic_names as names


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
        assert isinstance(key, EllipticCurvePrivateKey)
        made = pkcs12.serialize_key_and_certificates(b"ann", key, certificate, None, encrypted)
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


def test_a_trust_store_in_which_nobody_is_trusted_is_refused_whomever_the_system_trusts(
    known: LocalBroker, authority: trustme.CA, trusted: Path, tmp_path: Path
) -> None:
    own = authority.issue_cert("ann@example.org")
    key = load_pem_private_key(own.private_key_pem.bytes(), None)
    certificate = load_pem_x509_certificate(own.cert_chain_pems[0].bytes())
    encrypted = BestAvailableEncryption(b"changeit")
    store = tmp_path / "client.p12"
    store.write_bytes(
        pkcs12.serialize_key_and_certificates(b"ann", key, certificate, None, encrypted)  # type: ignore[arg-type]
    )
    given = {"security_protocol": "SSL", "ssl_truststore_location": store}
    with pytest.raises(LoginRefused, match=r"client\.p12 has no certificates to trust.*keytool"):
        names(settings(known.bootstrap, ssl_truststore_password="changeit", **given))


def test_a_jks_store_is_refused_with_the_way_to_convert_it(
    known: LocalBroker, tmp_path: Path
) -> None:
    store = tmp_path / "trust.jks"
    store.write_bytes(b"\xfe\xed\xfe\xed" + bytes(40))
    found = settings(known.bootstrap, security_protocol="SSL", ssl_truststore_location=store)
    with pytest.raises(LoginRefused, match="keytool -importkeystore"):
        names(found)
