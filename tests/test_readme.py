"""The README says what is true."""

from __future__ import annotations

import re
from pathlib import Path

from kafkawire.broker import api as apis

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
