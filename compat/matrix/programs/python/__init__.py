"""The programs of the clients in Python: `with_NAME.py` each, over the same scenarios."""
