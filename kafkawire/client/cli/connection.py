"""Options by which a command finds and reaches the cluster.

    -b, then bootstrap.servers of --config, then $KAFKAWIRE_BOOTSTRAP, then localhost:9092
    -X name=value, then $KAFKAWIRE_SASL_PASSWORD and the like, then --config, then --profile, then
    the default

A profile is a file of options that has a name: ~/.config/kafkawire/NAME.properties.

Command lines are seen by other users of the machine and kept by shells. So secrets come from a file
or from the environment, and `-X` refuses them.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Callable, Mapping
from typing import TypeVar

from kafkawire.client.cli.files import unreadable
from kafkawire.client.cli.output import UsageError
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import CommonSettings, properties
from kafkawire.client.options.configurations import of_kind
from kafkawire.client.options.synonyms import field_name

DEFAULT_BOOTSTRAP = "localhost:9092"
ENVIRONMENT_PREFIX = "KAFKAWIRE_"
BOOTSTRAP_VARIABLE = "KAFKAWIRE_BOOTSTRAP"
MS_PER_S = 1000
SECONDS_MAX = 1 << 20
DEFAULT_TIMEOUT_MS = 15_000
"""A quarter of what programs wait: a person sits in front of this."""


C = TypeVar("C")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the connection: where the cluster is, and how it is reached."""
    group = parser.add_argument_group("connection")
    add = group.add_argument
    add(
        "-b",
        "--bootstrap",
        metavar="HOST:PORT",
        help="a broker, or several with commas ($KAFKAWIRE_BOOTSTRAP, or localhost:9092)",
    )
    add(
        "-X",
        metavar="NAME=VALUE",
        dest="assignments",
        action="append",
        default=[],
        help="an option of Kafka's clients, such as security.protocol=SSL; may be repeated",
    )
    add("--config", metavar="FILE", help="a .properties file with options of Kafka's clients")
    add("--profile", metavar="NAME", help="options of ~/.config/kafkawire/NAME.properties")
    add(
        "--trace",
        action="store_const",
        const="stderr",
        help="show each request and response on the standard error; -X trace=FILE writes a file",
    )
    add("--timeout", metavar="SECONDS", type=seconds, help="how long to try (15)")


def seconds(text: str) -> float:
    """Read a number of seconds, of twelve days at most. Raises argparse.ArgumentTypeError."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < SECONDS_MAX:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return found


def client(
    make: Callable[..., C],
    cls: type[CommonSettings],
    arguments: argparse.Namespace,
    environment: Mapping[str, str],
    **own: object,
) -> C:
    """Return a client that is not open yet. Raises UsageError.

    Args:
        make: The class of the client.
        cls: The settings of its kind.
        arguments: The command line.
        environment: The variables of the process.
        own: Options that the command has flags for; None is no option.
    """
    given = options(cls, arguments, environment)
    try:
        return make(**(given | {name: each for name, each in own.items() if each is not None}))
    except ConfigurationError as error:
        raise UsageError(error.message or str(error)) from None


def options(
    cls: type[CommonSettings], arguments: argparse.Namespace, environment: Mapping[str, str]
) -> dict[str, object]:
    """Return the options of a client. Raises UsageError.

    Args:
        cls: The settings of the client's kind.
        arguments: The command line.
        environment: The variables of the process.
    """
    own = {field.name for field in dataclasses.fields(cls)}
    found: dict[str, object] = dict(_of_profile(arguments.profile, cls, environment))
    found |= _of_file(arguments.config, cls)
    found |= {
        name: value
        for name in _secrets(cls)
        if (value := environment.get(ENVIRONMENT_PREFIX + name.upper())) is not None
    }
    found |= _assigned(cls, arguments.assignments)
    if arguments.bootstrap is not None:
        found["bootstrap_servers"] = arguments.bootstrap
    found.setdefault("bootstrap_servers", environment.get(BOOTSTRAP_VARIABLE) or DEFAULT_BOOTSTRAP)
    limit = "default_api_timeout_ms" if "default_api_timeout_ms" in own else "max_block_ms"
    if arguments.trace is not None:
        found["trace"] = arguments.trace
    if arguments.timeout is not None:
        found[limit] = round(arguments.timeout * MS_PER_S)
    found.setdefault(limit, DEFAULT_TIMEOUT_MS)
    return found


def _of_profile(
    name: str | None, cls: type[CommonSettings], environment: Mapping[str, str]
) -> dict[str, str]:
    """Options of a file in the directory of profiles."""
    if name is None:
        return {}
    home = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return _of_file(os.path.join(home, "kafkawire", f"{name}.properties"), cls)


def _of_file(path: str | None, cls: type[CommonSettings]) -> dict[str, str]:
    """Options of a file, without those that only clients of another kind have."""
    if path is None:
        return {}
    try:
        given = properties(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return {field_name(name): value for name, value in of_kind(cls, given).items()}


def _assigned(cls: type[CommonSettings], assignments: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in assignments:
        written, separator, value = each.partition("=")
        name = field_name(written)
        if name in _secrets(cls):
            raise UsageError(
                f"-X {written}: other users of this machine can see command lines; put it into"
                f" ${ENVIRONMENT_PREFIX}{name.upper()}, or into a file for --config"
            )
        if not separator:
            raise UsageError(f"-X {each}: not of the form NAME=VALUE")
        found[name] = value
    return found


def _secrets(cls: type[CommonSettings]) -> list[str]:
    """Return the options with secrets that are texts; the others are objects of Python."""
    return [
        field.name
        for field in dataclasses.fields(cls)
        if field.metadata["is_secret"] and field.type == "str | None"
    ]
