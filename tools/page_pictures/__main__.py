"""Take pictures of wire-dump's page: served and offline, wide and narrow, light and dark.

    python -m tools.page_pictures                          # of a capture that it records first
    python -m tools.page_pictures traffic.pcapng --out build/page

A recorded capture has 20 seconds of the clients of `tools.demo_spark`. Each picture shows one scene
(`SCENES`): a view of the page and the keys that lead there. The pictures and the offline page are
in the directory `--out`. The exit code is 1 if the console of the browser has an error.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tools.demo_spark.__main__ import record
from tools.programs import NotUp, printed, running, wire_dump

OUT = Path("build", "page")
SECONDS = 20.0
WIDTHS = {"wide": (1280, 800), "phone": (360, 740)}
THEMES = ("light", "dark")
LIMIT_MS = 60_000
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


class Scene(NamedTuple):
    """What a picture shows."""

    name: str
    fragment: str
    """Of the address: filter, view and the like."""
    keys: tuple[str, ...] = ()


SCENES = (
    Scene("list", ""),
    Scene("detail", "f=~lat+>1ms", ("j", "j")),
    Scene("slowest", "sort=-latency"),
    Scene("hex", "tab=hex", ("e",)),
    Scene("statistics", "view=statistics"),
    Scene("timing", "sort=-latency&tab=timing", ("j",)),
    Scene("sessions", "view=sessions"),
    Scene("filtered", "f=~api+Fetch", ("j", "f")),
    Scene("export", "", ("j", "j", "y")),
    Scene("help", "", ("?",)),
    Scene("findings", "", ("w",)),
)


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.page_pictures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("capture", type=Path, nargs="?", help="a capture, instead of a new one")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help=f"({OUT})")
    parser.add_argument("--only", metavar="SCENE", help="this scene alone")
    chosen = parser.parse_args(arguments)
    out: Path = chosen.out
    out.mkdir(parents=True, exist_ok=True)
    capture = chosen.capture
    if capture is None:
        capture = out / "traffic.pcapng"
        record(capture, SECONDS)
    scenes = [each for each in SCENES if chosen.only in (None, each.name)]
    if not scenes:
        parser.error(f"there is no scene {chosen.only}; {', '.join(each.name for each in SCENES)}")
    wrong = pictures(capture, out, scenes)
    for text in wrong:
        print(f"WRONG: {text}")
    print(f"{'FAILED' if wrong else 'OK'}: the pictures are in {out}")
    return 1 if wrong else 0


def pictures(capture: Path, out: Path, scenes: list[Scene]) -> list[str]:
    """Take all pictures; what the browser's console complained about."""
    from playwright.sync_api import sync_playwright

    wrong: list[str] = []
    views = list(product(WIDTHS, THEMES))
    with sync_playwright() as running, served(capture) as address:
        browser = running.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for source, url in (("served", address), ("offline", offline(capture, out))):
            for width, theme in views:
                page = opened(browser, width, theme, wrong)
                page.goto(url)
                for scene in scenes:
                    show(page, scene)
                    name = f"{scene.name}-{source}-{width}-{theme}.png"
                    page.screenshot(path=str(out / name))
                page.context.close()
        browser.close()
    return wrong


def opened(browser: Any, width: str, theme: str, wrong: list[str]) -> Any:
    """An empty page of this width and theme, whose errors go into `wrong`."""
    size = dict(zip(("width", "height"), WIDTHS[width], strict=True))
    context = browser.new_context(viewport=size, color_scheme=theme)
    context.set_default_timeout(LIMIT_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.extend(error_in(said)))
    return page


def show(page: Any, scene: Scene) -> None:
    """Bring the page to a scene."""
    page.evaluate("(fragment) => { location.hash = fragment; location.reload(); }", scene.fragment)
    page.wait_for_load_state()
    page.wait_for_selector("body[data-ready=yes]")
    for key in scene.keys:
        page.keyboard.press(key)
    # What is drawn at a pace of its own, and what is asked of the server, has come by then.
    page.wait_for_timeout(600)


def error_in(said: Any) -> list[str]:
    """The text of a message of the console that is an error."""
    return [said.text] if said.type == "error" else []


def chromium() -> str:
    """The browser. Raises SystemExit if there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("page_pictures: there is no chromium in the PATH")
    return found


def offline(capture: Path, out: Path) -> str:
    """The address of the offline page, written now."""
    directory = out / "offline"
    shutil.rmtree(directory, ignore_errors=True)
    command = wire_dump("read", "--quiet", "--html", str(directory), str(capture))
    subprocess.run(command, check=True)
    return (directory / "index.html").resolve().as_uri()


@contextmanager
def served(capture: Path) -> Iterator[str]:
    """The address of the page of a server, which ends with the block."""
    pipe = subprocess.PIPE
    command = wire_dump("web", str(capture))
    with running(command, stdout=pipe, stderr=subprocess.STDOUT) as process:
        try:
            page = printed(process.stdout, r"http://\S+")[0]
        except NotUp as why:
            raise SystemExit(f"page_pictures: wire-dump web {why}") from None
        yield page


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
