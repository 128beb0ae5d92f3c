"""What tests of detectors share."""

from __future__ import annotations

import pytest

from tests.support.dump.watched import Watched


@pytest.fixture
def watched() -> Watched:
    return Watched()
