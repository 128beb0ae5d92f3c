"""Requests, answers and who sends them."""
