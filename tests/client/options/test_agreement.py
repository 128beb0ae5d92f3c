"""Options that have to agree with each other."""

from __future__ import annotations

import logging

import pytest

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import (
    AdminSettings,
    CommonSettings,
    ConsumerSettings,
    ProducerSettings,
    settings,
)

SERVERS = {"bootstrap_servers": "a:1"}


@pytest.mark.parametrize(
    ("cls", "options", "why"),
    [
        (ConsumerSettings, {"enable_auto_commit": True}, "needs a group.id"),
        (ConsumerSettings, {"group_id": " "}, "not empty"),
        (ConsumerSettings, {"heartbeat_interval_ms": 45_000}, "below session.timeout.ms"),
        (ConsumerSettings, {"group_protocol": "CONSUMER", "session_timeout_ms": 9_000}, "brokers"),
        (ConsumerSettings, {"group_protocol": "classic", "group_remote_assignor": "x"}, "protocol"),
        (ProducerSettings, {"acks": 1, "enable_idempotence": True}, "acks=all"),
        (ProducerSettings, {"retries": 0, "enable_idempotence": True}, "retries > 0"),
        (ProducerSettings, {"transactional_id": "t", "acks": 0}, "needs idempotence"),
        (ProducerSettings, {"transactional_id": "t", "enable_idempotence": False}, "idempotence"),
        (ProducerSettings, {"max_in_flight_requests_per_connection": 6}, "at most 5"),
        (ProducerSettings, {"delivery_timeout_ms": 30_004}, "30005"),
        (ProducerSettings, {"transaction_two_phase_commit_enable": "true"}, "not supported"),
        (AdminSettings, {"bootstrap_controllers": "b:1"}, "not both"),
        (ProducerSettings, {"bootstrap_servers": ""}, "required"),
    ],
)
def test_what_contradicts_itself_is_refused(
    cls: type[CommonSettings], options: dict[str, object], why: str
) -> None:
    """client C-1, B-13: as Kafka's clients refuse it."""
    with pytest.raises(ConfigurationError, match=why):
        settings(cls, {**SERVERS, **options})


@pytest.mark.parametrize("options", [{"acks": "1"}, {"acks": 0}, {"retries": 0}])
def test_idempotence_that_was_not_asked_for_is_switched_off_with_a_warning(
    options: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    """client C-1."""
    with caplog.at_level(logging.WARNING, "kafkawire.client.options"):
        assert settings(ProducerSettings, {**SERVERS, **options}).enable_idempotence is False
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "idempotence is switched off"
    ]


def test_more_requests_in_flight_without_idempotence() -> None:
    given = {"max_in_flight_requests_per_connection": 6, "enable_idempotence": False}
    assert settings(ProducerSettings, {**SERVERS, **given}).enable_idempotence is False


def test_the_time_to_deliver_grows_with_what_it_contains() -> None:
    found = settings(ProducerSettings, {**SERVERS, "linger_ms": 100_000})
    assert found.delivery_timeout_ms == 130_000


def test_a_consumer_without_a_group_commits_nothing() -> None:
    """client B-13."""
    assert settings(ConsumerSettings, SERVERS).enable_auto_commit is False
    assert settings(ConsumerSettings, {**SERVERS, "group_id": "g"}).enable_auto_commit is True


def test_the_budget_of_a_revocation_is_part_of_the_poll_interval() -> None:
    given = {**SERVERS, "max_poll_interval_ms": 10_000}
    assert settings(ConsumerSettings, given).revocation_budget_ms == 8_000
    given["revocation_budget_ms"] = 1
    assert settings(ConsumerSettings, given).revocation_budget_ms == 1
