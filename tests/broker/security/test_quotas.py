"""Quotas of one broker: charged, changed, forgotten."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.security import quotas
from kafkawire.broker.security.quota_levels import ABSENT, DEFAULT, Level
from kafkawire.broker.security.quotas import ClientQuotas, Quota, is_counted, level_of
from kafkawire.broker.security.rate import Window

NOW_MS = 1_700_000_000_000


def client_quotas(**config: str) -> ClientQuotas:
    overrides = {name.replace("_", "."): value for name, value in config.items()}
    return ClientQuotas(BrokerConfig(overrides), int)


def test_entities_are_levels() -> None:
    """admin D-25, E-19."""
    assert level_of((("user", "u"),)) == Level("u", ABSENT)
    assert level_of((("client-id", None), ("user", None))) == Level(DEFAULT, DEFAULT)
    assert level_of((("client-id", "c"),)) == Level(ABSENT, "c")
    assert level_of((("ip", "1.2.3.4"),)) is None
    assert is_counted((("user", None),), "producer_byte_rate")
    assert is_counted((("user", None),), "controller_mutation_rate")
    assert not is_counted((("ip", None),), "connection_creation_rate")


def test_changes_take_effect_for_those_who_are_counted_already() -> None:
    entity = (("user", "u"),)
    found = client_quotas()
    found.follow({entity: {"producer_byte_rate": 1000.0}}, [(entity, "producer_byte_rate")])
    assert found.produce.charge("u", "c", 63, NOW_MS) == 0
    found.follow({entity: {"producer_byte_rate": 1.0}}, [(entity, "producer_byte_rate")])
    assert found.produce.charge("u", "c", 0, NOW_MS) == 53_000
    found.follow({}, [(entity, "producer_byte_rate")])
    assert found.produce.charge("u", "c", 0, NOW_MS) == 0


def test_types_of_quotas_are_apart() -> None:
    entity = (("user", None),)
    found = client_quotas()
    found.follow({entity: {"consumer_byte_rate": 1.0}}, [(entity, "consumer_byte_rate")])
    assert found.produce.charge("u", "c", 1_000, NOW_MS) == 0
    assert found.charge_thread_time("u", "c", 10**9, NOW_MS) == 0
    assert found.fetch.charge("u", "c", 1_000, NOW_MS) > 0
    assert (len(found.produce), len(found.fetch), len(found.request)) == (0, 1, 0)


def test_a_burst_is_what_whole_windows_permit() -> None:
    """fetch B-12: limit x (samples - 1) x seconds."""
    entity = (("user", "u"),)
    found = client_quotas(quota_window_num="4", quota_window_size_seconds="5")
    found.follow({entity: {"consumer_byte_rate": 20.0}}, [(entity, "consumer_byte_rate")])
    assert found.burst("u", "c") == 20.0 * 3 * 5
    assert found.burst("v", "c") is None


def test_thread_time_is_a_percentage_and_costs_one_window_at_most() -> None:
    """admin E-18, E-21."""
    entity = (("user", "u"),)
    found = client_quotas()
    found.follow({entity: {"request_percentage": 10.0}}, [(entity, "request_percentage")])
    assert found.charge_thread_time("u", "c", 10**9, NOW_MS) == 0  # a second: 10 % of ten
    assert found.charge_thread_time("u", "c", 10**7, NOW_MS) == 100
    assert found.charge_thread_time("u", "c", 10**9, NOW_MS) == 1_000


def test_a_time_beyond_31_bits_wraps_around_unless_it_has_a_maximum() -> None:
    """As Kafka's `toInt`: what is then negative throttles nobody."""
    entity = (("user", "u"),)
    keys = ("producer_byte_rate", "request_percentage")
    found = client_quotas()
    found.follow({entity: dict.fromkeys(keys, 1e-3)}, [(entity, key) for key in keys])
    assert found.produce.charge("u", "c", 4_000, NOW_MS) == 4_000_000_000 - 10_000 - (1 << 32)
    assert found.charge_thread_time("u", "c", 4_000 * 10**7, NOW_MS) == 1_000


def test_the_inactive_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "_FIRST_SWEEP", 4)
    found = Quota(Window(11, 1))
    found._sweep_at = 4
    found.set(Level(ABSENT, DEFAULT), 1.0)
    for at in range(4):
        found.charge("u", f"old-{at}", 1, NOW_MS)
    later_ms = NOW_MS + 3_600_000
    found.charge("u", "old-3", 1, later_ms)
    found.charge("u", "new", 1, later_ms)
    assert set(found._counters) == {Level("", "old-3"), Level("", "new")}


def test_clients_that_invent_ids_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "_FIRST_SWEEP", 4)
    monkeypatch.setattr(quotas, "COUNTERS_MAX", 16)
    found = Quota(Window(11, 1))
    found._sweep_at = 4
    found.set(Level(ABSENT, DEFAULT), 1.0)
    for at in range(1_000):
        found.charge("u", f"c{at}", 1, NOW_MS + at)
        assert len(found) <= 16
    assert Level("", "c999") in found._counters
    assert Level("", "c990") in found._counters
