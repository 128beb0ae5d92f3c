"""The output `--html`: the page with its rows, in a directory to be opened, sent and kept.

    index.html          the page
    data/page.js .css   its script and its styles
    data/meta.js        counts, connections, the filter language
    data/list-N.js      rows of the list, some thousands in each file
    data/detail-N.js    what is shown of a selected exchange, some dozens in each file

The front end is that of `wire-dump web` (`dump.page`). A browser reads no files for a page from a
disk, but it runs scripts: every data file is a script that hands an object to the page, loaded when
it is needed. All text reaches the page as text.
"""
