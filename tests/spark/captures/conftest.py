"""What tests of captures share."""

from __future__ import annotations

import pytest


@pytest.fixture
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small captures have no others; what is true of these is true of longer ones."""
    from kafkawire.spark.captures import leaps, scanning

    monkeypatch.setattr(scanning, "STRETCH_PACKETS_MIN", 3)
    monkeypatch.setattr(leaps, "FIRST_STEP", 2)
