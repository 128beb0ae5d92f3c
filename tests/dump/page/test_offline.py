"""The front end as files for a disk: all modules in one script."""

from __future__ import annotations

import re

from kafkawire.dump.page.offline import STATIC, assets, index, script


def test_every_module_is_in_the_script_behind_those_it_imports() -> None:
    places = {
        name: at for at, name in enumerate(re.findall(r'^modules\["(\S+)"\]', script(), re.M))
    }
    modules = {path.name for path in STATIC.glob("*.js")}

    assert set(places) == modules - {"embedded_source.js"}
    for name in places:
        text = (STATIC / ("embedded_source.js" if name == "source.js" else name)).read_text()
        for imported in re.findall(r'from "\./(\S+)"', text):
            assert places[imported] < places[name], f"{name} imports {imported}"


def test_rows_come_from_files_instead_of_a_server() -> None:
    text = script()

    assert "EventSource" not in text
    assert "globalThis.wireDump" in text
    assert not re.search(r"^\s*(import|export) ", text, re.M)


def test_every_name_that_a_module_imports_is_exported() -> None:
    text = script()
    exports = {
        name: {each.strip() for each in names.split(",")}
        for name, names in re.findall(
            r'^modules\["(\S+)"\] = .*?^return \{ ([^}]*) \};$', text, re.M | re.S
        )
    }
    for names, module in re.findall(r'^const \{([^}]*)\} = modules\["(\S+)"\]', text, re.M):
        wanted = {each.partition(":")[0].strip() for each in names.split(",")}
        assert wanted <= exports[module], module


def test_the_page_allows_no_script_within_it_and_loads_its_own_files_alone() -> None:
    page = index()

    assert set(assets()) == {"page.css", "page.js"}
    assert "script-src file: 'self'" in page
    assert "unsafe-inline" not in page
    assert re.findall(r"<script[^>]*>", page) == ['<script defer src="data/page.js">']
    assert "<style" not in page
    assert not re.findall(r'\s(?:on\w+|style)="', page)
