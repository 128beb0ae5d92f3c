"""Complaints: told, but not without end."""

from __future__ import annotations

from kafkawire.dump.inputs.packets import Complaints

NOTES_PER_KIND_MAX = 5


def test_the_first_complaints_of_a_kind_are_told_as_they_come() -> None:
    complaints = Complaints()
    complaints.note("packets cut short", "packet 7 was cut", 70, 7)

    assert [(note.text, note.time_ns, note.packet) for note in complaints.waiting] == [
        ("packet 7 was cut", 70, 7)
    ]


def test_the_rest_is_summed_up_with_the_time_of_the_last() -> None:
    complaints = Complaints()
    for number in range(NOTES_PER_KIND_MAX + 3):
        complaints.note("packets cut short", "cut", number, number)
    complaints.note("other things", "other", 99, 9)

    assert len(complaints.waiting) == NOTES_PER_KIND_MAX + 1
    *_, last = complaints.sum_up()
    assert last.text == "3 more packets cut short, 8 in all"
    assert last.time_ns == NOTES_PER_KIND_MAX + 2
    assert not complaints.waiting
