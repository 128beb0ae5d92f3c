"""What a walk comes across."""

from kafkawire.dump.log.items import problem


def test_a_problem_has_a_place_if_it_is_known() -> None:
    assert problem("a", "wrong") == ("problem", {"file": "a", "problem": "wrong"})
    assert problem("a", "wrong", 0).facts == {"file": "a", "position": 0, "problem": "wrong"}
