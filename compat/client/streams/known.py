"""The differences that are permitted, each with its name and its reason: `known.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from compat.client.streams.comparing import Difference

FILE = Path(__file__).with_name("known.toml")


class Known(NamedTuple):
    """A permitted difference. `workload` to `ours` are patterns as of a shell, with | for or.

    `sometimes` is set where it is a matter of time whether a run shows the difference.
    """

    name: str
    rule: str
    reason: str
    sometimes: bool = False
    workload: str = "*"
    api: str = "*"
    field: str = "*"
    java: str = "*"
    ours: str = "*"

    def explains(self, workload: str, difference: Difference) -> bool:
        """Return whether this is why something differs."""
        patterns = (self.workload, self.api, self.field, self.java, self.ours)
        return all(
            any(fnmatchcase(value, one) for one in pattern.split("|"))
            for value, pattern in zip((workload, *difference), patterns, strict=True)
        )


def known_differences(text: str) -> list[Known]:
    """Return the entries of a file like `known.toml`. Raises TypeError for an unknown field."""
    return [Known(name=name, **entry) for name, entry in tomllib.loads(text).items()]


def name_of(known: Iterable[Known], workload: str, difference: Difference) -> str | None:
    """Return the name of the first entry that explains a difference, None if there is none."""
    return next((each.name for each in known if each.explains(workload, difference)), None)
