"""`kafkawire users`, with an admin client that keeps credentials itself: our broker has none."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from kafkawire.client.cli.users import iterations
from kafkawire.client.errors import refusal
from kafkawire.client.outcomes import Outcomes
from tests.client.support.commands import verb

Changes = dict[str, dict[str, "str | None"]]


class Kept:
    """Users with their mechanisms, and what was changed."""

    def __init__(self, **users: dict[str, int]) -> None:
        self._users = users
        self.changes: list[tuple[Changes, int]] = []

    async def describe_user_scram_credentials(
        self, users: list[str] | None
    ) -> Outcomes[str, dict[str, int]]:
        wanted = list(self._users) if users is None else users
        errors = {each: refusal(91, "none") for each in wanted if each not in self._users}
        return Outcomes({each: self._users[each] for each in wanted if each not in errors}, errors)

    async def alter_user_scram_credentials(
        self, changes: Changes, *, iterations: int = 0
    ) -> Outcomes[str, None]:
        self.changes.append((changes, iterations))
        errors = {each: refusal(31) for each in changes if each == "ben"}
        return Outcomes({each: None for each in changes if each != "ben"}, errors)


BOTH = {"SCRAM-SHA-256": 4096, "SCRAM-SHA-512": 8192}


async def test_users_are_listed_with_their_mechanisms() -> None:
    listed = await verb(Kept(anna=BOTH), "users", "list")
    assert listed.lines[1:] == [
        ["anna", "SCRAM-SHA-256", "4096"],
        ["anna", "SCRAM-SHA-512", "8192"],
    ]
    assert (await verb(Kept(), "users", "list")).out.startswith("no users; ")
    missing = await verb(Kept(anna=BOTH), "users", "list", "none")
    assert missing.code == 1
    assert "user 'none': RESOURCE_NOT_FOUND" in missing.err


async def test_a_password_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """client O-1."""
    file = tmp_path / "secret"
    file.write_text("hunter2\n")
    kept = Kept()
    made = await verb(
        kept,
        "users",
        "create",
        "anna",
        "--password-file",
        str(file),
        "--mechanism",
        "scram-sha-256",
    )
    assert made.out == "anna has a password for SCRAM-SHA-256\n"
    monkeypatch.setenv("KAFKAWIRE_NEW_PASSWORD", "hunter3")
    refused = await verb(kept, "users", "create", "ben", "--iterations", "8192")
    assert (refused.code, refused.out) == (1, "")
    assert kept.changes == [
        ({"anna": {"SCRAM-SHA-256": "hunter2"}}, 4096),
        ({"ben": {"SCRAM-SHA-512": "hunter3"}}, 8192),
    ]
    monkeypatch.setenv("KAFKAWIRE_NEW_PASSWORD", "")
    assert "no password" in (await verb(kept, "users", "create", "anna")).err


async def test_without_a_password_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAFKAWIRE_NEW_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", None)
    kept = Kept()
    refused = await verb(kept, "users", "create", "anna")
    assert (refused.code, kept.changes) == (2, [])
    assert "--password-file or $KAFKAWIRE_NEW_PASSWORD" in refused.err
    assert (await verb(kept, "users", "create", "a", "--password-file", "/none")).code == 2


async def test_a_person_is_asked_for_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("KAFKAWIRE_NEW_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", lambda prompt: f"told at {prompt}")
    kept = Kept()
    await verb(kept, "users", "create", "anna")
    assert kept.changes == [({"anna": {"SCRAM-SHA-512": "told at Password of anna: "}}, 4096)]


async def test_credentials_are_deleted_one_or_all() -> None:
    """client B-50."""
    kept = Kept(anna=BOTH, ben={"SCRAM-SHA-256": 4096})
    deleted = await verb(kept, "users", "delete", "anna", "ben", "none")
    assert deleted.code == 1
    assert deleted.out == "anna has no credentials for SCRAM-SHA-256 and SCRAM-SHA-512 any more\n"
    assert "user 'none'" in deleted.err
    assert "ben was not changed" in deleted.err
    await verb(kept, "users", "delete", "anna", "--mechanism", "SCRAM-SHA-512")
    assert kept.changes[-1][0] == {"anna": {"SCRAM-SHA-512": None}}
    assert (await verb(kept, "users", "delete", "none")).code == 1
    assert len(kept.changes) == 2


@pytest.mark.parametrize("text", ["4095", "16385", "x"])
def test_iterations_are_those_that_kafka_takes(text: str) -> None:
    assert iterations("16384") == 16384
    with pytest.raises(argparse.ArgumentTypeError, match="from 4096 to 16384"):
        iterations(text)
