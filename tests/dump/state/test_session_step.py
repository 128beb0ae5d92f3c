"""Steps of sessions as sentences."""

from __future__ import annotations

import pytest

from kafkawire.dump.state.session_step import SessionStep
from kafkawire.log.topic_partition import TopicPartition

ONE = (TopicPartition("t", 0),)


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (
            SessionStep(42, 17, "continued", 120, changed=ONE * 2, left_out={"nothing new": 118}),
            "session 42 epoch 17: holds 120 partitions, 2 changed in the request, "
            "118 left out of the answer: nothing new",
        ),
        (
            SessionStep(42, 1, "continued", 3, False, ONE, (), ONE, ONE, {"a": 1, "b": 1}),
            "session 42 epoch 1: holds at least 3 partitions, 1 added in the request, "
            "1 forgotten in the request, 2 left out of the answer: 1 a, 1 b",
        ),
        (
            SessionStep(42, 1, "continued", 1, reported=ONE, detail="2 requests of it not seen"),
            "session 42 epoch 1: holds 1 partition, 1 in the answer, 2 requests of it not seen",
        ),
        (SessionStep(42, 0, "opened", 2), "session 42 opened with 2 partitions"),
        (SessionStep(42, -1, "closed"), "session 42 closed by the client"),
        (
            SessionStep(42, 3, "emptied"),
            "session 42 epoch 3: holds no partition any more, so the broker closed it",
        ),
        (
            SessionStep(42, 3, "unanswered", 5),
            "session 42 epoch 3: holds 5 partitions, no answer seen",
        ),
        (SessionStep(42, 3, "refused", detail="why"), "session 42 epoch 3 refused: why"),
        (SessionStep(0, 0, "none", detail="why"), "asked for a session and got none: why"),
    ],
)
def test_each_kind_is_a_sentence(step: SessionStep, text: str) -> None:
    assert step.summary == text
