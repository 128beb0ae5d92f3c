"""The pytest plugin: a fixture `kafkawire`, a fresh broker for each test that asks for it.

    @pytest.mark.kafkawire(config={"num.partitions": 3}, seed=1, emulate="2.8")
    def test_orders(kafkawire): ...

The mark is optional; it takes what `LocalBroker` takes, so the configuration may also stand without
its name: `kafkawire({"num.partitions": 3})`. Any other mark is a `pytest.UsageError`.

`data=True` keeps the broker's data on disk, in the test's `tmp_path`; a directory may be named,
too.

Every pytest run of an environment with kafkawire in it loads this module, so it imports nothing
until the fixture is used.
"""

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from kafkawire.testing.local import LocalBroker


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        "kafkawire(config={}, seed=None, emulate=None, data=None): "
        "configure the broker of that fixture",
    )


@pytest.fixture(name="kafkawire")
def _kafkawire(request: pytest.FixtureRequest) -> "Iterator[LocalBroker]":
    """A broker in this process; `kafkawire.bootstrap` is where clients find it."""
    from kafkawire.broker.emulation.releases import UnknownRelease
    from kafkawire.testing.local import LocalBroker

    config, seed, emulate, data = _options(request.node.get_closest_marker("kafkawire"))
    if isinstance(data, bool):
        data = request.getfixturevalue("tmp_path") / "kafkawire"
    try:
        made = LocalBroker(config, seed=seed, emulate=emulate, data=data)
    except UnknownRelease as error:
        raise _refused(f"emulate={error}") from None
    with made as broker:
        yield broker


class _Options(NamedTuple):
    """What a mark may ask for."""

    config: Mapping[str, object] | None = None
    seed: int | None = None
    emulate: str | None = None
    data: "str | PathLike[str] | bool | None" = None


def _options(mark: pytest.Mark | None) -> _Options:
    """What `mark` asks for; raises `pytest.UsageError`."""
    if mark is None:
        return _Options()
    unknown = sorted(mark.kwargs.keys() - set(_Options._fields))
    if unknown:
        raise _refused(f"it has no {', '.join(unknown)}, only config, seed, emulate and data")
    if len(mark.args) + ("config" in mark.kwargs) > 1:
        raise _refused("it takes one config, by its place or by its name")
    config = mark.args[0] if mark.args else mark.kwargs.get("config")
    seed = mark.kwargs.get("seed")
    if config is not None and not _is_config(config):
        raise _refused(f"config is a mapping of Kafka's names to values, not {config!r}")
    if seed is not None and not isinstance(seed, int):
        raise _refused(f"seed is an int, not {seed!r}")
    emulate = mark.kwargs.get("emulate")
    if emulate is not None and not isinstance(emulate, str):
        raise _refused(f"emulate is the name of a release, not {emulate!r}")
    data = mark.kwargs.get("data")
    if data is not None and data is not True and not isinstance(data, (str, PathLike)):
        raise _refused(f"data is a directory, or True for one of the test's own, not {data!r}")
    return _Options(config, seed, emulate, data)


def _is_config(config: object) -> bool:
    return isinstance(config, Mapping) and all(isinstance(name, str) for name in config)


def _refused(why: str) -> pytest.UsageError:
    return pytest.UsageError(f"@pytest.mark.kafkawire: {why}")
