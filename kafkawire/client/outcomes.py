"""Outcomes of an operation on many keys: a result or an error for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from kafkawire.client.errors import ClientError

K = TypeVar("K")
R = TypeVar("R")

SHOWN_MAX = 3


class AdminErrors(ClientError):
    """Several keys of an operation failed. `errors` has the error of each."""

    def __init__(self, errors: Iterable[tuple[object, ClientError]]) -> None:
        self.errors = dict(errors)
        shown = [f"{key}: {error}" for key, error in list(self.errors.items())[:SHOWN_MAX]]
        more = len(self.errors) - len(shown)
        super().__init__("; ".join(shown) + (f"; and {more} more" if more else ""))


class Outcomes(Mapping[K, R], Generic[K, R]):
    """A mapping of the keys that succeeded; `errors` has those that failed.

    `outcomes[key]` of a key that failed raises its error.
    """

    def __init__(self, results: Mapping[K, R], errors: Mapping[K, ClientError]) -> None:
        self._results = dict(results)
        self.errors = dict(errors)

    def __getitem__(self, key: K) -> R:
        if key in self.errors:
            raise self.errors[key]
        return self._results[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, key: object) -> bool:
        return key in self._results

    def __repr__(self) -> str:
        return f"Outcomes({self._results!r}, errors={self.errors!r})"

    def unwrap(self) -> dict[K, R]:
        """Return all results.

        Raises:
            ClientError: The error of the only key that failed.
            AdminErrors: Several keys failed.
        """
        if len(self.errors) == 1:
            raise next(iter(self.errors.values()))
        if self.errors:
            raise AdminErrors(self.errors.items())
        return dict(self._results)
