"""The page that shows exchanges: one front end, with rows from a server or from files beside it.

    static/     the front end: modules of JavaScript, styles, the page
    rows        a row of the list, as the front end gets it
    event_rows  the row of each event and finding
    detail      everything about one exchange
    asked       what the filter of an offline page looks at, besides a row
    offline     the front end as files that a browser opens from a disk
    html/       the output `--html`: the page with its rows, in such files

`kafkawire.dump.web` serves the page and sends it rows as they come. In the front end,
`served.js` and `offline.js` are the two sources of rows.
"""
