"""Which test shows which rule of Kafka's behaviour: `python -m tools.rules` writes tests/rules.md.

`tests/rules/*.toml` list the rules; docstrings of tests name them, as in "fetch C-10, J 97: ...".
"""
