"""How mechanisms fail."""

from __future__ import annotations

from kafkawire.sasl.tokens import Refused


def test_a_refusal_has_the_broker_s_code_if_it_is_the_broker_s() -> None:
    assert (Refused("no", 58).code, Refused("no").code) == (58, 0)
    assert str(Refused("no", 58)) == "no"
