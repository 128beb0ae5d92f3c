"""Requests that waited until their time was up, by kind (fetch D-12)."""


class Expirations:
    """Counts since the start; a purgatory has them, those who wait add to them."""

    __slots__ = ("consumer_fetches", "follower_fetches", "produces")

    def __init__(self) -> None:
        self.consumer_fetches = 0
        self.follower_fetches = 0
        self.produces = 0
        """Partitions whose replicas were waited for in vain."""
