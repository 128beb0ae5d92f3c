"""Expirations begin at zero; what adds to them is tested with those who wait."""

from kafkawire.broker.metrics.expirations import Expirations
from kafkawire.broker.purgatory import Purgatory
from kafkawire.timers import Timers


def test_a_purgatory_has_its_own() -> None:
    one, two = Purgatory(Timers()), Purgatory(Timers())
    one.expirations.produces += 1
    assert {getattr(two.expirations, name) for name in Expirations.__slots__} == {0}
