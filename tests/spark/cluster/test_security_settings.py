"""Logins and certificates as options give them."""

from __future__ import annotations

import pytest

from kafkawire.sasl.conversation import Login
from kafkawire.spark.cluster import (
    OptionError,
    Settings,
)

HERE = {"kafka.bootstrap.servers": "here:1"}


def test_sasl_needs_a_mechanism_that_is_spoken_here() -> None:
    given = {**HERE, "kafka.security.protocol": "SASL_SSL"}
    with pytest.raises(OptionError, match="GSSAPI"):
        Settings.from_options(given)


def test_a_jaas_line_gives_user_and_password_with_their_escapes() -> None:
    line = (
        "org.apache.kafka.common.security.plain.PlainLoginModule required"
        r' username="a\"b" password="c;d=e";'
    )
    given = {
        **HERE,
        "kafka.security.protocol": "SASL_PLAINTEXT",
        "kafka.sasl.mechanism": "PLAIN",
        "kafka.sasl.jaas.config": line,
    }
    assert Settings.from_options(given).login == Login("PLAIN", 'a"b', "c;d=e")
