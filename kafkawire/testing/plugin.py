"""The pytest plugin: a fixture `kafkawire`, a fresh broker for each test that asks for it.

    @pytest.mark.kafkawire(config={"num.partitions": 3}, seed=1)
    def test_orders(kafkawire): ...

The mark is optional. Every pytest run of an environment with kafkawire in it loads this module, so
it imports nothing until the fixture is used.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kafkawire.testing.local import LocalBroker


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers", "kafkawire(config={}, seed=None): configure the broker of the fixture kafkawire"
    )


@pytest.fixture(name="kafkawire")
def _kafkawire(request: pytest.FixtureRequest) -> "Iterator[LocalBroker]":
    """A broker in this process; `kafkawire.bootstrap` is where clients find it."""
    from kafkawire.testing.local import LocalBroker

    mark = request.node.get_closest_marker("kafkawire")
    options = dict(mark.kwargs) if mark is not None else {}
    with LocalBroker(options.pop("config", None), **options) as broker:
        yield broker
