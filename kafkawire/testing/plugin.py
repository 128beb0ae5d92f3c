"""The pytest plugin: a fixture `kafkawire`, a fresh broker for each test that asks for it.

    @pytest.mark.kafkawire(config={"num.partitions": 3}, seed=1)
    def test_orders(kafkawire): ...

The mark is optional; it takes what `LocalBroker` takes, so the configuration may also stand without
its name: `kafkawire({"num.partitions": 3})`. Any other mark is a `pytest.UsageError`.

Every pytest run of an environment with kafkawire in it loads this module, so it imports nothing
until the fixture is used.
"""

from collections.abc import Iterator, Mapping
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

    config, seed = _options(request.node.get_closest_marker("kafkawire"))
    with LocalBroker(config, seed=seed) as broker:
        yield broker


def _options(mark: pytest.Mark | None) -> tuple[Mapping[str, object] | None, int | None]:
    """The configuration and the seed that a mark asks for; raises `pytest.UsageError`."""
    if mark is None:
        return None, None
    unknown = sorted(mark.kwargs.keys() - {"config", "seed"})
    if unknown:
        raise _refused(f"it has no {', '.join(unknown)}, only config and seed")
    if len(mark.args) + ("config" in mark.kwargs) > 1:
        raise _refused("it takes one config, by its place or by its name")
    config = mark.args[0] if mark.args else mark.kwargs.get("config")
    seed = mark.kwargs.get("seed")
    if config is not None and not _is_config(config):
        raise _refused(f"config is a mapping of Kafka's names to values, not {config!r}")
    if seed is not None and not isinstance(seed, int):
        raise _refused(f"seed is an int, not {seed!r}")
    return config, seed


def _is_config(config: object) -> bool:
    return isinstance(config, Mapping) and all(isinstance(name, str) for name in config)


def _refused(why: str) -> pytest.UsageError:
    return pytest.UsageError(f"@pytest.mark.kafkawire: {why}")
