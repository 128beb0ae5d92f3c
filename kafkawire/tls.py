"""TLS contexts of clients: options of the Java client, and librdkafka's for PEM files.

    ssl.truststore.location | ssl.truststore.certificates | ssl.ca.location
    ssl.keystore.location | ssl.keystore.certificate.chain + ssl.keystore.key
        | ssl.certificate.location + ssl.key.location
    ssl.{truststore,keystore,key}.password, ssl.enabled.protocols
    ssl.endpoint.identification.algorithm   empty: host names are not compared

Stores are PEM, or Java's PKCS#12 where `cryptography` is there to read them. Java's own JKS format
is not read; the text of the error has the keytool command that converts it. A store's format is
told by its first bytes, since the type option is often left out.
"""

from __future__ import annotations

import os
import ssl
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_JKS_MAGIC = b"\xfe\xed\xfe\xed"
_PEM_START = b"-----BEGIN"
_VERSIONS = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}


class NoTls(ValueError):
    """A context cannot be made; the text has the file that is at fault."""


class TlsSettings(NamedTuple):
    """Files are names, certificates and keys are PEM text; empty where not given."""

    trust_file: str = ""
    trust_pem: str = ""
    trust_password: str = ""
    key_store_file: str = ""
    key_store_password: str = ""
    chain_file: str = ""
    chain_pem: str = ""
    key_file: str = ""
    key_pem: str = ""
    key_password: str = ""
    checks_names: bool = True
    protocols: tuple[str, ...] = ()
    """As in ssl.enabled.protocols; empty: what the ssl module allows."""

    def __repr__(self) -> str:
        return f"TlsSettings({self.trust_file!r}, {self.key_store_file or self.chain_file!r})"


def settings_of(given: Mapping[str, str]) -> TlsSettings:
    """Return the settings of options, which have names with dots."""
    get = given.get
    return TlsSettings(
        trust_file=get("ssl.truststore.location", "") or get("ssl.ca.location", ""),
        trust_pem=get("ssl.truststore.certificates", ""),
        trust_password=get("ssl.truststore.password", ""),
        key_store_file=get("ssl.keystore.location", ""),
        key_store_password=get("ssl.keystore.password", ""),
        chain_file=get("ssl.certificate.location", ""),
        chain_pem=get("ssl.keystore.certificate.chain", ""),
        key_file=get("ssl.key.location", ""),
        key_pem=get("ssl.keystore.key", ""),
        key_password=get("ssl.key.password", ""),
        checks_names=bool(get("ssl.endpoint.identification.algorithm", "https").strip()),
        protocols=tuple(filter(None, map(str.strip, get("ssl.enabled.protocols", "").split(",")))),
    )


def client_context(settings: TlsSettings) -> ssl.SSLContext:
    """Return a client's context. Raises NoTls."""
    try:
        context = ssl.create_default_context(cadata=_trusted(settings) or None)
        context.check_hostname = settings.checks_names
        _limit(context, settings.protocols)
        _show_certificate(context, settings)
    except (OSError, ValueError) as error:
        raise NoTls(str(error)) from None
    return context


def _limit(context: ssl.SSLContext, protocols: tuple[str, ...]) -> None:
    """Allow the versions of TLS from the oldest to the newest that are enabled."""
    unknown = [each for each in protocols if each not in _VERSIONS]
    if unknown:
        raise ValueError(f"{unknown[0]} is not among {', '.join(_VERSIONS)}")
    if protocols:
        versions = sorted(_VERSIONS[each] for each in protocols)
        context.minimum_version, context.maximum_version = versions[0], versions[-1]


def _trusted(settings: TlsSettings) -> str:
    """Certificates to trust, as PEM; empty for those of the system."""
    if settings.trust_pem:
        return settings.trust_pem
    if not settings.trust_file:
        return ""
    data = Path(settings.trust_file).read_bytes()
    if _PEM_START in data:
        return data.decode("ascii", "replace")
    return _Store(settings.trust_file, data, settings.trust_password).trusted()


def _show_certificate(context: ssl.SSLContext, settings: TlsSettings) -> None:
    """Load what the client shows of itself, if there is anything."""
    password = settings.key_password or settings.key_store_password or None
    if settings.chain_file:
        key = settings.key_file or None
        context.load_cert_chain(settings.chain_file, key, settings.key_password or None)
    elif settings.chain_pem:
        _load_text(context, f"{settings.chain_pem}\n{settings.key_pem}\n", password)
    elif settings.key_store_file:
        data = Path(settings.key_store_file).read_bytes()
        if _PEM_START in data:
            context.load_cert_chain(settings.key_store_file, password=password)
        else:
            store = _Store(settings.key_store_file, data, settings.key_store_password)
            _load_text(context, store.key_and_chain(), None)


def _load_text(context: ssl.SSLContext, text: str, password: str | None) -> None:
    """Load a key by way of a file of this user only, for a moment: ssl reads nothing else."""
    handle, name = tempfile.mkstemp(suffix=".pem")
    try:
        with open(handle, "w", encoding="ascii") as file:
            file.write(text.replace("\\n", "\n"))
        context.load_cert_chain(name, password=password)
    finally:
        os.unlink(name)


class _Store:
    """A PKCS#12 file."""

    def __init__(self, name: str, data: bytes, password: str) -> None:
        self._name = name
        if data.startswith(_JKS_MAGIC):
            raise ValueError(
                f"{name} is a JKS store; convert it: keytool -importkeystore -srckeystore"
                f" {name} -destkeystore store.p12 -deststoretype PKCS12"
            )
        try:
            from cryptography.hazmat.primitives.serialization import pkcs12
        except ImportError:
            raise ValueError(
                f"{name}: PKCS#12 stores need the package cryptography; or use PEM"
            ) from None
        try:
            self._found = pkcs12.load_pkcs12(data, password.encode() or None)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def trusted(self) -> str:
        """Return the authorities to trust as PEM.

        Raises ValueError if there are none: those of the system must not take their place.
        """
        text = self.certificates()
        if not text:
            raise ValueError(
                f"{self._name} has no certificates to trust besides a key's own; add the"
                " authority's: keytool -importcert -alias ca -file ca.pem -keystore"
                f" {self._name} -storetype PKCS12"
            )
        return text

    def certificates(self) -> str:
        """All certificates but the key's own, as PEM."""
        return "".join(_pem(each.certificate) for each in self._found.additional_certs)

    def key_and_chain(self) -> str:
        from cryptography.hazmat.primitives import serialization

        key, own = self._found.key, self._found.cert
        if key is None or own is None:
            raise ValueError("the key store has no key")
        text = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode()
        return text + _pem(own.certificate) + self.certificates()


def _pem(certificate: object) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509 import Certificate

    assert isinstance(certificate, Certificate)
    return certificate.public_bytes(Encoding.PEM).decode()
