"""An API is served because its file is there."""

import inspect

import pytest

from kafkawire.broker import api as apis
from kafkawire.broker.context import Versions
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.registry import request_class
from tests.support.requests.harness import BrokerHarness

SERVED = sorted(apis.served().values())


def test_served_apis_are_the_files_in_ascending_order() -> None:
    assert list(apis.served()) == SERVED
    assert ApiKey.FETCH in SERVED


@pytest.mark.parametrize("key", SERVED, ids=lambda key: key.name)
def test_a_module_says_what_it_serves(key: ApiKey) -> None:
    api = apis.load(key)
    assert api is not None
    assert isinstance(api.versions, Versions)
    low, high = request_class(key).VERSIONS
    assert low <= api.versions.min <= api.versions.max <= high
    assert list(inspect.signature(api.handle).parameters) == ["broker", "request", "context"]
    assert api.__class__ is apis.Api


@pytest.mark.parametrize("key", SERVED, ids=lambda key: key.name)
def test_an_empty_request_is_answered_or_parked_in_every_version(key: ApiKey) -> None:
    """Whatever it says, the answer can be encoded in the request's version."""
    api = apis.load(key)
    assert api is not None
    harness = BrokerHarness()
    for version in range(api.versions.min, api.versions.max + 1):
        client = harness.connect()
        client.send(api.request_class(), version)
        assert not client.closed, version


def test_an_api_without_a_file_is_not_served() -> None:
    assert apis.load(31_000) is None
    assert apis.load(ApiKey.CONTROLLED_SHUTDOWN) is None
