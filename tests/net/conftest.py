"""The fixture of tests of one connection."""

from tests.support.requests.linked import connected

__all__ = ["connected"]
