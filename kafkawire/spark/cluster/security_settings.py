"""What options say about TLS and SASL: names of the Java client, and librdkafka's for PEM files.

    ssl.truststore.location | ssl.truststore.certificates | ssl.ca.location
    ssl.keystore.location | ssl.keystore.certificate.chain + ssl.keystore.key
        | ssl.certificate.location + ssl.key.location
    ssl.{truststore,keystore,key}.password, ssl.{truststore,keystore}.type
    ssl.endpoint.identification.algorithm   empty: host names are not compared
    sasl.mechanism, sasl.jaas.config | sasl.username + sasl.password

Values are kept as text; files are opened where the connection is made, on the executor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.spark.cluster.errors import OptionError

MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
LOGIN_MODULES = ("PlainLoginModule", "ScramLoginModule")

SECURITY_OPTIONS = (
    "security.protocol",
    "sasl.mechanism",
    "sasl.jaas.config",
    "sasl.username",
    "sasl.password",
    "ssl.truststore.location",
    "ssl.truststore.certificates",
    "ssl.truststore.password",
    "ssl.truststore.type",
    "ssl.ca.location",
    "ssl.keystore.location",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.certificate.location",
    "ssl.key.location",
    "ssl.key.password",
    "ssl.endpoint.identification.algorithm",
)
_PAIR = re.compile(r"""(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s;]+)""")


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

    def __repr__(self) -> str:
        return f"TlsSettings({self.trust_file!r}, {self.key_store_file or self.chain_file!r})"


class LoginSettings(NamedTuple):
    """Who we say we are."""

    mechanism: str
    user: str
    password: str

    def __repr__(self) -> str:
        return f"LoginSettings({self.mechanism}, {self.user!r})"


def tls_of(given: Mapping[str, str]) -> TlsSettings:
    """From options without `kafka.`."""
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
    )


def login_of(given: Mapping[str, str]) -> LoginSettings:
    """From options without `kafka.`; raises OptionError."""
    mechanism = given.get("sasl.mechanism", "").strip().upper()
    if mechanism not in MECHANISMS:
        offered = ", ".join(MECHANISMS)
        shown = given.get("sasl.mechanism") or "GSSAPI, Kafka's default,"
        raise OptionError(f"Kafka option 'sasl.mechanism': {shown} is not among {offered}")
    pairs = _jaas(given.get("sasl.jaas.config", ""))
    user = given.get("sasl.username") or pairs.get("username")
    password = given.get("sasl.password") or pairs.get("password")
    if user is None or password is None:
        raise OptionError(
            "SASL needs Kafka option 'sasl.jaas.config' with username and password"
            " (or 'sasl.username' and 'sasl.password')"
        )
    return LoginSettings(mechanism, user, password)


def _jaas(text: str) -> dict[str, str]:
    """The pairs of a login module's configuration, unquoted."""
    if text and not any(module in text for module in LOGIN_MODULES):
        raise OptionError("Kafka option 'sasl.jaas.config' must name a Plain or ScramLoginModule")
    return {name: _unquoted(value) for name, value in _PAIR.findall(text)}


def _unquoted(text: str) -> str:
    if text[:1] in "\"'":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text
