"""Where our own format "kafkawire" comes to something else than the stock connector does.

`python -m compat.spark --format kafkawire` runs the same scenarios by it. Rows, batches and offsets
are held against the same outcomes. An error has to name the same condition, or, where the stock
connector has none, to say the same; it is another class, as it comes out of Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from compat.spark.comparing import Side, differing

FORMAT = "kafkawire"
CONDITION = re.compile(r"\[(KAFKA_[A-Z_.]+|[A-Z_.]*START_OFFSET[A-Z_.]*)\]")
CODES = {"RecordTooLargeException": "MESSAGE_TOO_LARGE"}
"""What a broker's error is called where there is no class of Java's for it."""
REFUSED = " is not supported"
"""What is said of an option; what to do instead is said in other words."""
OUT_OF_REACH = ("initial", "metrics")
"""Spark lets no Python source write down where it began, nor tell figures of its own."""

INTENDED: Mapping[str, str] = {
    "refused-timestamp-past-end": "of many partitions the first is named, not the first hashed",
    "sink-error-if-exists": "a Python source is not asked: Spark itself refuses the mode",
    "sink-ignore": "Spark itself refuses the mode, in its own words",
    "sink-overwrite": "Spark allows the mode, so the words are ours",
    "sink-transactional": "refused at once, not after two minutes",
    "sink-no-such-partition": "the largest partition of many rows is named, not the first",
    "sink-continuous": "a Python source has no continuous trigger",
    "batch-max-records": "the stock connector forgets the option where offsets are not named",
    "stream-latest": "needs a file for where it began, as Spark does not write it down",
    "loss-remade-topic": "known by the topic's id before there is a batch",
    "loss-remade-topic-ignored": "the topic's id tells that it is another one, so nothing is lost",
}


def differences(ours: Side, kafkas: Side) -> dict[str, list[str]]:
    """Of each scenario, where ours came to something else that is not intended."""
    found = {}
    for name, outcome in ours.outcomes.items():
        lines = differing(outcome, agreeing(kafkas.outcomes.get(name), outcome), "")
        if lines and name not in INTENDED:
            found[name] = lines
    return found


def agreeing(kafkas: Any, ours: Any) -> Any:
    """Kafka's outcome with our words for its errors, wherever these say what they have to."""
    if not isinstance(kafkas, dict) or not isinstance(ours, dict):
        return kafkas
    found = {name: agreeing(each, ours.get(name)) for name, each in kafkas.items()}
    found.update({name: ours.get(name) for name in OUT_OF_REACH if name in kafkas})
    if "error" in kafkas and "error" in ours and says(ours["error"], kafkas["error"]):
        found["error"] = ours["error"]
    return found


def says(ours: list[str], kafkas: list[str]) -> bool:
    """Whether our chain of causes has the condition of Spark's, or else its last words."""
    text = " ".join(ours)
    conditions = [each for cause in kafkas for each in CONDITION.findall(cause)]
    if conditions:
        return conditions[0] in text
    kind, _, words = kafkas[-1].partition(": ")
    name = kind.rpartition(".")[2]
    refused, is_refused, _ = words.partition(REFUSED)
    known = CODES.get(name, name if name.startswith("Unknown") else refused + is_refused)
    return known in text
