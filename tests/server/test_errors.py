"""A usage error is one line."""

from kafkawire.server.errors import UsageError


def test_its_text_is_what_is_said() -> None:
    assert str(UsageError("cannot listen on a:1")) == "cannot listen on a:1"
