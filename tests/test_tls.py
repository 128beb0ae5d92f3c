"""TLS contexts of clients, from text, files and stores."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509 import load_pem_x509_certificate

from kafkawire.tls import NoTls, TlsSettings, client_context, settings_of


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def shaken(client: ssl.SSLContext, server: ssl.SSLContext, name: str) -> str | None:
    """Have a handshake in memory; returns the version that was agreed on."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = client.wrap_bio(to_client, to_server, server_hostname=name)
    theirs = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (ours, theirs):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return ours.version()


def server(authority: trustme.CA, *, asks: bool = False) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("broker.example").configure_cert(context)
    if asks:
        authority.configure_trust(context)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


def test_certificates_as_text_are_trusted_and_names_are_compared(authority: trustme.CA) -> None:
    """client K-1, N 136."""
    context = client_context(settings_of(_trusting(authority)))
    assert shaken(context, server(authority), "broker.example") == "TLSv1.3"
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        shaken(context, server(authority), "other.example")


def test_names_are_not_compared_if_the_algorithm_is_empty(authority: trustme.CA) -> None:
    """client K-1."""
    given = {**_trusting(authority), "ssl.endpoint.identification.algorithm": ""}
    assert shaken(client_context(settings_of(given)), server(authority), "other.example")
    with pytest.raises(ssl.SSLCertVerificationError):
        shaken(client_context(settings_of(given)), server(trustme.CA()), "broker.example")


def test_only_enabled_versions_are_spoken(authority: trustme.CA) -> None:
    """client K-1."""
    given = {**_trusting(authority), "ssl.enabled.protocols": "TLSv1.2"}
    context = client_context(settings_of(given))
    assert shaken(context, server(authority), "broker.example") == "TLSv1.2"
    with pytest.raises(NoTls, match=r"SSLv3 is not among TLSv1\.2, TLSv1\.3"):
        client_context(TlsSettings(protocols=("SSLv3",)))


def test_a_client_shows_its_certificate(authority: trustme.CA, tmp_path: Path) -> None:
    """client K-1."""
    own = authority.issue_cert("ann@example.org")
    text = {
        "ssl.keystore.certificate.chain": own.cert_chain_pems[0].bytes().decode(),
        "ssl.keystore.key": own.private_key_pem.bytes().decode(),
    }
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    own.cert_chain_pems[0].write_to_path(chain)
    own.private_key_pem.write_to_path(key)
    files = {"ssl.certificate.location": str(chain), "ssl.key.location": str(key)}
    for given in (text, files):
        context = client_context(settings_of({**_trusting(authority), **given}))
        assert shaken(context, server(authority, asks=True), "broker.example")


@pytest.mark.parametrize("option", ["ssl.key.password", "ssl.keystore.password"])
def test_an_encrypted_key_is_read_with_either_password_and_leaves_no_file(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """client K-1, K-10: text may have `\\n` for the ends of its lines, as one-line options do."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    own = authority.issue_cert("ann@example.org")
    key = load_pem_private_key(own.private_key_pem.bytes(), None)
    hidden = key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"changeit")
    )
    given = {
        **_trusting(authority),
        "ssl.keystore.certificate.chain": own.cert_chain_pems[0].bytes().decode(),
        "ssl.keystore.key": hidden.decode().replace("\n", "\\n"),
        option: "changeit",
    }
    context = client_context(settings_of(given))
    assert shaken(context, server(authority, asks=True), "broker.example")
    with pytest.raises(NoTls):
        client_context(settings_of({**given, option: "another"}))
    assert list(tmp_path.iterdir()) == []


def test_a_key_store_of_java_is_shown(authority: trustme.CA, tmp_path: Path) -> None:
    """client K-1."""
    given = {
        **_trusting(authority),
        "ssl.keystore.location": str(_key_store(authority, tmp_path)),
        "ssl.keystore.password": "changeit",
    }
    context = client_context(settings_of(given))
    assert shaken(context, server(authority, asks=True), "broker.example")


def test_a_store_that_trusts_no_authority_is_refused(authority: trustme.CA, tmp_path: Path) -> None:
    """client K-1: the authorities of the system do not take its place."""
    store = _key_store(authority, tmp_path)
    given = {"ssl.truststore.location": str(store), "ssl.truststore.password": "changeit"}
    with pytest.raises(NoTls, match=r"own\.p12 has no certificates to trust"):
        client_context(settings_of(given))


def test_a_store_of_java_is_read_with_its_password(authority: trustme.CA, tmp_path: Path) -> None:
    """client K-1, K-10, N 136."""
    certificate = load_pem_x509_certificate(authority.cert_pem.bytes())
    store = tmp_path / "trust.p12"
    encrypted = BestAvailableEncryption(b"changeit")
    store.write_bytes(
        pkcs12.serialize_key_and_certificates(None, None, None, [certificate], encrypted)
    )
    given = {"ssl.truststore.location": str(store), "ssl.truststore.password": "changeit"}
    assert shaken(client_context(settings_of(given)), server(authority), "broker.example")
    with pytest.raises(NoTls, match=r"trust\.p12") as refused:
        client_context(settings_of({**given, "ssl.truststore.password": "hunter2"}))
    assert "hunter2" not in str(refused.value)


def test_a_store_of_another_kind_is_refused_with_the_way_to_convert_it(tmp_path: Path) -> None:
    store = tmp_path / "trust.jks"
    store.write_bytes(b"\xfe\xed\xfe\xed" + bytes(40))
    with pytest.raises(NoTls, match="keytool -importkeystore"):
        client_context(TlsSettings(trust_file=str(store)))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(NoTls, match=r"nowhere\.pem"):
        client_context(TlsSettings(trust_file="nowhere.pem"))


def test_settings_do_not_show_keys_and_passwords() -> None:
    """client K-10."""
    given = {"ssl.truststore.password": "hunter2", "ssl.keystore.key": "hunter2"}
    assert "hunter2" not in repr(settings_of(given))


def _key_store(authority: trustme.CA, folder: Path) -> Path:
    """Write a store of a key and its own certificate."""
    own = authority.issue_cert("ann@example.org")
    key = load_pem_private_key(own.private_key_pem.bytes(), None)
    assert isinstance(key, EllipticCurvePrivateKey | RSAPrivateKey)
    certificate = load_pem_x509_certificate(own.cert_chain_pems[0].bytes())
    encrypted = BestAvailableEncryption(b"changeit")
    store = folder / "own.p12"
    store.write_bytes(
        pkcs12.serialize_key_and_certificates(b"own", key, certificate, None, encrypted)
    )
    return store


def _trusting(authority: trustme.CA) -> dict[str, str]:
    return {"ssl.truststore.certificates": authority.cert_pem.bytes().decode()}
