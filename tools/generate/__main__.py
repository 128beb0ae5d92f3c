"""`python -m tools.generate [--check]`: write the generated modules, or name the stale ones."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.generate import config_definitions, declarations, releases
from tools.generate.classes import emit
from tools.generate.model import load
from tools.generate.tables import ErrorSpec, api_keys, error_codes

ROOT = Path(__file__).resolve().parent.parent.parent
PROTOCOL = Path("kafkawire/protocol")


def generated(schemas: Path) -> dict[Path, str]:
    """Every generated file, by its path from the repository's root."""
    messages = load(schemas)
    files = {PROTOCOL / "messages" / f"{spec.module}.py": emit(spec) for spec in messages}
    errors = json.loads((schemas / "errors.json").read_text(encoding="utf-8"))
    rows = [
        ErrorSpec(row["code"], row["name"], row["retriable"], row["invalidMetadata"])
        for row in errors
    ]
    files[PROTOCOL / "error_codes.py"] = error_codes(rows)
    files[PROTOCOL / "api_keys.py"] = api_keys(messages)
    files |= declarations.render(messages)
    return files | config_definitions.render(schemas.parent) | releases.render(schemas)


def stale(root: Path, files: dict[Path, str]) -> list[Path]:
    """Files whose text is not what it should be, and files of messages that should not be."""
    found = [path for path, text in files.items() if _text(root / path) != text]
    made = [*(root / PROTOCOL / "messages").glob("*.py"), *(root / declarations.FOLDER).glob("*")]
    there = {path.relative_to(root) for path in made}
    extra = there - files.keys() - {PROTOCOL / "messages" / "__init__.py"}
    return sorted([*found, *extra])


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def write(root: Path, files: dict[Path, str]) -> None:
    for path in stale(root, files):
        if path in files:
            (root / path).write_text(files[path], encoding="utf-8")
        else:
            (root / path).unlink()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only name stale files")
    parser.add_argument("--schemas", type=Path, default=ROOT / "schemas")
    options = parser.parse_args(arguments)
    files = generated(options.schemas)
    if not options.check:
        write(ROOT, files)
        return 0
    old = stale(ROOT, files)
    for path in old:
        print(f"stale: {path}", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
