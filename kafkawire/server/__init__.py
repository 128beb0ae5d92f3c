"""A broker as a process: sockets, signals, settings."""
