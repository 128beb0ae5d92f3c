"""Telemetry works with whatever has the parts that it needs."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.telemetry.client_metrics import client_metrics_of
from kafkawire.timers import Timers


def test_a_client_is_told_what_to_send_without_a_broker() -> None:
    listeners: list[Any] = []
    configs = {(16, "all"): {"metrics": "org.apache", "interval.ms": "1000"}}
    broker: Any = SimpleNamespace(
        client_metrics=None,
        config=SimpleNamespace(int=lambda name: 1_000),
        metadata=SimpleNamespace(configs=configs),
        controller=SimpleNamespace(subscribe=listeners.append),
        timers=Timers(),
        random=Random(1),
        telemetry=None,
    )
    context = RequestContext(
        api_key=71,
        api_version=0,
        correlation_id=1,
        client_id="c",
        connection=ConnectionContext(),
        now_ms=1_700_000_000_000,
    )
    instance = client_metrics_of(broker).get(bytes(16), context)
    assert (instance.wanted.metrics, instance.wanted.interval_ms) == (["org.apache"], 1000)
    assert listeners == [broker.client_metrics]
    assert len(broker.client_metrics) == 1
