"""A user's first minute with wire-dump's proxy, as the README shows it."""
