"""A Delayed is what it was made of."""

from typing import Any

from kafkawire.broker.delayed import Delayed


def test_it_holds_what_the_purgatory_needs() -> None:
    answer: Any = object()
    delayed = Delayed({"a", 1}, 5, lambda: True, lambda now_ms: answer)
    assert delayed.watch == {"a", 1}
    assert delayed.deadline_ms == 5
    assert delayed.is_ready()
    assert delayed.respond(0) is answer
