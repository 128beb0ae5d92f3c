"""Authentications, counted."""

from __future__ import annotations

from kafkawire.client.core.metrics.logins import Logins
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.wire import Login


def test_first_and_later_authentications_count_apart() -> None:
    """client K-30, K-9: Kafka's names."""
    logins = Logins()
    logins.ended(Login(is_success=True), 0)
    logins.ended(Login(is_success=True), 0)
    logins.ended(Login(is_success=True, is_again=True, took_ms=20), 0)
    logins.ended(Login(is_success=True, is_again=True, took_ms=40), 0)
    logins.ended(Login(is_success=True, is_again=True, took_ms=60), 0)
    logins.ended(Login(is_success=False), 0)
    found = {each.name: each.value for each in logins.readings(Scope("producer-metrics", {}), 0)}
    assert found["successful-authentication-total"] == 2
    assert found["successful-authentication-no-reauth-total"] == 2
    assert "successful-authentication-no-reauth-rate" not in found
    assert found["successful-reauthentication-total"] == 3
    assert found["failed-authentication-total"] == 1
    assert found["failed-reauthentication-total"] == 0
    assert found["successful-reauthentication-rate"] == 0.1
    assert found["reauthentication-latency-avg"] == 40
    assert found["reauthentication-latency-max"] == 60
