"""What goes wrong before a server serves."""


class UsageError(Exception):
    """The user asked for what cannot be; its text is one line that says what and why."""
