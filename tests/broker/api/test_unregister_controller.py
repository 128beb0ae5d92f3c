"""UnregisterController through bytes."""

from __future__ import annotations

from kafkawire.broker.metadata.bootstrap import Address, controller_registration
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest
from tests.support.requests.harness import BrokerHarness


def unregister(harness: BrokerHarness, node_id: int) -> tuple[int, str]:
    response = harness.connect().request(UnregisterControllerRequest(controller_id=node_id))
    return response.error_code, response.error_message


def test_the_active_controller_stays_and_others_are_unknown() -> None:
    """admin D-23."""
    harness = BrokerHarness()
    text = "Controller cannot unregister itself while it is active."
    assert unregister(harness, 1) == (42, text)
    assert unregister(harness, 9) == (136, "Controller ID 9 is not currently registered.")


def test_metadata_that_are_too_old_know_no_unregistration() -> None:
    """admin D-23, G-3: the active one hears of itself first."""
    harness = BrokerHarness()
    harness.broker.metadata.features["metadata.version"] = 32
    assert unregister(harness, 1)[0] == 42
    text = "The current MetadataVersion is too old to support controller unregistration."
    assert unregister(harness, 9) == (35, text)


def test_a_controller_that_is_gone_is_forgotten() -> None:
    """admin D-23."""
    harness = BrokerHarness()
    other = controller_registration(9, bytes(16), "CONTROLLER", Address("other", 9093))
    harness.broker.controller.commit([other], harness.now_ms)
    assert unregister(harness, 9) == (0, "")
    assert sorted(harness.broker.metadata.controllers) == [1]
