"""Options that have no effect here."""

from __future__ import annotations

import dataclasses
import logging
import re
from pathlib import Path

import pytest

import kafkawire.client
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import (
    AdminSettings,
    ConsumerSettings,
    ProducerSettings,
    settings,
)
from kafkawire.client.options.ignored import WITHOUT_EFFECT, advice

CLIENT = Path(kafkawire.client.__file__).parent
DECLARING = {"admin.py", "common.py", "consumer.py", "ignored.py", "kinds.py", "producer.py"}
BY_PATTERN = re.compile(r"compression_\w+_level|ssl_(trust|key)store_type")
"""Options whose names the code makes of parts."""


def read_by_the_code() -> str:
    """Return the source of all modules that do more with options than to declare them."""
    return "\n".join(
        path.read_text(encoding="utf-8")
        for path in CLIENT.rglob("*.py")
        if path.parent.name != "options" or path.name not in DECLARING
    )


@pytest.mark.parametrize(
    "name",
    [
        "key_deserializer",
        "share_acquire_mode",
        "internal_x",
        "sasl_kerberos_service_name",
        "sasl_oauthbearer_scope",
        "ssl_provider",
    ],
)
def test_known_options_without_effect(name: str) -> None:
    assert advice(name) is not None


def test_others_have_an_effect_or_are_unknown() -> None:
    assert advice("client_id") is None
    assert advice("shared") is None


@pytest.mark.slow
def test_each_option_is_read_or_told_to_have_no_effect() -> None:
    source = read_by_the_code()
    names = {
        field.name
        for kind in (AdminSettings, ConsumerSettings, ProducerSettings)
        for field in dataclasses.fields(kind)
    }
    unread = {
        name
        for name in names
        if not BY_PATTERN.fullmatch(name) and not re.search(rf"[.\"]{name}\b", source)
    }
    assert unread == set(WITHOUT_EFFECT)


def test_an_option_that_changes_nothing_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "kafkawire.client.options"):
        settings(ConsumerSettings, {"bootstrap.servers": "a:1", "metrics.recording.level": "DEBUG"})
    assert caplog.messages == [
        "option metrics.recording.level has no effect here:"
        " all metrics of clients are of the level INFO, as in Kafka"
    ]


@pytest.mark.parametrize("kind", [ConsumerSettings, ProducerSettings])
def test_controllers_are_for_admin_clients(kind: type[ConsumerSettings | ProducerSettings]) -> None:
    """client C.1, D-19."""
    with pytest.raises(ConfigurationError, match=r"only admin clients talk to controllers"):
        settings(kind, {"bootstrap.controllers": "a:1"})
