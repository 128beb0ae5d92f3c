"""`wire-dump filter [EXPR]`: the filter language's help, or what an expression asks in words."""

from __future__ import annotations

import argparse

from kafkawire.dump.commands import FINE, complain, put


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "filter", add_help=False, help="explain the filter language, or an expression"
    )
    # The help is the page of the language, which costs too much to be made for every command.
    parser.add_argument("-h", "--help", action="store_true", help="show the language")
    parser.add_argument("expression", metavar="EXPR", nargs="*", help="what to explain")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `filter` command; its exit code, 2 for an expression that is wrong."""
    from kafkawire.dump.filter import Filter, FilterError
    from kafkawire.dump.filter.explaining import explained, help_lines

    if arguments.help or not arguments.expression:
        lines = ["usage: wire-dump filter [EXPR]", "", *help_lines()]
    else:
        try:
            found = Filter(" ".join(arguments.expression))
        except FilterError as error:
            return complain(*error.lines)
        lines = [str(found), *(f"  {line}" for line in explained(found.node))]
    for line in lines:
        put(line)
    return FINE
