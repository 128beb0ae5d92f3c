"""Which quota holds for a client: the most specific of eight levels (KIP-55, admin E-19).

    user and client id        each by name, or the default one
    user alone                by name, or the default one
    client id alone           by name, or the default one

A quota is known by a `Level`: the user's and the client's part, each a name, DEFAULT or ABSENT.
What a client does is counted under the level that matched, with the names in place of defaults
(Kafka's metric tags): clients of a user with a quota for the user share it.

Kafka looks only at the kinds of levels that ever had a quota of the type in question since the
start. That decides where clients are counted whom no quota concerns, which shows when one is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ABSENT = ""
"""The level does not ask for that part. No name is empty."""
DEFAULT = None
"""The level stands for all names that have no level of their own."""


class Level(NamedTuple):
    """Whom a quota is for; also, with names only, whom something is counted for."""

    user: str | None
    client_id: str | None


_NONE = 0
_CLIENT = 1
_USER = 2
_USER_AND_CLIENT = 4
"""The kinds of levels, as flags."""


class QuotaLevels:
    """The limits of one type of quota, by level."""

    __slots__ = ("_kinds", "_limits")

    def __init__(self) -> None:
        self._limits: dict[Level, float] = {}
        self._kinds = _NONE

    @property
    def enabled(self) -> bool:
        """Whether there was a limit since the start; from then on everything is counted."""
        return self._kinds != _NONE

    def set(self, level: Level, limit: float | None) -> None:
        """Let `limit` hold for `level`, None for no limit any more."""
        self._kinds |= _kind_of(level)
        if limit is None:
            self._limits.pop(level, None)
        else:
            self._limits[level] = limit

    def counted_under(self, user: str, client_id: str) -> Level:
        """Where a client's doings are counted; `user` is the principal's name."""
        if self._kinds in (_NONE, _CLIENT):
            return Level(ABSENT, client_id)
        if self._kinds == _USER:
            return Level(user, ABSENT)
        if self._kinds == _USER_AND_CLIENT:
            return Level(user, client_id)
        for limited, counted in _precedence(user, client_id):
            if limited in self._limits:
                return counted
        return Level(ABSENT, client_id)

    def limit_of(self, counted: Level) -> float | None:
        """What holds for those who are counted under `counted`; None for no limit."""
        user, client_id = counted
        assert user is not None
        assert client_id is not None
        for limited, _ in _precedence(user, client_id):
            if limited in self._limits and _kind_of(limited) == _kind_of(counted):
                return self._limits[limited]
        return None


def _kind_of(level: Level) -> int:
    if level.user == ABSENT:
        return _CLIENT
    return _USER if level.client_id == ABSENT else _USER_AND_CLIENT


def _precedence(user: str, client_id: str) -> Iterator[tuple[Level, Level]]:
    """The levels that may concern a client, and where each counts, most specific first.

    A client without an id, or a level counted without one, has none of the client's own levels.
    """
    both, alone, client = Level(user, client_id), Level(user, ABSENT), Level(ABSENT, client_id)
    if user and client_id:
        yield both, both
    if user:
        yield Level(user, DEFAULT), both
        yield alone, alone
    if client_id:
        yield Level(DEFAULT, client_id), both
    yield Level(DEFAULT, DEFAULT), both
    yield Level(DEFAULT, ABSENT), alone
    if client_id:
        yield client, client
        yield Level(ABSENT, DEFAULT), client
