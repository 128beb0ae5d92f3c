"""Options of all clients: their defaults, their types, and that secrets stay hidden."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from kafkawire.client.options import (
    AdminOptions,
    AdminSettings,
    CommonOptions,
    CommonSettings,
    ConsumerOptions,
    ConsumerSettings,
    ProducerOptions,
    ProducerSettings,
    settings,
)

DEFAULTS = {
    "bootstrap_resolve_timeout_ms": 0,
    "client_id": "",
    "client_dns_lookup": "use_all_dns_ips",
    "connections_max_idle_ms": 540_000,
    "socket_connection_setup_timeout_ms": 10_000,
    "socket_connection_setup_timeout_max_ms": 30_000,
    "reconnect_backoff_ms": 50,
    "reconnect_backoff_max_ms": 1_000,
    "retry_backoff_ms": 100,
    "retry_backoff_max_ms": 1_000,
    "request_timeout_ms": 30_000,
    "metadata_max_age_ms": 300_000,
    "metadata_recovery_strategy": "rebootstrap",
    "metadata_recovery_rebootstrap_trigger_ms": 300_000,
    "metadata_cluster_check_enable": True,
    "send_buffer_bytes": 131_072,
    "receive_buffer_bytes": 65_536,
    "security_protocol": "PLAINTEXT",
    "sasl_mechanism": "GSSAPI",
    "sasl_login_refresh_window_factor": 0.8,
    "sasl_login_refresh_window_jitter": 0.05,
    "sasl_login_refresh_min_period_seconds": 60,
    "sasl_login_refresh_buffer_seconds": 300,
    "ssl_protocol": "TLSv1.3",
    "ssl_enabled_protocols": ("TLSv1.2", "TLSv1.3"),
    "ssl_endpoint_identification_algorithm": "https",
    "enable_metrics_push": True,
    "metrics_num_samples": 2,
    "metrics_sample_window_ms": 30_000,
    "metrics_recording_level": "INFO",
    "receive_frame_bytes_max": 104_857_600,
    "close_budget_ms": 30_000,
    "cancelled_close_budget_ms": 3_000,
}


def test_defaults_are_those_of_kafka() -> None:
    found = settings(CommonSettings, {"bootstrap_servers": "a:1"})
    assert {name: getattr(found, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("options", "cls"),
    [
        (CommonOptions, CommonSettings),
        (ConsumerOptions, ConsumerSettings),
        (ProducerOptions, ProducerSettings),
        (AdminOptions, AdminSettings),
    ],
)
def test_every_setting_is_a_keyword_and_every_keyword_a_setting(
    options: Any, cls: type[CommonSettings]
) -> None:
    """client B-7."""
    names = {field.name for field in dataclasses.fields(cls)} - {"bootstrap_servers"}
    assert names == set(options.__annotations__)
    assert options.__total__ is False


def test_settings_show_what_was_changed_and_no_secrets() -> None:
    """client K-10."""
    secrets = {
        "sasl_jaas_config": "PlainLoginModule required username=u password=hunter2;",
        "sasl_password": "hunter2",
        "ssl_truststore_password": "hunter2",
        "ssl_keystore_password": "hunter2",
        "ssl_keystore_key": "hunter2",
        "ssl_keystore_certificate_chain": "hunter2",
        "ssl_key_password": "hunter2",
    }
    given = {"bootstrap.servers": "a:1", "client.id": "me", **secrets}
    shown = repr(settings(CommonSettings, given))
    assert "hunter2" not in shown
    assert shown.startswith("CommonSettings(bootstrap_servers=('a:1',), client_id='me', sasl_jaas")
    assert shown.count("=[hidden]") == 7


def test_settings_do_not_change() -> None:
    found = settings(CommonSettings, {"bootstrap_servers": "a:1"})
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.client_id = "x"  # type: ignore[misc]
