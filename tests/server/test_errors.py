"""A usage error is one line, and so is a warning."""

import pytest

from kafkawire.server.errors import UsageError, warn


def test_its_text_is_what_is_said() -> None:
    assert str(UsageError("cannot listen on a:1")) == "cannot listen on a:1"


def test_a_warning_is_a_line_on_stderr(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    warn("look at \udcff")
    assert capsys.readouterr().err == "kafkawire: look at \\udcff\n"
    monkeypatch.setattr("sys.stderr", None)
    warn("look")
