"""client L.2: the table has a row for each await of the client, and each row drives its awaits."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from tests.client.cancellation.table import WITHOUT, public_awaits, rows


def test_each_await_has_a_row() -> None:
    driven = {name for row in rows().values() for name in row.drives}
    assert driven | WITHOUT == public_awaits().keys()


def test_an_await_without_a_row_is_found() -> None:
    """Consumer.commit and Delivery.__await__ stand for methods of both kinds."""
    assert {"Consumer.commit", "Delivery.__await__", "Admin.create_topics"} < public_awaits().keys()


@pytest.mark.parametrize("name", rows())
def test_a_row_drives_what_it_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row, called = rows()[name], set()

    def spied(drives: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(original)
        def spy(*given: Any, **named: Any) -> Any:
            called.add(drives)
            return original(*given, **named)

        return spy

    awaits = public_awaits()
    for drives in row.drives:
        kind, method = awaits[drives], drives.rpartition(".")[2]
        monkeypatch.setattr(kind, method, spied(drives, getattr(kind, method)))
    row.run(None)
    assert called == set(row.drives)
