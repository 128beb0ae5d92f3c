"""Options that come together: a dictionary with Kafka's dotted names, or a file of Java's format.

Both become keywords for the constructor of a client, which checks them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from os import PathLike
from typing import Any, TextIO

from kafkawire.client.options.admin import AdminSettings
from kafkawire.client.options.common import CommonSettings
from kafkawire.client.options.consumer import ConsumerSettings
from kafkawire.client.options.producer import ProducerSettings
from kafkawire.client.options.properties import parsed, properties
from kafkawire.client.options.synonyms import field_name

SERVERS = "bootstrap_servers"
Source = str | PathLike[str] | TextIO
"""The path of a .properties file, or a file that is open for reading text."""
KINDS = (ConsumerSettings, ProducerSettings, AdminSettings)


def from_config(config: Mapping[str, object], arguments: Mapping[str, object]) -> dict[str, Any]:
    """Return keywords for the constructor of a client; `arguments` win over the configuration."""
    named = {field_name(name) for name in arguments}
    found: dict[str, Any] = {SERVERS: ()}
    for written, value in config.items():
        name = field_name(written)
        if name not in named:
            # As it was written, so that an error about the option shows that.
            found[name if name == SERVERS else written] = value
    return found | dict(arguments)


def from_properties(
    cls: type[CommonSettings],
    source: Source,
    arguments: Mapping[str, object],
) -> dict[str, Any]:
    """Return keywords for the constructor of a client from a .properties file.

    Args:
        cls: The settings of the client's kind. Options that only clients of another kind have are
            passed over: one file may serve all clients of an application.
        source: The file.
        arguments: Keywords that win over the file.
    """
    given = properties(source) if isinstance(source, str | PathLike) else parsed(source.read())
    return from_config(of_kind(cls, given), arguments)


def of_kind(cls: type[CommonSettings], given: Mapping[str, str]) -> dict[str, str]:
    """Return the options without those that only clients of another kind have."""
    own = {field.name for field in dataclasses.fields(cls)}
    others = {field.name for kind in KINDS for field in dataclasses.fields(kind)} - own
    return {name: value for name, value in given.items() if field_name(name) not in others}
