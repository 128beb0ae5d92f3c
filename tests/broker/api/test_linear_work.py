"""Twice as many elements in a request are at most twice the work, whatever the API."""

from __future__ import annotations

import re
import sys
import types
import typing
from collections.abc import Sequence

import pytest

from kafkawire.broker import api as apis
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import EncodeError
from kafkawire.protocol.message import Message, Struct
from kafkawire.protocol.registry import request_class
from tests.support.requests.harness import BrokerHarness
from tests.support.suite.work import lines_run

NAMES = {
    "name",
    "topic",
    "topic_name",
    "group_id",
    "resource_name",
    "transactional_id",
    "member_id",
}
NUMBERS = {"partition", "partition_index", "index"}
RATIO_MAX = 2.5
"""Linear work has a ratio of 2, quadratic work one of 4."""

SERVED = sorted(apis.served().values())


def hints_of(kind: type[Struct]) -> dict[str, object]:
    """The types of a struct's fields, without None."""
    names = {
        **vars(sys.modules[kind.__module__]),
        "Sequence": Sequence,
        "Sendable": bytes,
        "Buffer": bytes,
    }
    hints = typing.get_type_hints(kind.__init__, names)
    return {name: _not_none(hint) for name, hint in hints.items() if name != "return"}


def _not_none(hint: object) -> object:
    if isinstance(hint, types.UnionType):
        return next(each for each in typing.get_args(hint) if each is not type(None))
    return hint


def filled(kind: type[Struct], count: int, number: int) -> Struct:
    """A struct whose arrays have `count` distinct elements, those in them one."""
    found = kind()
    for name, hint in hints_of(kind).items():
        if typing.get_origin(hint) not in (list, Sequence):
            if hint is str and name in NAMES:
                setattr(found, name, f"name-{number}")
            elif hint is int and name in NUMBERS:
                setattr(found, name, number)
            elif name.endswith("timeout_ms"):
                setattr(found, name, 30_000)
            continue
        (of,) = typing.get_args(hint)
        setattr(found, name, [element(of, each) for each in range(count)])
    return found


def element(of: object, number: int) -> object:
    if of is str:
        return f"name-{number}"
    if of is bytes:
        return number.to_bytes(16, "big")
    if of is int:
        return number % 100  # some are bytes
    assert isinstance(of, type)
    return filled(of, 1, number)


def without(struct: Struct, name: str) -> None:
    """Give a field its default, in the struct and those in it: this version lacks it."""
    for each in struct._FIELDS:
        value = getattr(struct, each)
        if each == name:
            setattr(struct, each, getattr(type(struct)(), each))
        for inner in value if isinstance(value, list) else ():
            if isinstance(inner, Struct):
                without(inner, name)


def encodable(request: Message, version: int) -> Message:
    """The request with the fields that the version has."""
    while True:
        try:
            request.encode(version)
        except EncodeError as error:
            found = re.search(r": (\w+) is set", str(error))
            if found is None:
                raise
            without(request, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", found[1]).lower())
        else:
            return request


def work_of(key: ApiKey, count: int) -> int:
    api = apis.load(key)
    assert api is not None
    harness = BrokerHarness()
    harness.create_topic("name-1")
    client = harness.connect()
    version = api.versions.max
    request = filled(request_class(key), count, 1)
    assert isinstance(request, Message)
    encodable(request, version)
    client.send(type(request)(), version)  # what is done once is done now
    return lines_run(lambda: client.send(request, version))


@pytest.mark.slow
@pytest.mark.parametrize("key", SERVED, ids=lambda key: key.name)
def test_twice_as_many_elements_are_at_most_twice_the_work(key: ApiKey) -> None:
    assert work_of(key, 300) < RATIO_MAX * work_of(key, 150) + 500
