"""Regular expressions that members subscribe with, and the topics that they match.

The dialect is RE2's, which matches in linear time whatever a client asks for, and so has neither
look-around nor back-references; a whole name has to match (groups D-45). Kafka uses RE2/J, here it
is google-re2. The two differ in what they call a mistake, and clients show that text, so it is
translated. (Kafka's `TopicRegexResolver`.)
"""

from __future__ import annotations

from itertools import islice

from kafkawire.broker.patterns import BadPattern, compile_pattern
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kafkawire.broker.patterns import Pattern

_REASONS = (
    ("missing ): ", "missing closing )"),
    ("missing ]: ", "missing closing ]"),
    ("unexpected ): ", "regexp/syntax: internal error"),
    ("bad repetition operator: ", "invalid nested repetition operator"),
    ("invalid repetition size: ", "invalid repeat count"),
    ("no argument for repetition operator: ", "missing argument to repetition operator"),
    ("trailing \\", "trailing backslash at end of expression"),
    ("invalid perl operator: (?<", "invalid named capture"),
    ("invalid perl operator: ", "invalid or unsupported Perl syntax"),
    ("invalid named capture group: ", "invalid named capture"),
)
"""What RE2 says, and RE2/J's words for it. What begins otherwise ends at the colon."""
_ANY_BYTE = "\\C"
"""An escape that RE2/J does not have."""


def check(regex: str) -> None:
    """Raise `ApiError` (INVALID_REGULAR_EXPRESSION) unless members may subscribe with it."""
    _compiled(regex)


class Matching:
    """Expressions being matched with topics, as much at a time as others can wait.

    An expression that cannot be compiled, such as one that another version of the library took,
    matches none and is left out.
    """

    def __init__(self, regexes: Iterable[str], topics: Iterable[str]) -> None:
        self.found: dict[str, list[str]] = {}
        """The topics that each expression matches, in the order given."""
        self._steps = self._match(tuple(regexes), tuple(topics))

    def go_on(self, steps: int) -> bool:
        """Try expressions on so many topics in all, if there are as many; False at the end."""
        return sum(1 for _ in islice(self._steps, steps)) == steps

    def _match(self, regexes: Iterable[str], names: Iterable[str]) -> Iterator[None]:
        for regex in regexes:
            try:
                pattern = _compiled(regex)
            except ApiError:
                continue
            found = self.found[regex] = []
            for name in names:
                yield
                if pattern.fullmatch(name) is not None:
                    found.append(name)


def _compiled(regex: str) -> Pattern:
    if _ANY_BYTE in regex.replace("\\\\", ""):
        raise _refusal(regex, "invalid escape sequence")
    try:
        return compile_pattern(regex)
    except BadPattern as error:
        raise _refusal(regex, _reason(str(error))) from None


def _reason(message: str) -> str:
    for known, reason in _REASONS:
        if message.startswith(known):
            return reason
    return message.partition(":")[0]


def _refusal(regex: str, reason: str) -> ApiError:
    message = f"SubscribedTopicRegex `{regex}` is not a valid regular expression: {reason}."
    return ApiError(ErrorCode.INVALID_REGULAR_EXPRESSION, message)
