"""Steps of share sessions as sentences."""

from __future__ import annotations

import pytest

from kafkawire.dump.state.share_step import ShareSessionStep


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (
            ShareSessionStep("g/m", 3, "continued", 2, acquired_records={1: 10, 2: 2, 4: 1}),
            "share session g/m epoch 3: holds 2 partitions, acquired 13 records, 3 of them again "
            "(up to delivery 4)",
        ),
        (
            ShareSessionStep("g/m", 3, "continued", 2, is_whole=False, detail="why"),
            "share session g/m epoch 3: holds at least 2 partitions, 0 in the answer, why",
        ),
        (ShareSessionStep("g/m", 0, "opened", 1), "share session g/m opened with 1 partition"),
        (ShareSessionStep("g/m", -1, "closed"), "share session g/m closed by the client"),
        (
            ShareSessionStep("g/m", 2, "refused", detail="why"),
            "share session g/m epoch 2 refused: why",
        ),
    ],
)
def test_each_kind_is_a_sentence(step: ShareSessionStep, text: str) -> None:
    assert step.summary == text
