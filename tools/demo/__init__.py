"""A demonstration with real input: the standard library through a topic and back."""
