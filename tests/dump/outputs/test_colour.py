"""When there is colour."""

from __future__ import annotations

from io import StringIO

import pytest

from kafkawire.dump.outputs.colour import COLOURED, PLAIN, Palette, palette_for


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert palette_for("auto", Terminal()) is COLOURED
    assert palette_for("auto", StringIO()) is PLAIN


def test_no_color_and_the_option_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    assert palette_for("auto", Terminal()) is PLAIN
    assert palette_for("always", StringIO()) is COLOURED
    assert palette_for("never", Terminal()) is PLAIN


def test_the_plain_palette_writes_nothing() -> None:
    assert not any(
        part for field in PLAIN for part in (field if isinstance(field, tuple) else (field,))
    )
    assert isinstance(PLAIN, Palette)
    assert len(PLAIN.kinds) == len(COLOURED.kinds)
