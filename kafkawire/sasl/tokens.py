"""What mechanisms have in common: the shape of their exchange, and how it fails."""

from __future__ import annotations

from collections.abc import Generator

Tokens = Generator[bytes, bytes, None]
"""A mechanism: yields tokens to be sent, is sent the tokens that answer. Ends when it is content.

Raises Refused.
"""


class Refused(Exception):
    """The broker does not accept the login, or is not who it should be.

    Attributes:
        code: The broker's error code, 0 if the client itself ended the login.
        text: Why, as far as it was told; never a secret.
    """

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
