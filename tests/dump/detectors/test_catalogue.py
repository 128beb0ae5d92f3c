"""All detectors together."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from kafkawire.dump import detectors
from kafkawire.dump.detectors.catalogue import DETECTORS, make_detectors, parse_settings
from kafkawire.dump.detectors.detector import SCOPES, SEVERITIES, SUBJECTS, Counted, Detector
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode


def all_below(kind: type[Detector]) -> set[type[Detector]]:
    return {kind}.union(*map(all_below, kind.__subclasses__()))


def test_every_detector_of_the_package_is_in_the_list() -> None:
    for module in pkgutil.iter_modules(detectors.__path__, f"{detectors.__name__}."):
        importlib.import_module(module.name)
    defined = {
        each for each in all_below(Detector) if each.__module__.startswith(detectors.__name__)
    }
    assert defined - {Detector, Counted} == set(DETECTORS)
    assert len(DETECTORS) == len({kind.NAME for kind in DETECTORS}) >= 26


@pytest.mark.parametrize("kind", DETECTORS, ids=lambda kind: kind.NAME)
def test_each_says_what_why_and_what_to_do(kind: type[Detector]) -> None:
    assert kind.SEVERITY in SEVERITIES
    assert kind.SUBJECT in SUBJECTS
    assert kind.SCOPE in SCOPES
    assert kind.WHAT[0].islower() or kind.WHAT.startswith("SASL")
    assert not kind.WHAT.endswith(".")
    for sentence in (kind.WHY, kind.ADVICE):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert sentence.count(". ") == 0, "one sentence"
    assert kind.THRESHOLDS
    assert all(each.value > 0 and each.about for each in kind.THRESHOLDS)
    assert kind.APIS or kind.CODES or kind.SEES_THROTTLING
    assert len({ApiKey(each) for each in kind.APIS}) == len(kind.APIS)
    assert len([ErrorCode(each) for each in kind.CODES]) == len(kind.CODES)


def test_some_can_be_off_and_thresholds_set() -> None:
    settings, off = parse_settings(["acks-0.count=7", "acks-0.window_ms=5", "throttling=off"])
    assert settings == {"acks-0": {"count": 7, "window_ms": 5}}
    assert off == ["throttling"]
    made = {each.NAME: each for each in make_detectors(settings, off)}
    assert len(made) == len(DETECTORS) - 1
    assert "throttling" not in made
    assert made["acks-0"].at("count") == 7
    assert made["stale-leader"].at("count") == 5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nothing=off", "no detector 'nothing'"),
        ("acks-0", "acks-0 has the thresholds count, window_ms"),
        ("acks-0.size=3", "acks-0 has the thresholds"),
        ("acks-0.count=off", "a number above 0"),
        ("acks-0.count=0", "a number above 0"),
        ("acks-0.count=-3", "a number above 0"),
        ("acks-0.count", "a number above 0"),
    ],
)
def test_what_is_wrong_with_a_setting_is_said(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_settings([text])
