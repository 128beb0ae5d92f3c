"""Configuration values: from text, checked as Kafka's `ConfigDef` checks them, and back to text.

The messages are Kafka's, since clients show them: "Invalid value bar for configuration
retention.ms: Not a number of type LONG". Whoever catches a `ConfigError` picks the error code:
40 for a topic, 42 for a broker, one line on stderr for the command line.
"""

from collections.abc import Callable, Sequence

from kafkawire.broker.config.definition import ConfigType, Definition

Value = bool | int | float | str | tuple[str, ...] | None

_BITS = {ConfigType.SHORT: 16, ConfigType.INT: 32, ConfigType.LONG: 64}


class ConfigError(Exception):
    """A configuration that Kafka would refuse: a bad value, or a name that does not exist."""

    def __init__(self, name: str, value: object, why: str) -> None:
        super().__init__(f"Invalid value {value} for configuration {name}: {why}")
        self.name = name
        self.value = value
        self.why = why


class UnknownConfig(ConfigError):
    """There is no configuration of that name."""

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(name, None, why)
        self.args = (f"Unknown configuration {name}{why}",)


class EmptyValue(ConfigError):
    """A list of choices has one that is empty (KIP-1161)."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name, value, "")
        self.args = (f"Configuration '{name}' values must not be empty.",)


def parse_value(definition: Definition, text: str | None) -> Value:
    """The value that `text` stands for; raises `ConfigError` where Kafka's `ConfigDef` would.

    Numbers give int or float, lists a tuple, null None; all else stays text. In a list of choices
    each counts once (KIP-1161).
    """
    if text is None:
        return None
    text = text.strip()
    value = _PARSERS.get(definition.type, _parse_text)(definition, text)
    check_value(definition, value)
    return value


def format_value(value: Value) -> str | None:
    """The value as Kafka shows it: lists joined by commas, booleans in lower case."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(value)
    return repr(value).replace("e+", "E").replace("e", "E")


def check_value(definition: Definition, value: Value) -> None:
    """Raise `ConfigError` unless `value` is one that the definition accepts."""
    valid = definition.valid
    if valid is None:
        return
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        _check_number(definition, value, valid)
    elif isinstance(value, tuple):
        _check_list(definition, value, valid)
    else:
        _check_text(definition, value, valid)


def _parse_boolean(definition: Definition, text: str) -> Value:
    lowered = text.lower()
    if lowered not in ("true", "false"):
        raise ConfigError(definition.name, text, "Expected value to be either true or false")
    return lowered == "true"


def _parse_integer(definition: Definition, text: str) -> Value:
    digits = text[1:] if text[:1] in ("-", "+") else text
    limit = 1 << (_BITS[definition.type] - 1)
    # Nineteen digits hold every LONG; the bound keeps a million digits from being converted.
    if digits.isascii() and digits.isdigit() and len(digits.lstrip("0")) <= 19:
        value = int(text)
        if -limit <= value < limit:
            return value
    raise ConfigError(definition.name, text, f"Not a number of type {definition.type.name}")


def _parse_double(definition: Definition, text: str) -> Value:
    try:
        return float(text.replace("_", "?"))
    except ValueError:
        why = f"Not a number of type {definition.type.name}"
        raise ConfigError(definition.name, text, why) from None


def _parse_list(definition: Definition, text: str) -> Value:
    parts = tuple(part.strip() for part in text.split(",")) if text else ()
    return tuple(dict.fromkeys(parts)) if choices(definition) else parts


def _parse_text(definition: Definition, text: str) -> Value:
    return text


_PARSERS: dict[ConfigType, Callable[[Definition, str], Value]] = {
    ConfigType.BOOLEAN: _parse_boolean,
    ConfigType.SHORT: _parse_integer,
    ConfigType.INT: _parse_integer,
    ConfigType.LONG: _parse_integer,
    ConfigType.DOUBLE: _parse_double,
    ConfigType.LIST: _parse_list,
}


def _check_number(definition: Definition, value: int | float, valid: str) -> None:
    bounds, _, other = valid.partition(" or ")
    low, _, high = (part.strip(",") for part in bounds[1:-1].partition("..."))
    if other and value == float(other):
        return
    below = bool(low) and value < _number(low)
    above = bool(high) and value > _number(high)
    if not below and not above:
        return
    if other:
        why = f"Value must be between {low} and {high} or equal to {other}"
    elif below:
        why = f"Value must be at least {low}"
    else:
        why = f"Value must be no more than {high}"
    raise ConfigError(definition.name, format_value(value), why)


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def choices(definition: Definition) -> Sequence[str]:
    """The values that a STRING or LIST may take; empty if it is not limited to a set."""
    valid = definition.valid or ""
    listed = valid[valid.find("[") + 1 : -1] if valid.endswith("]") else ""
    return listed.split(", ") if listed and "..." not in listed else ()


def _check_list(definition: Definition, value: tuple[str, ...], valid: str) -> None:
    name = definition.name
    if valid.startswith("[partitionId]"):
        _check_throttled_replicas(name, value, valid)
        return
    if valid == "non-empty list" and not value:
        raise ConfigError(name, "", "List must not be empty")
    allowed = choices(definition)
    if allowed and "" in value:
        raise EmptyValue(name, value)
    for part in value if allowed else ():
        if part not in allowed:
            raise ConfigError(name, part, f"String must be one of: {', '.join(allowed)}")


def _check_throttled_replicas(name: str, value: tuple[str, ...], valid: str) -> None:
    """Kafka's `ThrottledReplicaListValidator`: `*`, or partition:broker pairs, empty ones too."""
    if value == ("*",):
        return
    for part in value:
        numbers = part.split(":")
        if part and not (len(numbers) == 2 and all(map(_is_digits, numbers))):
            why = f"{name} must be the literal '*' or a list of replicas in the following format: "
            raise ConfigError(name, f"[{', '.join(value)}]", why + valid)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _check_text(definition: Definition, value: str | None, valid: str) -> None:
    name = definition.name
    if valid == "non-empty string" and not value:
        raise ConfigError(name, value, "String must be non-empty")
    allowed = choices(definition)
    if not allowed or value is None:
        return
    if valid.startswith("(case insensitive)"):
        if value.upper() not in allowed:
            why = f"String must be one of (case insensitive): {', '.join(allowed)}"
            raise ConfigError(name, value, why)
    elif value not in allowed and not _is_duration(value, allowed):
        raise ConfigError(name, value, f"String must be one of: {', '.join(allowed)}")


def _is_duration(value: str, allowed: Sequence[str]) -> bool:
    """`by_duration:PT1H`, the one choice that carries a value (KIP-932)."""
    return "latest" in allowed and value.startswith("by_duration:P")
