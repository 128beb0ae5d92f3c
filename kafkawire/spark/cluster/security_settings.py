"""What options say about SASL, and which options there are for it and for TLS (`kafkawire.tls`).

    sasl.mechanism, sasl.jaas.config | sasl.username + sasl.password

Values are kept as text; files are opened where the connection is made, on the executor.
"""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.sasl import jaas
from kafkawire.sasl.conversation import MECHANISMS, Login
from kafkawire.spark.cluster.errors import OptionError

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


def login_of(given: Mapping[str, str]) -> Login:
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
    return Login(mechanism, user, password)


def _jaas(text: str) -> dict[str, str]:
    """The pairs of a login module's configuration, unquoted."""
    module, pairs = jaas.parsed(text)
    if text and module not in LOGIN_MODULES:
        raise OptionError("Kafka option 'sasl.jaas.config' must name a Plain or ScramLoginModule")
    return pairs
