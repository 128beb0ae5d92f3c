"""Values are parsed, checked and shown as Kafka's ConfigDef does."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.config import ConfigError, Definition, format_value, parse_value
from kafkawire.broker.config.definition import ConfigType
from kafkawire.broker.config.definitions import BROKER, CLIENT_METRICS, GROUP, TOPIC

EVERY = [
    *BROKER.values(),
    *TOPIC.values(),
    *GROUP.values(),
    *CLIENT_METRICS.values(),
]
# Kafka itself does not accept its default for these: empty means "not given".
NOT_GIVEN = {"controller.quorum.bootstrap.servers", "controller.quorum.voters"}


@pytest.mark.parametrize("definition", EVERY, ids=lambda definition: definition.name)
def test_every_default_is_valid_and_shown_as_it_is_declared(definition: Definition) -> None:
    if definition.name not in NOT_GIVEN:
        assert format_value(parse_value(definition, definition.default)) == definition.default


@pytest.mark.slow
@given(definition=st.sampled_from(EVERY), text=st.text(max_size=20))
def test_any_text_parses_or_is_refused_without_another_error(
    definition: Definition, text: str
) -> None:
    with contextlib.suppress(ConfigError):
        parse_value(definition, text)


REFUSED = [
    ("retention.ms", "bar", "Not a number of type LONG"),
    ("retention.ms", "-2", "Value must be at least -1"),
    ("retention.ms", "9223372036854775808", "Not a number of type LONG"),
    ("retention.ms", "1_000", "Not a number of type LONG"),
    ("retention.ms", "9" * 100_000, "Not a number of type LONG"),
    ("segment.bytes", "1", "Value must be at least 1048576"),
    ("cleanup.policy", "foo", "String must be one of: compact, delete"),
    ("preallocate", "yes", "Expected value to be either true or false"),
    ("min.cleanable.dirty.ratio", "1.5", "Value must be no more than 1"),
    ("min.cleanable.dirty.ratio", "x", "Not a number of type DOUBLE"),
    ("compression.gzip.level", "0", "Value must be between 1 and 9 or equal to -1"),
    ("message.timestamp.type", "createtime", "String must be one of: CreateTime, LogAppendTime"),
]


@pytest.mark.parametrize(("name", "text", "why"), REFUSED)
def test_refusals_are_worded_as_kafka_words_them(name: str, text: str, why: str) -> None:
    """admin C-32: "Invalid value bar for configuration retention.ms: ..."."""
    with pytest.raises(ConfigError) as caught:
        parse_value(TOPIC[name], text)
    assert str(caught.value) == f"Invalid value {text} for configuration {name}: {why}"


@pytest.mark.parametrize("text", [",", "delete,", ",delete", "delete,,compact"])
def test_no_choice_is_empty(text: str) -> None:
    """admin C-32: worded unlike all others, as Kafka 4.4.0 has it."""
    with pytest.raises(ConfigError) as caught:
        parse_value(TOPIC["cleanup.policy"], text)
    assert str(caught.value) == "Configuration 'cleanup.policy' values must not be empty."


ACCEPTED = [
    ("retention.ms", " 12 ", 12),
    ("retention.ms", "+5", 5),
    ("cleanup.policy", "compact , delete", ("compact", "delete")),
    ("cleanup.policy", "", ()),
    ("cleanup.policy", "delete,compact,delete", ("delete", "compact")),
    ("preallocate", "TRUE", True),
    ("min.cleanable.dirty.ratio", "1", 1.0),
    ("compression.gzip.level", "-1", -1),
    ("leader.replication.throttled.replicas", "*", ("*",)),
    ("leader.replication.throttled.replicas", "0:1,1:2", ("0:1", "1:2")),
]


@pytest.mark.parametrize(("name", "text", "value"), ACCEPTED)
def test_values_are_trimmed_and_typed(name: str, text: str, value: object) -> None:
    assert parse_value(TOPIC[name], text) == value


def test_throttled_replicas_are_pairs_of_numbers() -> None:
    definition = TOPIC["leader.replication.throttled.replicas"]
    for text in ("0:x", "0:1,x", "1", "0:1:2", "*,0:1"):
        with pytest.raises(ConfigError) as error:
            parse_value(definition, text)
        assert str(error.value) == (
            f"Invalid value [{', '.join(text.split(','))}] for configuration {definition.name}: "
            f"{definition.name} must be the literal '*' or a list of replicas in the following "
            "format: [partitionId]:[brokerId],[partitionId]:[brokerId],..."
        )
    assert parse_value(definition, "0:1,,") == ("0:1", "", "")


def test_choices_may_ignore_case_or_carry_a_duration() -> None:
    policy = BROKER["group.consumer.migration.policy"]
    assert parse_value(policy, "Upgrade") == "Upgrade"
    with pytest.raises(ConfigError, match="case insensitive"):
        parse_value(policy, "sideways")
    reset = GROUP["share.auto.offset.reset"]
    assert parse_value(reset, "by_duration:PT1H") == "by_duration:PT1H"
    with pytest.raises(ConfigError):
        parse_value(reset, "never")


def test_text_that_must_not_be_empty() -> None:
    with pytest.raises(ConfigError, match="non-empty"):
        parse_value(BROKER["remote.log.storage.manager.impl.prefix"], "")


def test_no_text_is_no_value() -> None:
    assert parse_value(TOPIC["retention.ms"], None) is None
    assert format_value(None) is None


def test_passwords_are_sensitive() -> None:
    assert BROKER["ssl.key.password"].sensitive
    assert BROKER["ssl.key.password"].type is ConfigType.PASSWORD
    assert not BROKER["node.id"].sensitive
