"""Each option of reading has its effect."""

from __future__ import annotations

from kafkawire.client.options import ConsumerSettings, settings
from kafkawire.client.shell.reader_options import reader_options


def test_options_are_handed_on() -> None:
    given = settings(
        ConsumerSettings,
        {
            "bootstrap.servers": "a:1",
            "group.id": "g",
            "fetch.min.bytes": 2,
            "fetch.max.bytes": 3,
            "fetch.max.wait.ms": 4,
            "max.partition.fetch.bytes": 5,
            "isolation.level": "read_committed",
            "client.rack": "r",
            "check.crcs": False,
            "fetch_memory_bytes": 6,
            "auto.offset.reset": "by_duration:PT1S",
            "new_partitions_from": "reset",
            "metadata.max.age.ms": 7,
        },
    )
    found = reader_options(given)
    assert found.fetch == (2, 3, 4, 5, 1, "r", 7, False)
    assert (found.fetch_memory_bytes, found.reset) == (6, ("by_duration", 1000))
    assert (found.has_group, found.resets_new_partitions) == (True, True)


def test_defaults_are_kafkas() -> None:
    found = reader_options(settings(ConsumerSettings, {"bootstrap.servers": "a:1"}))
    assert found.fetch == (1, 52_428_800, 500, 1_048_576, 0, "", 300_000, True)
    assert (found.has_group, found.resets_new_partitions) == (False, False)
