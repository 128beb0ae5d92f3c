"""What the operators ask: functions that make a test of an exchange from an operator's argument.

A test that asks both messages of an exchange is true if one of them fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kafkawire.dump.filter.amounts import DAY_NS, Amount, Number
from kafkawire.dump.filter.named_errors import NamedErrors
from kafkawire.dump.filter.patterns import Pattern, body_test, fold_api, is_api, name_test
from kafkawire.dump.model import Exchange, Message

Test = Callable[[Exchange], bool]
Argument = Pattern | Amount | NamedErrors | None
Builder = Callable[[Argument], Test]


def messages(exchange: Exchange) -> Iterable[Message]:
    """Those of its two messages that there are."""
    return [each for each in (exchange.request, exchange.response) if each is not None]


def named(
    get: Callable[[Exchange], str | None], fold: Callable[[str], str] | None = None
) -> Builder:
    """The test of one name."""

    def build(argument: Argument) -> Test:
        assert isinstance(argument, Pattern)
        test = name_test(argument, fold)
        return lambda exchange: test(get(exchange))

    return build


def api(argument: Argument) -> Test:
    """The test of the API's name, whatever its case."""
    assert isinstance(argument, Pattern)
    test = name_test(is_api(argument), fold_api)
    return lambda exchange: test(exchange.api_name)


def any_named(get: Callable[[Exchange], Iterable[str]]) -> Builder:
    """The test of several names, one of which has to fit."""

    def build(argument: Argument) -> Test:
        assert isinstance(argument, Pattern)
        test = name_test(argument)
        return lambda exchange: any(map(test, get(exchange)))

    return build


def counted(get: Callable[[Exchange], Number | None]) -> Builder:
    """The test of a number; None never fits."""

    def build(argument: Argument) -> Test:
        assert isinstance(argument, Amount)
        test = argument.test()

        def matches(exchange: Exchange) -> bool:
            found = get(exchange)
            return found is not None and test(found)

        return matches

    return build


def plain(test: Test) -> Builder:
    """A test that has no argument."""
    return lambda argument: test


def topics_of(exchange: Exchange) -> Iterable[str]:
    """Its topics as state resolved them, or else as its messages name them."""
    if exchange.topics:
        return exchange.topics
    return [topic for message in messages(exchange) for topic in message.facts.topics]


def groups(exchange: Exchange) -> Iterable[str]:
    """Groups that either message names."""
    return [group for message in messages(exchange) for group in message.facts.groups]


def transactional_ids(exchange: Exchange) -> Iterable[str]:
    """Transactional ids that either message names."""
    return [each for message in messages(exchange) for each in message.facts.transactional_ids]


def hosts(exchange: Exchange) -> Iterable[str]:
    """The hosts of both ends."""
    return exchange.connection.client.host, exchange.connection.server.host


def ports(argument: Argument) -> Test:
    """The test of the ports of both ends."""
    assert isinstance(argument, Amount)
    test = argument.test()

    def matches(exchange: Exchange) -> bool:
        connection = exchange.connection
        return test(connection.client.port) or test(connection.server.port)

    return matches


def error(argument: Argument) -> Test:
    """Whether the response has an error: any, or one of those."""
    if argument is None:
        return lambda exchange: bool(exchange.response and exchange.response.facts.error_codes)
    assert isinstance(argument, NamedErrors)
    codes = argument.codes

    def matches(exchange: Exchange) -> bool:
        response = exchange.response
        return response is not None and not codes.isdisjoint(response.facts.error_codes)

    return matches


def size(exchange: Exchange) -> int:
    """Bytes of both frames."""
    return sum(len(message.data) for message in messages(exchange))


def throttle_ns(exchange: Exchange) -> Number | None:
    """How long the response says that the client has to wait."""
    response = exchange.response
    if response is None:
        return None
    return response.facts.throttle_time_ms * 1_000_000


def time(argument: Argument) -> Test:
    """The test of the time of the first byte, of the day or with the date."""
    assert isinstance(argument, Amount)
    test = argument.test()
    if argument.is_clock:
        return lambda exchange: test(exchange.message.time_ns % DAY_NS)
    return lambda exchange: test(exchange.message.time_ns)


def side(get: Callable[[Exchange], Message | None]) -> Builder:
    """Whether there is one message and its bytes hold the argument, if there is one."""

    def build(argument: Argument) -> Test:
        if argument is None:
            return lambda exchange: get(exchange) is not None
        assert isinstance(argument, Pattern)
        test = body_test(argument)

        def matches(exchange: Exchange) -> bool:
            message = get(exchange)
            return message is not None and test(message.data)

        return matches

    return build


def find(argument: Argument) -> Test:
    """Whether either message's bytes hold the argument."""
    assert isinstance(argument, Pattern)
    test = body_test(argument)
    return lambda exchange: any(test(message.data) for message in messages(exchange))


def note(argument: Argument) -> Test:
    """Whether state has something to say, or something that holds the argument."""
    if argument is None:
        return lambda exchange: bool(exchange.notes)
    assert isinstance(argument, Pattern)
    test = body_test(argument)
    return lambda exchange: any(test(note.encode()) for note in exchange.notes)


def problem(exchange: Exchange) -> bool:
    """Whether a message cannot be decoded wholly, or a batch in it is damaged."""
    return any(map(_has_problem, messages(exchange)))


def _has_problem(message: Message) -> bool:
    if message.problem is not None or message.facts.damaged_batches:
        return True
    # What is wrong with fields that no fact is in is known only when the fields were read.
    return bool(message.tree) and message.problem is not None


def bare_word(argument: Argument) -> Test:
    """Whether a word is the API's name or a topic's."""
    assert isinstance(argument, Pattern)
    api_test, topic_test = name_test(argument, fold_api), name_test(argument)
    return lambda exchange: api_test(exchange.api_name) or any(map(topic_test, topics_of(exchange)))
