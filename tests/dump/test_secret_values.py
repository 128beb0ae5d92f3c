"""Which configs are secret: all of Kafka's passwords, and what looks like one."""

from __future__ import annotations

import pytest

from kafkawire.dump.secret_values import is_sensitive, star_text, stars


@pytest.mark.parametrize(
    "name",
    ["sasl.jaas.config", "ssl.keystore.key", "x.Password", "delegation.token.secret.key", "apikey"],
)
def test_passwords_are_sensitive(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize("name", ["retention.ms", "ssl.keystore.location", "log.cleaner.threads"])
def test_others_are_not(name: str) -> None:
    assert not is_sensitive(name)


def test_stars_take_as_many_bytes() -> None:
    assert stars(b"abc") == b"***"
    assert star_text("gehört") == "*" * 7
