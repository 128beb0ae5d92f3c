"""Log levels by request."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.loggers import Loggers
from kafkawire.protocol.errors import ApiError


def test_loggers_without_a_level_have_the_roots():
    loggers = Loggers()
    loggers.change([("root", 0, "WARN")])
    assert loggers.all() == [("root", "WARN"), ("kafkawire", "WARN")]
    loggers.change([("kafkawire", 0, "DEBUG")])
    assert loggers.level("kafkawire") == "DEBUG"
    loggers.change([("kafkawire", 1, None)])
    assert loggers.level("kafkawire") == "WARN"


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
def test_what_is_refused(change: tuple[str, int, str | None], code: int, message: str):
    """admin H 80, C-43."""
    with pytest.raises(ApiError) as caught:
        Loggers().check([change])
    assert (caught.value.code, caught.value.message) == (code, message)
