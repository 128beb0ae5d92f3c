"""The versions that Kafka's releases spoke, from `schemas/versions_history.json` to a module.

A line per release: `key:max` where the versions begin at 0, `key:min-max` elsewhere.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

SOURCE = "versions_history.json"
MODULE = Path("kafkawire/broker/emulation/release_versions.py")
WIDTH = 86

HEAD = '''"""The API versions of Kafka's releases: `key:max`, or `key:min-max`.

Generated from `schemas/versions_history.json` by `python -m tools.generate`. Do not edit.
"""

RELEASE_VERSIONS = {
'''


def render(schemas: Path) -> dict[Path, str]:
    """The module, by its path from the repository's root."""
    releases = json.loads((schemas / SOURCE).read_text(encoding="utf-8"))["releases"]
    return {MODULE: HEAD + "".join(map(_entry, releases, releases.values())) + "}\n"}


def _entry(release: str, versions: dict[str, list[int]]) -> str:
    stable = {key: found for key, found in versions.items() if found[1] >= 0}
    words = " ".join(_range(key, *found[:2]) for key, found in stable.items())
    lines = textwrap.wrap(words, WIDTH)
    quoted = "".join(f'        "{line} "\n' for line in lines[:-1]) + f'        "{lines[-1]}"\n'
    return f'    "{release}": (\n{quoted}    ),\n'


def _range(key: str, least: int, most: int) -> str:
    return f"{key}:{least}-{most}" if least else f"{key}:{most}"
