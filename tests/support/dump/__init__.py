"""Captures, wire-dump and its page."""
