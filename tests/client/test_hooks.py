"""Hooks are optional, and a pattern for brokers is text."""

from __future__ import annotations

from kafkawire.client.hooks import GroupHooks, RemotePattern


def test_no_hook_has_to_be_given() -> None:
    """client B-26."""
    assert GroupHooks() == (None, None, None)
    assert RemotePattern("orders.*") == "orders.*"
