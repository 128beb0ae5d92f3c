"""Single dynamic values of a broker that Kafka refuses."""

from __future__ import annotations

import pytest

from kafkawire.broker.config.definitions import BROKER
from kafkawire.broker.metadata.dynamic_values import check_value
from kafkawire.protocol.errors import ApiError


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "listeners",
            " ",
            "Configuration 'listeners' must not be empty. Valid values include: any non-empty "
            "value",
        ),
        (
            "metric.reporters",
            "a, a",
            "Configuration 'metric.reporters' values must not be duplicated.",
        ),
        (
            "log.cleanup.policy",
            "x,x",
            "Configuration 'log.cleanup.policy' values must not be duplicated.",
        ),
        (
            "log.cleanup.policy",
            "x",
            "Invalid value x for configuration log.cleanup.policy: String must be one of: "
            "compact, delete",
        ),
        (
            "ssl.engine.factory.class",
            " a.B",
            "Invalid value  a.B for configuration ssl.engine.factory.class: Class  a.B could not "
            "be found.",
        ),
    ],
)
def test_a_bad_value_is_refused_with_kafkas_words(name: str, text: str, why: str) -> None:
    """admin C-40: seen on a running 4.4.0."""
    with pytest.raises(ApiError) as caught:
        check_value(BROKER[name], text)
    assert (int(caught.value.code), caught.value.message) == (42, why)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.providers", "x,x"),
        ("metric.reporters", ""),
        (
            "principal.builder.class",
            "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder",
        ),
        ("listeners", "PLAINTEXT://:9092"),
    ],
)
def test_a_good_value_is_taken_without_error(name: str, text: str) -> None:
    check_value(BROKER[name], text)
