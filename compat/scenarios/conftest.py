"""What scenarios have besides their clients: a connection on which requests go as they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from kafkawire.testing import RawConnection


@pytest.fixture(scope="module")
def raw(bootstrap: str) -> Iterator[RawConnection]:
    with closing(RawConnection(bootstrap)) as connection:
        yield connection
