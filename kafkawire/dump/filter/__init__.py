"""The filter language, one everywhere: `~api Fetch & ~t orders & ~lat >50ms & !~err`.

An expression becomes tokens (`tokens`), these a checked tree (`parser`, `syntax`), and the tree one
function (`compiling`). A table (`operators`) says what there is; parser, evaluation and help are
made from it. Paths are checked against Kafka's declarations (`paths`), values against their types
(`comparing`). What is wrong is a `FilterError` that points at its column. Nothing here takes longer
than is in proportion to what it looks at (`regular`).
"""

from kafkawire.dump.filter.compiling import compiled, needs
from kafkawire.dump.filter.errors import FilterError
from kafkawire.dump.filter.parser import parse

__all__ = ["Filter", "FilterError"]


class Filter:
    """An expression, ready to be asked. Raises `FilterError`; `str()` is its normal form.

    `matches` may be asked of an exchange that still waits for its response, and again later.
    """

    __slots__ = ("matches", "needs", "node", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.node = parse(text)
        self.matches = compiled(self.node)
        self.needs: frozenset[str] = needs(self.node)
        """What it decodes of the messages it is asked about: of `facts`, `values`, `tree`; and
        `findings`, if it asks what detectors have found."""

    def __str__(self) -> str:
        return str(self.node)
