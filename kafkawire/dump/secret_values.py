"""Which values are secret, and what is shown in their place."""

from __future__ import annotations

_SENSITIVE_WORDS = (
    "password",
    "passwd",
    "passphrase",
    "secret",
    "credential",
    "jaas",
    "token",
    "private",
    "certificate",
    "ssl.keystore.key",
    "apikey",
    "api.key",
    "access.key",
)


def is_sensitive(config: str) -> bool:
    """Whether a config's value is to be masked: Kafka's passwords, and whatever looks like one."""
    name = config.lower()
    return any(word in name for word in _SENSITIVE_WORDS)


def stars(value: bytes) -> bytes:
    """As many `*` as the value has bytes."""
    return b"*" * len(value)


def star_text(value: str) -> str:
    """As many `*` as the text has bytes on the wire."""
    return "*" * len(value.encode())
