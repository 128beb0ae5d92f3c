"""A real Chromium, for tests of pages, and what its console may and may not contain."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LIMIT_MS = 20_000
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
NO_CHROMIUM = "Chromium is not installed: pages are not shown in a browser"
NO_PLAYWRIGHT = "playwright is not installed: pages are not shown in a browser"

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)


@contextmanager
def launched() -> Iterator[Any]:
    """The browser; the test is skipped without playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@contextmanager
def opened(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    """A page that has all of its rows. Fails if a script or the console complains."""
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})
    context.set_default_timeout(LIMIT_MS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]")
    yield page
    context.close()
    assert wrong == []


def _is_wrong(said: Any) -> bool:
    """Whether a message of the console is an error, other than that a server has gone."""
    return said.type == "error" and not said.text.startswith("Failed to load resource: net::ERR")
