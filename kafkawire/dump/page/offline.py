"""The front end as files that a browser opens from a disk, without any network.

A browser loads no modules from a disk, but it runs scripts. So all modules become one script: each
module is a function that returns its exports, in the order of imports. The one difference to the
served page is the module that rows come from. The script and the styles are files beside the page,
so that its policy allows no script that stands in the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

STATIC = Path(__file__).parent / "static"
ENTRY = "main.js"
INSTEAD = {"source.js": "embedded_source.js"}
"""Modules that stand in for those of the served page."""
STYLES = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)">\n')
SCRIPT = '<script type="module" src="/static/main.js"></script>'
POLICY = (
    "default-src 'none'; script-src file: 'self'; style-src file: 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""`'self'` is for who puts the directory on a server; files of a disk are none of their own."""
_IMPORT = re.compile(r'^import (?:(\* as \w+)|\{([^}]*)\}) from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:const|function|async function|class) ", re.MULTILINE)
_NAME = re.compile(r"^export (?:const|function|async function|class) (\$|\w+)", re.MULTILINE)
_NUMBERS = re.compile(r"^export const (\w+ = \d+(?:,\s+\w+ = \d+)*);", re.MULTILINE)


def index() -> str:
    """The page, which looks for all other files in the directory of its data."""
    page = STYLES.sub("", _text("index.html"))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="stylesheet" href="data/page.css">\n'
        '<script defer src="data/page.js"></script>'
    )
    return page.replace(SCRIPT, head)


def assets() -> dict[str, str]:
    """Script and styles, by the names of their files."""
    styles = STYLES.findall(_text("index.html"))
    return {"page.css": "\n".join(map(_text, styles)), "page.js": script()}


def script() -> str:
    """All modules in one script."""
    return f'"use strict";\n(() => {{\n{joined(ENTRY)}\n}})();\n'


def joined(entry: str) -> str:
    """A module and all that it needs, as statements that leave their exports in `modules`."""
    functions = "\n".join(_as_function(name) for name in _in_order(entry, []))
    return f"const modules = {{}};\n{functions}"


def _in_order(name: str, found: list[str]) -> list[str]:
    """A module behind those that it imports, which must not import it."""
    if name not in found:
        for _, _, imported in _IMPORT.findall(_text(name)):
            _in_order(imported, found)
        found.append(name)
    return found


def _as_function(name: str) -> str:
    text = _text(name)
    exports = ", ".join(sorted(_exports(text)))
    body = _EXPORT.sub(_without_export, _IMPORT.sub(_as_constants, text))
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exports} }};\n}})();'


def _exports(text: str) -> Iterator[str]:
    found = set(_NAME.findall(text))
    for numbers in _NUMBERS.findall(text):
        found |= set(re.findall(r"(\w+) =", numbers))
    yield from found


def _without_export(match: re.Match[str]) -> str:
    return match[0].removeprefix("export ")


def _as_constants(match: re.Match[str]) -> str:
    everything, names, module = match.groups()
    if everything:
        return f'const {everything.removeprefix("* as ")} = modules["{module}"];\n'
    return f'const {{{names.replace(" as ", ": ")}}} = modules["{module}"];\n'


def _text(name: str) -> str:
    return (STATIC / INSTEAD.get(name, name)).read_text(encoding="utf-8")
