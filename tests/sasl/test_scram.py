"""SCRAM, by the examples of RFC 5802 and RFC 7677, and against what a broker stores."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from kafkawire.sasl.scram import HASHES, scram
from kafkawire.sasl.tokens import Refused

NONCE = "rOprNGfwEbeRWgbNEkqO"


def ended(user: str, *answers: str, mechanism: str = "SCRAM-SHA-256") -> None:
    """Have the exchange, answer by answer."""
    tokens = scram(mechanism, user, "pencil", NONCE)
    next(tokens)
    for answer in answers:
        tokens.send(answer.encode())


def test_the_example_of_rfc_7677() -> None:
    """client K-3."""
    tokens = scram("SCRAM-SHA-256", "user", "pencil", NONCE)
    assert next(tokens) == f"n,,n=user,r={NONCE}".encode()
    nonce = f"{NONCE}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
    assert tokens.send(f"r={nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096".encode()) == (
        f"c=biws,r={nonce},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=".encode()
    )
    with pytest.raises(StopIteration):
        tokens.send(b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")


def test_the_example_of_rfc_5802(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HASHES, "SCRAM-SHA-1", "sha1")
    mine = "fyko+d2lbbFgONRv9qkxdawL"
    tokens = scram("SCRAM-SHA-1", "user", "pencil", mine)
    assert next(tokens) == f"n,,n=user,r={mine}".encode()
    nonce = f"{mine}3rfcNHYJY1ZVvWVs7j"
    assert tokens.send(f"r={nonce},s=QSXCR+Q6sek8bf92,i=4096".encode()) == (
        f"c=biws,r={nonce},p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=".encode()
    )
    with pytest.raises(StopIteration):
        tokens.send(b"v=rmF9pqV8S7suAoZWja4dJRkFsKQ=")


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_a_proof_opens_what_was_stored_of_the_password(mechanism: str) -> None:
    """client K-3: names are escaped; a delegation token says that it is one."""
    name = mechanism.removeprefix("SCRAM-").replace("-", "").lower()
    tokens = scram(mechanism, "a,b=c", "pass=word", NONCE, is_delegated=True)
    bare = f"n=a=2Cb=3Dc,r={NONCE},tokenauth=true"
    assert next(tokens) == f"n,,{bare}".encode()
    challenge = f"r={NONCE}more,s={base64.b64encode(b'salt').decode()},i=8192"
    token = tokens.send(challenge.encode()).decode()

    salted = hashlib.pbkdf2_hmac(name, b"pass=word", b"salt", 8192)
    said = f"{bare},{challenge},c=biws,r={NONCE}more".encode()
    stored = hashlib.new(name, hmac.digest(salted, b"Client Key", name)).digest()
    proof = base64.b64decode(token.partition(",p=")[2])
    signature = hmac.digest(stored, said, name)
    key = bytes(mine ^ theirs for mine, theirs in zip(proof, signature, strict=True))
    assert hashlib.new(name, key).digest() == stored

    verifier = hmac.digest(hmac.digest(salted, b"Server Key", name), said, name)
    with pytest.raises(StopIteration):
        tokens.send(b"v=" + base64.b64encode(verifier))


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (["r=other,s=YQ==,i=4096"], "nonce"),
        ([f"r={NONCE},s=YQ==,i=4096"], "nonce"),
        ([f"r={NONCE}1,s=?,i=4096"], "cannot be read"),
        ([f"r={NONCE}1,s=YQ==,i=many"], "cannot be read"),
        ([f"r={NONCE}1,s=YQ=="], "cannot be read"),
        ([f"r={NONCE}1,s=YQ==,i=4095"], "4095 SCRAM iterations"),
        ([f"r={NONCE}1,s=YQ==,i=1000001"], "1000001 SCRAM iterations"),
        (["e=unknown-user"], "unknown-user"),
        ([f"r={NONCE}1,s=YQ==,i=4096", "e=invalid-proof"], "invalid-proof"),
        ([f"r={NONCE}1,s=YQ==,i=4096", "v=wrong"], "proof is wrong"),
        ([f"r={NONCE}1,s=YQ==,i=4096", ""], "proof is wrong"),
        ([f"r={NONCE}1,s=YQ==,i=4096", "v=\u00e9"], "proof is wrong"),
    ],
)
def test_a_broker_that_cannot_be_trusted_is_refused(answers: list[str], why: str) -> None:
    """client K-3."""
    with pytest.raises(Refused, match=why):
        ended("user", *answers)
