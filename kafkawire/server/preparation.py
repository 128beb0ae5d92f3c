"""What is checked before a broker listens or writes: settings, alone and together.

A rehearsal finds everything that a broker refuses: a broker in memory takes the settings, with
its plug-in classes, limits and topics, and is forgotten. A start without settings has nothing to
rehearse. What depends on the machine, a taken port or a data directory, shows only later.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kafkawire.broker.config import BrokerConfig, ConfigError, UnknownConfig
from kafkawire.server.errors import UsageError, warn

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.release_parts import ReleaseParts
    from kafkawire.server.settings import Settings

_SOME_HOST, _SOME_PORT = "127.0.0.1", 9092
_IN_WORDS = {"/ by zero": "log.cleaner.threads is 0; log.cleaner.enable=false stops the cleaner"}
"""Of Kafka's messages, those that explain nothing."""
_SOME_LISTENERS = {"listeners": "PLAINTEXT://127.0.0.1:9092", "advertised.listeners": ""}


def prepared(settings: "Settings") -> "Settings":
    """The settings without those of a file that Kafka does not know; raises `UsageError`.

    Writes one line to stderr about names that are ignored, and one about names without effect.
    """
    _check_metrics(settings)
    settings = _with_known_names(settings)
    config = make_config(settings, _SOME_LISTENERS)
    _name_without_effect(settings, config)
    if settings.overrides or settings.topics:
        _rehearse(settings, config)
    return settings


def make_config(settings: "Settings", listeners: Mapping[str, str]) -> BrokerConfig:
    """The configuration of the broker, which listens as `listeners` has it."""
    try:
        return _maker(settings)({**settings.overrides, **listeners})
    except ConfigError as error:
        raise bad_config(settings, error) from None


def bad_config(settings: "Settings", error: ConfigError) -> UsageError:
    """The error with the line of the file that has the setting."""
    line = settings.lines.get(error.name)
    place = "" if line is None else f"{settings.file}, line {line}: "
    return UsageError(f"{place}{error}")


def _check_metrics(settings: "Settings") -> None:
    if settings.metrics is None:
        return
    try:
        import kafkawire.server.metrics_port  # noqa: F401 - whether it is there
    except ImportError as error:
        if error.name not in ("h11", "prometheus_client"):
            raise
        raise UsageError(
            f"--metrics needs {error.name}, which comes with: pip install 'kafkawire[metrics]'"
        ) from None


def _with_known_names(settings: "Settings") -> "Settings":
    """Kafka ignores, with a warning, what it does not know in a file of its own; so do we."""
    make = _maker(settings)
    overrides = dict(settings.overrides)
    unknown: list[str] = []
    while True:
        try:
            make(overrides)
        except UnknownConfig as error:
            if error.name not in settings.lines:
                raise bad_config(settings, error) from None
            unknown.append(f"{error.name}{error.why} in line {settings.lines[error.name]}")
            del overrides[error.name]
        except ConfigError as error:
            raise bad_config(settings, error) from None
        else:
            if unknown:
                warn(f"{settings.file}: unknown and ignored: {', '.join(unknown)}")
            return settings._replace(overrides=overrides)


def _maker(settings: "Settings") -> Callable[[Mapping[str, str]], BrokerConfig]:
    if settings.emulate is None:
        return BrokerConfig
    from kafkawire.broker.emulation.emulation import Emulation

    return Emulation(settings.emulate).config


def parts_of(settings: "Settings") -> "ReleaseParts[Broker]":
    """Return the parts of a broker that emulates what the settings name."""
    from kafkawire.broker.release_parts import PLAIN

    if settings.emulate is None:
        return PLAIN
    from kafkawire.broker.emulation.emulation import Emulation

    return Emulation(settings.emulate).parts()


def _name_without_effect(settings: "Settings", config: BrokerConfig) -> None:
    if not settings.overrides:
        return
    from kafkawire.broker.config.effects import without_effect

    names = without_effect(config, settings.overrides)
    if names:
        warn(f"accepted without effect: {', '.join(names)}")


def _rehearse(settings: "Settings", config: BrokerConfig) -> None:
    from random import Random

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metadata.dynamic_requirements import check_start
    from kafkawire.protocol.errors import ApiError
    from kafkawire.server.connection_quotas import ConnectionQuotas
    from kafkawire.server.topics import create_topics

    try:
        check_start(config)
        ConnectionQuotas(config)
        broker = Broker(config, random=Random(), now_ms=0, parts=parts_of(settings))
    except ApiError as error:
        why = _IN_WORDS.get(error.message or "", error.message)
        raise UsageError(f"settings that do not go together: {why}") from None
    except ConfigError as error:
        raise bad_config(settings, error) from None
    broker.start(0, _SOME_HOST, _SOME_PORT)
    if settings.data is not None:  # where a topic that is there already is no mistake
        by_name = {topic.name: topic for topic in settings.topics}
        settings = settings._replace(topics=list(by_name.values()))
    create_topics(broker, settings, now_ms=0)
