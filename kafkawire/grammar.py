"""The parser of command lines: it complains in one line, and names the word that is close."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import NoReturn

USAGE_EXIT_CODE = 2


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def add_choices(self, title: str, metavar: str) -> argparse._SubParsersAction[Parser]:
        """Add commands or verbs, one of which has to be given."""
        choices = self.add_subparsers(title=title, metavar=metavar)

        def missing(options: argparse.Namespace) -> NoReturn:
            self.error(f"give a {metavar.lower()}: {', '.join(choices.choices)}")

        self.set_defaults(run=missing)
        return choices

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse commands and verbs that do not exist."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            raise argparse.ArgumentError(None, _unknown(action, str(value)))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and end the process."""
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        sys.exit(USAGE_EXIT_CODE)


class Layout(argparse.RawDescriptionHelpFormatter):
    """Help whose usage has the arguments and the options that are needed, not all options."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the usage, for parsers that have options."""
        listed = list(actions)
        if usage is None and any(each.option_strings for each in listed):
            arguments = [each for each in listed if not each.option_strings]
            needed = [each for each in listed if each.option_strings and each.required]
            words = [f"{each.option_strings[0]} {each.metavar}" for each in needed]
            words += [self._format_args(each, each.dest) for each in arguments]
            usage = " ".join(["%(prog)s", "[options]", *words])
        super().add_usage(usage, listed, groups, prefix)


def complain(message: str) -> None:
    """Print one line on stderr, whatever was typed; nothing where stderr is closed."""
    if sys.stderr is not None:
        line = message.replace("\n", "\\n")
        sys.stderr.write(line.encode(errors="backslashreplace").decode() + "\n")


def _unknown(action: argparse.Action, value: str) -> str:
    from difflib import get_close_matches  # dear, and seldom needed

    names = list(action.choices or ())
    close = get_close_matches(value, names, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    return f"no {str(action.metavar).lower()} is called {value!r}; {hint}"
