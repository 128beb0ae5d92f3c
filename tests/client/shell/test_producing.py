"""Options of the producer's core."""

from __future__ import annotations

from kafkawire.client.options import ProducerSettings, settings
from kafkawire.client.shell.producing import core_options


def test_settings_become_options_of_the_core() -> None:
    """client C.3."""
    given = {"bootstrap_servers": "a:1", "compression_type": "zstd", "linger_ms": 7, "acks": "1"}
    made = core_options(settings(ProducerSettings, {**given, "enable_idempotence": False}))
    assert (made.compression, made.compression_level, made.linger_ms, made.acks) == (4, None, 7, 1)
    given["compression_zstd_level"] = 9
    made = core_options(settings(ProducerSettings, {**given, "enable_idempotence": False}))
    assert made.compression_level == 9
