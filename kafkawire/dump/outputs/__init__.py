"""Outputs: what is shown, or kept, of the events that the engine tells.

Each is a `Sink`. None decodes on its own: what it shows of a message are the message's cached
`facts`, `values` and `tree`, so that several outputs pay once. A sink that has a method `finding`
is told what detectors find, too. `kafkawire.dump.sinks` makes those that were asked for; the
output `--html` stands with the page that it writes, in `kafkawire.dump.page.html`.
"""
