"""Definitions know what they are."""

from kafkawire.broker.config.definition import ConfigType, Definition


def test_types_are_numbered_as_describe_configs_numbers_them() -> None:
    """admin C-8."""
    names = "boolean string int short long double list class password".split()
    assert [ConfigType(number).name.lower() for number in range(1, 10)] == names


def test_only_passwords_are_sensitive() -> None:
    for kind in ConfigType:
        assert Definition("x", kind).sensitive == (kind is ConfigType.PASSWORD)
