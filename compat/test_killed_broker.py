"""A job that copies exactly once does so while its broker is killed again and again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from compat.clients.raw import RawClient
from compat.matrix.clients import CLIENTS, Unavailable, command_of
from compat.matrix.running import heard, make
from compat.matrix.scenarios import SCENARIOS, Seen
from tests.support.rings.skips import skip_without
from tools.crash.node import Node

pytestmark = [pytest.mark.foreign, pytest.mark.crash]

KILLED_AT = (5, 15, 25)
"""After so many tens of records, each time with a transaction open."""
RECORDS = 400


class Restarting:
    """A broker on one directory and one port, killed and started again when it is time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.node = Node(directory)
        self.node.wait()
        self.bootstrap = f"127.0.0.1:{self.node.port}"

    def at(self, progress: int) -> bool:
        """The program itself is never killed."""
        if progress in KILLED_AT:
            self.node.kill()
            self.node = Node(self.directory, port=self.node.port)
            self.node.wait()
        return False

    def close(self) -> None:
        self.node.close()


def test_a_copy_is_exact_whenever_the_broker_dies(tmp_path: Path) -> None:
    """Java's newest client: nothing lost, nothing twice, offsets at the end."""
    (client,) = [each for each in CLIENTS if each.name == "java-4.4.0"]
    (scenario,) = [each for each in SCENARIOS if each.name == "copy-crash"]
    try:
        command = command_of(client)
    except Unavailable as missing:
        skip_without(missing, "a copy by Java's client while its broker is killed is not run")
    with closing(Restarting(tmp_path / "data")) as broker:
        with closing(RawClient(broker.bootstrap)) as raw:
            for topic in scenario.topics:
                make(raw, "copied", topic)
        whole = [*command, broker.bootstrap, scenario.name, "copied"]
        seen = Seen(heard(whole, broker.at))
    assert sorted(seen.one("output")["values"]) == sorted(f"v{each}" for each in range(RECORDS))
    assert seen.one("offsets")["offsets"] == {"0": RECORDS // 2, "1": RECORDS // 2}
