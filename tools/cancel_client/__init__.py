"""Random schedules of cancellations of the client: `python -m tools.cancel_client --help`."""
