"""TLS contexts from PEM, and from Java's PKCS#12 stores where `cryptography` is there to read them.

Java's own JKS format is not read; the text of the error has the keytool command that converts it. A
store's format is told by its first bytes, since the type option is often left out.
"""

from __future__ import annotations

import os
import ssl
import tempfile
from pathlib import Path

from kafkawire.spark.cluster.errors import LoginRefused
from kafkawire.spark.cluster.security_settings import TlsSettings

_JKS_MAGIC = b"\xfe\xed\xfe\xed"
_PEM_START = b"-----BEGIN"


def client_context(settings: TlsSettings) -> ssl.SSLContext:
    """A client's context. Raises LoginRefused with the file that is at fault."""
    try:
        context = ssl.create_default_context(cadata=_trusted(settings) or None)
        context.check_hostname = settings.checks_names
        _show_certificate(context, settings)
    except (OSError, ValueError) as error:
        raise LoginRefused(f"TLS: {error}") from None
    return context


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
    """The ssl module reads keys from files only: one that nobody else can read, for a moment."""
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
        """As PEM, whom to trust. Raises ValueError where that is nobody: not the system's then."""
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
