"""TLS on either side: certificates made on demand for clients, and trust in brokers.

For clients the proxy has a certificate authority of its own, made once and kept in a directory that
only its owner can read: clients are told to trust it once. Each start issues a certificate for the
names under which the proxy may be reached. A certificate and key of the user's own do as well.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import trustme

CERTIFICATE = "ca.pem"
KEY = "ca-key.pem"
_EVERYWHERE = ("", "0.0.0.0", "::")


class NoTls(OSError):
    """TLS cannot be had as asked for; says why."""


def default_directory() -> Path:
    """Where the authority is kept if nobody says: where a user's own data belongs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kafkawire" / "proxy"


def names_of(*hosts: str) -> list[str]:
    """The names that a certificate is for: the given ones and those of this machine."""
    found = [*hosts, "localhost", "127.0.0.1", "::1", socket.gethostname()]
    return list(dict.fromkeys(host for host in found if host not in _EVERYWHERE))


def made_context(directory: Path, names: Iterable[str]) -> ssl.SSLContext:
    """A server's context with a new certificate of the authority in `directory`.

    Raises `NoTls`.
    """
    authority = _authority(directory)
    context = _server_context()
    try:
        authority.issue_cert(*names).configure_cert(context)
    except ValueError as error:
        raise NoTls(f"no certificate can be made: {error}") from None
    return context


def given_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """A server's context with a certificate (chain) and key from PEM files. Raises `NoTls`."""
    context = _server_context()
    try:
        context.load_cert_chain(certificate, key or certificate)
    except (OSError, ssl.SSLError) as error:
        raise NoTls(f"{certificate}: {error.strerror or error}") from None
    return context


def broker_context(ca: Path | None, *, insecure: bool) -> ssl.SSLContext:
    """A client's context: brokers must show a certificate that `ca`, or the system, vouches for.

    With `insecure` any will do. Raises `NoTls`.
    """
    try:
        context = ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError) as error:
        raise NoTls(f"{ca}: {error.strerror or error}") from None
    if insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _server_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _authority(directory: Path) -> trustme.CA:
    try:
        import trustme
    except ImportError:
        raise NoTls(
            "making certificates needs trustme (pip install 'kafkawire[tls]'); or give --tls-cert"
        ) from None
    certificate, key = directory / CERTIFICATE, directory / KEY
    try:
        if certificate.exists() and key.exists():
            return trustme.CA.from_pem(certificate.read_bytes(), key.read_bytes())
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        authority = trustme.CA(organization_name="kafkawire wire-dump proxy")
        _write_secret(key, authority.private_key_pem.bytes())
        certificate.write_bytes(authority.cert_pem.bytes())
    except (OSError, ValueError) as error:
        raise NoTls(f"{directory}: {error}") from None
    return authority


def _write_secret(path: Path, data: bytes) -> None:
    """Write a file that nobody else can read at any moment."""
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
