"""The APIs on a controller's listener."""

from __future__ import annotations

from kafkawire.broker.nodes.controller_apis import listed

KEYS = [
    1, 17, 18, 19, 20, 29, 30, 31, 32, 33, 36, 37, 38, 39, 40, 41, 43, 44, 45, 46, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 59, 60, 62, 63, 64, 67, 70, 73, 80, 81, 82, 94,
]  # fmt: skip
"""What a controller of Kafka 4.4.0 lists."""


def test_a_controller_that_serves_everything_lists_42_apis() -> None:
    """replication E-10."""
    found = listed(lambda key: True)
    assert [each.api_key for each in found] == KEYS
    assert len(KEYS) == 42
    ranges = {each.api_key: (each.min_version, each.max_version) for each in found}
    assert [ranges[key] for key in (1, 62, 63, 80)] == [(4, 18), (0, 4), (0, 2), (0, 1)]


def test_no_client_api_is_listed() -> None:
    """replication E-10: Produce, Metadata, 35, 42, 48 and 61 belong to listeners of brokers."""
    assert not {0, 3, 35, 42, 48, 61}.intersection(each.api_key for each in listed(lambda _: True))


def test_only_what_the_node_serves_is_listed() -> None:
    assert [each.api_key for each in listed(lambda key: key in (18, 19, 3))] == [18, 19]
