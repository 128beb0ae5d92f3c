"""The table of rows, and the awaits that it has to have."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module

import kafkawire.client
from kafkawire.client import iterators
from tests.client.cancellation import (
    admin_rows,
    consumer_rows,
    producer_rows,
    transaction_rows,
)
from tests.client.cancellation.stage import ROWS, Row

_MODULES = (admin_rows, consumer_rows, producer_rows, transaction_rows)
"""Importing them has filled the table."""
_AWAITED = ("__aenter__", "__aexit__", "__anext__")
WITHOUT = {"Serializers.prepare", "Deserializers.prepare"}
"""Awaits that the client calls, rather than the application."""


def rows() -> Mapping[str, Row]:
    """Return all rows by name."""
    assert all(module.__doc__ for module in _MODULES)
    return ROWS


def public_awaits() -> dict[str, type]:
    """Return what applications await, `Consumer.commit`, and the class that has it."""
    return {f"{kind.__name__}.{name}": kind for kind in _classes() for name in _awaits_of(kind)}


def _classes() -> Iterator[type]:
    for name in kafkawire.client.__all__:
        found = getattr(kafkawire.client, name)
        if inspect.isclass(found):
            yield found
    yield iterators.Batches
    yield iterators.Records
    yield import_module("kafkawire.client.transaction").Transaction


def _awaits_of(kind: type) -> Iterator[str]:
    for name in dir(kind):
        found = inspect.getattr_static(kind, name)
        is_public = name in _AWAITED or not name.startswith("_")
        if name == "__await__" or (is_public and inspect.iscoroutinefunction(found)):
            yield name
