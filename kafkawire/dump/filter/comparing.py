"""Comparisons of fields: what may be compared with a type, and the test of one value.

integers, floats, sizes    = != < <= > >=, ranges a..b, units where the name says Ms or Bytes
error codes                by name too: `error_code = NOT_LEADER_OR_FOLLOWER`
string                     = != with a word (`*` in it is anything), =~ with a regular expression
bool, null                 = !=
uuid                       as Kafka writes it (base64) or with hexadecimal digits
bytes                      text, or `0x00ff`; =~ searches them
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable

from kafkawire.dump.api_names import api_name
from kafkawire.dump.code_names import codes_of
from kafkawire.dump.filter.amounts import Amount, read_amount
from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.named_errors import NamedErrors, read_errors
from kafkawire.dump.filter.paths import INTEGERS, Path
from kafkawire.dump.filter.patterns import Pattern, body_test, name_test
from kafkawire.dump.filter.syntax import Compare
from kafkawire.dump.filter.tokens import Token
from kafkawire.protocol.uuids import uuid_text

ValueTest = Callable[[object], bool]
_HEX = frozenset("0123456789abcdefABCDEF")
_BOOLEANS = {"true": True, "false": False}


def read_value(path: Path, comparison: str, token: Token) -> Compare:
    """The comparison of a path with what a token says. Raises `Misfit`."""
    comparison = "=" if comparison == "==" else comparison
    if token.kind == "word" and token.text == "null":
        return _equal(path, comparison, None)
    if path.kind == "bool":
        if token.text not in _BOOLEANS:
            raise Misfit(f"expected true or false, not {token.text}")
        return _equal(path, comparison, _BOOLEANS[token.text])
    if path.kind == "errorCode" and not token.text.lstrip("-").replace("..", "").isdecimal():
        return _equal(path, comparison, read_errors(token.text))
    if path.kind in (*INTEGERS, "errorCode", "float64", "records"):
        if token.kind != "word":
            raise Misfit(f"expected {path.unit.name}")
        return Compare(path, "", read_amount(comparison, _as_number(path, token.text), path.unit))
    return _text(path, comparison, token)


def _as_number(path: Path, text: str) -> str:
    """The digits of a value that is given by its name, as `LATEST` of a timestamp that is asked."""
    codes = codes_of_path(path)
    if not codes or not text[:1].isalpha():
        return text
    wanted = text.upper().replace("-", "_")
    for code, name in codes.items():
        if name == wanted:
            return str(code)
    raise Misfit(f"expected a number or one of {', '.join(codes.values())}, not {text}")


def codes_of_path(path: Path) -> dict[int, str]:
    """The names of the values that a path leads to; none if they are only numbers."""
    found: dict[int, str] = {}
    for target in path.targets:
        message = api_name(target.api_key) + ("Request" if target.is_request else "Response")
        found |= codes_of(message, path.text.rpartition(".")[2])
    return found


def _equal(path: Path, comparison: str, value: bool | NamedErrors | None) -> Compare:
    if comparison not in ("=", "!="):
        raise Misfit(f"{path.text} is compared by = and != with this")
    if value is None and not path.is_nullable:
        raise Misfit(f"{path.text} is never null")
    return Compare(path, comparison, value)


def _text(path: Path, comparison: str, token: Token) -> Compare:
    is_regex = token.kind == "regex" or comparison == "=~"
    if comparison not in ("=", "!=", "=~"):
        raise Misfit(f"{path.text} is {path.kind}: compared by =, != and =~")
    text = token.text
    if path.kind == "uuid" and not is_regex:
        text = _uuid(text)
    pattern = Pattern(text, is_regex)
    compare = Compare(path, "!=" if comparison == "!=" else "=", pattern)
    value_test(compare)  # for its Misfit
    return compare


def _uuid(text: str) -> str:
    digits = text.replace("-", "")
    if len(digits) == 32 and _HEX.issuperset(digits):
        return uuid_text(bytes.fromhex(digits))
    if len(text) != 22 and "*" not in text:
        raise Misfit("expected an id of 22 characters as Kafka writes it, or 32 digits")
    return text


def value_test(compare: Compare) -> ValueTest:
    """The test of one value that a path led to."""
    value = compare.value
    if isinstance(value, Amount):
        return _amount_test(value)
    if not compare.comparison:
        return is_there
    equal = _equal_test(compare.path, value)
    if compare.comparison == "!=":
        return lambda found: not equal(found)
    return equal


def is_there(found: object) -> bool:
    """Neither null, nor 0, false or empty; an absent id of zeros is not there either."""
    return bool(size_of(found)) and found != "AAAAAAAAAAAAAAAAAAAAAA"


def size_of(found: object) -> object:
    """A value, or the size of records."""
    if isinstance(found, dict) and found.keys() == {"sizeInBytes"}:
        return found["sizeInBytes"]
    return found


def _amount_test(amount: Amount) -> ValueTest:
    test = amount.test()

    def matches(found: object) -> bool:
        number = size_of(found)
        if isinstance(number, int | float):
            return test(number)
        # Null differs from every number, and is neither above nor below.
        return amount.comparison == "!="

    return matches


def _equal_test(path: Path, value: Pattern | NamedErrors | bool | None) -> ValueTest:
    if isinstance(value, NamedErrors):
        codes = value.codes
        return lambda found: found in codes
    if isinstance(value, Pattern):
        return _bytes_test(value) if path.kind == "bytes" else _string_test(value)
    return lambda found: found is value


def _string_test(pattern: Pattern) -> ValueTest:
    test = name_test(pattern)
    return lambda found: isinstance(found, str) and test(found)


def _bytes_test(pattern: Pattern) -> ValueTest:
    if pattern.is_regex:
        search = body_test(pattern)
        return lambda found: search(_decoded(found))
    text = pattern.text
    is_hex = text[:2] == "0x" and len(text) % 2 == 0 and _HEX.issuperset(text[2:])
    wanted = bytes.fromhex(text[2:]) if is_hex else text.encode()
    return lambda found: found is not None and _decoded(found) == wanted


def _decoded(found: object) -> bytes:
    try:
        return b64decode(found) if isinstance(found, str) else b""
    except NotBase64:
        return b""
