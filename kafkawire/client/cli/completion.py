"""`kafkawire completion bash|zsh`: what a shell needs to complete command lines.

The script has the words of the grammar: commands, verbs, options. Names of topics and groups come
from the cluster, when they are completed: `kafkawire topics list --names`, for two seconds at most.
Zsh runs the same script by its own bashcompinit.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

SHELLS = ("bash", "zsh")
_ZSH = """\
#compdef kafkawire
autoload -U +X bashcompinit && bashcompinit
"""
_NAMES = {
    "TOPIC": "topics",
    "TOPIC[:LIST]": "topics",
    "GROUP": "groups",
}
"""Arguments that are names of the cluster, and the command that lists them."""
_SCRIPT = """\
_kafkawire() {{
    local word index path="" is_value="" words="" options="" names=""
    local current="${{COMP_WORDS[COMP_CWORD]}}"
    local values=" {values} "
    local -a connection
    connection=()
    for ((index = 1; index < COMP_CWORD; index++)); do
        word="${{COMP_WORDS[index]}}"
        if [[ -n $is_value ]]; then
            is_value=""
            continue
        fi
        case "$word" in
            -b | --bootstrap | -X | --config | --profile)
                connection+=("$word" "${{COMP_WORDS[index + 1]}}")
                is_value=yes
                ;;
            -*) [[ $values == *" $word "* ]] && is_value=yes ;;
            *) path="$path $word" ;;
        esac
    done
    COMPREPLY=()
    [[ -n $is_value ]] && return
    case "$path" in
{cases}
    esac
    if [[ $current == -* ]]; then
        words="$options"
    elif [[ -n $names ]]; then
        connection+=(--timeout 2)
        words="$words $(kafkawire "$names" list --names "${{connection[@]}}" 2>/dev/null)"
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _kafkawire kafkawire
"""


class Place(NamedTuple):
    """A place in the grammar.

    Attributes:
        path: The command and its verb.
        words: Commands, verbs and fixed arguments that may come next.
        options: Options that may come next.
        names: The command that lists the names of its arguments, or "".
        is_last: Whether arguments follow, and no verb.
    """

    path: str
    words: tuple[str, ...]
    options: tuple[str, ...]
    names: str
    is_last: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash or zsh")
    parser.epilog = _EXAMPLES


def script(shell: str, grammar: Callable[[str], argparse.ArgumentParser]) -> str:
    """Return the script of a shell.

    Args:
        shell: One of SHELLS.
        grammar: Returns the parser of all commands, with the arguments of one.
    """
    top = grammar("")
    places = [*_places("", top)]
    takes_value, takes_none = _options(top)
    for command in _choices(top):
        parser = _choices(grammar(command))[command]
        places += _places(f" {command}", parser)
        for each in (parser, *_choices(parser).values()):
            more, others = _options(each)
            takes_value |= more
            takes_none |= others
    cases = "\n".join(map(_case, sorted(places, reverse=True)))
    values = " ".join(sorted(takes_value - takes_none))
    return (_ZSH if shell == "zsh" else "") + _SCRIPT.format(values=values, cases=cases)


def _places(path: str, parser: argparse.ArgumentParser) -> Iterator[Place]:
    """Yield the place of a parser, and those of its verbs."""
    following = _choices(parser)
    options = tuple(name for action in parser._actions for name in action.option_strings)
    arguments = [action for action in parser._actions if not action.option_strings]
    words = tuple(str(word) for action in arguments for word in action.choices or ())
    names = [_NAMES[str(each.metavar)] for each in arguments if str(each.metavar) in _NAMES]
    yield Place(path, words, options, "".join(names[:1]), not following)
    if path:
        for verb, each in following.items():
            yield from _places(f"{path} {verb}", each)


def _choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands or verbs of a parser."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= action.choices
    return found


def _options(parser: argparse.ArgumentParser) -> tuple[set[str], set[str]]:
    """The options that take a value, and those that take none."""
    takes_value: set[str] = set()
    takes_none: set[str] = set()
    for action in parser._actions:
        (takes_none if action.nargs == 0 else takes_value).update(action.option_strings)
    return takes_value, takes_none


def _case(place: Place) -> str:
    """Return the branch of the script for a place."""
    pattern = f'"{place.path}"*' if place.is_last else f'"{place.path}"'
    parts = {"words": place.words, "options": place.options, "names": (place.names,)}
    given = [f'{name}="{" ".join(each)}"' for name, each in parts.items() if any(each)]
    return f"        {pattern}) {' '.join(given)} ;;"


_EXAMPLES = """\
examples:
  source <(kafkawire completion bash)              in this shell
  kafkawire completion bash > ~/.local/share/bash-completion/completions/kafkawire
  kafkawire completion zsh > "${fpath[1]}/_kafkawire"
"""
