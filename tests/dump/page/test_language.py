"""The filter language as data for the offline page."""

from __future__ import annotations

import json

from kafkawire.dump.filter.operators import OPERATORS
from kafkawire.dump.page.language import language


def test_every_operator_is_there_with_what_it_takes() -> None:
    found = {each["code"]: each for each in json.loads(json.dumps(language()))["operators"]}

    assert list(found) == [operator.code for operator in OPERATORS]
    assert found["lat"]["unit"]["units"]["ms"] == 1_000_000
    assert found["lat"]["comparison"] == ">="
    assert found["time"]["unit"]["isTime"]
    assert found["err"]["alone"] == "the response has an error"


def test_names_of_apis_errors_and_detectors_are_there() -> None:
    found = language()

    assert "ListOffsets" in found["apis"]
    assert found["errors"]["NOT_LEADER_OR_FOLLOWER"] == 6
    assert "rebalance-loop" in found["detectors"]


def test_the_help_begins_with_what_does_not_work() -> None:
    lines = language()["lines"]

    assert "do not work" in lines[0]
    assert "~find" in lines[1]
    assert any("~lat" in line for line in lines[3:])
