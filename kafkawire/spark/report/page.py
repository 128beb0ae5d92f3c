"""The page: one file with all that it shows, which asks nobody for anything.

What draws the figures (plotly.js) is in it, without the addresses of maps and the like that it
knows; a policy in its head forbids to load anything, so that a browser would say if it tried.
Everything that comes from the network is text, wherever it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire import __version__
from kafkawire.spark.report.cells import Drawn, Section, Shown
from kafkawire.spark.report.figures import DRAWN
from kafkawire.spark.report.sections import sections
from kafkawire.spark.report.units import duration, moment, number, size
from kafkawire.spark.report.words import Finding, findings
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Facts

_HERE = Path(__file__).parent
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
# Names of XML's namespaces look like addresses and are none.
_ADDRESSES = re.compile(r"https?://(?!www\.w3\.org/)(?=[a-z0-9-]+(?:\.[a-z0-9-]+)+)", re.I)
NOT_LOADED = "offline:"
INPUTS_MAX = 5
"""So many names of inputs are shown."""


def page(facts: Facts, inputs: Sequence[str] = ()) -> str:
    """The whole of it; `inputs` are names of what it was made from."""
    title = "What Kafka's clients and brokers said"
    parts = sections(facts)
    found = findings(facts)
    body = "\n".join([*_head(facts, title, inputs), *_nav(parts, len(found)), *_findings(found)])
    body += "\n" + "\n".join(line for part in parts for line in _section(facts, part))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_own('page.css')}</style>\n</head>\n<body>\n"
        f"{body}\n{_foot(facts)}\n<script>{plotly_source()}</script>\n"
        f"<script>\n{_own('page.js')}</script>\n</body>\n</html>\n"
    )


def plotly_source() -> str:
    """plotly.js without addresses: what is not there cannot be asked."""
    from plotly.offline import get_plotlyjs

    return _ADDRESSES.sub(NOT_LOADED, get_plotlyjs()).replace("</script", "<\\/script")


def _own(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _head(facts: Facts, title: str, inputs: Sequence[str]) -> Iterator[str]:
    overview = facts.overview
    yield f"<header><h1>{escape(title)}</h1>"
    if not overview["exchanges"]:
        yield "<p>There was no message of Kafka's in what was read.</p></header>"
        return
    of = f" From {escape(_listed(inputs))}." if inputs else ""
    last = facts.first_ns + round(facts.seconds * 1e9)
    yield (
        f'<p class="dim">{moment(facts.first_ns)} to {moment(last)}, '
        f"{duration(facts.seconds * 1e9)}.{of}</p>"
    )
    tiles = (
        _tile(overview["exchanges"], "exchange"),
        _tile(overview["clients"], "client id"),
        _tile(overview["connections"], "connection with exchanges", "connections with exchanges"),
        _tile(overview["brokers"], "broker"),
        (size(overview["sent_bytes"]), "sent by clients"),
        (size(overview["received_bytes"]), "sent by brokers"),
        (number(overview["errors"]), "answers with errors"),
        (number(overview["unanswered"]), "never answered"),
    )
    yield '<div class="tiles">'
    for value, about in tiles:
        yield f'<div class="tile"><b>{value}</b><span>{about}</span></div>'
    yield "</div></header>"


def _listed(inputs: Sequence[str]) -> str:
    shown = ", ".join(inputs[:INPUTS_MAX])
    more = len(inputs) - INPUTS_MAX
    return f"{shown} and {number(more)} more" if more > 0 else shown


def _tile(count: int, noun: str, plural: str = "") -> tuple[str, str]:
    return number(count), counted(count, noun, plural).partition(" ")[2]


def _findings(found: list[Finding]) -> Iterator[str]:
    yield '<section id="findings"><h2>Findings</h2>'
    if not found:
        yield "<p>Nothing that would ask for something to be done.</p></section>"
        return
    order = ", those that matter most first" if len(found) > 1 else ""
    yield f"<p>{counted(len(found), 'finding')}{order}.</p>"
    yield '<ol class="findings">'
    for each in found:
        yield (
            f'<li class="{each.severity}"><h3><span class="mark">{each.severity}</span>'
            f'<a href="#{each.section}">{escape(each.title)}</a></h3>'
            f"<div><p>{escape(each.text)}</p>"
            f'<p class="do">{escape(each.advice)}</p></div></li>'
        )
    yield "</ol></section>"


def _nav(parts: list[Section], findings_count: int) -> Iterator[str]:
    yield '<nav aria-label="Sections">'
    yield f'<a href="#findings">Findings ({findings_count:,})</a>'
    for part in parts:
        yield f'<a href="#{part.name}">{escape(part.title)}</a>'
    yield "</nav>"


def _section(facts: Facts, part: Section) -> Iterator[str]:
    yield f'<section id="{part.name}"><h2>{escape(part.title)}</h2><p>{escape(part.about)}</p>'
    drawn = [line for figure in part.figures for line in _figure(facts, figure)]
    yield from drawn
    tables = [table for table in part.tables if table.rows]
    for table in tables:
        yield from _table(table)
    if not drawn and not tables:
        yield '<p class="dim">None was seen.</p>'
    yield "</section>"


def _figure(facts: Facts, drawn: Drawn) -> Iterator[str]:
    made = DRAWN[drawn.name](facts)
    if made is None:
        return
    figure: dict[str, Any] = json.loads(made.to_json())
    figure["layout"].pop("template", None)
    text = json.dumps({"data": figure["data"], "layout": figure["layout"]}).replace("<", "\\u003c")
    height = figure["layout"]["height"]
    caption = escape(drawn.caption)
    yield f"<figure><figcaption>{caption}</figcaption>"
    yield f'<div class="plot" id="{drawn.name}" style="height:{height}px" role="img"'
    yield f' aria-label="{caption}"></div><script type="application/json">{text}</script></figure>'


def _table(table: Shown) -> Iterator[str]:
    def kind(is_number: bool) -> str:
        return ' class="number"' if is_number else ""

    yield f'<div class="scroll"><table><caption>{escape(table.caption)}</caption><thead><tr>'
    for cell in table.cells:
        yield f'<th scope="col"{kind(cell.is_number)}>{escape(cell.title)}</th>'
    yield "</tr></thead><tbody>"
    for row in table.rows:
        cells = (
            f"<td{kind(cell.is_number)}>{escape(cell.value(row))}</td>" for cell in table.cells
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _foot(facts: Facts) -> str:
    return (
        f'<footer class="dim">Made by kafkawire {escape(__version__)} on Spark. Tables show the '
        "first rows; all are in the Parquet files beside this page. 1 KiB is 1,024 bytes; times "
        f"are UTC; figures over time have windows of {duration(facts.bucket_ns)}, those of latency "
        f"of {duration(facts.wide_ns)}.</footer>"
    )
