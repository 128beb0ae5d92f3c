"""A broker that is late acts upon all of before, once its two marks have been seen."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from compat.oracle.settling import until_in_force
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest
from kafkawire.protocol.messages.describe_client_quotas_response import DescribeClientQuotasResponse


class LateBroker:
    """Tells of some changes at once, then acts upon them, then tells of the next."""

    def __init__(self, random: Random, changes: int) -> None:
        self._random = random
        self._decided: list[float | None] = [None] * changes
        """The mark after each change."""
        self._told = self.done = 0

    def ask(self, request: Message, _: int) -> Message:
        if isinstance(request, AlterClientQuotasRequest):
            (operation,) = request.entries[0].ops
            self._decided.append(None if operation.remove else operation.value)
            return AlterClientQuotasResponse(entries=[AlterClientQuotasResponse.EntryData()])
        assert isinstance(request, DescribeClientQuotasRequest)
        self._go_on()
        mark = self._decided[self._told - 1] if self._told else None
        return DescribeClientQuotasResponse(entries=[] if mark is None else [_entry(mark)])

    def _go_on(self) -> None:
        for _ in range(self._random.randint(1, 3)):
            if self.done < self._told:
                self.done = self._told
            elif self._told < len(self._decided):
                self._told = self._random.randint(self._told + 1, len(self._decided))

    def tells_the_last(self) -> bool:
        return self._told == len(self._decided) and self._decided[-1] is None


def _entry(mark: float) -> DescribeClientQuotasResponse.EntryData:
    value = DescribeClientQuotasResponse.ValueData(key="connection_creation_rate", value=mark)
    return DescribeClientQuotasResponse.EntryData(values=[value])


@given(st.randoms(use_true_random=False), st.integers(0, 5))
def test_all_changes_of_before_are_acted_upon(random: Random, changes: int) -> None:
    late = LateBroker(random, changes)
    until_in_force(late.ask)
    assert late.done > changes
    assert late.tells_the_last(), "a mark is left"
