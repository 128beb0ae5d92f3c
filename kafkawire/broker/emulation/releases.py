"""The releases that can be emulated, found by name, and the versions that each of them spoke.

A release is called by its number or by a beginning of it that fits no other: `3.9.2`, `3.9`,
`2.8`. Its versions are facts (`schemas/versions_history.json`); what this broker does not serve
is never offered, whatever the release did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.emulation.release_versions import RELEASE_VERSIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

RELEASES = tuple(RELEASE_VERSIONS)
"""Oldest first."""


class UnknownRelease(ValueError):
    """No release, or more than one, goes by that name; the message lists all of them."""


def release_named(name: str) -> str:
    """The one release that is called `name`. Raises UnknownRelease."""
    parts = name.strip().split(".")
    found = [each for each in RELEASES if each.split(".")[: len(parts)] == parts]
    if len(found) == 1:
        return found[0]
    why = f"it may be {' or '.join(found)}" if found else "there is no such release to emulate"
    raise UnknownRelease(f"{name!r}: {why}; there are {', '.join(RELEASES)}")


def number_of(release: str) -> tuple[int, ...]:
    """A release's number, to be compared with others."""
    return tuple(int(part) for part in release.split("."))


def versions_of(release: str) -> Mapping[int, Versions]:
    """The versions that `release` serves, by API key."""
    found = {}
    for word in RELEASE_VERSIONS[release].split():
        key, _, span = word.partition(":")
        least, dash, most = span.partition("-")
        found[int(key)] = Versions(int(least), int(most)) if dash else Versions(0, int(least))
    return found
