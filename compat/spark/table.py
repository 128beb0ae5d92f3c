"""The tables of README.md: a line for each scenario, and one for each API that Spark asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from compat.spark.comparing import Side
from compat.spark.outcomes import Outcome

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- outcomes -->", "<!-- /outcomes -->"
TEXT_MAX = 110
EQUAL = "the same"


def rendered(ours: Side, kafkas: Side, differences: Mapping[str, list[str]]) -> str:
    """The text between the two marks."""
    lines = ["| scenario | with Apache Kafka | with kafkawire | requests: Kafka, kafkawire |"]
    lines.append("| --- | --- | --- | --- |")
    for name in ours.outcomes:
        said = "**differs**" if name in differences else EQUAL
        theirs = kafkas.outcomes.get(name, {})
        counts = [sum(side.requests.get(name, {}).values()) for side in (kafkas, ours)]
        lines.append(f"| {name} | {short(theirs)} | {said} | {counts[0]}, {counts[1]} |")
    lines += ["", "| API | requests with Apache Kafka | with kafkawire |", "| --- | --- | --- |"]
    totals = [_totals(side) for side in (kafkas, ours)]
    for api in sorted({**totals[0], **totals[1]}):
        lines.append(f"| {api} | {totals[0][api]:,} | {totals[1][api]:,} |")
    whole = [sum(each.values()) for each in totals]
    lines.append(f"| all | {whole[0]:,} | {whole[1]:,} |")
    return "\n".join(lines)


def _totals(side: Side) -> Counter[str]:
    total: Counter[str] = Counter()
    for each in side.requests.values():
        total.update(each)
    return total


def short(outcome: Outcome) -> str:
    """What one wants to know of it."""
    parts = [f"{key} {outcome[key]}" for key in ("tasks",) if key in outcome]
    if "rows" in outcome:
        parts.insert(0, f"{outcome['rows']} rows")
    for key in ("first", "second", "again"):
        found = outcome.get(key)
        if isinstance(found, dict):
            parts.append(f"{key}: {_run(found)}")
    if "error" in outcome:
        parts.append(_error(outcome))
    nested = {
        key: each for key, each in outcome.items() if isinstance(each, dict) and "rows" in each
    }
    parts += [f"{key}: {each['rows']} rows" for key, each in nested.items()]
    return "; ".join(parts) or "-"


def _run(run: Outcome) -> str:
    if "error" in run:
        return _error(run)
    return "batches of " + ", ".join(map(str, run["batches"])) if run["batches"] else "no batch"


def _error(outcome: Outcome) -> str:
    """The last cause says most."""
    text = str(outcome["error"][-1]).replace("|", "\\|").replace("<", "&lt;")
    kind, _, rest = text.partition(":")
    name, _, condition = kind.partition(" [")
    text = f"{condition.rstrip(']') or name.rpartition('.')[2]}:{rest}"
    return text if len(text) <= TEXT_MAX else text[: TEXT_MAX - 3] + "..."


def write(text: str) -> None:
    """Put it between the README's marks."""
    whole = README.read_text()
    begin, rest = whole.split(BEGIN)
    README.write_text(f"{begin}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")
