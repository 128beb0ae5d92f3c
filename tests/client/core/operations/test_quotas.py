"""Quotas in Kafka's terms: entities by their kinds, a match of each."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import quotas
from kafkawire.client.descriptions import QuotaEntity
from tests.client.support.operations import run, sources
from tests.client.support.world import World

ALTER_CLIENT_QUOTAS = 49


def test_the_match_of_each_kind() -> None:
    match = QuotaEntity(user="anna", client_id=None)
    plan = quotas.describe_client_quotas(sources(World()), match, any_of=["ip"], strict=True)
    request: Any = plan.operation.ask(plan.keys, 1)
    assert [(each.entity_type, each.match_type, each.match) for each in request.components] == [
        ("user", 0, "anna"),
        ("client-id", 1, None),
        ("ip", 2, None),
    ]
    assert request.strict


def test_a_controller_that_moved_is_asked_again_about_quotas() -> None:
    """client N 135."""
    world = World()
    refused: list[int] = []

    def refuse(api: int, answer: Any) -> Any:
        if api == ALTER_CLIENT_QUOTAS and not refused:
            refused.append(1)
            answer.entries[0].error_code = 41
            return answer
        return None

    world.edit = refuse
    anna = QuotaEntity(user="anna")
    changes: dict[QuotaEntity, dict[str, float | None]] = {anna: {"producer_byte_rate": 5.0}}
    plan = quotas.alter_client_quotas(sources(world), changes, validate_only=False)
    assert run(world, plan).results == {anna: None}
    assert world.apis().count(ALTER_CLIENT_QUOTAS) == 2
    every = quotas.describe_client_quotas(sources(world), QuotaEntity(), any_of=[], strict=False)
    (found,) = run(world, every).results.values()
    assert found == {anna: {"producer_byte_rate": 5.0}}
