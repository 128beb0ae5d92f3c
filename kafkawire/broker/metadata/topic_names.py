"""Which topic names are legal, which are Kafka's own, and which are too much alike.

The texts are those clients print (admin B-9; Kafka's `Topic` class).
"""

from __future__ import annotations

TOPIC_NAME_CHARS_MAX = 249

CONSUMER_OFFSETS = "__consumer_offsets"
TRANSACTION_STATE = "__transaction_state"
SHARE_GROUP_STATE = "__share_group_state"

INTERNAL_TOPICS = frozenset((CONSUMER_OFFSETS, TRANSACTION_STATE, SHARE_GROUP_STATE))
"""Marked internal in Metadata. `__cluster_metadata` is not one of them (admin A-23)."""

_LEGAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def name_error(name: str) -> str | None:
    """Why `name` is no topic name, as Kafka puts it; None for a legal name."""
    if not name:
        return "Topic name is invalid: the empty string is not allowed"
    if name in (".", ".."):
        return f"Topic name is invalid: '{name}' is not allowed"
    if len(name) > TOPIC_NAME_CHARS_MAX:
        return (
            f"Topic name is invalid: the length of '{name}' is longer than the max allowed "
            f"length {TOPIC_NAME_CHARS_MAX}"
        )
    if not _LEGAL.issuperset(name):
        return (
            f"Topic name is invalid: '{name}' contains one or more characters other than ASCII "
            "alphanumerics, '.', '_' and '-'"
        )
    return None


def is_legal(name: str) -> bool:
    """Whether a topic may be called so."""
    return name_error(name) is None


def is_internal(name: str) -> bool:
    """Whether Metadata marks the topic as internal."""
    return name in INTERNAL_TOPICS


def collision_form(name: str) -> str:
    """Names with one form would share a metric name: '.' and '_' count as the same there."""
    return name.replace(".", "_")
