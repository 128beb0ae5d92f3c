"""The page: what passes, in a browser, while it passes.

    pipeline --> Store (a sink, bounded) --> streams of changes --> the page

The store numbers rows and, separately, changes. A stream is a cursor into the changes: it begins
with all rows that its filter chooses as of a number, and goes on with what changed after it, so
that nothing is missed between the two and nothing waits in a queue of its own. Who is so slow that
the changes he has not had are no longer kept is told how many, and begins again.

Nothing but GET is answered, only to who knows the token, and nothing that was masked is unmasked.
"""
