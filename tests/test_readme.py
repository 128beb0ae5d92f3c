"""The README says what is true."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from kafkawire.broker import api as apis
from kafkawire.broker import dispatch
from kafkawire.net.connection import Connection
from kafkawire.protocol.buffers import Sendable, joined
from kafkawire.protocol.exchange import encode_request
from tests.support.requests.fetching import Fetcher, asked, fetch_request

ROOT = Path(__file__).resolve().parents[1]


def table() -> str:
    """The table of APIs as the README must have it."""
    rows = ["| key | API | versions |", "|--:|---|---|"]
    for key, name in apis.served().items():
        api = apis.load(key)
        assert api is not None
        words = "".join(word.capitalize() for word in name.name.split("_"))
        rows.append(f"| {key} | {words} | {api.versions.min}-{api.versions.max} |")
    return "\n".join(rows)


def test_the_table_of_apis_is_that_of_the_broker() -> None:
    text = (ROOT / "README.md").read_text()
    (stated,) = re.findall(r"<!-- apis -->\n(.*?)\n?<!-- /apis -->", text, re.DOTALL)
    assert stated == table()


def test_every_folder_of_the_tree_exists() -> None:
    text = (ROOT / "README.md").read_text()
    tree = text.split("## The tree")[1].split("Imports go one way")[0]
    path = ROOT
    for line in tree.splitlines():
        found = re.match(r"( +)([a-z_]+)/ ", line)
        if found is None:
            found = re.match(r"( +)([a-z_]+)/$", line)
        if found is None:
            continue
        depth = (len(found[1]) - 4) // 2
        parents = [] if depth == 0 else list(path.relative_to(ROOT).parts)[:depth]
        path = ROOT.joinpath(*parents, found[2])
        assert path.is_dir(), path


def steps() -> list[str]:
    """The functions of the table of a fetch's steps, with their modules."""
    text = (ROOT / "README.md").read_text()
    section = text.split("## One fetch, eight steps")[1].split("\n## ")[0]
    return re.findall(r"^\| \d \| `([A-Za-z._]+)` ", section, re.MULTILINE)


def entered(act: Callable[[], object], wanted: list[str]) -> list[str]:
    """Those of the `wanted` functions that `act` entered, in the order of their first entries."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        module = frame.f_globals.get("__name__", "").removeprefix("kafkawire.")
        name = f"{module}.{code.co_qualname}"
        if event == "call" and name in wanted:
            found[name] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return list(found)


class Client:
    """A connection to a broker that has no socket: what a link does is done by hand."""

    def __init__(self) -> None:
        self.fetcher = Fetcher(1)
        self.sent: list[list[Sendable]] = []
        self.connection = Connection(self._serve, self.sent.append, 1_000_000)

    def _serve(
        self, frame: bytes | bytearray, reply: Callable[[list[Sendable]], None], now_ms: int
    ) -> None:
        context = self.fetcher.client.context
        dispatch.handle(self.fetcher.broker, context, frame, reply, now_ms)

    def fetch(self) -> None:
        """Fetch the only record, whether it is there already or comes while the fetch waits."""
        request = fetch_request(("t", asked(0)), max_wait_ms=500)
        self.connection.receive(bytes(encode_request(1, 12, 1, "c", request)))
        out = self.connection.turn(self.fetcher.harness.now_ms)
        if not out:
            self.fetcher.append()
            (out,) = self.sent
        assert b"v" * 10 in joined(out)


def test_a_fetch_that_waits_takes_the_eight_steps_in_their_order() -> None:
    """All but the first, which needs a socket."""
    assert len(steps()) == 8
    client = Client()
    assert entered(client.fetch, steps()) == steps()[1:]


def test_a_fetch_that_has_enough_skips_the_purgatory() -> None:
    client = Client()
    client.fetcher.append()
    assert entered(client.fetch, steps()) == [*steps()[1:6], steps()[7]]


def test_the_first_step_is_where_a_connection_receives() -> None:
    from kafkawire.net.link import Link

    assert steps()[0] == f"net.link.{Link.readable.__qualname__}"
