"""Log levels by request."""

from __future__ import annotations

import pytest

from kafkawire.broker.loggers import Loggers
from kafkawire.protocol.errors import ApiError

NAMES = (
    "root",
    "kafkawire",
    "kafkawire.request",
    "kafkawire.connection",
    "kafkawire.group",
    "kafkawire.log",
    "kafkawire.cleaner",
)


def test_loggers_without_a_level_have_that_of_the_name_above() -> None:
    """admin C-16, C-43."""
    loggers = Loggers()
    loggers.change([("root", 0, "WARN")])
    assert loggers.all() == [(name, "WARN") for name in NAMES]
    loggers.change([("kafkawire", 0, "DEBUG"), ("kafkawire.log", 0, "FATAL")])
    assert [loggers.level(name) for name in NAMES] == ["WARN", *["DEBUG"] * 4, "FATAL", "DEBUG"]
    loggers.change([("kafkawire", 1, None), ("kafkawire.log", 1, "x")])
    assert loggers.level("kafkawire.log") == "WARN"


def test_a_line_is_only_made_where_its_level_asks_for_it() -> None:
    lines: list[tuple[str, str, str]] = []
    loggers = Loggers()
    loggers.print_to(lambda *line: lines.append(line))
    for level, has_debug, has_trace in (
        ("INFO", False, False),
        ("DEBUG", True, False),
        ("TRACE", True, True),
        ("ERROR", False, False),
    ):
        loggers.change([("kafkawire.group", 0, level)])
        assert (loggers.group.debug is not None) is has_debug
        assert (loggers.group.trace is not None) is has_trace
        assert loggers.request.debug is None
    loggers.change([("root", 0, "TRACE"), ("kafkawire.group", 0, "DEBUG")])
    assert loggers.group.debug is not None
    assert loggers.request.trace is not None
    loggers.group.debug("a")
    loggers.request.trace("b")
    assert lines == [("DEBUG", "kafkawire.group", "a"), ("TRACE", "kafkawire.request", "b")]


def test_without_a_sink_no_line_is_made() -> None:
    loggers = Loggers()
    loggers.change([("root", 0, "TRACE")])
    assert loggers.request.trace is None
    loggers.print_to(lambda *line: None)
    assert loggers.request.trace is not None


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (
            ("root", 0, "FOO"),
            40,
            "Cannot set the log level of root to FOO as it is not a supported log level. Valid "
            "log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN",
        ),
        (("no.such", 0, "INFO"), 40, "Logger no.such does not exist!"),
        (("no.such", 1, None), 40, "Logger no.such does not exist!"),
        (("root", 1, None), 42, "Removing the log level of the root logger is not allowed"),
        (
            ("root", 2, "INFO"),
            42,
            "APPEND operation is not allowed for the BROKER_LOGGER resource",
        ),
        (
            ("root", 3, "INFO"),
            42,
            "SUBTRACT operation is not allowed for the BROKER_LOGGER resource",
        ),
    ],
)
def test_what_is_refused(change: tuple[str, int, str | None], code: int, message: str) -> None:
    """admin H 80, C-43."""
    with pytest.raises(ApiError) as caught:
        Loggers().check([change])
    assert (caught.value.code, caught.value.message) == (code, message)
