"""From options to settings."""

from __future__ import annotations

import logging

import pytest

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import ConsumerSettings, ProducerSettings, settings


def test_names_have_dots_or_underscores_and_values_may_be_strings() -> None:
    """client B-7."""
    keywords = settings(ConsumerSettings, {"bootstrap_servers": ["a:1"], "max_poll_records": 7})
    config = settings(ConsumerSettings, {"bootstrap.servers": "a:1", "max.poll.records": "7"})
    assert keywords == config
    assert config.max_poll_records == 7


def test_none_stands_for_the_default() -> None:
    given = {"bootstrap_servers": "a:1", "request_timeout_ms": None, "group_id": None}
    assert settings(ConsumerSettings, given).request_timeout_ms == 30_000


@pytest.mark.parametrize(
    ("name", "near"),
    [("max.poll.recods", "max.poll.records"), ("group_ids", "group_id"), ("acks", None)],
)
def test_an_unknown_name_is_refused_with_the_nearest(name: str, near: str | None) -> None:
    """client B-7."""
    with pytest.raises(ConfigurationError) as refused:
        settings(ConsumerSettings, {"bootstrap.servers": "a:1", name: "hunter2"})
    hint = "" if near is None else f"; did you mean {near}?"
    assert str(refused.value).endswith(f"there is no option {name}{hint}")


def test_one_option_by_two_names_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="given twice"):
        settings(ConsumerSettings, {"group.id": "a", "group_id": "b"})


def test_names_without_effect_warn_once(caplog: pytest.LogCaptureFixture) -> None:
    """client B-7."""
    given = {"bootstrap.servers": "a:1", "key.serializer": "x", "sasl.kerberos.kinit.cmd": "y"}
    with caplog.at_level(logging.WARNING, "kafkawire.client.options"):
        settings(ProducerSettings, given)
    assert [record.getMessage() for record in caplog.records] == [
        "option key.serializer has no effect here: give codecs=",
        "option sasl.kerberos.kinit.cmd has no effect here",
    ]


def test_a_refused_value_is_shown_unless_it_is_a_secret() -> None:
    """client K-10."""
    with pytest.raises(ConfigurationError, match=r"linger\.ms needs a whole number .*'soon'"):
        settings(ProducerSettings, {"bootstrap.servers": "a:1", "linger.ms": "soon"})
    with pytest.raises(ConfigurationError) as refused:
        settings(ProducerSettings, {"bootstrap.servers": "a:1", "sasl.password": b"hunter2"})
    assert "needs a text" in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None
