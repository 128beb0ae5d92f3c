"""What is wrong with an expression, and where: the one error of the filter language."""

from __future__ import annotations

from difflib import get_close_matches

NEAREST_MAX = 3
NEARNESS_MIN = 0.6
LONGER_PART_MAX = 3
"""A near word is longer or shorter by this part of the word, and a letter."""


class FilterError(ValueError):
    """An expression that cannot be understood.

    `text` is the whole expression, `column` (from 0) where the trouble begins, `expected` what
    would have been right there. As a string it shows the expression with a caret below it.
    """

    def __init__(self, text: str, column: int, expected: str) -> None:
        super().__init__(text, column, expected)
        self.text = text
        self.column = column
        self.expected = expected

    @property
    def lines(self) -> tuple[str, str, str]:
        """What is wrong, the expression, and the caret."""
        # Tabs and line ends would part the caret from what it points at.
        shown = "".join(" " if each.isspace() else each for each in self.text)
        what = f"column {self.column + 1}: {self.expected}"
        return what, f"  {shown}", f"  {' ' * self.column}^"

    def __str__(self) -> str:
        return "\n".join(self.lines)


class Misfit(ValueError):
    """An argument that is wrong in itself; `at` is where in it, for who knows its column."""

    def __init__(self, expected: str, at: int = 0) -> None:
        super().__init__(expected)
        self.expected = expected
        self.at = at


def nearest(word: str, known: list[str]) -> str:
    """A sentence that names the known words nearest to one, or nothing if none is near."""
    wanted = word.lower()
    # Letters of a short word are found in any long one: `nope` in `Envelope`.
    longer_max = len(wanted) // LONGER_PART_MAX + 1
    folded = {
        each.lower(): each
        for each in known
        if wanted in each.lower() or abs(len(each) - len(wanted)) <= longer_max
    }
    near = get_close_matches(wanted, folded, NEAREST_MAX, NEARNESS_MIN)
    if not near:
        return ""
    return f"; did you mean {' or '.join(folded[each] for each in near)}?"
