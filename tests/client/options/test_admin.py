"""Options of admin clients: where they differ from the others."""

from __future__ import annotations

from kafkawire.client.options import AdminSettings, settings


def test_defaults_are_those_of_kafka() -> None:
    found = settings(AdminSettings, {"bootstrap.controllers": "a:1,b:2"})
    assert found.bootstrap_servers == ()
    assert found.bootstrap_controllers == ("a:1", "b:2")
    assert found.connections_max_idle_ms == 300_000
    assert found.default_api_timeout_ms == 60_000
    assert found.retries == 2_147_483_647
    assert found.enable_metrics_push is False
