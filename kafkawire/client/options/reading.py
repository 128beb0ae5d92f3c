"""From options to settings: names, then values, then what goes together."""

from __future__ import annotations

import dataclasses
import difflib
import logging
from collections.abc import Callable, Mapping
from typing import TypeVar

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options.agreement import agreed
from kafkawire.client.options.common import CommonSettings
from kafkawire.client.options.ignored import REFUSED, WITHOUT_EFFECT, advice
from kafkawire.client.options.kinds import reader
from kafkawire.client.options.synonyms import field_name

S = TypeVar("S", bound=CommonSettings)
_log = logging.getLogger("kafkawire.client.options")


def settings(cls: type[S], options: Mapping[str, object]) -> S:
    """Return what the options say, with defaults for all others. Raises ConfigurationError.

    Names have dots or underscores; None stands for the default. Options without an effect are
    named once in the log.
    """
    fields = {field.name: field for field in dataclasses.fields(cls)}
    given: dict[str, object] = {}
    for written, value in options.items():
        name = field_name(written)
        if name not in fields:
            _pass_over(written, name, fields)
        elif name in given:
            raise ConfigurationError(f"option {written} is given twice")
        elif value is not None:
            given[name] = _value(written, fields[name], value)
            if name in WITHOUT_EFFECT:
                _log.warning("option %s has no effect here: %s", written, WITHOUT_EFFECT[name])
    make: Callable[..., S] = cls
    return agreed(make(**given), frozenset(given))


def _value(written: str, field: dataclasses.Field[object], value: object) -> object:
    try:
        return reader(field)(value)
    except ValueError as error:
        # Neither the value nor an exception that may show it: it may be a secret.
        shown = "" if field.metadata["is_secret"] else f", not {value!r}"
        raise ConfigurationError(f"option {written} needs {error}{shown}") from None


def _pass_over(written: str, name: str, fields: Mapping[str, object]) -> None:
    if name in REFUSED:
        raise ConfigurationError(f"option {written}: {REFUSED[name]}")
    instead = advice(name)
    if instead is None:
        near = difflib.get_close_matches(name, fields, n=1)
        style = near[0].replace("_", ".") if near and "." in written else "".join(near)
        hint = f"; did you mean {style}?" if near else ""
        raise ConfigurationError(f"there is no option {written}{hint}")
    _log.warning("option %s has no effect here%s", written, f": {instead}" if instead else "")
