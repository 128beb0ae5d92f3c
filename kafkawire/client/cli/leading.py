"""Options before the command or before its verb: `kafkawire -b there:9092 topics list`.

Grammars of verbs have the options of connections, so such options are put behind the verb:

    -b X topics --json list -b Y    becomes    topics list -b X --json -b Y

What is further right wins, as ever.
"""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.client.cli import COMMANDS, WITHOUT_VERBS

WITH_VALUE = ("-b", "--bootstrap", "-X", "--config", "--profile", "--timeout")
WITHOUT_VALUE = ("--json", "--trace")
HELP = ("-h", "--help")


def arranged(words: Sequence[str]) -> list[str]:
    """Return the words of a command line with the command first, then its verb, then options.

    Options alone are left out: what is missing is a command, or the verb of one.
    """
    before, rest = _leading(words)
    if not rest:
        return []
    command, rest = rest[0], rest[1:]
    between, rest = _leading(rest)
    if not rest and command in COMMANDS and command not in WITHOUT_VERBS:
        return [command]
    # The next word is a verb, an argument, or an option of the command, whose value may follow.
    is_word = bool(rest) and (rest[0] in HELP or not rest[0].startswith("-"))
    verb, rest = (rest[:1], rest[1:]) if is_word else ([], rest)
    return [command, *verb, *before, *between, *rest]


def _leading(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split words into the options at their beginning, and the rest."""
    at = 0
    while at < len(words):
        length = _length(words[at])
        if not length:
            break
        at += length
    return list(words[:at]), list(words[at:])


def _length(word: str) -> int:
    """Return how many words an option takes, 0 if it is none that may stand here."""
    if word in WITH_VALUE:
        return 2
    name, separator, _ = word.partition("=")
    is_joined = (bool(separator) and name in WITH_VALUE) or (
        word[:2] in WITH_VALUE and word[1:2].isalpha() and not word.startswith("--")
    )
    return 1 if is_joined or word in WITHOUT_VALUE else 0
